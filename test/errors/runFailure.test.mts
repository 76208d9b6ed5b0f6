import fc from 'fast-check';
import type { FailedItem, Failure, Receipt } from '../../nodes/MessagingService/item.ts';
import { failureOfSend } from '../../nodes/MessagingService/errors/failureOf.ts';
import { itemText } from '../../nodes/MessagingService/errors/itemText.ts';
import { runFailure } from '../../nodes/MessagingService/errors/runFailure.ts';
import type { RunSoFar } from '../../nodes/MessagingService/errors/runSoFar.ts';
import { runsOf } from '../randomRuns.mts';

const refused = (index: number, what = 'It broke.', next = 'Fix it.'): FailedItem => ({
	index,
	failures: [{ id: 'x', what, next, fate: 'refused' }],
});
const unknown = (index: number, to = `+${index}`, what = 'Outcome unclear.'): FailedItem => ({
	index,
	failures: [
		{ id: 'x', what, next: 'Look.', fate: 'unknown', check: { to, about: "campaign 'c', 11:00" } },
	],
});
const requests = new Map<unknown, object>();
const requestOf = (key: unknown) => requests.get(key) ?? requests.set(key, {}).get(key)!;
const receipt = (
	index: number,
	messageId?: string,
	campaign = 'c',
	request = requestOf(messageId ?? index),
): Receipt => ({ index, campaign, request, ...(messageId ? { messageId } : {}) });
const run = (changes: Partial<RunSoFar> = {}): RunSoFar => ({
	total: 10,
	sends: true,
	receipts: [],
	alreadySent: [],
	skipping: 'impossible',
	nothingLeft: false,
	...changes,
});
const range = (count: number, from = 0) => Array.from({ length: count }, (_, step) => from + step);
const bytesOf = ({ message, description }: { message: string; description: string }) =>
	Buffer.byteLength(message) + Buffer.byteLength(description);

describe('the message', () => {
	test.each(['serverError', 'unlisted'] as const)(
		'has the words for an unclear outcome (%s) also where the service says much in letters of three bytes',
		(type) => {
			const said = 'அனுப்புநர் '.repeat(27);
			const body = {
				sender_id: 1,
				priority: 'utility',
				campaign: 'c',
				message: 'm',
				schedule: null,
				recipients: ['+254711000001'],
				contact_list_id: null,
			};
			const failure = failureOfSend({ type, status: 503, said } as never, body, '11:00');
			expect(
				runFailure([{ index: 1, failures: [failure] }], run({ receipts: [receipt(0, 'm')] }))
					.message,
			).toContain('may or may not have been sent.');
		},
	);

	test.each<[string, FailedItem[], Partial<RunSoFar>, string]>([
		['the only item', [refused(0)], { total: 1 }, 'Nothing was sent. It broke.'],
		['the only query', [refused(0)], { total: 1, sends: false }, 'It broke.'],
		['the only item, unknown', [unknown(0)], { total: 1 }, 'Outcome unclear.'],
		['one item of several', [refused(3)], {}, 'Nothing was sent. [item 3] It broke.'],
		[
			'one item beside others that were accepted',
			[refused(3)],
			{ receipts: [receipt(1, 'm')] },
			'[item 3] It broke.',
		],
		[
			'one item that a later try refuses',
			[refused(3)],
			{ receipts: [receipt(1, 'm')], nothingLeft: true },
			'An earlier try of this run sent some messages; this try sent none. [item 3] It broke.',
		],
		[
			'two with the same reason',
			[refused(3), refused(4)],
			{ nothingLeft: true },
			'Nothing was sent. 2 of 10 items were refused. [items 3, 4] It broke.',
		],
		[
			'an unknown one behind a refused one',
			[refused(1), unknown(7)],
			{},
			'1 of 10 items may or may not have been sent, and 1 was not sent. [item 7] Outcome unclear. [item 1] It broke.',
		],
		[
			'an unknown one of an earlier try',
			[refused(1), unknown(7)],
			{ nothingLeft: true },
			'This try sent nothing. 1 of 10 items may or may not have been sent, and 1 was refused. [item 7] Outcome unclear. [item 1] It broke.',
		],
		[
			'several unknown ones',
			[unknown(2), unknown(3), unknown(4), unknown(9)],
			{},
			'4 of 10 items may or may not have been sent. [items 2-4, 9] Outcome unclear.',
		],
		[
			'queries',
			[refused(1), refused(2, 'Bad.')],
			{ sends: false },
			'2 of 10 items failed. [item 1] It broke. [item 2] Bad.',
		],
	])('of %s', (_name, failed, changes, message) => {
		expect(runFailure(failed, run(changes)).message).toBe(message);
	});

	test('tells ten refused items of a text of their own, and counts the others', () => {
		const told = (count: number) =>
			runFailure(
				range(count).map((index) => refused(index, `Bad ${index}.`)),
				run({ total: 90 }),
			).message;
		expect(told(10)).toMatch(/\[item 9\] Bad 9\.$/);
		expect(told(11)).toMatch(/\[item 9\] Bad 9\. And 1 more item\.$/);
		expect(told(73)).toMatch(/\[item 9\] Bad 9\. And 63 more items\.$/);
	});

	test('names each reason of an item once', () => {
		const failures = ['A.', 'B.', 'A.'].map(
			(what): Failure => ({ id: 'x', what, next: 'Fix it.', fate: 'refused' }),
		);
		expect(runFailure([{ index: 0, failures }], run({ total: 1 }))).toEqual({
			message: 'Nothing was sent. A. B.',
			description: 'Fix it.',
		});
	});
});

