/** The output of Query Messages and the trigger for a message of the service's list, whatever its shape. */
import type { IDataObject } from 'n8n-workflow';
import {
	deliveryStatusesOf,
	dueAt,
	personKeys,
	readListedMessage,
	recipientRecordsOf,
	recipientRowsOf,
	selected,
	simplified,
} from '../../nodes/MessagingService/values/messageRecord.ts';
import { personKey } from '../../nodes/MessagingService/values/phoneNumber.ts';

const [amina, brian] = ['+254712345678', '+254722345678'];
const own = {
	id: 7,
	status: 'Sent',
	message: 'Hello',
	sender_id: 'CLINIC',
	category: 'utility',
	campaign: 'c',
	schedule: '2026-11-22T13:00:00Z',
	created_at: '2026-11-22T12:00:00Z',
};
const delivered = { phone_number: amina, status: 'Delivered', reference: 'r', created_at: 't' };
const message = { ...own, creator: 'Otieno', sms_recipients: [{ ...delivered, other: 1 }, brian] };
const of = {
	message_id: 7,
	message_status: 'Sent',
	sender_id: 'CLINIC',
	category: 'utility',
	campaign: 'c',
};
const first = { ...delivered, ...of };
const second = { phone_number: brian, status: null, reference: null, created_at: null, ...of };
const group = { ...message, sms_recipients: null, sms_list_recipients: { name: 'Board' } };
const nobody = { phone_number: null, status: null, reference: null, created_at: null, ...of };
const { schedule, created_at, ...before } = own;
const inOrder = (recipients: string) => ({ ...before, recipients, schedule, created_at });
const columns = Object.fromEntries(Object.keys(inOrder('')).map((name) => [name, null]));

const simplifiedRow = (record: IDataObject) => [simplified(record)];
const chosen =
	(...fields: string[]) =>
	(record: IDataObject) =>
		selected(record, fields);

test.each<[string, (record: IDataObject) => IDataObject[], IDataObject, IDataObject[]]>([
	['simplified', simplifiedRow, message, [inOrder(`${amina}, ${brian}`)]],
	['simplified, without anything', simplifiedRow, {}, [{ ...columns, recipients: '' }]],
	[
		'without numbers that can be read',
		simplifiedRow,
		{ sms_recipients: [{}, '', { phone_number: ' ' }, { phone_number: [7] }] },
		[{ ...columns, recipients: '' }],
	],
	[
		'some without a number',
		simplifiedRow,
		{ sms_recipients: [{}, amina, { phone_number: null }], sms_list_recipients: [brian, 7] },
		[{ ...columns, recipients: `${amina}, ${brian}` }],
	],
	['a group that is not readable, simplified', simplifiedRow, group, [inOrder('')]],
	['a row a recipient', recipientRowsOf, message, [first, second]],
	['a group that is not readable', recipientRowsOf, group, [nobody]],
	['nobody', recipientRowsOf, { id: 7 }, []],
	['no field', chosen(), message, [{ id: 7 }]],
	[
		'fields of the message',
		chosen('campaign', 'status'),
		message,
		[{ id: 7, campaign: 'c', status: 'Sent' }],
	],
	[
		'fields of its recipients: one without a status has that of the message',
		chosen('status', 'phone_number'),
		message,
		[
			{ id: 7, status: 'Delivered', phone_number: amina },
			{ id: 7, status: 'Sent', phone_number: brian },
		],
	],
])('%s', (_, output, record, rows) => {
	// Compared as JSON, since the order of the columns matters too.
	expect(JSON.stringify(output(record))).toBe(JSON.stringify(rows));
});

test.each<[{ persons?: Set<string>; statuses?: Set<string> }, IDataObject[]]>([
	[{ persons: new Set([personKey(brian)]) }, [second]],
	[{ statuses: new Set(['delivered']) }, [first]],
	// Brian has no status of his own.
	[{ statuses: new Set(['sent']) }, [second]],
	[{ persons: new Set([personKey(brian)]), statuses: new Set(['delivered']) }, []],
])('only the recipients that were asked for have a row: %#', ({ persons, statuses }, rows) =>
	expect(recipientRowsOf(message, persons, statuses)).toEqual(rows),
);

test('recipients are read as a list, alone, as bare numbers, and from a group that shows them', () => {
	const one = { phone_number: amina };
	for (const sms_recipients of [[one], one, amina, [amina]])
		expect(recipientRecordsOf({ sms_recipients })).toEqual([one]);
	expect(recipientRecordsOf({ sms_recipients: [7, null, true], sms_list_recipients: 0 })).toEqual(
		[],
	);
	const members = [{ phone_number: brian }, { phone_number: 7 }, { name: 'Board' }];
	const listed = { sms_recipients: one, sms_list_recipients: members };
	expect(recipientRecordsOf(listed)).toEqual([one, members[0]]);
	expect(personKeys({ ...listed, sms_recipients: [one, {}] })).toEqual(
		[amina, brian].map(personKey),
	);
});

test('a person is one, in whichever digits the list has the number', () => {
	const persons = ['+254712345678', '+٢٥٤٧١٢٣٤٥٦٧٨', '२५४ ७१२ ३४५६७८', '+𝟐𝟓𝟒𝟕𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖'].map(
		personKey,
	);
	expect(new Set(persons)).toEqual(new Set(['254712345678']));
	expect(personKey('+५४ ९ ११ १२३४ ५६७८')).toBe(personKey('+54 11 1234 5678'));
});

test('of a phone number no more than the first 200 characters are read', () => {
	const [padded, long] = [195, 196].map((blanks) => personKey(`${' '.repeat(blanks)}+2541`));
	expect([padded, long]).toEqual(['2541', '254']);
});

test("the delivery status is the recipient's, else the message's", () => {
	const record = { ...message, sms_recipients: [{ phone_number: amina, status: ' Lost ' }, brian] };
	const [one, other] = [amina, brian].map(personKey) as [string, string];
	expect([...deliveryStatusesOf(record)]).toEqual([
		[one, 'Lost'],
		[other, 'Sent'],
	]);
	expect(deliveryStatusesOf({ sms_recipients: [amina], status: ' ' }).get(one)).toBeUndefined();
});

test('a listed message is due by its schedule, and whole only with text, campaign and category', () => {
	const listed = readListedMessage(message, personKeys(message));
	expect(listed).toMatchObject({
		id: '7',
		sentAt: new Date(message.created_at).toISOString(),
		createdAt: Date.parse(message.created_at),
		due: { zoned: Date.parse(message.schedule), unzoned: -Infinity },
		isToPersons: true,
	});
	for (const name of ['message', 'campaign', 'category'])
		expect(readListedMessage({ ...message, [name]: null }, []).contentKey).toBeUndefined();
	expect(dueAt(readListedMessage({ ...message, schedule: null }, []).due)).toBe(listed.createdAt);
	expect(readListedMessage({}, [])).toMatchObject({ sentAt: null, isToPersons: true });
	expect(readListedMessage(group, []).isToPersons).toBe(false);
});
