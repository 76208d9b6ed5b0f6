import { DateTime } from 'luxon';
import { nodeName, senderId } from '../workbench.mts';
import type { Proof, Proofs } from './proof.mts';

const numbers = (recipients: unknown, sent: string[], options = {}): Proof => ({
	parameters: { recipients: recipients as string, options },
	arrives: { recipients: sent },
});
/** A year whose days are all to come, in every zone, and within two years. */
const year = new Date().getUTCFullYear() + 1;
const due = (schedule: string, zone: string, sent: string): Proof => ({
	parameters: { options: { schedule } },
	zone,
	arrives: { schedule: sent },
});
const threeItems = ['+254711001001', '+254711001002', '+254711001003'].map((phone) => ({ phone }));
/** A request each for the three. */
const threeRequests = threeItems.map(({ phone }) => ({ recipients: [phone] }));

/** Every field of Send Message. */
export const sendProofs: Proofs = {
	senderId: [
		{ parameters: { senderId: senderId(101, 'list') }, arrives: { sender_id: 101 } },
		{ parameters: { senderId: senderId(' 108 ') }, arrives: { sender_id: 108 } },
		{
			parameters: { senderId: senderId('={{ "CLINIC" }}') },
			refuses: /Sender ID is 'CLINIC', not a whole number/,
		},
		{
			parameters: { senderId: senderId('={{ 101.5 }}') },
			refuses: /Sender ID is '101\.5', not a whole number/,
		},
	],
	'priority=authentication': [
		{ parameters: { priority: 'authentication' }, arrives: { priority: 'authentication' } },
	],
	'priority=marketing': [
		{ parameters: { priority: 'marketing' }, arrives: { priority: 'marketing' } },
	],
	'priority=utility': [
		{ parameters: { priority: 'utility' }, arrives: { priority: 'utility' } },
		{ parameters: { priority: '={{ "urgent" }}' }, refuses: /'urgent' isn't a valid Priority/ },
	],
	campaign: [
		{ parameters: { campaign: 'spring sale' }, arrives: { campaign: 'spring sale' } },
		{ parameters: { campaign: '={{ "  " }}' }, refuses: /Campaign is empty/ },
	],
	message: [
		{
			parameters: { message: ' Zoë, 5 € off 😀\n\ttoday ' },
			arrives: { message: ' Zoë, 5 € off 😀\n\ttoday ' },
		},
		{ parameters: { message: '={{ 4930 }}' }, arrives: { message: '4930' } },
		{ parameters: { message: '={{ "\\n" }}' }, refuses: /Message is empty/ },
	],
	'sendTo=phoneNumbers': [
		{
			parameters: { sendTo: 'phoneNumbers', contactListId: 503 },
			arrives: { recipients: ['+254712345678'], contact_list_id: null },
		},
	],
	'sendTo=contactGroup': [
		{
			parameters: { sendTo: 'contactGroup', contactListId: 503 },
			arrives: { recipients: null, contact_list_id: 503 },
			shows: ({ journal }) => expect(journal[0]?.recipients).toHaveLength(3),
		},
	],
	recipients: [
		numbers('+254 (711) 001-001', ['+254711001001']),
		numbers('+254711001001,+254711001002; +254711001003\n00254711001004', [
			'+254711001001',
			'+254711001002',
			'+254711001003',
			'+254711001004',
		]),
		numbers('={{ ["+254711001002", "+254711001001", "+254711001002"] }}', [
			'+254711001002',
			'+254711001001',
		]),
		{ parameters: { recipients: '={{ 254712345678 }}' }, refuses: /has no country code/ },
		{ parameters: { recipients: '+254711001001, nobody' }, refuses: /'nobody'/ },
	],
	contactListId: [
		{
			parameters: { sendTo: 'contactGroup', contactListId: '={{ "502" }}' },
			arrives: { recipients: null, contact_list_id: 502 },
		},
		{
			parameters: { sendTo: 'contactGroup', contactListId: '={{ "staff" }}' },
			refuses: /Contact Group ID is 'staff'/,
		},
	],
	'options.schedule': [
		due(`${year}-03-01T09:00:00`, 'Africa/Nairobi', `${year}-03-01T06:00:00.000Z`),
		due(`${year}-07-01 09:00`, 'Europe/Berlin', `${year}-07-01T07:00:00.000Z`),
		due(`${year}-03-01T09:00:00-05:00`, 'Africa/Nairobi', `${year}-03-01T14:00:00.000Z`),
		due(
			`={{ DateTime.fromISO("${year}-03-01T09:00", { zone: "Asia/Tokyo" }) }}`,
			'UTC',
			`${year}-03-01T00:00:00.000Z`,
		),
		due('', 'UTC', null as unknown as string),
		{
			parameters: { options: { schedule: DateTime.utc().minus({ minutes: 2 }).toISO()! } },
			refuses: /which is in the past/,
		},
	],
	'options.defaultCountry': [
		numbers('0712 345 678', ['+254712345678'], { defaultCountry: 'KE' }),
		numbers('={{ 254712345678 }}', ['+254712345678'], { defaultCountry: 'KE' }),
		numbers('02079460958', ['+442079460958'], { defaultCountry: 'GB' }),
	],
	'options.maxSegments': [
		{
			parameters: { message: 'a'.repeat(161), options: { maxSegments: 1 } },
			refuses: /needs 2 segments in GSM-7, and Max Segments allows 1/,
		},
		{
			parameters: { message: 'a'.repeat(161), options: { maxSegments: 2 } },
			arrives: { message: 'a'.repeat(161) },
		},
	],
	'options.invalidRecipients=stop': [
		{
			parameters: { recipients: '+254711001001, 12', options: { invalidRecipients: 'stop' } },
			refuses: /'12' in Recipients has no country code/,
		},
	],
	'options.invalidRecipients=skip': [
		{
			parameters: { recipients: '+254711001001, 12', options: { invalidRecipients: 'skip' } },
			arrives: { recipients: ['+254711001001'] },
			shows: (_sandbox, result) =>
				expect(result.output(nodeName)[0]?.json.skippedRecipients).toEqual([
					{
						recipient: '12',
						reason: expect.stringMatching(
							/^'12' in Recipients has no country code\. Write the number with its own country code/,
						),
					},
				]),
		},
		{
			parameters: { recipients: '12, 13', options: { invalidRecipients: 'skip' } },
			refuses: /'12' in Recipients has no country code/,
		},
	],
	'options.maxRecipients': [
		{
			parameters: { recipients: '={{ $json.phone }}', options: { maxRecipients: 2 } },
			items: threeItems,
			refuses: /would reach 3 numbers, and Max Recipients allows 2/,
		},
		{
			parameters: { recipients: '={{ $json.phone }}', options: { maxRecipients: 3 } },
			items: threeItems,
			arrives: threeRequests,
			shows: ({ journal }) => expect(journal).toHaveLength(3),
		},
		{
			parameters: { sendTo: 'contactGroup', contactListId: 503, options: { maxRecipients: 5 } },
			refuses: /how many numbers the contact group has/,
		},
		{ parameters: { options: { maxRecipients: 0 } }, arrives: {} },
	],
	'options.maxTotalSegments': [
		{
			parameters: {
				recipients: '={{ $json.phone }}',
				message: 'a'.repeat(161),
				options: { maxTotalSegments: 5 },
			},
			items: threeItems,
			refuses:
				/would send 6 segments, counted once for each number, and Max Total Segments allows 5/,
		},
		{
			parameters: {
				recipients: '={{ $json.phone }}',
				message: 'a'.repeat(161),
				options: { maxTotalSegments: 6 },
			},
			items: threeItems,
			arrives: threeRequests.map((request) => ({ ...request, message: 'a'.repeat(161) })),
			shows: ({ journal }) => expect(journal).toHaveLength(3),
		},
		{
			parameters: { sendTo: 'contactGroup', contactListId: 503, options: { maxTotalSegments: 50 } },
			refuses:
				/Max Total Segments \(50\) can't be checked, because this node doesn't know how many numbers the contact group has/,
		},
		{ parameters: { options: { maxTotalSegments: 0 } }, arrives: {} },
	],
	'options.excludeNumbers': [
		numbers('+254711001001, +254711001002', ['+254711001002'], {
			excludeNumbers: '00254 711 001001',
		}),
		{
			parameters: { options: { excludeNumbers: 'nobody' } },
			refuses: /'nobody' in Exclude Numbers has no digits/,
		},
	],
	'options.dryRun': [
		{
			parameters: { options: { dryRun: true } },
			shows: ({ requests }, result) =>
				expect([requests, result.output(nodeName)[0]?.json.sendOutcome]).toEqual([[], 'dryRun']),
		},
		{ parameters: { options: { dryRun: false } }, arrives: {} },
		{
			parameters: { options: { dryRun: '={{ "yes" }}' } },
			refuses: /Dry Run is 'yes', but it must be on or off/,
		},
	],
	'options.combineItems': [
		{
			parameters: { recipients: '={{ $json.phone }}', options: { combineItems: true } },
			items: threeItems,
			arrives: [{ recipients: threeItems.map(({ phone }) => phone) }],
			shows: ({ journal }) => expect(journal).toHaveLength(1),
		},
	],
	'options.recipientsPerRequest': [
		{
			parameters: {
				recipients: '={{ $json.phone }}',
				options: { combineItems: true, recipientsPerRequest: 2 },
			},
			items: threeItems,
			arrives: [
				{ recipients: ['+254711001001', '+254711001002'] },
				{ recipients: ['+254711001003'] },
			],
		},
	],
	'options.skipAlreadySent': [
		{
			// A campaign of its own: this process remembers what it sent.
			parameters: {
				campaign: '={{ "skip " + Math.random() }}',
				options: { skipAlreadySent: true },
			},
			items: [{}],
			shows: ({ requests, journal }) =>
				expect([
					requests.filter(({ operation }) => operation === 'messages').length > 0,
					journal.length,
				]).toEqual([true, 1]),
		},
		{
			parameters: { options: { skipAlreadySent: false } },
			arrives: {},
			shows: ({ requests }) =>
				expect(requests.some(({ operation }) => operation === 'messages')).toBe(false),
		},
		{
			parameters: { options: { skipAlreadySent: '={{ "yes" }}' } },
			refuses: /Skip Already Sent is 'yes', but it must be on or off/,
		},
		{
			parameters: {
				sendTo: 'contactGroup',
				contactListId: 503,
				options: { skipAlreadySent: true },
			},
			refuses: /Skip Already Sent can't tell who in a contact group has the message already/,
		},
	],
	'options.lookBackHours': [
		{
			parameters: {
				campaign: '={{ "look back " + Math.random() }}',
				options: { skipAlreadySent: true, lookBackHours: 744 },
			},
			shows: ({ requests }) => {
				const { at, query } = requests.find(({ operation }) => operation === 'messages')!;
				// The node asks a moment before the request arrives: in between, a day may end.
				const days = [at, at - 60_000].map((time) =>
					new Date(time - (744 + 14) * 3_600_000 - 62_000).toISOString().slice(0, 10),
				);
				expect(days).toContain(query.start_date);
			},
		},
		{
			parameters: { options: { skipAlreadySent: true, lookBackHours: 745 } },
			refuses: /Look Back Hours is 745, which is too large/,
		},
	],
	'options.lookUpUnknown': [
		{
			parameters: { options: { lookUpUnknown: '={{ "no" }}' } },
			refuses: /Look Up Unclear Sends is 'no', but it must be on or off/,
		},
		{
			parameters: {
				campaign: '={{ "look up " + Math.random() }}',
				recipients: '+254700000903',
				options: { lookUpUnknown: true },
			},
			shows: ({ journal }, result) =>
				expect(result.output(nodeName)[0]?.json).toMatchObject({
					confirmedBy: 'lookup',
					messageId: journal[0]?.messageId,
				}),
		},
	],
	'options.maxConcurrentRequests': [
		{
			parameters: { options: { maxConcurrentRequests: 2 } },
			items: Array.from({ length: 6 }, () => ({})),
			crowd: { most: 2, all: 6 },
			arrives: {},
			shows: ({ inFlight, journal }) => expect([inFlight.peak, journal.length]).toEqual([2, 6]),
		},
		{
			parameters: {},
			items: Array.from({ length: 14 }, () => ({})),
			crowd: { most: 10, all: 14 },
			arrives: {},
			shows: ({ inFlight, journal }) => expect([inFlight.peak, journal.length]).toEqual([10, 14]),
		},
		{
			parameters: { options: { maxConcurrentRequests: 0 } },
			refuses: /Max Concurrent Requests is 0, which is too small/,
		},
	],
};
