/**
 * Records that show less than the whole: numbers that are masked, cut or without their country code, texts that are cut
 * or have hidden parts. A record that may be a message, but doesn't prove it, must not be taken for silence: somebody
 * would be texted again.
 */
import type { SendItem, SendOrder } from '../../nodes/MessagingService/item.ts';
import { Row } from '../../nodes/MessagingService/recipients/row.ts';
import { AlreadySent } from '../../nodes/MessagingService/sentBefore/alreadySent.ts';
import { KnownRecords } from '../../nodes/MessagingService/sentBefore/knownRecords.ts';
import { summarize, type OpenRecord } from '../../nodes/MessagingService/sentBefore/shown.ts';
import { UnclearNumbers } from '../../nodes/MessagingService/sentBefore/shownRecipients.ts';
import { UnzonedTimes } from '../../nodes/MessagingService/sentBefore/unzonedTimes.ts';
import { countryOf } from '../../nodes/MessagingService/values/countries.ts';
import { tableOf } from './table.mts';

jest.mock('n8n-workflow', () => ({ sleep: () => Promise.resolve() }));

const noon = Date.parse('2026-11-22T12:00:00Z');
const hour = 3_600_000;
const amina = '+254712345678';
/** Persons of the same run, before and behind her in the order of their digits. */
const others = [
	'+12025550143',
	'+254700000001',
	'+254733000002',
	'+4915112345671',
	'+919876543210',
];
const content = {
	sender_id: 1,
	priority: 'utility',
	campaign: 'reminders of november',
	message: 'Hello you',
	schedule: null,
	contact_list_id: null,
};

/** Returns what one record tells of Amina: 'yes', 'open' or 'no'; with it the row. */
async function look(changes: object, country?: string) {
	const already = new AlreadySent(country === undefined ? undefined : countryOf(country));
	const recipients = [...others.slice(0, 3), amina, ...others.slice(3)];
	const order = { body: { ...content, recipients }, skipped: [], isSameByCampaign: false };
	const row = new Row(0).read({ order: order as unknown as SendOrder } as SendItem);
	await already.want(row.recipients);
	const record = {
		id: 7,
		category: 'utility',
		campaign: content.campaign,
		message: content.message,
		sms_recipients: [{ phone_number: amina }],
		created_at: '2026-11-22T12:00:00.000Z',
		...changes,
	};
	already.add(record);
	const told = row.recipients.map((recipient) => already.of(recipient, noon - hour, noon));
	// What is kept of the record may tell less of it, but not more.
	const known = new KnownRecords();
	known.add(record, '7');
	const concerned = row.recipients.filter((each) => known.mayConcern(each));
	expect(concerned).toEqual(expect.arrayContaining(row.recipients.filter((_, at) => told[at])));
	if (row.listedOtherwise) expect(concerned).not.toEqual([]);
	const answers = told.map((found) => (found ? ('receipt' in found ? 'yes' : 'open') : 'no'));
	return { row, hers: answers[3], theirs: answers.filter((_, at) => at !== 3) };
}

// Columns: the number as the list has it; whether it is hers where no country completes numbers, and in Kenya.
test.each(
	tableOf(`
		+254712345678  yes  yes
		254712345678  yes  yes
		+254 (712) 345-678  yes  yes
		00254712345678  yes  yes
		00 254 712 345 678  yes  yes
		0712345678  open  yes
		0712 345 678  open  yes
		712345678  open  yes
		٠٧١٢٣٤٥٦٧٨  open  yes
		12345678  open  open
		2345678  open  open
		5678  open  open
		1679  no  no
		0712345679  no  no
		0798765432  no  no
		+254712345679  no  no
		+25471234  open  open
		25471234  open  open
		2547123456  open  open
		+25471235  no  no
		0025471234  open  open
		0025471235  no  no
		+254******678  open  open
		+254******679  no  no
		+25471***5678  open  open
		+25472***5678  no  no
		+254 7xx xxx 678  open  open
		254******678  open  open
		******5678  open  open
		******5679  no  no
		…678  open  open
		07******78  open  open
		07******79  no  no
		0798****78  no  no
		8712***678  open  open
		8712345678  open  open
		0712345  open  open
		+254***345***  open  open
		+254***354***  no  no
		+1202*****78  no  no
		678  open  open
		1  open  open
		withheld  open  open
		***  open  open
	`),
)('the list has %s: without a country %s, in Kenya %s', async (written, alone, inKenya) => {
	const record = { sms_recipients: [{ phone_number: written }] };
	expect([(await look(record)).hers, (await look(record, 'KE')).hers]).toEqual([alone, inKenya]);
});

test.each([
	[amina, 'no'],
	['+254******678', 'no'],
	['0712345678', 'no'],
	['withheld', 'open'],
	['678', 'open'],
])('%s: the others are %s', async (written, expected) => {
	const record = { sms_recipients: [{ phone_number: written }] };
	expect(new Set((await look(record)).theirs)).toEqual(new Set([expected]));
});

