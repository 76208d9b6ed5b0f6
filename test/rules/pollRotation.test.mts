/**
 * Polls of a long list: each reads the newest messages and a slice of the older ones. Every change is told once, and at
 * most 21 polls after it; a tenth of the pages is read at most.
 */
import fc from 'fast-check';
import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { SeenFields } from '../../nodes/MessagingService/operations/seenFields.ts';
import { Bounds } from '../../nodes/MessagingService/service/bounds.ts';
import type { Outcome } from '../../nodes/MessagingService/service/outcome.ts';
import { Stop } from '../../nodes/MessagingService/service/stop.ts';
import { changesSinceLast } from '../../nodes/MessagingService/trigger/poll.ts';
import { forgetLatest } from '../../nodes/MessagingService/trigger/state.ts';
import type { Watch } from '../../nodes/MessagingService/trigger/watch.ts';
import { runsOf } from '../harness/random.mts';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: () => Promise.resolve(),
}));

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

let now = 0;
const { now: realNow } = Date;
// Faster than a spy, which keeps all calls.
beforeAll(() => void (Date.now = () => now));
afterAll(() => void (Date.now = realNow));

interface Message {
	id: number;
	createdAt: number;
	listedAt: number;
	status: string;
	campaign: string;
}

/** A service with such messages, and a trigger that watches them. */
class Story {
	readonly messages: Message[] = [];
	/** Pages that the last poll requested. */
	pages: number[] = [];
	isOldestFirst = false;
	/** Number of the next request that fails. */
	failsAt = Infinity;
	private lastId = 0;
	private found?: { query: string; listed: Message[] };
	private readonly data: IDataObject = {};
	private readonly functions = {
		getWorkflowStaticData: () => this.data,
		getWorkflow: () => ({ id: String(this.number) }),
		getNode: () => ({ name: 'Trigger' }),
		getActivationMode: () => 'activate',
	} as unknown as IPollFunctions;

	private readonly number: number;
	private readonly perPage: number;
	private readonly clockOff: number;
	watchedFor: number;

	constructor(number: number, { perPage = 100, clockOff = 0, watchedFor = 10 * hour } = {}) {
		this.number = number;
		this.perPage = perPage;
		this.clockOff = clockOff;
		this.watchedFor = watchedFor;
	}

	add(age = 0, lateBy = 0, campaign = 'spring'): void {
		const createdAt = now + this.clockOff - age;
		const status = 'Pending';
		this.messages.push({ id: ++this.lastId, createdAt, listedAt: now + lateBy, status, campaign });
	}

	restart(): void {
		forgetLatest(this.functions);
	}

	async poll(event: 'statusChanged' | 'messageCreated' = 'statusChanged'): Promise<IDataObject[]> {
		this.pages = [];
		const { functions, session, watchedFor } = this;
		const order = {
			...{ event, query: {}, watchedFor, concurrency: 5 },
			keeps: ({ campaign }: IDataObject) => campaign === 'spring',
			...{ conditions: [], persons: undefined, statuses: undefined, seen: new SeenFields() },
		};
		const watch = { functions, session, order, bound: undefined, identity: 'same' };
		return await changesSinceLast(watch as unknown as Watch, () => true);
	}

	private readonly session = {
		account: { bounds: new Bounds() },
		stop: new Stop(),
		redacted: (problem: object) => problem,
		request: async ({ qs }: { qs: IDataObject }) => await Promise.resolve(this.answer(qs)),
	};

	/** Returns the messages from this day on as the service lists them, sorted once for all pages. */
	private listedFrom(day: string): Message[] {
		const query = [day, now, this.isOldestFirst, this.messages.length].join();
		if (this.found?.query === query) return this.found.listed;
		const listed = this.messages
			.filter(({ createdAt, listedAt }) => listedAt <= now && createdAt >= Date.parse(day))
			.sort((one, other) => (other.id - one.id) * (this.isOldestFirst ? -1 : 1));
		this.found = { query, listed };
		return listed;
	}

