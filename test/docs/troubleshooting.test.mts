/**
 * docs/troubleshooting.md has each failure that there is, each once, in words that help. That these
 * are the words that people see is tested in `failuresSeen`.
 */
import { MessagingServiceApi } from '../../credentials/MessagingServiceApi.credentials.ts';
import { tokenProblems } from '../../credentials/token/problems.ts';
import { nothingLost, pollAdvice } from '../../nodes/MessagingService/errors/sentences.ts';
import { problems } from '../../nodes/MessagingService/validation/problems.ts';
import { failureGroups, madeUpKeys } from '../../workbench/docs/failures.mts';
import { sentenceExamples } from '../../workbench/docs/sentence-examples.mts';
import { allTables, marks, withTables } from '../../workbench/docs/troubleshooting.mts';
import { failureRows, page, pollRows } from './failureRows.mts';
import { wantedPollRows, wantedRows } from './troubleshootingTable.mts';

it('has these failures in these sections, and says of each whether the message was sent', () => {
	expect(failureRows.map(({ section, id, sent }) => [section, id, sent])).toEqual(wantedRows);
});

it('is the page that npm run docs writes', async () => {
	expect(page).toBe(withTables(page, allTables(await failureGroups())));
});

it('has a row for every sentence of the code', () => {
	const ids = failureRows.map(({ id }) => id);
	expect(new Set(ids).size).toBe(ids.length);
	expect(ids).toEqual(
		expect.arrayContaining([...Object.keys(problems), ...Object.keys(sentenceExamples())]),
	);
	// Beside the exchange's own sentences stands the one for a credential that can't be read.
	expect(failureRows.filter(({ section }) => section === 'The access token')).toHaveLength(
		Object.keys(tokenProblems).length + 1,
	);
	const texts = failureRows.map(({ what, next }) => `${what} ${next}`);
	const rules = new MessagingServiceApi().test.rules as Array<{ properties: { message: string } }>;
	expect(rules.length).toBeGreaterThan(5);
	expect(
		rules.map(({ properties }) => properties.message).filter((message) => !texts.includes(message)),
	).toEqual([]);
});

it('says for every failure what happened and how to go on', () => {
	const sentence = /^[A-Z0-9'][^\n]*[^.\s]\.$/;
	const notSo = [...failureRows, ...pollRows].filter(
		({ what, next }) => !sentence.test(what) || !sentence.test(next) || what === next,
	);
	expect(notSo).toEqual([]);
});

it('says what happened after a poll of the trigger as after a run, and another way to go on for these failures alone', () => {
	expect(pollRows.map(({ id }) => id)).toEqual(wantedPollRows);
	expect(Object.keys(pollAdvice).sort()).toEqual([...wantedPollRows].sort());
	const ofRuns = new Map(failureRows.map((row) => [row.id, row]));
	expect(pollRows.map(({ what }) => what)).toEqual(
		wantedPollRows.map((id) => ofRuns.get(id)!.what),
	);
	expect(pollRows.filter(({ id, next }) => next === ofRuns.get(id)!.next)).toEqual([]);
	expect(nothingLost).toBe(
		'No change is lost: the next poll that succeeds tells what changed meanwhile.',
	);
	expect(page).toContain(`the advice ends with "${nothingLost}"`);
});

it("advises nothing after a poll that a trigger doesn't have: runs to start again, settings of requests, a limit", () => {
	// Those of sends, of runs of the node and of its Stop button are none of a poll.
	const ofRuns =
		/^send|^canceled$|^severalItems$|^operationByExpression$|^unknownOperation$|^proxyNotValid$|^groupUnderCap$|^tooManyRecipients$|^tooManyRecords$|^listUnreadable$|^sentElsewhere$/;
	const advice = new Map(pollRows.map(({ id, next }) => [id, next]));
	const ofPolls = failureRows
		.filter(
			({ section, id }) => ['Requests', 'The access token'].includes(section) && !ofRuns.test(id),
		)
		.map(({ id, next }) => [id, advice.get(id) ?? next]);
	expect(ofPolls.length).toBeGreaterThan(25);
	expect(
		ofPolls.filter(([, next]) => /run the workflow|node settings|\bLimit\b/i.test(next!)),
	).toEqual([]);
});

it('shows no secret, no token and nothing of the machinery', () => {
	const telling = new RegExp(
		[
			...Object.values(madeUpKeys),
			'Bearer',
			'undefined',
			'\\[object',
			'\\bat .*\\.[cm]?[jt]s:',
		].join('|'),
	);
	expect(telling.test('The token made-up-token')).toBe(true);
	expect(
		[...failureRows, ...pollRows].filter(({ what, next }) => telling.test(`${what} ${next}`)),
	).toEqual([]);
});

it('has the words for an unclear outcome exactly where it is said to be unknown', () => {
	expect(
		failureRows.filter(
			({ what, sent }) => what.includes('may or may not have been sent') !== (sent === 'unknown'),
		),
	).toEqual([]);
});

it('is refused without its marks', () => {
	expect(() => withTables(page.replace(marks.end, ''), '')).toThrow(marks.end);
});
