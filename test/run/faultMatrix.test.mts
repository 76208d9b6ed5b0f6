/**
 * Every fault that the sandbox can play, on a send, a query and a token exchange, in each way a
 * node can be set. The sandbox's journal is the judge: accepted once or not at all, never twice.
 */
import type { INode } from 'n8n-workflow';
import { faults, type Fault, type FaultKind, type FaultMeaning } from '../../workbench/sandbox/faults.mts';
import { goodSend, itemsOf, rowsOf, startWorkbench, type Workbench } from '../workbench.mts';

jest.mock('../../nodes/MessagingService/http/pause.ts', () => jest.requireActual('../clock/quickPause.mts'));

const modes: Record<string, Partial<INode>> = {
	plain: {},
	'continue on fail': { onError: 'continueRegularOutput' },
	'Retry On Fail': { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
};
const kinds = Object.keys(faults) as FaultKind[];
/** Faults of paging mean nothing for a send or a token. */
const general = kinds.filter((kind) => !('only' in faults[kind]));
const statuses = [500, 502, 503, 504, 408];

/** What the run makes of one fault on a send, and whether the same run under Retry On Fail mends it. */
const repeatedAtOnce = ['unauthorized', 'unauthorizedInBody', 'rateLimited', 'rateLimitedInBody'];
const plainRefusals = ['badRequest', 'refusedInBody', 'successFalse'];

const numbers = Array.from({ length: 5 }, (_, index) => `+25471234560${index}`);
const struck = numbers[2]!;
/** Long enough that a busy machine alone never causes it, short where the fault is that nothing comes. */
const timeoutFor = (kind: FaultKind) => ({ requestOptions: { timeout: kind.startsWith('hang') ? 1500 : 30_000 } });
const matrix: string[][] = [];

let bench: Workbench;
beforeAll(async () => {
	bench = await startWorkbench();
});
beforeEach(() => bench.reset());
afterAll(async () => {
	await bench.sandbox.stop();
	const widths = [0, 1, 2].map((column) => Math.max(...matrix.map((row) => row[column]!.length)));
	process.stdout.write(`${matrix.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')).join('\n')}\n`);
});

const accepted = (number: string) =>
	bench.sandbox.journal.filter(({ recipients }) => recipients.includes(number)).length;

const sendCases = Object.entries(modes).flatMap(([mode, settings]) =>
	general.flatMap((kind) =>
		(kind === 'serverError' || kind === 'errorAfterAccept' ? statuses : [undefined]).map(
			(status) => [mode, `${kind}${status ? ` ${status}` : ''}`, settings, { kind, status }] as const,
		),
	),
);

describe('send', () => {
	test.each(sendCases)('%s: %s', async (mode, name, settings, { kind, status }) => {
		bench.sandbox.play({ on: 'send', kind, recipient: struck, ...(status ? { status } : {}), ...retryAfter(kind) });
		const result = await bench.run(
			{ ...goodSend, recipients: '={{ $json.number }}', ...timeoutFor(kind) },
			{ items: numbers.map((number) => ({ number })), settings },
		);

		const times = numbers.map(accepted);
		const mended = repeatedAtOnce.includes(kind) || (plainRefusals.includes(kind) && mode === 'Retry On Fail');
		const expected = mended || faults[kind].accepts ? 1 : 0;
		matrix.push(['send', mode, name, `accepted ${times[2]}×`, result.status]);
		expect(times).toEqual([1, 1, expected, 1, 1]);

		const unknown = !mended && !plainRefusals.includes(kind);
		if (mended) {
			expect(result.status).toBe('success');
			expect(rowsOf(result).map(({ recipients }) => recipients)).toEqual(numbers.map((number) => [number]));
		} else if (mode === 'continue on fail') {
			const rows = rowsOf(result);
			expect(itemsOf(result).map(({ pairedItem }) => pairedItem)).toEqual(numbers.map((_, item) => ({ item })));
			expect(/may or may not have been sent/.test(String(rows[2]!.error))).toBe(unknown);
			expect(rows.filter(({ messageId }) => messageId)).toHaveLength(4);
		} else {
			expect(result.status).toBe('error');
			expect(/may or may not have been sent/.test(result.error!.message)).toBe(unknown);
			expect(result.error!.message).toContain('[item 2]');
			expect(result.error!.description).toContain('4 messages of this run were accepted');
			for (const { messageId, recipients } of bench.sandbox.journal) {
				if (!recipients.includes(struck)) expect(result.error!.description).toContain(messageId);
			}
			expect(`${result.error!.message} ${result.error!.description}`).not.toMatch(/retry on fail/i);
		}
	});
});

/** What a query or an exchange gets over within its own repetitions. */
const passing = [...repeatedAtOnce, 'serverError', 'serverErrorInBody', 'hang', 'dropBefore', 'dropAfter', 'dropMidAnswer', 'errorAfterAccept', 'hangAfterAccept'];
/** Faults of one page that are no failure: its rows are told once all the same, and the other pages tell the end. */
const harmless = ['noMeta', 'rowsMove', 'hugeLastPage'];

describe('query', () => {
	const cases = Object.entries(modes).flatMap(([mode, settings]) => kinds.map((kind) => [mode, kind, settings] as const));

	test.each(cases)('%s: %s', async (mode, kind, settings) => {
		await sendSeven();
		bench.sandbox.play({ on: 'messages', kind, after: 1, ...retryAfter(kind) });
		const result = await bench.run(
			{ operation: 'queryMessages', returnAll: true, output: 'raw', options: { perPage: 2 }, ...timeoutFor(kind) },
			{ settings },
		);

		const mended = passing.includes(kind) || harmless.includes(kind) || mode === 'Retry On Fail';
		matrix.push(['query', mode, kind, `${rowsOf(result).length} rows`, result.status]);
		expect(bench.sandbox.journal).toHaveLength(7);
		if (mended) {
			const ids = rowsOf(result).map(({ id }) => id);
			expect(new Set(ids).size).toBe(ids.length);
			expect(ids.length).toBeGreaterThanOrEqual(7);
		} else if (mode === 'continue on fail') {
			expect(rowsOf(result)).toEqual([{ error: expect.stringMatching(/\. \[item 0\]$/) }]);
		} else {
			expect(result.status).toBe('error');
			expect(result.error!.description).toMatch(/\.$/);
		}
	});

	async function sendSeven(): Promise<void> {
		const items = Array.from({ length: 7 }, (_, index) => ({ number: `+25472234560${index}` }));
		await bench.run({ ...goodSend, recipients: '={{ $json.number }}' }, { items });
		expect(bench.sandbox.journal).toHaveLength(7);
	}
});

describe('token exchange', () => {
	const cases = Object.entries(modes).flatMap(([mode, settings]) =>
		general.filter((kind) => onToken(kind)).map((kind) => [mode, kind, settings] as const),
	);

	test.each(cases)('%s: %s', async (mode, kind, settings) => {
		bench.sandbox.play({ on: 'token', kind, ...retryAfter(kind) });
		const result = await bench.run(
			{ ...goodSend, recipients: '={{ $json.number }}', ...timeoutFor(kind) },
			{ items: numbers.map((number) => ({ number })), settings },
		);

		const times = numbers.map(accepted);
		matrix.push(['token', mode, kind, `accepted ${times[2]}×`, result.status]);
		expect(Math.max(...times)).toBeLessThanOrEqual(1);
		const goes = result.status === 'success' && rowsOf(result).every(({ messageId }) => messageId);
		expect(times).toEqual(numbers.map(() => (goes ? 1 : 0)));
		if (mode === 'Retry On Fail') expect(goes).toBe(true);
		if (goes) return;
		expect(bench.sandbox.exchanges).toBe(1);
		const text = JSON.stringify([result.error?.message, result.error?.description, rowsOf(result)]);
		expect(text).not.toContain(bench.sandbox.clientSecret);
		expect(text).not.toContain('may or may not');
	});

	/** A hang is met by the exchange's own time-out of half a minute, too long for a matrix. */
	function onToken(kind: FaultKind): boolean {
		const meaning: FaultMeaning = faults[kind];
		return !kind.startsWith('hang') && (!meaning.only || meaning.only.includes('token'));
	}
});

/** No waiting on the service's word, so that the matrix is quick. */
function retryAfter(kind: FaultKind): Pick<Fault, 'retryAfter'> {
	return kind.startsWith('rateLimited') ? { retryAfter: '0' } : {};
}