	private answer({ page, start_date: start }: IDataObject): Outcome {
		if (this.failsAt-- === 0) return { type: 'serverError', status: 500 };
		this.pages.push(Number(page));
		const listed = this.listedFrom(String(start));
		const { perPage } = this;
		const rows = listed.slice((Number(page) - 1) * perPage, Number(page) * perPage);
		const data = rows.map(({ id, createdAt, status, campaign }) => ({
			...{ id, status, campaign, message: 'Hello', schedule: null, category: 'utility' },
			created_at: new Date(createdAt).toISOString(),
			sms_recipients: [{ phone_number: `+2547${id}`, status }],
		}));
		const total = listed.length;
		const meta = { total, per_page: perPage, last_page: Math.ceil(total / perPage) };
		const date = new Date(now + this.clockOff).toUTCString();
		return { type: 'answered', date, data, body: { data, meta } as unknown as IDataObject };
	}
}

const most = 21;
/** The last status of a message that wasn't watched: nobody knows it. */
const anything = '(anything)';
const step = fc.record({
	gap: fc.oneof(
		{ weight: 30, arbitrary: fc.constantFrom(minute, minute, 4 * minute) },
		fc.constantFrom(7 * minute, 90 * minute),
	),
	arrive: fc.constantFrom(0, 0, 0, 1, 2, 9),
	lateBy: fc.constantFrom(0, 0, minute, 2 * minute),
	changes: fc.array(fc.nat(200), { maxLength: 4 }),
	deleted: fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, fc.nat(200)),
	happens: fc.oneof(
		{ weight: 20, arbitrary: fc.constant(undefined) },
		fc.constantFrom('restart', 'reorder', 'fails', 'watchesLonger', 'watchesShorter'),
	),
});
const story = fc.record({
	event: fc.constantFrom('statusChanged', 'statusChanged', 'messageCreated'),
	perPage: fc.constantFrom(2, 3),
	before: fc.integer({ min: 20, max: 90 }),
	spacing: fc.constantFrom(second, 3 * minute, 8 * minute),
	clockOff: fc.constantFrom(0, 0, -hour, 2 * hour),
	steps: fc.array(step, { minLength: 30, maxLength: 60, size: 'max' }),
});
type Given = typeof story extends fc.Arbitrary<infer Value> ? Value : never;

const seen = { told: 0, late: 0, parts: 0, whole: 0 };
let stories = 0;

/** The oracle of a story: what was told of each message, and since which poll a change is due. */
class Told {
	private readonly statuses = new Map<number, string>();
	private readonly due = new Map<number, number>();

	/** Takes the items of a poll, which have to follow from the statuses told before. */
	add(items: IDataObject[], messages: Message[], number: number): void {
		for (const { message_id: id, status, previous_status: previous } of items) {
			const one = messages.find((each) => each.id === id)!;
			const last = this.lastOf(one.id);
			expect([previous, status]).toEqual([last === anything ? previous : last, one.status]);
			expect(previous).not.toBe(status);
			this.statuses.set(one.id, one.status);
			seen.told++;
			if (number > (this.due.get(one.id) ?? number)) seen.late++;
		}
	}

	/** Expects no change to be due for longer than it may. @param oldest time of the watched messages */
	expectAll(messages: Message[], oldest: number, number: number): void {
		for (const { id, createdAt, listedAt, status } of messages) {
			if (createdAt < oldest) this.statuses.set(id, anything);
			const last = this.lastOf(id);
			if (last === anything || listedAt > now || status === last) this.due.delete(id);
			else if (!this.due.has(id)) this.due.set(id, number);
			else expect([id, number - this.due.get(id)! > most]).toEqual([id, false]);
		}
	}

	private lastOf(id: number): string {
		return this.statuses.get(id) ?? 'Pending';
	}
}

