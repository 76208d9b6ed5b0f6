/**
 * A service that is down, or that accepts nothing from this account. An unknown outcome is the worst that a row can
 * have, so nothing more is risked, and a list resumes by itself once the service is back. Checked against the service's
 * request log and journal.
 */
import type { INodeParameters } from 'n8n-workflow';
import type { Fault } from '../../workbench/sandbox/faults.mts';
import {
	answering,
	clock,
	each,
	numberOf,
	received,
	rowsTo,
	run,
	selfSigned,
	send,
	service,
	storeToken,
	texted,
} from '../harness/index.mts';
import type { Outcome } from '../harness/index.mts';

const count = Number(process.env.OUTAGE_ROWS ?? 80);
const atOnce = 10;
const goesOn = { onError: 'continueRegularOutput' as const };

type Kind = Pick<Fault, 'kind' | 'status'> | 'stop';
const kinds: Array<[string, Kind]> = [
	...[500, 503, 504, 408].map((status): [string, Kind] => [
		String(status),
		{ kind: 'serverError', status },
	]),
	['taken, then 500', { kind: 'errorAfterAccept' }],
	['dropped before it is taken', { kind: 'dropBefore' }],
	['dropped after it is taken', { kind: 'dropAfter' }],
	['hung', { kind: 'hang' }],
	['nobody there', 'stop'],
	['401', { kind: 'unauthorized' }],
	['403', { kind: 'badRequest', status: 403 }],
	['429', { kind: 'rateLimited' }],
	['a web page', { kind: 'html' }],
];

const begins: Array<[string, { after: number; lasts?: number; isOfSends?: true }]> = [
	['from the first send on', { after: 0 }],
	['from the 21st send on', { after: 20 }],
	['for six seconds', { after: 20, lasts: 6000 }],
	['for sends alone', { after: 20, isOfSends: true }],
	['for sends alone, for six seconds', { after: 20, lasts: 6000, isOfSends: true }],
];

const modes: Array<[string, INodeParameters]> = [
	['plain', {}],
	['Combine Items', { options: { combineItems: true, recipientsPerRequest: 2 } }],
	['Batching', { requestOptions: { batching: { batch: { batchSize: 7, batchInterval: 50 } } } }],
	['Skip Already Sent', { options: { skipAlreadySent: true } }],
];

/** Starts a service that fails this way after `after` sends, for `lasts` milliseconds or for good. */
async function outage(kind: Kind, { after, lasts, isOfSends }: (typeof begins)[number][1]) {
	let sends = 0;
	let hasBegun = false;
	const begin = async () => {
		if (hasBegun) return;
		hasBegun = true;
		const end = async () => await (kind === 'stop' ? service.comeBack() : service.disarm());
		if (kind === 'stop') await service.stop();
		else service.play({ on: isOfSends ? 'send' : 'any', ...kind, times: Infinity });
		if (lasts !== undefined) void clock.sleep(lasts).then(end);
	};
	await service.start({
		beforeAnswer: async ({ operation }) => {
			if (operation === 'token' && after === 0) await begin();
			if (operation === 'send' && ++sends === after) await begin();
		},
	});
}

/** Failures that are a verdict on the account, or an answer, even if they end by themselves. */
const isVerdict = ['401', '403', 'a web page'];

const rowsOf = ({ rows }: Outcome, outcome: string) =>
	rows.filter(({ sendOutcome }) => sendOutcome === outcome);

describe.each(modes)('%s', (mode, parameters) => {
	const perRequest = mode === 'Combine Items' ? 2 : 1;
	/** Whether a case would take too long: each hung request takes its time-out, in real time. */
	const isTooSlow = (name: string) =>
		name === 'hung' && ['Combine Items', 'Batching'].includes(mode);
	describe.each(begins)('%s', (_when, when) => {
		test.each(kinds)('%s', async (name, kind) => {
			// A stopped service answers no queries either, so it can't fail for sends alone.
			if (isTooSlow(name) || (kind === 'stop' && when.isOfSends)) return;
			await outage(kind, when);
			const timeout = name === 'hung' ? 120 : 60_000;
			const requestOptions = { timeout, ...(parameters.requestOptions as object) };
			const outcome = await send(
				{ ...each, ...parameters, requestOptions },
				{ rows: rowsTo(count), settings: goesOn },
			);
			const failed = received('send').filter(({ fault }) => fault !== undefined).length;
			const found = outcome.rows.filter(({ confirmedBy }) => confirmedBy === 'lookup').length;
			const taken = texted();
			const notSent = rowsOf(outcome, 'notSent').map(({ to }) => String(to));
			expect(outcome.rows).toHaveLength(count);
			expect(rowsOf(outcome, 'unknown').length + found).toBeLessThanOrEqual(atOnce * perRequest);
			expect(failed).toBeLessThanOrEqual(2 * atOnce);
			expect(service.exchanges).toBeLessThanOrEqual(3);
			expect(taken).toHaveLength(new Set(taken).size);
			expect(notSent.filter((to) => taken.includes(to))).toEqual([]);
			const passes = when.lasts !== undefined && !when.isOfSends && !isVerdict.includes(name);
			if (passes) expect(notSent).toEqual([]);
			// Without a fault, the test would prove nothing.
			if (kind !== 'stop') expect(service.requests.some(({ fault }) => fault)).toBe(true);
		});
	});
});

