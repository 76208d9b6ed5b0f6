/** What comes out of a message record (interface.md, Query Messages), on a record in which no two fields are alike. */
import type { IDataObject } from 'n8n-workflow';
import { outputs, shapeFor } from '../../nodes/MessagingService/operations/messageRecord.ts';

const own = [
	{
		phone_number: '+4366412345670',
		reference: 'r-0e71',
		status: 'Read by Ida',
		created_at: '2031-03-09T07:41:13.000007Z',
	},
	{
		phone_number: '+81312345678',
		reference: 'r-0e72',
		status: 'Undeliverable',
		created_at: '2031-03-09T07:41:13.000008Z',
	},
];
const members = [
	{
		phone_number: '+254733003911',
		reference: 'g-55',
		status: 'Queued',
		created_at: '2031-03-09T07:41:14.000009Z',
	},
	'+254733003912',
];

/** Both lists are filled, and the service has a field more than it specifies. */
const message: IDataObject = {
	id: 70_413,
	sender_id: 'HARBOUR',
	category: 'authentication',
	campaign: 'ebb 12',
	message: 'Low water at 5',
	schedule: '2031-03-10T05:00:00.000001Z',
	creator: 'Ida K.',
	status: 'Partly delivered',
	sms_recipients: own,
	sms_list_recipients: members,
	created_at: '2031-03-09T07:41:12.000006Z',
	updated_at: '2031-03-11T09:00:00.000002Z',
};

const shaped = (output: (typeof outputs)[number], record: IDataObject) =>
	shapeFor(output, undefined)(record);

function leavesOf(value: unknown): unknown[] {
	return typeof value === 'object' && value !== null
		? Object.values(value).flatMap(leavesOf)
		: [value];
}

it('would notice any two fields that are mixed up: each has a value of its own', () => {
	const leaves = leavesOf(message);
	expect(leaves).toHaveLength(23);
	expect(new Set(leaves).size).toBe(leaves.length);
});

it('simplified: these columns, from the message itself, and the numbers of both lists', () => {
	const [row, ...others] = shaped('simplified', message);
	expect(others).toEqual([]);
	expect(Object.entries(row!)).toEqual([
		['id', 70_413],
		['status', 'Partly delivered'],
		['message', 'Low water at 5'],
		['sender_id', 'HARBOUR'],
		['category', 'authentication'],
		['campaign', 'ebb 12'],
		['recipients', ['+4366412345670', '+81312345678', '+254733003911', '+254733003912']],
		['schedule', '2031-03-10T05:00:00.000001Z'],
		['created_at', '2031-03-09T07:41:12.000006Z'],
	]);
});

const besideRecipient = [
	['message_id', 70_413],
	['message_status', 'Partly delivered'],
	['sender_id', 'HARBOUR'],
	['category', 'authentication'],
	['campaign', 'ebb 12'],
];

it("one item per recipient: each with its own status, reference and time, members of a group after the others, and the message's beside", () => {
	expect(shaped('recipients', message).map((row) => Object.entries(row))).toEqual([
		[
			['phone_number', '+4366412345670'],
			['status', 'Read by Ida'],
			['reference', 'r-0e71'],
			['created_at', '2031-03-09T07:41:13.000007Z'],
			...besideRecipient,
		],
		[
			['phone_number', '+81312345678'],
			['status', 'Undeliverable'],
			['reference', 'r-0e72'],
			['created_at', '2031-03-09T07:41:13.000008Z'],
			...besideRecipient,
		],
		[
			['phone_number', '+254733003911'],
			['status', 'Queued'],
			['reference', 'g-55'],
			['created_at', '2031-03-09T07:41:14.000009Z'],
			...besideRecipient,
		],
		// Of a bare number nothing else is known: the message's status is not its own.
		[
			['phone_number', '+254733003912'],
			['status', null],
			['reference', null],
			['created_at', null],
			...besideRecipient,
		],
	]);
});