describe('the description', () => {
	test('names every item that is still to be sent, also a good one that an earlier try could not send and this one kept back', () => {
		const { description } = runFailure(
			[refused(3), unknown(1)],
			run({ total: 6, nothingLeft: true, receipts: [receipt(0, 'm'), receipt(4, 'm2')] }),
		);
		expect(description).toContain(
			"Then send only items 2, 3, 5, and item 1 if Query Messages doesn't show it; the others would be sent twice.",
		);
		expect(
			runFailure(
				[refused(2)],
				run({ total: 4, nothingLeft: true, receipts: [receipt(0, 'm'), receipt(3, 'm2')] }),
			).description,
		).toContain('Then send only items 1, 2; the others would be sent twice.');
	});

	test('with unclear items, has people wait before they run all again with Skip Already Sent', () => {
		const { description } = runFailure(
			[unknown(2)],
			run({ total: 4, receipts: [receipt(0, 'm')], skipping: 'possible' }),
		);
		expect(description).toContain(
			'Or switch on Skip Already Sent in Options and run the workflow again in two minutes or later with the same items',
		);
	});

	test('with Skip Already Sent on, leaves it to that which items are sent, and says which had their message', () => {
		const counting = 'n8n counts items from 0: item 0 is the first.';
		const told = (failed: FailedItem[], changes: Partial<RunSoFar>) =>
			runFailure(failed, run({ total: 4, skipping: 'on', ...changes })).description;
		expect(told([refused(1)], { alreadySent: [0] })).toBe(
			`Fix it. Keep the same items: Skip Already Sent texts only those that are left. 1 item had the message already: item 0. ${counting}`,
		);
		expect(told([refused(1)], { alreadySent: [0, 2, 3] })).toBe(
			`Fix it. Keep the same items: Skip Already Sent texts only those that are left. 3 items had the message already: items 0, 2, 3. ${counting}`,
		);
		expect(told([refused(1)], {})).toBe(`Fix it. All items are still to be sent. ${counting}`);
		expect(told([unknown(1, 'x')], { alreadySent: [0] })).toBe(
			`Run the workflow again in two minutes or later: Skip Already Sent looks for the message (x, campaign 'c', 11:00) and sends it only if it isn't there. No message of this run is known to be accepted. 1 item had the message already: item 0. ${counting}`,
		);
	});

	test('without unclear items, has nobody wait before they run all again with Skip Already Sent', () => {
		expect(
			runFailure([refused(2)], run({ total: 4, alreadySent: [0], skipping: 'possible' }))
				.description,
		).toContain(
			'Then send only items 1-3; the others would be sent twice. Or switch on Skip Already Sent in Options and run the workflow again with the same items: it texts only those that are left.',
		);
	});

	test('says once how to go on where it is the same for all, and with places where it is not', () => {
		expect(runFailure([refused(1, 'A.'), refused(2, 'B.')], run()).description).toBe(
			'Fix it. All items are still to be sent. n8n counts items from 0: item 0 is the first.',
		);
		expect(
			runFailure(
				[refused(1, 'A.', 'Fix a.'), refused(2, 'B.', 'Fix b.'), refused(3, 'C.', 'Fix a.')],
				run(),
			).description,
		).toBe(
			'[items 1, 3] Fix a. [item 2] Fix b. All items are still to be sent. n8n counts items from 0: item 0 is the first.',
		);
	});

	test('says what to look for, by item where there are several', () => {
		expect(runFailure([unknown(0, 'x'), unknown(1, 'y')], run({ total: 2 })).description).toBe(
			"Check before resending: x (item 0), y (item 1), campaign 'c', 11:00. Look for these messages with Query Messages, and send again only those that aren't there. No message of this run is known to be accepted. n8n counts items from 0: item 0 is the first.",
		);
		expect(runFailure([unknown(0, 'x')], run({ total: 1 })).description).toBe(
			"Check before resending: x, campaign 'c', 11:00. Look for the message with Query Messages, and send it again only if it isn't there.",
		);
		expect(
			runFailure([unknown(1, 'x'), unknown(2, 'y')], run({ total: 3, receipts: [receipt(0, 'm')] }))
				.description,
		).toBe(
			"Check before resending: x (item 1), y (item 2), campaign 'c', 11:00. Look for these messages with Query Messages, and send again only those that aren't there. Then send only items 1, 2 if Query Messages doesn't show them; the others would be sent twice. 1 message of this run was accepted: ID m (item 0). n8n counts items from 0: item 0 is the first.",
		);
		expect(runFailure([unknown(0, 'x'), refused(1)], run({ total: 2 })).description).toBe(
			"Check before resending: x, campaign 'c', 11:00. Look for the message with Query Messages, and send it again only if it isn't there. Fix it. Then send only item 1, and item 0 if Query Messages doesn't show it. No message of this run is known to be accepted. n8n counts items from 0: item 0 is the first.",
		);
	});

	test('tells campaign and time once for all messages that have them, and sixty numbers with their items', () => {
		const others = {
			index: 90,
			failures: [
				{
					id: 'x',
					what: 'Outcome unclear.',
					next: 'Look.',
					fate: 'unknown' as const,
					check: { to: 'contact group 9', about: "campaign 'd', 11:01" },
				},
			],
		};
		const { description } = runFailure(
			[...range(60).map((index) => unknown(index, `+2547120000${10 + index}`)), others],
			run({ total: 100 }),
		);
		expect(description.match(/campaign 'c', 11:00/g)).toHaveLength(1);
		for (const index of range(60))
			expect(description).toContain(`+2547120000${10 + index} (item ${index})`);
		expect(description).toContain(
			"(item 59), campaign 'c', 11:00; contact group 9 (item 90), campaign 'd', 11:01. Look for these",
		);
		expect(
			runFailure(
				range(400).map((index) => unknown(index, `+2547120000${100 + index}`)),
				run({ total: 400 }),
			).description,
		).toMatch(/campaign 'c', 11:00; and 3\d\d more\. Look/);
	});

	test('names the messages that were accepted, one for several items too, and those without an id as such', () => {
		const receipts = [
			receipt(0, 'm1'),
			receipt(1, 'm1'),
			receipt(2, 'm1'),
			receipt(4, 'm2'),
			receipt(5),
			receipt(6),
			receipt(7),
			receipt(8),
			receipt(9),
		];
		expect(runFailure([refused(3)], run({ receipts })).description).toBe(
			'Fix it. Then send only item 3; the others would be sent twice. 2 messages of this run were accepted: ID m1 (items 0-2), ID m2 (item 4). 5 items were accepted without a message ID: items 5-9. n8n counts items from 0: item 0 is the first.',
		);
		expect(runFailure([refused(1)], run({ total: 2, receipts: [receipt(0)] })).description).toBe(
			'Fix it. Then send only item 1; the others would be sent twice. 1 item was accepted without a message ID: item 0. n8n counts items from 0: item 0 is the first.',
		);
	});

	test('counts messages that the service gave the same ID, and shows an odd ID on one line without tags', () => {
		const receipts = [
			receipt(0, 'queued', 'c', {}),
			receipt(1, 'queued', 'c', {}),
			receipt(2, '<b>x</b>\n\u202e7', 'c', {}),
		];
		expect(runFailure([refused(3)], run({ receipts })).description).toContain(
			'3 messages of this run were accepted: ID queued (items 0, 1), ID x 7 (item 2). ',
		);
	});

	test('names the first twenty of 9,999 messages, and how to find the others', () => {
		const receipts = range(9999).map((index) => receipt(index, `msg-${index}`, 'water bills'));
		const { description } = runFailure([refused(9999)], run({ total: 10_000, receipts }));
		expect(description).toContain(
			'9999 messages of this run were accepted: ID msg-0 (item 0), ID msg-1 (item 1), ',
		);
		expect(description).toContain(
			"msg-19 (item 19) and 9979 more. Query Messages lists them all (campaign 'water bills').",
		);
		expect(description).not.toContain('msg-20');
		const mixed = runFailure(
			[refused(30)],
			run({
				total: 31,
				receipts: range(30).map((index) => receipt(index, `m${index}`, `c${index}`)),
			}),
		).description;
		expect(mixed).toContain(' and 10 more. Query Messages lists them all. n8n');
	});
});