async function replay({ event, perPage, before, spacing, clockOff, steps }: Given): Promise<void> {
	now = Date.parse('2026-11-22T03:10:00Z');
	const own = new Story(++stories, { perPage, clockOff });
	for (let count = before; count > 0; count--) own.add(count * spacing);
	const { messages } = own;
	const told = new Told();
	const created = new Set(messages.map(({ id }) => id));
	await own.poll(event);
	/** Number of polls that succeeded. */
	let number = 0;
	for (const { gap, arrive, lateBy, changes, deleted, happens } of steps) {
		now += gap;
		// Positions in the list shift unnoticed by a message that is listed late: hardly, in a list of more than a hundred.
		for (let count = arrive; count > 0; count--) own.add(count * second, count === 1 ? lateBy : 0);
		for (const change of changes) {
			const one = messages.at(-1 - (change % messages.length))!;
			one.status = one.status === 'Sent' ? 'Delivered' : 'Sent';
		}
		if (deleted !== undefined) messages.splice(deleted % messages.length, 1);
		if (happens === 'restart') own.restart();
		if (happens === 'reorder') own.isOldestFirst = !own.isOldestFirst;
		if (happens === 'watchesLonger') own.watchedFor = 20 * hour;
		if (happens === 'watchesShorter') own.watchedFor = 3 * hour;
		own.failsAt = happens === 'fails' ? 1 : Infinity;
		const items = await own.poll(event).catch(() => undefined);
		if (!items) continue;
		number++;
		seen[own.pages.length < Math.ceil(messages.length / perPage) ? 'parts' : 'whole']++;
		if (event === 'statusChanged') {
			told.add(items, messages, number);
			told.expectAll(messages, now + clockOff - own.watchedFor + 5 * second, number);
			continue;
		}
		const listed = messages.filter(({ listedAt }) => listedAt <= now).map(({ id }) => id);
		const news = listed.filter((id) => !created.has(id));
		expect(items.map(({ id }) => id)).toEqual(news);
		for (const id of news) created.add(id);
	}
}

test('each change is told once, and at most 21 polls later', async () => {
	await fc.assert(fc.asyncProperty(story, replay), runsOf(100));
	for (const [kind, count] of Object.entries(seen))
		expect({ [kind]: count > 0 }).toEqual({ [kind]: true });
}, 600_000);

describe('pages of a poll', () => {
	/** Starts a story with so many messages, evenly over a period, of which every tenth is watched. */
	async function begun(count: number, { watched = 10, period = 70 * hour } = {}): Promise<Story> {
		now = Date.parse('2026-11-22T12:00:00Z');
		const own = new Story(++stories, { watchedFor: 72 * hour });
		for (let left = count; left > 0; left--)
			own.add((left * period) / count, 0, left % watched === 0 ? 'spring' : 'other');
		expect(await own.poll()).toEqual([]);
		expect(new Set(own.pages).size).toBe(Math.ceil(count / 100));
		now += minute;
		return own;
	}

	test.each([70 * hour, hour])(
		'of 100,000 messages of %i ms: a tenth, and each within 20 polls',
		async (period) => {
			const own = await begun(100_000, { period });
			own.messages[0]!.campaign = 'spring';
			const all = new Set<number>();
			let told = 0;
			for (let poll = 0; poll < 20; poll++) {
				own.add();
				const items = await own.poll();
				expect(own.pages.length).toBeLessThanOrEqual(100);
				for (const page of own.pages) all.add(page);
				told += items.length;
				if (poll === 10) own.messages[0]!.status = 'Sent';
				now += minute;
			}
			expect([all.size, told]).toEqual([1001, 1]);
		},
		60_000,
	);

	test('of 1,000 messages: all', async () => {
		const own = await begun(1000);
		await own.poll();
		expect(own.pages).toHaveLength(10);
	});

	test('of a few more: the newest, and a slice', async () => {
		const own = await begun(1100);
		await own.poll();
		expect(own.pages).toEqual([1, 2]);
		now += minute;
		await own.poll();
		expect(own.pages).toEqual([1, 2, 3]);
	});

	test.each<[string, (own: Story) => void]>([
		['more than five minutes after the last poll', () => void (now += 5 * minute)],
		['of a list in another order', (own) => void (own.isOldestFirst = true)],
		['where Watch Hours was raised', (own) => void (own.watchedFor += 3 * hour)],
		[
			'where the newest messages show no status',
			(own) => own.messages.slice(-800).forEach((each) => (each.status = '')),
		],
		['after a page of older messages failed', (own) => void (own.failsAt = 1)],
	])('%s: all', async (_when, happens) => {
		const own = await begun(2000, { watched: 1 });
		happens(own);
		await own.poll();
		expect([...new Set(own.pages)].sort((one, other) => one - other)).toEqual(
			Array.from({ length: 20 }, (_, place) => place + 1),
		);
	});

	test('more than 50,000 recipients are refused, in whichever poll they come', async () => {
		const own = await begun(49_990, { watched: 1 });
		for (let left = 20; left > 0; left--) own.add(left * second);
		await expect(own.poll()).rejects.toThrow('50,000');
	}, 60_000);
});