it('one item per recipient, of some numbers: whole rows, of both lists', () => {
	const rows = shapeFor('recipients', new Set(['81312345678', '254733003911']))(message);
	expect(rows).toEqual([shaped('recipients', message)[1], shaped('recipients', message)[2]]);
});

it('raw: the record as it came, with the fields that nobody specified', () => {
	const [row, ...others] = shaped('raw', message);
	expect([row, others]).toEqual([message, []]);
	expect(Object.keys(row!)).toEqual(Object.keys(message));
});

const dropped = (name: string, record: IDataObject) =>
	Object.fromEntries(Object.entries(record).filter(([each]) => each !== name));

it.each([
	['id', 'id'],
	['status', 'status'],
	['message', 'message'],
	['sender_id', 'sender_id'],
	['category', 'category'],
	['campaign', 'campaign'],
	['schedule', 'schedule'],
	['created_at', 'created_at'],
])(
	'simplified: without %s that column is null, and no other field stands in for it',
	(field, column) => {
		const [whole] = shaped('simplified', message);
		expect(shaped('simplified', dropped(field, message))).toEqual([{ ...whole, [column]: null }]);
	},
);

it.each([
	['id', 'message_id'],
	['status', 'message_status'],
	['sender_id', 'sender_id'],
	['category', 'category'],
	['campaign', 'campaign'],
])(
	'one item per recipient: without the %s of the message %s is null in every row',
	(field, column) => {
		const rows = shaped('recipients', message).map((row) => ({ ...row, [column]: null }));
		expect(shaped('recipients', dropped(field, message))).toEqual(rows);
	},
);

it.each(['phone_number', 'status', 'reference', 'created_at'])(
	'one item per recipient: a recipient without %s has null there',
	(field) => {
		const [first] = shaped('recipients', message);
		expect(
			shaped('recipients', {
				...message,
				sms_recipients: [dropped(field, own[0]!)],
				sms_list_recipients: [],
			}),
		).toEqual([{ ...first, [field]: null }]);
	},
);

describe('a list of recipients', () => {
	const numbersOf = (changes: IDataObject) =>
		shaped('simplified', { ...message, ...changes })[0]!.recipients;

	it.each<[string, IDataObject, Array<string | null>]>([
		['that is one record', { sms_recipients: own[1]!, sms_list_recipients: [] }, ['+81312345678']],
		[
			'of bare numbers',
			{ sms_recipients: ['+81312345678'], sms_list_recipients: [] },
			['+81312345678'],
		],
		[
			'that is missing, beside a group',
			{ sms_recipients: null },
			['+254733003911', '+254733003912'],
		],
		[
			'of a group that is one record',
			{ sms_recipients: [], sms_list_recipients: members[0]! },
			['+254733003911'],
		],
		[
			'of a group whose numbers are not texts',
			{ sms_list_recipients: [{ phone_number: 254_733_003_911 }, { id: 5 }, null] },
			['+4366412345670', '+81312345678'],
		],
		[
			'with a record without a number',
			{ sms_recipients: [{ status: 'Queued' }, own[0]!], sms_list_recipients: [] },
			[null, '+4366412345670'],
		],
	])('%s', (_title, changes, expected) => expect(numbersOf(changes)).toEqual(expected));

	it("of a group that can't be read, and nobody beside it: one row without a number", () => {
		const unread = {
			...message,
			sms_recipients: [],
			sms_list_recipients: [{ contact_list_id: 503, total: 3 }],
		};
		expect(shaped('recipients', unread).map((row) => Object.entries(row))).toEqual([
			[
				['phone_number', null],
				['status', null],
				['reference', null],
				['created_at', null],
				...besideRecipient,
			],
		]);
		expect(shaped('recipients', { ...unread, sms_recipients: [own[0]!] })).toEqual([
			shaped('recipients', message)[0],
		]);
	});

	it('of nobody: no row, and still a simplified message', () => {
		const none = { ...message, sms_recipients: [], sms_list_recipients: [] };
		expect(shaped('recipients', none)).toEqual([]);
		expect(shaped('simplified', none)).toMatchObject([{ id: 70_413, recipients: [] }]);
	});
});