describe('whatever the run', () => {
	const text = fc.oneof(
		fc.string({ maxLength: 40 }),
		fc.string({ unit: 'grapheme', maxLength: 400 }),
		fc.constant('漢'.repeat(300)),
		fc.constant('x'.repeat(5000)),
	);
	const item = fc.record({
		isUnknown: fc.boolean(),
		what: text,
		next: text,
		count: fc.integer({ min: 1, max: 12 }),
	});
	const receipts = fc.array(
		fc.record({
			id: fc.option(
				fc.oneof(
					fc.string({ minLength: 1, maxLength: 10 }),
					fc.constant('I'.repeat(200)),
					fc.constant('漢'.repeat(90)),
				),
				{ nil: undefined },
			),
			campaign: text,
		}),
		{ maxLength: 400 },
	);

	test('message and description have less than 8 kB together', () => {
		fc.assert(
			fc.property(
				fc.array(item, { minLength: 1, maxLength: 300 }),
				fc.integer({ min: 1, max: 5 }),
				receipts,
				fc.boolean(),
				(items, step, accepted, nothingLeft) => {
					const failed = items.map(
						({ isUnknown, what, next, count }, place): FailedItem => ({
							index: place * step,
							failures: range(count).map((number) => ({
								id: 'x',
								what: `${what}${number}.`,
								next: `${next}${number}.`,
								...(isUnknown
									? { fate: 'unknown' as const, check: { to: what, about: `${next}, 11:00` } }
									: { fate: 'refused' as const }),
							})),
						}),
					);
					const told = runFailure(
						failed,
						run({
							total: 2000,
							nothingLeft,
							receipts: accepted.map(({ id, campaign }, index) => ({
								index: 2000 + index,
								campaign,
								request: {},
								...(id ? { messageId: id } : {}),
							})),
						}),
					);
					expect(bytesOf(told)).toBeLessThan(8000);
					expect(Buffer.byteLength(itemText(failed[0]!))).toBeLessThan(2600);
				},
			),
			runsOf(200),
		);
	});

	test('the worst of each part at once has its room: texts, places, advice, facts and receipts', () => {
		const long = (letter: string, index: number) => `${letter.repeat(2000)}${index}.`;
		const unclear = range(300).map((index) =>
			unknown(2 * index, `${'9'.repeat(200)}${index}`, long('u', index)),
		);
		const bad = range(30, 1000).map((index) => refused(index, long('r', index), long('n', index)));
		const sameText = range(900, 2000)
			.filter((index) => index % 2 === 0)
			.map((index) => refused(index, long('s', 1), long('n', 1)));
		const receipts = range(400, 5000).map((index) =>
			receipt(2 * index, `${'漢'.repeat(90)}${index}`, '漢'.repeat(90)),
		);
		for (const failed of [
			[...bad, ...unclear],
			[...sameText, ...bad, ...unclear],
			[...sameText, ...unclear.slice(0, 1)],
			bad,
			unclear,
			sameText,
		]) {
			const told = runFailure(failed, run({ total: 9999, receipts }));
			expect(Buffer.byteLength(told.message)).toBeLessThan(4001);
			expect(Buffer.byteLength(told.description)).toBeLessThan(3960);
			expect(told.message).toMatch(
				failed.some(({ failures }) => failures[0]!.fate === 'unknown')
					? /may or may not have been sent/
					: /were not sent/,
			);
		}
	});

	test('every unknown item is named, also where each has a text of its own', () => {
		fc.assert(
			fc.property(
				fc.uniqueArray(fc.nat(999), { minLength: 1, maxLength: 150 }),
				fc.boolean(),
				fc.nat(40),
				(indexes, ownTexts, count) => {
					const sorted = indexes.sort((one, other) => one - other);
					const failed = [
						...range(count, 1000).map((index) => refused(index, `Bad ${index}.`)),
						...sorted.map((index) =>
							unknown(index, 'x', ownTexts ? `Unclear ${'z'.repeat(index)}.` : 'Unclear.'),
						),
					];
					const { message } = runFailure(failed, run({ total: 2000 }));
					const named = [
						...message.matchAll(/\[items? ([\d, -]+)\] Unclear|Also unclear: items? ([\d, -]+)/g),
					].flatMap(([, one, other]) => placesIn((one ?? other)!));
					expect(named.sort((one, other) => one - other)).toEqual(sorted);
				},
			),
			runsOf(100),
		);
	});

	test('ten thousand unknown items in one go, and every second one of them', () => {
		expect(
			runFailure(
				range(10_000).map((index) => unknown(index)),
				run({ total: 10_000 }),
			).message,
		).toBe('10000 of 10000 items may or may not have been sent. [items 0-9999] Outcome unclear.');
		const odd = runFailure(
			range(5000).map((index) => unknown(2 * index)),
			run({ total: 10_000 }),
		);
		expect(odd.message).toMatch(/\[items 0, 2, 4, .* and 47\d\d more\] Outcome unclear\.$/);
		expect(bytesOf(odd)).toBeLessThan(8000);
	});
});

function placesIn(list: string): number[] {
	return list.split(', ').flatMap((part) => {
		const [first, last = first] = part.split('-').map(Number);
		return range(last! - first! + 1, first);
	});
}

test('the text of a failed item says what happened, once how to go on, and which item it is', () => {
	const failures: Failure[] = [
		{ id: 'x', what: 'A.', next: 'Fix it.', fate: 'refused' },
		{ id: 'y', what: 'B.', next: 'Fix it.', fate: 'unknown' },
	];
	expect(itemText({ index: 4, failures })).toBe('A. B. Fix it. [item 4]');
});
