/**
 * Reads of the service's list that end where only known records follow: they say the same of each recipient as a reader
 * of the whole list, whatever happens to the list between two reads and during one.
 */
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import type { SendItem, SendOrder } from '../../nodes/MessagingService/item.ts';
import type { Page } from '../../nodes/MessagingService/messages/page.ts';
import { readPages } from '../../nodes/MessagingService/messages/pages.ts';
import { Row } from '../../nodes/MessagingService/recipients/row.ts';
import { AlreadySent } from '../../nodes/MessagingService/sentBefore/alreadySent.ts';
import { IncrementalRead } from '../../nodes/MessagingService/sentBefore/incrementalRead.ts';
import { Account } from '../../nodes/MessagingService/service/account.ts';
import { recordKey } from '../../nodes/MessagingService/values/messageRecord.ts';
import { runsOf } from '../harness/random.mts';

jest.mock('n8n-workflow', () => ({ sleep: () => Promise.resolve() }));

const second = 1000;
const noon = Date.parse('2026-11-22T12:00:00Z');
const persons = Array.from({ length: 30 }, (_, place) => `+2547123456${10 + place}`);
const orders = Array.from({ length: 8 }, (_, place) => `Order ${place} is`);
const texts = [...orders, 'Order 1 is here', 'Order 1 is here, Ann!', '✓'];
const campaigns = [...orders, 'Reminders Of The Week In November', 'ΟΔΟΣ', 'ΟΔΟΣΑ'];

/** A message in the list. `listedAt` and `deletedAt` in milliseconds since 1970, by the true time. */
interface Listed {
	record: IDataObject;
	createdAt: number;
	listedAt: number;
	deletedAt: number;
}

const cutAt = fc.integer({ min: 1, max: 40 });
const shownText = (values: string[]) =>
	fc.oneof(
		{ weight: 200, arbitrary: fc.constantFrom(...values) },
		fc.tuple(fc.constantFrom(...values), cutAt).map(([text, at]) => text.slice(0, at)),
		fc.tuple(fc.constantFrom(...values), cutAt).map(([text, at]) => `${text.slice(0, at)}…`),
		fc.tuple(fc.constantFrom(...values), cutAt).map(([text, at]) => `**${text.slice(at)}`),
		{
			weight: 50,
			arbitrary: fc.constantFrom(...values).map((text) => text.replaceAll(/[ ,!]+/g, ' - ')),
		},
		fc.constantFrom(...values).map((text) => text.toLowerCase()),
		fc.constantFrom(null, undefined, '', 7, true),
	);
const shownNumber = fc.oneof(
	{ weight: 200, arbitrary: fc.constantFrom(...persons) },
	fc.constantFrom(...persons).map((number) => number.slice(1)),
	fc.constantFrom(...persons).map((number) => `0${number.slice(4)}`),
	fc.constantFrom(...persons).map((number) => `${number.slice(0, 6)}***${number.slice(-2)}`),
	fc.constantFrom(...persons).map((number) => number.slice(0, 10)),
	fc.constantFrom('', '12', '…67'),
);
const message = fc.record({
	to: fc.array(shownNumber, { minLength: 1, maxLength: 2 }),
	message: shownText(texts),
	campaign: shownText(campaigns),
	category: fc.constantFrom('utility', 'utility', 'utility', 'marketing'),
	group: fc.oneof({ weight: 50, arbitrary: fc.constant(false) }, fc.constant(true)),
	lateBy: fc.constantFrom(0, 0, 0, 30 * second, 120 * second),
	/** Minutes between its creation and its schedule. */
	ahead: fc.oneof({ weight: 20, arbitrary: fc.constant(0) }, fc.constantFrom(5, 600)),
});
const read = fc.record({
	process: fc.constantFrom(0, 0, 0, 1),
	/** Whether the list has only messages from the second day on. */
	isShort: fc.constantFrom(false, false, false, false, false, true),
	to: fc.uniqueArray(fc.nat(persons.length - 1), { minLength: 1, maxLength: 2 }),
	text: fc.nat(texts.length - 1),
	campaign: fc.nat(campaigns.length - 1),
	isByCampaign: fc.boolean(),
	/** Messages that arrive while the pages are read. */
	meanwhile: fc.constantFrom(0, 0, 0, 0, 0, 0, 0, 1, 4),
});
const step = fc.oneof(
	{ weight: 8, arbitrary: fc.record({ reads: fc.array(read, { minLength: 1, maxLength: 2 }) }) },
	{
		weight: 4,
		arbitrary: fc.record({ arrive: fc.array(message, { minLength: 1, maxLength: 6 }) }),
	},
	{ weight: 1, arbitrary: fc.record({ deleted: fc.nat(20) }) },
	{
		weight: 1,
		arbitrary: fc.record({ order: fc.constantFrom('newest', 'newest', 'oldest', 'mixed') }),
	},
	{ weight: 1, arbitrary: fc.record({ restarted: fc.nat(1) }) },
);
const story = fc.record({
	before: fc.array(message, { minLength: 4, maxLength: 15 }),
	steps: fc.array(fc.tuple(fc.constantFrom(0, second, 50 * second, 900 * second), step), {
		minLength: 2,
		maxLength: 20,
		size: 'max',
	}),
	size: fc.constantFrom(3, 3, 3, 5),
	clockOff: fc.constantFrom(0, 0, -3_600 * second, 3_600 * second),
	/** How the list has times. */
	zone: fc.constantFrom('Z', 'Z', 'Z', ''),
	total: fc.oneof(
		{ weight: 15, arbitrary: fc.constant('exact') },
		fc.constantFrom('missing', 'capped'),
	),
});
type Story = typeof story extends fc.Arbitrary<infer Value> ? Value : never;
type Read = typeof read extends fc.Arbitrary<infer Value> ? Value : never;
type Message = typeof message extends fc.Arbitrary<infer Value> ? Value : never;

