/**
 * A service that refuses some requests for its lists: large page sizes, days in the future, days without a time, long
 * ranges. Values that the node chose itself are reduced or left out, once per account. Values that the user set are
 * sent as typed.
 */
import type { INodeParameters } from 'n8n-workflow';
import { noBounds, type Bounds } from '../../workbench/sandbox/bounds.mts';
import {
	answering,
	clock,
	each,
	N8nProcess,
	numberOf,
	received,
	rowsTo,
	run,
	send,
	senders,
	service,
	statuses,
	texted,
	trigger,
} from '../harness/index.mts';
import { envelope } from './pagedList.mts';
import { add, hour, record, short, told, watch } from './watching.mts';

const skipping = { ...each, options: { skipAlreadySent: true } };

/** The entry points that read a list. Each runs in several rounds, and checks its own result. */
const doors: Record<string, (round: number) => Promise<void>> = {
	'Return All': async () => {
		const { rows } = await run({ operation: 'queryMessages', returnAll: true });
		const listed = await service.messages.find(Date.now(), 0);
		expect(rows.map(({ id }) => id).sort()).toEqual(listed.map(({ id }) => id).sort());
	},
	Limit: async () => {
		const { rows } = await run({ operation: 'queryMessages', limit: 60 });
		expect(rows.length).toBeGreaterThanOrEqual(12);
	},
	'Query Senders': async () => {
		const { rows } = await run({ operation: 'querySenders', limit: 60 });
		expect(new Set(rows.map(({ id }) => id)).size).toBe(60);
	},
	'the list of Sender ID': async () => {
		const values = new Set<unknown>();
		for (let token: unknown; ; ) {
			const { results, paginationToken } = await senders('', token as string);
			for (const { value } of results) values.add(value);
			if (!(token = paginationToken)) break;
		}
		expect(values.size).toBe(64);
	},
	'List Statuses': async () => {
		expect((await run({ operation: 'listStatuses' })).rows).toHaveLength(6);
	},
	'the list of Status': async () => {
		expect(await statuses()).toHaveLength(6);
	},
	'Skip Already Sent, first and again': async (round) => {
		const rows = rowsTo(2, 10 * round);
		for (const outcome of ['accepted', 'alreadySent']) {
			const sent = await send(skipping, { rows });
			expect(sent.rows.map(({ sendOutcome }) => sendOutcome)).toEqual([outcome, outcome]);
		}
		expect(new Set(texted()).size).toBe(texted().length);
	},
	'the look-up': async (round) => {
		service.play({ on: 'send', kind: 'dropAfter' });
		const { rows } = await send(each, { rows: rowsTo(1, 100 + round) });
		expect(rows).toMatchObject([{ sendOutcome: 'accepted', confirmedBy: 'lookup' }]);
	},
	'the first polls and later ones': async (round) => {
		const workflow = await watch();
		const number = numberOf(200 + round);
		add([number]);
		service.setStatus(number, 'Sent');
		await workflow.poll();
		expect(told(workflow)).toEqual([`${number} Pending>Sent`]);
		service.setStatus(number, 'Lost');
		await workflow.poll();
		expect(told(workflow)[1]).toBe(`${number} Sent>Lost`);
	},
	'Fetch Test Event': async (round) => {
		const number = numberOf(300 + round);
		add([number]);
		const rows = (await trigger().fetchTestEvent()).output('Messaging Service Trigger');
		expect(rows.length).toBe(10);
		expect(short(rows.map(({ json }) => json))).toContain(`${number} Pending>`);
	},
};

/** Runs an entry point in two rounds. @returns the number of requests of each round */
async function rounds(door: (round: number) => Promise<void>, bounds: Partial<Bounds>) {
	await service.start({ pastMessages: 12, pastSpacing: 60_000, bounds });
	// Gets the token up front, because its request would count.
	await run({ operation: 'listStatuses' });
	const counts: number[] = [];
	for (const round of [0, 1]) {
		const before = service.requests.length;
		await door(round);
		counts.push(service.requests.length - before);
	}
	return counts;
}

const alone = {
	perPage: { perPage: 50 },
	noPerPage: { perPage: 0 },
	lastDay: { lastDay: 'today' },
	dayTimes: { dayTimes: 'with' },
	dayRange: { dayRange: 3 },
} as const;
const names = Object.keys(alone) as Array<keyof typeof alone>;
const pairs = names.flatMap((one, place) =>
	names.slice(place + 1).map((other) => ({ ...alone[one], ...alone[other] })),
);
const all: Bounds = { ...noBounds, perPage: 0, lastDay: 'today', dayTimes: 'with', dayRange: 3 };
const combinations: Array<Partial<Bounds>> = [...Object.values(alone), ...pairs, all];

