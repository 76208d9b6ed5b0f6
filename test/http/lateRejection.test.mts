/** A 401 that comes late: while it was on its way, another request had the token renewed. */
import type { Answer } from '../../nodes/MessagingService/http/outcome.ts';
import { answer } from '../run/answers.mts';
import { accepted, freshCredential, runCore, sends } from '../run/coreRun.mts';

jest.mock('../../nodes/MessagingService/http/pause.ts', () =>
	jest.requireActual('../clock/quickPause.mts'),
);

const [slow, quick] = ['+35846100', '+35846200'];

/**
 * Two sends leave with the stored token; the slow one hears of its rejection once the quick one was
 * accepted with a new one.
 */
async function runWithLate401(good: (token: string, number: string) => boolean) {
	let letGo = (): void => undefined;
	const renewed = new Promise<void>((resolve) => (letGo = resolve));
	const credential = freshCredential({ accessToken: 'harbour-0' });
	return await runCore({
		items: [sends([slow]), sends([quick])],
		credential: () => credential,
		exchange: (count) => `harbour-${count}`,
		service: async ({ request, token }): Promise<Answer> => {
			const [number] = (request.body as { recipients: string[] }).recipients;
			if (number === slow && token === 'harbour-0') await renewed;
			if (!good(token, number!)) return answer(401);
			if (number === quick) letGo();
			return accepted();
		},
	});
}

const wayOf = ({ left }: Awaited<ReturnType<typeof runCore>>) =>
	left.map(({ request, token }) => [
		(request.body as { recipients: string[] }).recipients[0],
		token,
	]);

test('its message goes once more with that token: no second exchange, and the store is not asked again', async () => {
	const run = await runWithLate401((token) => token === 'harbour-1');
	expect(run.error).toBeUndefined();
	expect(wayOf(run)).toEqual([
		[slow, 'harbour-0'],
		[quick, 'harbour-0'],
		[quick, 'harbour-1'],
		[slow, 'harbour-1'],
	]);
	// Once for the run, once for the request that had the token renewed.
	expect([run.exchanges, run.reads]).toEqual([1, 2]);
});

test('it does not count as the renewal of its request, which is left for when that token is rejected as well', async () => {
	const run = await runWithLate401(
		(token, number) => token === (number === slow ? 'harbour-2' : 'harbour-1'),
	);
	expect(run.error).toBeUndefined();
	expect(wayOf(run).slice(2)).toEqual([
		[quick, 'harbour-1'],
		[slow, 'harbour-1'],
		[slow, 'harbour-2'],
	]);
	expect(run.exchanges).toBe(2);
});