const seen = { early: 0, late: 0, whole: 0, listed: 0, open: 0, otherwise: 0 };

/** Replays a story. Throws where a read says less of a recipient than all records of the list do. */
async function replay({ before, steps, size, clockOff, zone, total: claims }: Story) {
	let now = noon;
	let order = 'newest';
	let lastId = 0;
	const list: Listed[] = [];
	const accounts = [0, 1].map(() => new Account({ value: 'x' }, 'id', 'secret'));
	const arrive = ({ to, group, lateBy, ahead, ...shown }: Message) => {
		const createdAt = now + clockOff;
		const iso = (time: number) => new Date(time).toISOString().replace('Z', zone);
		const record = {
			id: ++lastId,
			...shown,
			sms_recipients: to.map((phone_number) => ({ phone_number })),
			sms_list_recipients: group ? [{ name: 'Customers' }] : [],
			created_at: iso(createdAt),
			schedule: ahead > 0 ? iso(createdAt + ahead * 60 * second) : null,
		};
		list.push({ record, createdAt, listedAt: now + lateBy, deletedAt: Infinity });
	};
	const recordsOf = (isShort: boolean): IDataObject[] => {
		const shown = list
			.filter(({ listedAt, deletedAt }) => listedAt <= now && now < deletedAt)
			.filter(({ createdAt }) => !isShort || createdAt >= noon + clockOff - 60 * second)
			.sort((one, other) => Number(other.record.id) - Number(one.record.id));
		if (order === 'oldest') shown.reverse();
		if (order === 'mixed') shown.push(...shown.splice(0, 4));
		return shown.map(({ record }) => record);
	};
	const recipientsOf = ({ to, text, campaign, isByCampaign }: Read) => {
		const body = {
			...{ sender_id: 1, priority: 'utility', schedule: null, contact_list_id: null },
			...{ message: texts[text]!, campaign: campaigns[campaign]! },
			recipients: to.map((place) => persons[place]!),
		};
		const ordered = { body, skipped: [], isSameByCampaign: isByCampaign };
		return new Row(0).read({ order: ordered as unknown as SendOrder } as SendItem);
	};
	const tell = (found: AlreadySent, row: Row) =>
		row.recipients.map((recipient) => {
			const finding = found.of(recipient, -Infinity, now + clockOff);
			return { finding, otherwise: row.listedOtherwise };
		});
	const oracle = async (given: Read, records: IDataObject[]) => {
		const row = recipientsOf(given);
		const found = new AlreadySent();
		await found.want(row.recipients);
		for (const record of records) found.add(record);
		return tell(found, row);
	};
	const readOnce = async (given: Read, isStill: boolean) => {
		const { process, isShort, meanwhile } = given;
		const row = recipientsOf(given);
		const found = new AlreadySent();
		await found.want(row.recipients);
		const incremental = new IncrementalRead(accounts[process]!, row.recipients);
		const form = String(isShort);
		let first: IDataObject[] | undefined;
		let arriving = meanwhile;
		let asked = 0;
		const ask = async (number: number) => {
			asked++;
			for (let turns = (number * 7) % 3; turns > 0; turns--) await Promise.resolve();
			const all = recordsOf(isShort);
			first ??= all;
			const records = all.slice((number - 1) * size, number * size);
			if (arriving-- > 0) arrive(before[arriving]!);
			const total = { exact: all.length, missing: undefined, capped: Math.min(all.length, 9) }[
				claims
			];
			const page: Page = { records, keys: records.map(recordKey), oddRows: 0, total };
			return { page: { ...page, lastPage: Math.ceil(all.length / size), perPage: size } };
		};
		const result = await readPages({
			...{ first: 1, perPage: size, concurrency: 4, ask },
			mayEndEarly: () => incremental.mayEndEarly(form),
			isRestKnown: (page) => incremental.isRestKnown(page, form),
			take: (record, key) => {
				found.add(record);
				incremental.add(record, key);
			},
		});
		if ('failure' in result || result.missing || result.incomplete) return;
		incremental.keep(form);
		const pages = Math.ceil(first!.length / size);
		seen[asked >= pages ? 'whole' : asked > 1 ? 'late' : 'early']++;
		const told = tell(found, row);
		const all = await oracle(given, first!);
		for (const [place, { finding, otherwise }] of all.entries()) {
			const found = finding && ('receipt' in finding ? 'listed' : 'open');
			const kind = found ?? (otherwise ? 'otherwise' : undefined);
			if (kind) seen[kind]++;
			// Of messages that arrived meanwhile, a read may know or not.
			if (isStill) expect(told[place]).toEqual(all[place]);
			// In another order, pages that shift hide records from a reader of all of them too.
			else if (kind && order === 'newest' && claims === 'exact')
				expect(told[place]).not.toEqual({});
		}
	};
	for (const each of before) {
		now += 40 * second;
		arrive(each);
	}
	now += 125 * second;
	for (const [gap, each] of steps) {
		now += gap;
		if ('reads' in each) {
			const isStill = each.reads.every(({ meanwhile }) => meanwhile === 0);
			await Promise.all(each.reads.map(async (one) => await readOnce(one, isStill)));
		} else if ('arrive' in each)
			for (const one of each.arrive) {
				now += 20 * second;
				arrive(one);
			}
		else if ('deleted' in each) {
			const one = list.at(-1 - each.deleted);
			if (one) one.deletedAt = Math.min(one.deletedAt, now);
		} else if ('order' in each) order = each.order;
		else accounts[each.restarted] = new Account({ value: 'x' }, 'id', 'secret');
	}
}