test('a certificate that is not trusted is met once for all rows, and nothing is unknown', async () => {
	const { requests } = await answering(() => ({ body: {} }), { tls: selfSigned });
	await storeToken('of-yesterday');
	const { rows } = await send(each, { rows: rowsTo(count), settings: goesOn });
	expect(rows.map(({ sendOutcome }) => sendOutcome)).toEqual(Array(count).fill('notSent'));
	for (const { error } of rows) expect(error).toContain("The service's certificate isn't trusted");
	expect(requests).toEqual([]);
});

describe('what stops nobody', () => {
	test.each([1, 2, 10])(
		'one row at which the service fails each time, %i at once',
		async (most) => {
			service.play({ on: 'send', kind: 'serverError', recipient: numberOf(30), times: Infinity });
			const options = { maxConcurrentRequests: most, lookUpUnknown: false };
			const { rows } = await send({ ...each, options }, { rows: rowsTo(count), settings: goesOn });
			expect(rows.filter(({ sendOutcome }) => sendOutcome !== 'accepted')).toMatchObject([
				{ to: numberOf(30), sendOutcome: 'unknown' },
			]);
			expect(texted()).toHaveLength(count - 1);
			expect(received('statuses')).toHaveLength(1);
		},
	);

	test('sixty rows in a row that are plainly refused', async () => {
		const bad = rowsTo(60);
		for (const { to } of bad)
			service.play({ on: 'send', kind: 'badRequest', status: 422, recipient: to });
		const { rows } = await send(each, { rows: rowsTo(100), settings: goesOn });
		expect(rows.map(({ sendOutcome }) => sendOutcome)).toEqual([
			...Array<string>(60).fill('notSent'),
			...Array<string>(40).fill('accepted'),
		]);
	});

	test('one row that the account may not send, though the service says 403', async () => {
		service.play({
			on: 'send',
			kind: 'badRequest',
			status: 403,
			recipient: numberOf(3),
			times: Infinity,
		});
		await send(each, { rows: rowsTo(20), settings: goesOn });
		expect(texted()).toHaveLength(19);
	});
});

test('without trouble no request is made more than one for each row', async () => {
	await send(each, { rows: rowsTo(count) });
	expect(service.requests.map(({ operation }) => operation)).toEqual([
		'token',
		...Array<string>(count).fill('send'),
	]);
});

describe('what a failed run says', () => {
	const unknownOnly = { ...each, options: { lookUpUnknown: false } };

	test('who got it, who may have it, that the others certainly got nothing, since when, and how to go on', async () => {
		await outage({ kind: 'serverError', status: 503 }, { after: 20 });
		const { failure } = await send(unknownOnly, { rows: rowsTo(count), zone: 'Africa/Nairobi' });
		expect(failure!.message).toMatch(
			/^10 of \d+ messages may or may not have been sent, and \d+ were not sent\. \[items 20-29\] Outcome unknown: the service answered 503/,
		);
		expect(failure!.message).toContain(
			`[items 30-${count - 1}] The service stopped answering at 2026-11-23 15:00 (Africa/Nairobi), so these were not sent.`,
		);
		expect(failure!.description).toMatch(
			/^20 of \d+ messages were sent: items 0-19; 10 may have been: items 20-29\. Don't run/,
		);
		expect(failure!.description).toContain('Wait until the service answers.');
	});

	test('that it answers queries, where it does', async () => {
		await outage({ kind: 'dropAfter' }, { after: 20, isOfSends: true });
		const { rows } = await send(unknownOnly, { rows: rowsTo(count), settings: goesOn });
		expect(rows.at(-1)!.error).toBe(
			'The service stopped answering messages at 2026-11-23 12:00 (UTC), though it answers queries, so these were not sent. Wait a few minutes. If it goes on, contact the service.',
		);
		expect(rows.at(-1)!.error).not.toContain('may or may not');
	});
});

test('nobody there for twenty seconds, in the middle of a list: it goes on by itself, and says so', async () => {
	await outage('stop', { after: 20, lasts: 20_000 });
	const { rows, hints } = await send(each, { rows: rowsTo(count), settings: goesOn });
	expect(rowsOf({ rows } as Outcome, 'notSent')).toEqual([]);
	expect(texted().length).toBeGreaterThanOrEqual(count - atOnce);
	expect(hints.join()).toContain('The service stopped answering, so this run waited');
	expect(hints.join()).not.toContain('too many requests');
});