test('Mexico: a list that still has the 1 of old mobile numbers shows whom it went to', async () => {
	const already = new AlreadySent();
	const number = '+525512345678';
	const order = { body: { ...content, recipients: [number] }, skipped: [] };
	const row = new Row(0).read({ order: order as unknown as SendOrder } as SendItem);
	await already.want(row.recipients);
	const { campaign, message, priority: category } = content;
	const sms_recipients = [{ phone_number: '+5215512345678' }];
	already.add({
		id: 7,
		category,
		campaign,
		message,
		sms_recipients,
		created_at: '2026-11-22T12:00Z',
	});
	expect(already.of(row.recipients[0]!, noon - hour, noon)).toHaveProperty('receipt');
});

// Columns: what differs in the record, and whether it is hers.
test.each(
	tableOf(`
		{"message":" Hello you "}  yes
		{"message":"He*** you"}  open
		{"message":"He*o*u"}  open
		{"message":"He*u*o"}  no
		{"message":"*ello*"}  open
		{"message":"ello*"}  no
		{"message":"Ho*** you"}  no
		{"message":"H"}  open
		{"message":"Hello yo."}  no
		{"message":"Hell..."}  open
		{"message":"Hell."}  no
		{"message":5}  open
		{"message":true}  open
		{"message":" "}  open
		{"campaign":"reminders of novembe"}  open
		{"campaign":"reminders of novemb"}  no
		{"campaign":"reminders*"}  open
	`),
)('%s: %s', async (changes, expected) => {
	expect((await look(JSON.parse(changes!) as object)).hers).toBe(expected);
});

test.each([
	[{ message: 'Hello, you!' }, '7'],
	[{ message: 'Hello, you!', id: undefined }, null],
	[{ message: 'Hello, you!', campaign: 'Reminders Of November' }, '7'],
	[{ message: 'Hello, you!', campaign: 'reminderS of november' }, undefined],
	[{ message: 'Hello, yours!' }, undefined],
])('the same letters, other signs: %j is told as %p', async (changes, expected) => {
	const { row, hers } = await look(changes);
	expect([hers, row.listedOtherwise]).toEqual(['no', expected]);
});

describe('numbers that are not shown whole', () => {
	const record = { fields: [], due: { zoned: noon, unzoned: noon }, others: [] } as OpenRecord;

	test('a thousand of one ending are compared one by one, those after them count as anybody’s', () => {
		const numbers = new UnclearNumbers();
		const masked = (at: number) => `+1${at}***678`;
		for (let at = 1000; at < 2000; at++) numbers.add(masked(at), record);
		expect(numbers.of('254712345678')).toEqual([]);
		numbers.add(masked(2000), record);
		expect(numbers.of('254712345678')).toEqual([record]);
	});
});

describe('records that may be the message are told', () => {
	const open = (more: Partial<OpenRecord>): OpenRecord => ({
		...{ fields: [], due: { zoned: 0, unzoned: 0 }, others: [] },
		...more,
	});

	test('by their number, the first ID, their fields, and the names that one has besides', () => {
		const names = ['a', 'b', 'c', 'd', 'e', 'f'];
		const records = [
			open({ fields: ['message'] }),
			open({ fields: ['message', 'campaign'], id: '8', others: names }),
			open({ id: '9', others: ['g'] }),
		];
		expect(summarize(records)).toEqual({
			count: 3,
			id: '8',
			fields: ['message', 'campaign'],
			others: names.slice(0, 5),
		});
		expect(summarize([open({})])).toEqual({ count: 1, id: undefined, fields: [], others: [] });
	});

	test('by names that the specification does not have', async () => {
		const already = new AlreadySent();
		const order = { body: { ...content, recipients: [amina] }, skipped: [] };
		const row = new Row(0).read({ order: order as unknown as SendOrder } as SendItem);
		await already.want(row.recipients);
		const { campaign, priority: category } = content;
		const sms_recipients = [{ phone_number: amina }];
		const more = { status: 'Sent', schedule: null, created_at: '2026-11-22T12:00:00Z' };
		already.add({ id: 7, category, campaign, sms_recipients, ...more, body: 'Hello you' });
		expect(already.of(row.recipients[0]!, noon - hour, noon)).toMatchObject({
			open: [{ id: '7', fields: ['message'], others: ['body'] }],
		});
	});
});

test('times with a zone tell nothing of those without one', () => {
	const times = new UnzonedTimes();
	const most = times.tooEarlyBy(noon);
	times.add({ created_at: '2026-11-22T11:00:00Z' });
	expect(times.tooEarlyBy(noon)).toBe(most);
	times.add({ created_at: '2026-11-22T11:00:00' });
	expect(times.tooEarlyBy(noon)).toBe(hour);
});
