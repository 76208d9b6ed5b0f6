/** What a message of the service comes out as, whatever it has and lacks. No two fields have the same value. */
import type { IDataObject } from 'n8n-workflow';
import {
	digitsOf,
	recipientsOf,
	shapeFor,
} from '../../nodes/MessagingService/operations/messageRecord.ts';

const one = {
	phone_number: '+254733818201',
	status: 'Parked',
	reference: 'r-1',
	created_at: '2031-05-01',
};
const other = {
	phone_number: '+254733818202',
	status: 'Bounced',
	reference: 'r-2',
	created_at: '2031-05-02',
};
const member = {
	phone_number: '+254733818203',
	status: 'Held',
	reference: 'r-3',
	created_at: '2031-05-03',
};
const message: IDataObject = {
	id: 815,
	status: 'Mixed',
	message: 'Low tide',
	sender_id: 'FERRY',
	category: 'utility',
	campaign: 'tides',
	schedule: '2031-05-04',
	created_at: '2031-05-05',
	extra: 'x',
	sms_recipients: [one, other],
	sms_list_recipients: [member],
};

test('raw is the message itself', () =>
	expect(shapeFor('raw', undefined)(message)[0]).toBe(message));

test('simplified has the fields that are used most, with all numbers', () => {
	const [row, ...others] = shapeFor('simplified', undefined)(message);
	expect(others).toEqual([]);
	expect(Object.entries(row!)).toEqual(
		Object.entries({
			id: 815,
			status: 'Mixed',
			message: 'Low tide',
			sender_id: 'FERRY',
			category: 'utility',
			campaign: 'tides',
			recipients: ['+254733818201', '+254733818202', '+254733818203'],
			schedule: '2031-05-04',
			created_at: '2031-05-05',
		}),
	);
});

test('one item a recipient has its own status, reference and time, with the message beside', () => {
	const beside = {
		message_id: 815,
		message_status: 'Mixed',
		sender_id: 'FERRY',
		category: 'utility',
		campaign: 'tides',
	};
	const rows = shapeFor('recipients', undefined)(message);
	expect(rows.map((row) => Object.entries(row))).toEqual(
		[one, other, member].map((recipient) => Object.entries({ ...recipient, ...beside })),
	);
});

test('what a record lacks is null, in the same columns', () => {
	expect(shapeFor('simplified', undefined)({ sms_recipients: [{ status: 'x' }] })).toEqual([
		{
			id: null,
			status: null,
			message: null,
			sender_id: null,
			category: null,
			campaign: null,
			recipients: [null],
			schedule: null,
			created_at: null,
		},
	]);
	expect(shapeFor('recipients', undefined)({ sms_recipients: [{}] })).toEqual([
		{
			phone_number: null,
			status: null,
			reference: null,
			created_at: null,
			message_id: null,
			message_status: null,
			sender_id: null,
			category: null,
			campaign: null,
		},
	]);
});

test('a group whose members can not be read is one row without a number, and a message to nobody is none', () => {
	const rows = (grouped: unknown) =>
		shapeFor(
			'recipients',
			undefined,
		)({ id: 3, sms_list_recipients: grouped } as IDataObject).map(
			({ phone_number, message_id }) => [phone_number, message_id],
		);
	expect(rows([{ contact_list_id: 36 }])).toEqual([[null, 3]]);
	expect(rows({ contact_list_id: 36 })).toEqual([[null, 3]]);
	expect(rows([])).toEqual([]);
	expect(rows(null)).toEqual([]);
	expect(rows([{ contact_list_id: 36 }, '+254733818203'])).toEqual([['+254733818203', 3]]);
});

test('of chosen numbers only the rows, however they are written; other outputs have them all', () => {
	const numbers = new Set(['254733818202']);
	expect(shapeFor('recipients', numbers)(message).map(({ reference }) => reference)).toEqual([
		'r-2',
	]);
	expect(
		shapeFor(
			'recipients',
			numbers,
		)({ sms_recipients: [{ phone_number: '+254 733-818-202' }, { phone_number: null }] }),
	).toHaveLength(1);
	expect(shapeFor('simplified', numbers)(message)[0]!.recipients).toHaveLength(3);
	expect(shapeFor('raw', numbers)(message)).toEqual([message]);
});

test.each<[unknown, unknown, unknown[]]>([
	['+254733818201', undefined, ['+254733818201']],
	[{ phone_number: 7 }, [], [7]],
	[['+1', null, 5, { phone_number: '+2' }], '+3', ['+1', '+2', '+3']],
	[
		undefined,
		[{ phone_number: 5 }, { name: 'x' }, null, 8, '+4', { phone_number: '+5' }],
		['+4', '+5'],
	],
	[0, '', []],
])('single %j and grouped %j are addressed to %j', (single, grouped, numbers) => {
	expect(
		recipientsOf({ sms_recipients: single, sms_list_recipients: grouped } as IDataObject).map(
			({ phone_number }) => phone_number,
		),
	).toEqual(numbers);
});

test.each<[unknown, string]>([
	['+254 (733) 818-201', '254733818201'],
	[254733818201, '254733818201'],
	['none', ''],
	[null, ''],
	[{}, ''],
])('the digits of %j are %j', (number, digits) => expect(digitsOf(number)).toBe(digits));