test('what was unknown is looked up after the outage, and only what is not there stays unknown', async () => {
	const [taken, lost] = [20, 21].map(numberOf) as [string, string];
	await outage({ kind: 'serverError', status: 503 }, { after: 22, lasts: 9000 });
	service.play({ on: 'send', kind: 'errorAfterAccept', recipient: taken });
	service.play({ on: 'send', kind: 'dropBefore', recipient: lost });
	const { rows, hints } = await send(each, { rows: rowsTo(count), settings: goesOn });
	expect(hints[1]).toBe(
		`80 numbers follow one another, such as ${numberOf(0)} to ${numberOf(79)}: a cell that is dragged down in a spreadsheet counts up. Check that these are people's numbers. The service stopped answering, so this run waited 15 seconds.`,
	);
	expect(rows[20]).toMatchObject({ sendOutcome: 'accepted', confirmedBy: 'lookup' });
	expect(rows[21]).toMatchObject({ sendOutcome: 'unknown' });
	expect(rowsOf({ rows } as Outcome, 'notSent')).toEqual([]);
});

test('Retry On Fail: the next try sends what was not tried, and nothing that may be there', async () => {
	await outage({ kind: 'dropAfter' }, { after: 20 });
	const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
	// The service is back before the second try, but wasn't when the first one gave up.
	void clock.sleep(65_000).then(() => service.disarm());
	const options = { lookUpUnknown: false };
	const { told } = await send({ ...each, options }, { rows: rowsTo(count), settings });
	const taken = texted();
	expect(taken).toHaveLength(count);
	expect(new Set(taken).size).toBe(count);
	expect(told).toContain('10 of');
	expect(told).not.toContain('were not sent');
});

test("one run's wait is the other's too: nothing more of the account leaves, and one asks for both", async () => {
	await outage({ kind: 'serverError', status: 503 }, { after: 3, lasts: 6000 });
	const runs = await Promise.all(
		[0, 100].map(async (from) => {
			const rows = rowsTo(20, from);
			return await send(
				{ ...each, options: { maxConcurrentRequests: 3 } },
				{ rows, settings: goesOn },
			);
		}),
	);
	expect(runs.flatMap((run) => rowsOf(run, 'notSent'))).toEqual([]);
	expect(runs.flatMap((run) => rowsOf(run, 'unknown')).length).toBeLessThanOrEqual(3);
	// Probes at once, and after 1, 3 and 7 seconds.
	expect(received('statuses')).toHaveLength(4);
});

test('Stop ends the wait at once: nothing more is asked, and nobody gets anything', async () => {
	const stop = new AbortController();
	await outage({ kind: 'serverError', status: 503 }, { after: 20 });
	void clock.sleep(5000).then(() => stop.abort());
	const { status } = await send(each, { rows: rowsTo(count), stop: stop.signal });
	expect(status).toBe('canceled');
	await clock.quiet();
	expect([texted().length, received('statuses').length]).toEqual([20, 3]);
});

describe('queries of many items', () => {
	const queries = { operation: 'queryMessages', filters: { query: '={{ $json.to }}' } };

	test.each<[string, Kind, number]>([
		['401', { kind: 'unauthorized' }, 20],
		['429', { kind: 'rateLimited' }, 20],
		['nobody there', 'stop', 0],
	])('%s is asked for once', async (_name, kind, most) => {
		await run({ operation: 'listStatuses' });
		const before = service.requests.length;
		if (kind === 'stop') await service.stop();
		else service.play({ on: 'messages', ...kind, times: Infinity });
		const { rows } = await run(queries, { rows: rowsTo(count), settings: goesOn });
		expect(rows).toHaveLength(count);
		expect(new Set(rows.map(({ error }) => error)).size).toBe(1);
		expect(service.requests.length - before).toBeLessThanOrEqual(most + 2);
		expect(clock.passed).toBeLessThan(60_000);
	});

	test('that the service refuses one by one are each asked', async () => {
		service.play({ on: 'messages', kind: 'badRequest', status: 422, times: Infinity });
		await run(queries, { rows: rowsTo(count), settings: goesOn });
		// Each query is made once more without a page size.
		expect(received('messages')).toHaveLength(2 * count);
	});
});

describe('what passes for reads and tokens', () => {
	const passing = [425, 520, 521, 522, 523, 524, 525, 526, 527, 529, 530];

	test.each(passing)('%i, as 503 does', async (status) => {
		service.play({ on: 'token', kind: 'serverError', status });
		service.play({ on: 'senders', kind: 'serverError', status });
		const { rows } = await run({ operation: 'querySenders' });
		expect(rows.length).toBeGreaterThan(0);
	});

	test('503 with Retry-After is listened to', async () => {
		service.play({ on: 'senders', kind: 'serverError', status: 503, retryAfter: '41' });
		await run({ operation: 'querySenders' });
		expect(clock.slept).toContain(41_000);
	});
});
