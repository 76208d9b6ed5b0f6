/**
 * Every field that the form shows has an effect: its value reaches the service under its name, or it does as the field
 * says and leaves the request unchanged. Every field and every choice of parameters.md has a line here.
 */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { clock, doors, goodSend, locator, received, run, service } from '../../harness/index.mts';
import { withValue, writtenTables } from './tables.mts';

/** Expected results of a run in which one field is set. */
interface Seen {
	/** The only differences of each request from one without the field. */
	sent?: IDataObject;
	/** The failure of the run. Without `sent`, the run makes no request of the operation. */
	refused?: RegExp;
	/** Columns of the first row of the output. */
	row?: IDataObject;
	/** Number of rows in the output. */
	rows?: number;
}

/**
 * A field, or a choice of a menu as `path=value`; the value to set; the expected results; other fields to set beside
 * it.
 */
type Case = [path: string, value: unknown, seen: Seen, beside?: INodeParameters];

const refused = (refused: RegExp): Seen => ({ refused });
const accepted: Seen = { sent: {}, row: { sendOutcome: 'accepted' } };
const goodAndBad = { recipients: '+254712345678,12' };
const two = { recipients: '+254711001001,+254712345678' };
const curly = { message: `It’s ${'a'.repeat(155)}` };
const long = { message: 'a'.repeat(161) };
const group = { sendTo: 'contactGroup', contactListId: 503 };
const toGroup: Seen = { sent: { recipients: null, contact_list_id: 503 } };
const march: Seen = { sent: { schedule: '2027-03-01T06:00:00.000Z' } };
/** A number whose message the service accepts, but whose receipt never arrives. */
const lost = { recipients: '+254700000903' };
const goesOut = (schedule: string, scheduledFor: string): Seen => ({
	sent: { schedule },
	row: { scheduledFor },
});
const tomorrow = goesOut('2026-11-24T05:00:00.000Z', '2026-11-24T08:00:00+03:00');
const toLost: Seen = { sent: { recipients: ['+254700000903'] } };
const chosen = { output: 'selectedFields' };
const skipping = { options: { skipAlreadySent: true } };

