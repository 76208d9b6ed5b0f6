import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { sentenceExamples } from '../../workbench/docs/sentence-examples.mts';
import { MessagingServiceApi } from '../../credentials/MessagingServiceApi.credentials.ts';
import { tokenProblems } from '../../credentials/token/problems.ts';
import { nothingLost, pollAdvice } from '../../nodes/MessagingService/errors/sentences.ts';
import { problems } from '../../nodes/MessagingService/validation/problems.ts';
import { failureGroups, madeUpKeys, type DocumentedFailure } from '../../workbench/docs/failures.mts';
import { allTables, marks, mayHaveBeenSent, withTables } from '../../workbench/docs/troubleshooting.mts';

const page = readFileSync(resolve(import.meta.dirname, '../../docs/troubleshooting.md'), 'utf8');

let failures: DocumentedFailure[];
beforeAll(async () => {
	failures = (await failureGroups()).flatMap((group) => group.failures);
});

it('has every failure with its present text; npm run docs renews it', async () => {
	expect(page).toBe(withTables(page, allTables(await failureGroups())));
});

it('has a row for every sentence of the code', async () => {
	const ids = failures.map(({ id }) => id);
	expect(ids).toEqual(expect.arrayContaining([...Object.keys(problems), ...Object.keys(sentenceExamples())]));
	// Beside the exchange's own sentences stands the one for a credential that can't be read.
	const tokens = (await failureGroups()).find(({ title }) => title === 'The access token');
	expect(tokens?.failures).toHaveLength(Object.keys(tokenProblems).length + 1);
	const texts = failures.map(({ what, next }) => `${what} ${next}`);
	const rules = new MessagingServiceApi().test.rules as Array<{ properties: { message: string } }>;
	expect(rules.map(({ properties }) => properties.message).filter((message) => !texts.includes(message))).toEqual([]);
	expect(new Set(ids).size).toBe(ids.length);
});

it('says for every failure what happened and how to go on', () => {
	const sentence = /^[A-Z0-9'][^\n]*[^.\s]\.$/;
	const notSo = failures.filter(({ what, next }) => !sentence.test(what) || !sentence.test(next) || what === next);
	expect(notSo).toEqual([]);
});

it('says for every failure that a poll of the trigger tells in another way how to go on there', () => {
	const rows = page.split(/^### /m).find((section) => section.startsWith('After a poll of the trigger\n'))!.split('\n').filter((line) => line.startsWith('| ')).slice(1);
	const shown = rows.map((row) => row.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '')));
	expect(shown.map(([, next, id]) => [id, next])).toEqual(failures.filter(({ id }) => id in pollAdvice).map(({ id }) => [`\`${id}\``, pollAdvice[id as keyof typeof pollAdvice]]));
	expect(shown.map(([what]) => what)).toEqual(failures.filter(({ id }) => id in pollAdvice).map(({ what }) => what));
	expect(shown).toHaveLength(Object.keys(pollAdvice).length);
	expect(page).toContain(nothingLost);
});

it('advises nothing after a poll that a trigger doesn\'t have: runs to start again, settings of requests, a limit', async () => {
	const groups = await failureGroups();
	const ofService = groups.filter(({ title }) => ['Requests', 'The access token'].includes(title)).flatMap((group) => group.failures);
	// Those of sends, of runs of the node and of its Stop button are none of a poll.
	const ofRuns = /^send|^canceled$|^severalItems$|^operationByExpression$|^unknownOperation$|^proxyNotValid$|^groupUnderCap$|^tooManyRecipients$|^tooManyRecords$|^listUnreadable$|^sentElsewhere$/;
	const ofPolls = ofService.filter(({ id }) => !ofRuns.test(id)).map(({ id, next }) => [id, pollAdvice[id as keyof typeof pollAdvice] ?? next]);
	expect(ofPolls.length).toBeGreaterThan(25);
	expect(ofPolls.filter(([, next]) => /run the workflow|node settings|\bLimit\b/i.test(next!))).toEqual([]);
});

it('shows no secret, no token and nothing of the machinery', () => {
	const telling = new RegExp([...Object.values(madeUpKeys), 'Bearer', 'undefined', '\\[object', '\\bat .*\\.[cm]?[jt]s:'].join('|'));
	const shown = failures.filter(({ what, next }) => telling.test(`${what} ${next}`));
	expect(shown).toEqual([]);
});

it('says of exactly the unknown outcomes of a send that the message may have been sent', () => {
	const perhaps = failures.filter(mayHaveBeenSent).map(({ id }) => id);
	const sends = failures.map(({ id }) => id).filter((id) => /^send[A-Z]/.test(id) && id !== 'sendCanceled');
	expect(perhaps).toEqual(expect.arrayContaining(['sendLost', 'sendServerError', 'sendTimedOut', 'sendUnreadable']));
	expect(perhaps.sort()).toEqual(sends.sort());
});

it('is refused without its marks', () => {
	expect(() => withTables(page.replace(marks.end, ''), '')).toThrow(marks.end);
});