describe.each(Object.entries(doors))('%s', (name, door) => {
	test.each(combinations)('works with the bounds %j, found out once', async (bounds) => {
		const without = await rounds(door, {});
		const within = await rounds(door, bounds);
		const more = within.map((count, round) => count - without[round]!);
		// Pages of the service's own size have fewer rows, so there are more of them.
		const morePages = { 'Query Senders': 3, 'the list of Sender ID': 8 }[name] ?? 0;
		expect(more[0]).toBeLessThanOrEqual(4 + morePages);
		expect(more[1]).toBeLessThanOrEqual(morePages);
		const refused = service.requests.filter(({ status }) => status === 422);
		expect(refused.length).toBeLessThanOrEqual(4);
	});
});

test.each(combinations)('with the bounds %j, all of a process costs four more', async (bounds) => {
	await service.start({ pastMessages: 12, pastSpacing: 60_000, bounds });
	for (const round of [0, 1]) for (const door of Object.values(doors)) await door(round);
	expect(service.requests.filter(({ status }) => status === 422).length).toBeLessThanOrEqual(4);
	expect(new Set(texted()).size).toBe(texted().length);
});

describe('a refusal about something else is told as it came', () => {
	const reading: Array<[string, () => Promise<string>]> = [
		['Return All', async () => (await run({ operation: 'queryMessages', returnAll: true })).told],
		['Limit', async () => (await run({ operation: 'queryMessages' })).told],
		['Query Senders', async () => (await run({ operation: 'querySenders' })).told],
		['the list of Sender ID', async () => await senders().catch(({ message }) => message)],
		['Skip Already Sent', async () => (await send(skipping, { rows: rowsTo(2) })).told],
		[
			'the look-up',
			async () => {
				service.play({ on: 'send', kind: 'dropAfter' });
				return (await send(each, { rows: rowsTo(1) })).told;
			},
		],
		['the first poll', async () => await watch().catch(({ message }) => message)],
		['Fetch Test Event', async () => String((await trigger().fetchTestEvent()).error?.message)],
	];

	test.each(reading)('%s', async (_name, read) => {
		for (const on of ['messages', 'senders'] as const)
			service.play({ on, kind: 'badRequest', status: 422, times: Infinity });
		expect(await read()).toMatch(/status 422/);
		const lists = ['messages', 'senders'] as const;
		expect(lists.flatMap(received).length).toBeLessThanOrEqual(6);
		expect(texted()).toEqual(_name === 'the look-up' ? [numberOf(0)] : []);
	});

	test.each([403, 404])('%d at once', async (status) => {
		service.play({ on: 'messages', kind: 'badRequest', status, times: Infinity });
		expect((await send(skipping, { rows: rowsTo(2) })).told).toContain(`status ${status}`);
		expect(received('messages')).toHaveLength(1);
	});

	test('the first refusal, whatever is said to less', async () => {
		const { requests } = await answering(({ count }) => ({
			status: 422,
			body: { message: `Refusal ${count}` },
		}));
		const { told } = await run({ operation: 'queryMessages', returnAll: true });
		expect([requests.length, told]).toEqual([2, expect.stringContaining('Refusal 1')]);
	});

	test('of what was taken before: nothing is left out', async () => {
		await send(skipping, { rows: rowsTo(1) });
		const before = received('messages').length;
		service.play({ on: 'messages', kind: 'badRequest', status: 422 });
		expect((await send(skipping, { rows: rowsTo(2) })).told).toContain('status 422');
		expect(received('messages')).toHaveLength(before + 1);
	});

	test('that passes teaches nothing', async () => {
		service.play({ on: 'messages', kind: 'badRequest', status: 400 });
		await run({ operation: 'queryMessages', returnAll: true });
		await run({ operation: 'queryMessages', returnAll: true });
		expect(asked().map(({ per_page }) => per_page)).toEqual(['100', undefined, '100', '100']);
	});
});

const asked = () => received('messages').map(({ query }) => query);
/** Returns the queries of the list requests made before the first send. */
const askedBeforeSend = () => {
	const before = service.requests.findIndex(({ operation }) => operation === 'send');
	const earlier = service.requests.slice(0, before);
	return earlier.filter(({ operation }) => operation === 'messages').map(({ query }) => query);
};

test('ten queries at once find a bound out once', async () => {
	await service.start({ pastMessages: 12, bounds: { perPage: 50 } });
	const rows = rowsTo(10);
	const outcome = await run({ operation: 'queryMessages', returnAll: true }, { rows });
	expect(outcome.rows).toHaveLength(120);
	// All ten were in flight with a page size. One retries without it and once more with it, then the other nine do
	// without.
	expect(asked().filter(({ per_page }) => per_page !== undefined)).toHaveLength(11);
	expect(asked()).toHaveLength(21);
});