const sendMessage: Case[] = [
	['senderId', locator(101, 'list'), { sent: { sender_id: 101 } }],
	['senderId', locator(' 108 '), { sent: { sender_id: 108 } }],
	['senderId', locator('={{ 100 + 8 }}'), { sent: { sender_id: 108 } }],
	['priority=authentication', 'authentication', { sent: { priority: 'authentication' } }],
	['priority=marketing', 'marketing', { sent: { priority: 'marketing' } }],
	['priority=utility', 'utility', { sent: { priority: 'utility' } }],
	['priority', '={{ "urgent" }}', refused(/'urgent' isn't a valid Priority/)],
	['campaign', ' spring sale ', { sent: { campaign: 'spring sale' } }],
	['message', ' Zoë, 5 € off 😀\n\ttoday ', { sent: { message: ' Zoë, 5 € off 😀\n\ttoday ' } }],
	['message', '={{ 4930 }}', { sent: { message: '4930' } }],
	['sendTo=phoneNumbers', 'phoneNumbers', { sent: {} }, { contactListId: 503 }],
	['sendTo=contactGroup', 'contactGroup', toGroup, { contactListId: 503 }],
	['recipients', '+254 711 001 001', { sent: { recipients: ['+254711001001'] } }],
	['contactListId', 503, toGroup, group],
	['contactListId', '={{ "503" }}', toGroup, group],
	['options.schedule', '2027-03-01T09:00:00', march],
	['options.schedule', '2027-03-01T01:00:00-05:00', march],
	['options.schedule', '', { sent: { schedule: null } }],
	// It is 15:00 on a Monday, by the workflow's time zone.
	['options.sendingHours', {}, { sent: { schedule: null } }],
	['options.sendingHours', { values: { to: '14:00' } }, tomorrow],
	[
		'options.sendingHours.values.from',
		'15:30',
		goesOut('2026-11-23T12:30:00.000Z', '2026-11-23T15:30:00+03:00'),
	],
	['options.sendingHours.values.from', '8 am', refused(/From of Sending Hours is '8 am'/)],
	['options.sendingHours.values.from', '20:00', refused(/Sending Hours have no day, or end when/)],
	['options.sendingHours.values.to', '15:00', tomorrow],
	['options.sendingHours.values.to', '', refused(/To of Sending Hours is an empty text/)],
	['options.sendingHours.values.days', ['tue', 'sun'], tomorrow],
	['options.sendingHours.values.days', '={{ "tue, wed" }}', tomorrow],
	['options.sendingHours.values.days', [], refused(/Sending Hours have no day, or end when/)],
	['options.sendingHours.values.timeZone', ' Asia/Kolkata ', { sent: { schedule: null } }],
	[
		'options.sendingHours.values.timeZone',
		'America/New_York',
		goesOut('2026-11-23T13:00:00.000Z', '2026-11-23T16:00:00+03:00'),
	],
	['options.sendingHours.values.timeZone', 'Nairobi', refused(/Time Zone of Sending Hours is 'Na/)],
	['options.defaultCountry', 'KE', accepted, { recipients: '0712 345 678' }],
	['options.maxSegments', 1, refused(/2 segments in GSM-7, and Max Segments allows 1/), long],
	['options.maxSegments', 2, { sent: long }, long],
	['options.invalidRecipients=stop', 'stop', refused(/'12' in Recipients/), goodAndBad],
	['options.invalidRecipients=skip', 'skip', accepted, goodAndBad],
	['options.maxRecipients', 1, refused(/Max Recipients allows 1/), two],
	['options.maxRecipients', 1, accepted],
	['options.maxTotalSegments', 1, refused(/Max Total Segments allows 1/), long],
	['options.maxTotalSegments', 1, accepted],
	['options.excludeNumbers', '00254 711 001001', accepted, two],
	['options.onlyNumbers', '00254 712 345678', accepted, two],
	['options.onlyNumbers', '', refused(/Only These Numbers is empty, so nobody could get/)],
	['options.allowedCountries', ['UG', 'KE'], accepted],
	['options.allowedCountries', '={{ "ug, ke" }}', accepted],
	[
		'options.allowedCountries',
		['UG'],
		refused(/of Kenya \(\+254\), which isn't among the Allowed/),
	],
	[
		'options.allowedCountries',
		'={{ "UG, Kenya" }}',
		refused(/'Kenya' isn't a valid country for All/),
	],
	['options.allowedCountries', [], refused(/Allowed Countries is empty/)],
	['options.dryRun', true, { row: { sendOutcome: 'dryRun' } }],
	['options.dryRun', false, accepted],
	[
		'options.testNumber',
		'+254711001001',
		{
			sent: { recipients: ['+254711001001'], campaign: `${String(goodSend.campaign)} (test)` },
			row: { sendOutcome: 'dryRun' },
		},
	],
	['options.testNumber', '', refused(/Test Number has no phone number/)],
	['options.combineItems', true, accepted],
	['options.combineItems', false, accepted],
	['options.recipientsPerRequest', 0, refused(/Recipients per Request is '0'/)],
	['options.skipAlreadySent', true, accepted],
	[
		'options.skipAlreadySent',
		true,
		refused(/Skip Already Sent can't be used with a contact group/),
		group,
	],
	['options.lookBackHours', 24, accepted, skipping],
	['options.sameMessage=text', 'text', accepted],
	['options.sameMessage=campaign', 'campaign', accepted],
	['options.plainCharacters', true, { sent: { message: `It's ${'a'.repeat(155)}` } }, curly],
	['options.plainCharacters', false, { sent: curly }, curly],
	['options.lookBackHours', 745, refused(/Back Hours is 745, which is too large/), skipping],
	['options.lookUpUnknown', true, { ...toLost, row: { confirmedBy: 'lookup' } }, lost],
	['options.lookUpUnknown', false, { ...toLost, refused: /may or may not have been sent/ }, lost],
	['options.maxConcurrentRequests', 1, accepted],
	['options.maxConcurrentRequests', 0, refused(/Max Concurrent Requests is 0/)],
];

const november = { dateCreated: 'custom', startDate: '2026-11-01', endDate: '2026-11-30' };
const inNovember = { date_created: 'custom', start_date: '2026-11-01', end_date: '2026-11-30' };

/** Filters and pages of both queries. The service has 64 messages and 64 senders. */
const asked: Case[] = [
	['returnAll', true, { sent: { per_page: '100' }, rows: 64 }],
	['returnAll', false, { sent: {}, rows: 50 }],
	['limit', 7, { sent: { per_page: '7' }, rows: 7 }],
	['limit', 0, refused(/Limit is 0/)],
	['filters.query', 'a&b=ä c', { sent: { query: 'a&b=ä c' } }],
	['filters.query', '={{ 0 }}', { sent: { query: '0' } }],
	['filters.query', '={{ null }}', { sent: {} }],
	['filters.status', 2, { sent: { status: '2' } }],
	['filters.status', '={{ 0 }}', { sent: { status: '0' } }],
	['filters.status', '', { sent: {} }],
	['filters.dateCreated=today', 'today', { sent: { date_created: 'today' } }],
	['filters.dateCreated=yesterday', 'yesterday', { sent: { date_created: 'yesterday' } }],
	['filters.dateCreated=this-week', 'this-week', { sent: { date_created: 'this-week' } }],
	['filters.dateCreated=this-month', 'this-month', { sent: { date_created: 'this-month' } }],
	['filters.dateCreated=custom', 'custom', { sent: inNovember }, { filters: november }],
	['filters.dateCreated', 'today', { sent: { date_created: 'today' } }, { filters: november }],
	['filters.dateCreated', 'custom', refused(/Start Date is empty/)],
	['filters.startDate', '2026-10-31T21:30:00Z', { sent: inNovember }, { filters: november }],
	['filters.startDate', '', refused(/Start Date is empty/), { filters: november }],
	['filters.endDate', '2026-11-29T21:30:00Z', { sent: inNovember }, { filters: november }],
	['filters.endDate', '', refused(/End Date is empty/), { filters: november }],
	['options.page', 3, { sent: { page: '3', per_page: '5' }, rows: 5 }, { limit: 5 }],
	['options.perPage', 4, { sent: { per_page: '4' }, rows: 10 }, { limit: 10 }],
	['options.maxConcurrentRequests', 1, { sent: {}, rows: 50 }],
	['options.maxConcurrentRequests', 0, refused(/Max Concurrent Requests is 0/)],
];

/**
 * Returns the expected results of a filter that the service doesn't know: the node requests all records, in pages of
 * 100, and keeps the matches.
 */
const keeps = (rows: number, row: IDataObject = {}): Seen => ({
	sent: { per_page: '100' },
	rows,
	row,
});

const pagedUtility: Seen = { sent: { category: 'utility', per_page: '4' }, rows: 10 };

const queryMessages: Case[] = [
	...asked,
	['filters.category=authentication', 'authentication', { sent: { category: 'authentication' } }],
	['filters.category=marketing', 'marketing', { sent: { category: 'marketing' } }],
	['filters.category=utility', 'utility', { sent: { category: 'utility' } }],
	// A filter goes out with every page.
	['filters.category=utility', 'utility', pagedUtility, { limit: 10, options: { perPage: 4 } }],
	['filters.senderId', locator(101, 'list'), { sent: { sender_id: '101' } }],
	['filters.senderId', locator('={{ 0 }}'), { sent: { sender_id: '0' } }],
	['filters.senderId', locator('', 'list'), { sent: {} }],
	['filters.campaign', ' campaign-3 ', keeps(13, { campaign: 'campaign-3' })],
	['filters.phoneNumber', '00254 733 003 002', keeps(6, { id: 60 })],
	['filters.deliveryStatus', ' DELIVERED', keeps(50, { id: 64 })],
	['filters.messageId', '17', keeps(1, { id: 17 })],
	['output=simplified', 'simplified', { sent: {}, row: { recipients: expect.any(String) } }],
	['output=raw', 'raw', { sent: {}, row: { sms_recipients: expect.any(Array) } }],
	['output=recipients', 'recipients', { sent: {}, row: { phone_number: expect.any(String) } }],
	[
		'output=selectedFields',
		'selectedFields',
		{ sent: {}, row: { phone_number: expect.any(String) } },
	],
	['output', '={{ "csv" }}', refused(/'csv' isn't a valid Output/)],
	['fields', ['campaign'], { sent: {}, row: { campaign: expect.any(String) } }, chosen],
	['fields', '["campaign"]', { sent: {}, row: { campaign: expect.any(String) } }, chosen],
	[
		'fields',
		'={{ "campaign, text" }}',
		refused(/'text' in Fields isn't one of its choices/),
		chosen,
	],
];

interface Operation {
	of: Parameters<typeof received>[0];
	cases: Case[];
	plain?: INodeParameters;
	/** The fields of a request if only the required parameters are set. */
	carries: IDataObject;
}

const firstPage = { page: '1', per_page: '50' };
const operations: Record<string, Operation> = {
	sendMessage: {
		of: 'send',
		cases: sendMessage,
		plain: goodSend,
		carries: {
			sender_id: 102,
			priority: 'utility',
			campaign: 'reminders',
			message: 'Hello',
			schedule: null,
			recipients: ['+254712345678'],
			contact_list_id: null,
		},
	},
	queryMessages: { of: 'messages', cases: queryMessages, carries: firstPage },
	querySenders: { of: 'senders', cases: asked, carries: firstPage },
	listStatuses: { of: 'statuses', cases: [], carries: {} },
};

/** Returns the fields of each request, in its body or its query. Expects no fields in the other one. */
function carried(of: Operation['of']): IDataObject[] {
	return received(of).map(({ body, query }) => {
		const [here, elsewhere] = of === 'send' ? [body, query] : [query, body];
		expect(elsewhere ?? {}).toEqual({});
		return here as IDataObject;
	});
}

describe.each(Object.entries(operations))('%s', (operation, { of, cases, plain, carries }) => {
	beforeEach(async () => {
		clock.set('2026-11-23T12:00:00Z');
		await service.start({ pastMessages: 64 });
	});

	test('every field that the form shows has a line, and so has every choice of its menus', () => {
		const written = writtenTables()[operation]!;
		const shown = written
			.filter(([, type = '']) => !['collection', 'notice'].includes(type))
			.flatMap(([path, type, , choices = '']) => {
				const values = type === 'options' ? choices.match(/[\w-]+/g) : undefined;
				return [path!, ...(values ?? []).map((value) => `${path}=${value}`)];
			});
		const lines = new Set(cases.flatMap(([path]) => [path, path.replace(/=.*/, '')]));
		expect([...lines].sort()).toEqual(shown.sort());
	});

	test.each(doors)('nothing set but what is required (%s)', async (door) => {
		const { told } = await run({ operation, ...plain }, { door });
		expect([told, carried(of)]).toEqual(['', [carries]]);
	});

	if (cases.length === 0) return;
	const lines = cases.flatMap((line) =>
		doors.map((door) => [line[0], line[1], door, line] as const),
	);
	test.each(lines)('%s: %j (%s)', async (_path, _value, door, [path, value, seen, beside]) => {
		const parameters = withValue({ operation, ...plain, ...beside }, path, value);
		const { told, rows } = await run(parameters, { door, zone: 'Africa/Nairobi' });
		const { sent, refused = /^$/ } = seen;
		expect(told).toMatch(refused);
		const requests = carried(of);
		if (sent) {
			const expected = { ...carries, ...sent };
			const pageOf = (index: number) => String(Number(expected.page) + index);
			expect(requests).toEqual(
				(requests.length > 0 ? requests : [{}]).map((_, index) =>
					expected.page ? { ...expected, page: pageOf(index) } : expected,
				),
			);
		} else if (seen.refused) {
			expect(requests).toEqual([]);
			expect(told.includes('Nothing was sent.')).toBe(of === 'send');
		}
		if (seen.row) expect(rows[0]).toMatchObject(seen.row);
		if (seen.rows !== undefined) expect(rows).toHaveLength(seen.rows);
	});
});