test('a read says the same as a reader of the whole list, however the list changes between reads', async () => {
	await fc.assert(fc.asyncProperty(story, replay), runsOf(1000));
	for (const [kind, count] of Object.entries(seen))
		expect({ [kind]: count > 0 }).toEqual({ [kind]: true });
}, 600_000);

describe('a list is known to later reads', () => {
	const page = (total: number | undefined, ids: number[]): Page => {
		const records = ids.map((id) => ({
			id,
			created_at: new Date(noon + id * second).toISOString(),
		}));
		return { records, keys: records.map(recordKey), oddRows: 0, total };
	};

	/** Reads a list of one page. Returns the account. */
	function readBy(
		account: Account,
		of = page(2, [2, 1]),
		form = 'form',
		isGivenUp = false,
	): Account {
		const read = new IncrementalRead(account, []);
		for (const record of of.records) read.add(record, recordKey(record));
		if (isGivenUp) read.giveUp();
		read.isRestKnown(of, form);
		read.keep(form);
		return account;
	}

	const account = () => new Account({ value: 'x' }, 'id', 'secret');
	const isKnown = (by: Account, form = 'form') => new IncrementalRead(by, []).mayEndEarly(form);

	test('only if all its records were read, each with an ID, and the run did not give up', () => {
		expect(isKnown(readBy(account()))).toBe(true);
		expect(isKnown(readBy(account(), page(3, [2, 1])))).toBe(false);
		expect(isKnown(readBy(account(), page(undefined, [2, 1])))).toBe(false);
		expect(isKnown(readBy(account(), page(2, [1, 0])))).toBe(false);
		expect(isKnown(readBy(account(), page(2, [2, 1]), 'form', true))).toBe(false);
		expect(isKnown(readBy(account()), 'other')).toBe(false);
	});

	test('of an account, the last four', () => {
		const own = account();
		for (const form of ['1', '2', '3', '4', '1', '5']) readBy(own, undefined, form);
		expect(['1', '2', '3', '4', '5'].filter((form) => isKnown(own, form))).toEqual([
			'1',
			'3',
			'4',
			'5',
		]);
	});

	test('until an hour has passed without a read', () => {
		const after: Array<() => void> = [];
		const timeout = jest.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
			expect(milliseconds).toBe(3600 * second);
			const addEventListener = (_type: string, listener: () => void) => void after.push(listener);
			return { addEventListener } as unknown as AbortSignal;
		});
		const own = readBy(account());
		expect(isKnown(own)).toBe(true);
		after.shift()!();
		// That read was within the hour.
		expect(after).toHaveLength(1);
		after.shift()!();
		expect(isKnown(own)).toBe(false);
		expect(after).toEqual([]);
		timeout.mockRestore();
	});
});