describe('what the user set leaves as it was typed', () => {
	const custom = { dateCreated: 'custom', startDate: '2026-11-01', endDate: '2026-12-24' };

	test.each<[string, Partial<Bounds>, INodeParameters, object]>([
		['Per Page', { perPage: 50 }, { options: { perPage: 60 } }, { per_page: '60' }],
		[
			'Start Date and End Date',
			{ lastDay: 'today' },
			{ filters: custom },
			{ start_date: '2026-11-01', end_date: '2026-12-24' },
		],
		[
			'all of them',
			{ dayRange: 3, perPage: 50 },
			{ filters: custom, options: { perPage: 60 } },
			{ per_page: '60', start_date: '2026-11-01', end_date: '2026-12-24' },
		],
	])('%s', async (_name, bounds, given, typed) => {
		service.setOptions({ bounds });
		const outcome = await run({ operation: 'queryMessages', returnAll: true, ...given });
		expect(outcome.told).toMatch(/status 422/);
		for (const query of asked()) expect(query).toMatchObject(typed);
	});

	test('beside it, what the node chose gives way', async () => {
		await service.start({ pastMessages: 30, bounds: { perPage: 50 } });
		const filters = { ...custom, endDate: '2026-11-23' };
		const { rows } = await run({ operation: 'queryMessages', returnAll: true, filters });
		expect(rows).toHaveLength(30);
		for (const query of asked()) expect(query).toMatchObject({ end_date: '2026-11-23' });
	});
});

describe('a list without days', () => {
	const bounds = { lastDay: 'today', dayTimes: 'with' } as const;
	/** A thousand messages of the category. Those of the last day are on the first three pages. */
	const past = { pastMessages: 3000, pastSpacing: 100_000, bounds };

	test('is read to the first message that is too old, where it begins with the newest', async () => {
		await service.start(past);
		await send(skipping, { rows: rowsTo(1) });
		const without = askedBeforeSend().filter(({ date_created }) => date_created === undefined);
		// The first request has no page size, and page 4 is read ahead.
		expect(without.map(({ page }) => page)).toEqual(['1', '1', '2', '3', '4']);
		expect(texted()).toEqual([numberOf(0)]);
	});

	test('is read to its end, where it begins with the oldest', async () => {
		await service.start({ ...past, readings: { listOrder: 'oldestFirst' } });
		await send(skipping, { rows: rowsTo(1) });
		const without = askedBeforeSend().filter(({ date_created }) => date_created === undefined);
		expect(without.map(({ page }) => Number(page))).toEqual([
			1,
			...Array.from(Array(10), (_, at) => at + 1),
		]);
		await new N8nProcess().send(skipping, { rows: rowsTo(1) });
		expect(texted()).toEqual([numberOf(0)]);
	});

	test('in the order of schedules is read past a message that was created long before its schedule', async () => {
		const at = (hours: number) => new Date(clock.start + hours * hour).toISOString();
		const listed = (id: number, created: number, schedule: number, to: string) => ({
			...record(id, [[to, 'Sent']]),
			...{ created_at: at(created), schedule: at(schedule) },
		});
		const pages = [
			[listed(9, -1, 6, numberOf(8)), listed(8, -30, 5, numberOf(9))],
			[listed(7, -2, -2, numberOf(0)), listed(6, -40, -40, numberOf(9))],
		];
		await answering(({ path, method }) => {
			const { searchParams } = new URL(path, 'http://service');
			if (method === 'POST') return { body: envelope({ success: true, messageId: '1' }) };
			if (searchParams.has('end_date')) return { status: 422 };
			const meta = { last_page: 2, per_page: 2, total: 4 };
			return { body: envelope({ data: pages[Number(searchParams.get('page')) - 1], meta }) };
		});
		const { rows } = await send({ ...skipping, campaign: 'reminders' }, { rows: rowsTo(1) });
		expect(rows).toMatchObject([{ sendOutcome: 'alreadySent', messageId: '7' }]);
	});
});

describe('the last day', () => {
	test('is today by the clock of the service, except where the newest messages matter', async () => {
		await service.start({ bounds: { lastDay: 'today' }, clockOffset: 48 * hour });
		await watch();
		expect(asked().at(-1)).toMatchObject({ end_date: '2026-11-25' });
		await send(skipping, { rows: rowsTo(1) });
		// The list that Skip Already Sent reads, and the one read after the send to prove that it shows the message.
		for (const last of [askedBeforeSend(), asked()])
			expect(last.at(-1)).not.toHaveProperty('end_date');
	});

	test('is not past today where the service takes no list without days', async () => {
		const { requests } = await answering(({ path, method }) => {
			if (method === 'POST') return { body: envelope({ success: true, messageId: '1' }) };
			const day = new URL(path, 'http://service').searchParams.get('end_date');
			const isTaken = day !== null && day <= '2026-11-23';
			return isTaken ? { body: envelope({ data: [] }) } : { status: 422 };
		});
		const { rows } = await send(skipping, { rows: rowsTo(1) });
		expect(rows).toMatchObject([{ sendOutcome: 'accepted' }]);
		// The list with a page size, without one, without days, up to today, and up to today with a page size. Then the
		// send, and four reads to see whether the list shows it.
		expect(requests).toHaveLength(10);
	});
});
