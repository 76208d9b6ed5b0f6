/** Stands in for the node's own attempt at a request, and is that one: but it takes its time by the virtual clock. */
import type * as real from '../../nodes/MessagingService/http/attempt.ts';
import { clock } from './virtualClock.mts';

const { attempt: realAttempt } = jest.requireActual<typeof real>(
	'../../nodes/MessagingService/http/attempt.ts',
);

export async function attempt(
	...[given, purpose, request]: Parameters<typeof realAttempt>
): ReturnType<typeof realAttempt> {
	return await clock.during(async () => {
		const leaves = (): void => {
			clock.advance(clock.pace.work);
			given.leaves();
			clock.advance(clock.pace.out);
			clock.onRequest('leaves', purpose);
		};
		const came = await realAttempt({ ...given, leaves }, purpose, request);
		clock.advance(clock.pace.back);
		clock.onRequest('ended', purpose);
		return came;
	});
}
