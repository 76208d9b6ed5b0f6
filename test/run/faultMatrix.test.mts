/**
 * Every fault that the sandbox can play, on a send, a query and a token exchange, in each way a
 * node can be set. The sandbox's journal is the judge: accepted once or not at all, never twice.
 */
import type { INode } from 'n8n-workflow';
import { faults, type Fault, type FaultKind } from '../../workbench/sandbox/faults.mts';
import { goodSend, itemsOf, rowsOf, startWorkbench, type Workbench } from '../workbench.mts';

jest.mock('../../nodes/MessagingService/http/pause.ts', () =>
	jest.requireActual('../clock/quickPause.mts'),
);

const modes: Record<string, Partial<INode>> = {
	plain: {},
	'continue on fail': { onError: 'continueRegularOutput' },
	'Retry On Fail': { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
};
const kinds = Object.keys(faults) as FaultKind[];
const statuses = [500, 502, 503, 504, 408];

/** Faults of paging mean nothing for a send or a token. */
type GeneralFault = Exclude<FaultKind, 'repeatPage' | 'hugeLastPage' | 'noMeta' | 'rowsMove'>;

/**
 * How often the service has a message whose first request meets this, and what the run tells of it.
 * By hand: neither the node nor the sandbox says it.
 */
const sends: Record<GeneralFault, [taken: 0 | 1, told: 'accepted' | 'notSent' | 'unknown']> = {
	unauthorized: [1, 'accepted'],
	unauthorizedInBody: [1, 'accepted'],
	rateLimited: [1, 'accepted'],
	rateLimitedInBody: [1, 'accepted'],
	badRequest: [0, 'notSent'],
	refusedInBody: [0, 'notSent'],
	successFalse: [0, 'notSent'],
	serverError: [0, 'unknown'],
	serverErrorInBody: [0, 'unknown'],
	html: [0, 'unknown'],
	hang: [0, 'unknown'],
	dropBefore: [0, 'unknown'],
	dropAfter: [1, 'unknown'],
	dropMidAnswer: [1, 'unknown'],
	errorAfterAccept: [1, 'unknown'],
	hangAfterAccept: [1, 'unknown'],
	notJson: [1, 'unknown'],
	wrongShape: [1, 'unknown'],
	noise: [1, 'unknown'],
	emptyBody: [1, 'unknown'],
};

const numbers = Array.from({ length: 5 }, (_, index) => `+25471234560${index}`);
const struck = numbers[2]!;
/** Long enough that a busy machine alone never causes it, short where the fault is that nothing comes. */
const timeoutFor = (kind: FaultKind) => ({
	requestOptions: { timeout: kind.startsWith('hang') ? 1500 : 30_000 },
});
const matrix: string[][] = [];

let bench: Workbench;
beforeAll(async () => {
	bench = await startWorkbench();
});
beforeEach(() => bench.reset());
afterAll(async () => {
	await bench.sandbox.stop();
	const widths = [0, 1, 2].map((column) => Math.max(...matrix.map((row) => row[column]!.length)));
	process.stdout.write(
		`${matrix.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')).join('\n')}\n`,
	);
});

const accepted = (number: string) =>
	bench.sandbox.journal.filter(({ recipients }) => recipients.includes(number)).length;

/** Whether the fault was played: one that met no request would prove nothing. */
const played = (kind: FaultKind) => bench.sandbox.requests.some(({ fault }) => fault === kind);

const sendCases = Object.entries(modes).flatMap(([mode, settings]) =>
	(Object.keys(sends) as GeneralFault[]).flatMap((kind) =>
		(kind === 'serverError' || kind === 'errorAfterAccept' ? statuses : [undefined]).map(
			(status) =>
				[mode, `${kind}${status ? ` ${status}` : ''}`, settings, { kind, status }] as const,
		),
	),
);

describe('send', () => {
	test.each(sendCases)('%s: %s', async (mode, name, settings, { kind, status }) => {
		bench.sandbox.play({
			on: 'send',
			kind,
			recipient: struck,
			...(status ? { status } : {}),
			...retryAfter(kind),
		});
		const result = await bench.run(
			{ ...goodSend, recipients: '={{ $json.number }}', ...timeoutFor(kind) },
			{ items: numbers.map((number) => ({ number })), settings },
		);

		const [once, toldOnce] = sends[kind];
		// What was plainly refused the next try sends.
		const [taken, told] =
			toldOnce === 'notSent' && mode === 'Retry On Fail' ? [1, 'accepted'] : [once, toldOnce];
		const times = numbers.map(accepted);
		matrix.push(['send', mode, name, `accepted ${times[2]}×`, result.status]);
		expect(played(kind)).toBe(true);
		expect(times).toEqual([1, 1, taken, 1, 1]);
		const left = bench.sentBodies.filter((body) => JSON.stringify(body).includes(struck));
		expect(left).toHaveLength(told === 'accepted' ? 2 : 1);

		if (told === 'accepted') {
			expect(result.status).toBe('success');
			expect(
				rowsOf(result).map(({ recipients, sendOutcome }) => [recipients, sendOutcome]),
			).toEqual(numbers.map((number) => [[number], 'accepted']));
		} else if (mode === 'continue on fail') {
			expect(itemsOf(result).map(({ pairedItem, json }) => [pairedItem, json.sendOutcome])).toEqual(
				numbers.map((number, item) => [{ item }, number === struck ? told : 'accepted']),
			);
			expect(String(rowsOf(result)[2]!.error).includes('may or may not have been sent')).toBe(
				told === 'unknown',
			);
		} else {
			expect(result.status).toBe('error');
			expect(result.error!.message.includes('may or may not have been sent')).toBe(
				told === 'unknown',
			);
			expect(result.error!.message).toContain('[item 2]');
			expect(result.error!.description).toContain('4 messages of this run were accepted');
			for (const { messageId, recipients } of bench.sandbox.journal) {
				if (!recipients.includes(struck))
					expect(result.error!.description).toContain(
						`ID ${messageId} (item ${numbers.indexOf(recipients[0]!)})`,
					);
			}
			expect(`${result.error!.message} ${result.error!.description}`).not.toMatch(/retry on fail/i);
		}
	});
});

/**
 * What a query doesn't get over within its own repetitions. The others come out whole: faults of
 * one page that are none, too.
 */
const endQuery: FaultKind[] = [
	'badRequest',
	'refusedInBody',
	'successFalse',
	'html',
	'notJson',
	'wrongShape',
	'noise',
	'emptyBody',
	'repeatPage',
];

describe('query', () => {
	const cases = Object.entries(modes).flatMap(([mode, settings]) =>
		kinds.map((kind) => [mode, kind, settings] as const),
	);

	test.each(cases)('%s: %s', async (mode, kind, settings) => {
		await sendSeven();
		bench.sandbox.play({ on: 'messages', kind, after: 1, ...retryAfter(kind) });
		const result = await bench.run(
			{
				operation: 'queryMessages',
				returnAll: true,
				output: 'raw',
				options: { perPage: 2 },
				...timeoutFor(kind),
			},
			{ settings },
		);

		matrix.push(['query', mode, kind, `${rowsOf(result).length} rows`, result.status]);
		expect(played(kind)).toBe(true);
		expect(bench.sandbox.journal).toHaveLength(7);
		if (!endQuery.includes(kind) || mode === 'Retry On Fail') {
			expect(
				rowsOf(result)
					.map(({ id }) => String(id))
					.sort(),
			).toEqual(bench.sandbox.journal.map(({ messageId }) => messageId).sort());
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

/** What the exchange says where it doesn't get over this; undefined where it does. */
const exchanges: Partial<Record<GeneralFault, string>> = {
	unauthorized: 'The service refused Client ID and Client Secret.',
	unauthorizedInBody: 'The service refused Client ID and Client Secret.',
	badRequest: 'The service refused Client ID and Client Secret.',
	refusedInBody: 'The service refused Client ID and Client Secret.',
	successFalse: 'has no access token this node can use',
	wrongShape: 'has no access token this node can use',
	html: 'something other than the messaging service',
	notJson: 'something other than the messaging service',
	noise: 'something other than the messaging service',
	emptyBody: 'something other than the messaging service',
};

describe('token exchange', () => {
	// A process hands its newest token on for half a minute: only a service of its own is asked for one.
	beforeEach(async () => {
		await bench.sandbox.stop();
		bench = await startWorkbench();
	});

	// A hang is met by the exchange's own time-out of half a minute, too long for a matrix.
	const cases = Object.entries(modes).flatMap(([mode, settings]) =>
		(Object.keys(sends) as GeneralFault[])
			.filter((kind) => !kind.startsWith('hang'))
			.map((kind) => [mode, kind, settings] as const),
	);

	test.each(cases)('%s: %s', async (mode, kind, settings) => {
		bench.sandbox.play({ on: 'token', kind, ...retryAfter(kind) });
		const result = await bench.run(
			{ ...goodSend, recipients: '={{ $json.number }}' },
			{ items: numbers.map((number) => ({ number })), settings },
		);

		const says = exchanges[kind];
		const goes = says === undefined || mode === 'Retry On Fail';
		const times = numbers.map(accepted);
		matrix.push(['token', mode, kind, `accepted ${times[2]}×`, result.status]);
		expect(played(kind)).toBe(true);
		expect(times).toEqual(numbers.map(() => (goes ? 1 : 0)));
		expect(bench.sandbox.exchanges).toBe(goes ? 2 : 1);
		if (goes) {
			expect(rowsOf(result).map(({ sendOutcome }) => sendOutcome)).toEqual(
				numbers.map(() => 'accepted'),
			);
			return;
		}
		const told =
			mode === 'plain'
				? [`${result.error!.message} ${result.error!.description}`]
				: rowsOf(result).map(({ error }) => String(error));
		expect(told).toEqual(
			(mode === 'plain' ? ['the run'] : numbers).map(() => expect.stringContaining(says!)),
		);
		expect(rowsOf(result).map(({ sendOutcome }) => sendOutcome)).toEqual(
			mode === 'plain' ? [] : numbers.map(() => 'notSent'),
		);
		expect(told.join()).not.toContain(bench.sandbox.clientSecret);
		expect(told.join()).not.toContain('may or may not');
	});
});

/** No waiting on the service's word, so that the matrix is quick. */
function retryAfter(kind: FaultKind): Pick<Fault, 'retryAfter'> {
	return kind.startsWith('rateLimited') ? { retryAfter: '0' } : {};
}
