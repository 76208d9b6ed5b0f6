import { tokenProblems } from '../../credentials/token/problems.ts';
import { pollFailure } from '../../nodes/MessagingService/errors/pollFailure.ts';
import {
	nothingLost,
	outcomeSentences,
	pollAdvice,
} from '../../nodes/MessagingService/errors/sentences.ts';
import { problems } from '../../nodes/MessagingService/validation/problems.ts';
import type { Failure } from '../../nodes/MessagingService/item.ts';

const refused = (problem: { id: string; what: string; next: string }): Failure => ({
	...problem,
	fate: 'refused',
});
const lost = refused({ id: 'lost', ...outcomeSentences.lost() });
const hours = refused(problems.numberOutOfBounds('Watch Hours', 0, 1, 744));
const event = refused(problems.notAChoice('Event', 'sent', ['statusChanged', 'messageCreated']));

test('what happened is said as in a run, how to go on as it is for a poll', () => {
	expect(pollFailure([lost], false)).toEqual({ message: lost.what, description: pollAdvice.lost });
	expect(pollFailure([lost], false).description).not.toContain(lost.next);
});

test('where there is a state to go on from, it says that nothing is lost', () => {
	expect(pollFailure([lost], true).description).toBe(`${pollAdvice.lost} ${nothingLost}`);
});

test('a failure that is the same in a run keeps its advice', () => {
	expect(pollFailure([hours], false)).toEqual({ message: hours.what, description: hours.next });
});

test('of several, each is told', () => {
	const { message, description } = pollFailure([hours, event], false);
	for (const { what, next } of [hours, event])
		expect([message.includes(what), description.includes(next)]).toEqual([true, true]);
});

test('of a certificate that is not trusted it advises no switch that the trigger lacks', () => {
	const { message, description } = pollFailure([refused(tokenProblems.untrusted())], false);
	expect([message, description]).toEqual([
		tokenProblems.untrusted().what,
		expect.stringMatching(/whose certificate n8n's server trusts\.$/),
	]);
});
