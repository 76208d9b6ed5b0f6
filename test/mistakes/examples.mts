import type { Mistake } from './mistake.mts';

const agent = 'examples/agent-texts-one-number.json';
const campaign = 'examples/campaign-tomorrow-morning.json';
const report = 'examples/daily-delivery-report.json';
const around = 'examples/look-around.json';
const reminders = 'examples/spreadsheet-reminders.json';
const undelivered = 'examples/undelivered-email-the-office.json';
const codes = 'examples/webhook-one-time-code.json';
const orders = 'examples/webhook-order-confirmation.json';

const claims = (test: string): Mistake['noticedBy'] => ({
	file: 'test/examples/claims.test.mts',
	test,
});

/** Mistakes in the example workflows: what they read and when, whom they text, who may start them. */
export const exampleMistakes: Mistake[] = [
	{
		name: 'The agent picks whom it texts',
		file: agent,
		from: '"recipients": "+254711001001"',
		to: `"recipients": "={{ $fromAI('Recipients', \`The number to text\`, 'string') }}"`,
		noticedBy: claims('nothing but the wording of one text is ever chosen by a model'),
	},
	{
		name: 'The agent may text any number of people once its number is an expression',
		file: agent,
		from: '"maxRecipients": 1',
		to: '"maxRecipients": 0',
		noticedBy: claims(
			'each number that a note states for a field is the one that the workflow sets',
		),
	},
	{
		name: 'The office is asked with one button, and can not say no',
		file: agent,
		from: '"approvalType": "double"',
		to: '"approvalType": "single"',
		noticedBy: claims('a person, who is asked by two buttons'),
	},
	{
		name: 'A text can hide a part of itself from the person who approves it',
		file: agent,
		from: ".replace(/<|&lt;/g, '‹')",
		to: ".replace(/<|&lt;/, '‹')",
		noticedBy: claims('one that would hide a part of itself'),
	},
	{
		name: 'Whoever finds the address texts codes at your expense',
		file: codes,
		from: '"authentication": "headerAuth"',
		to: '"authentication": "none"',
		noticedBy: claims('webhook-one-time-code.json answers no caller without the header'),
	},
	{
		name: 'Whoever finds the address texts order confirmations',
		file: orders,
		from: '"authentication": "headerAuth"',
		to: '"authentication": "none"',
		noticedBy: claims('webhook-order-confirmation.json answers no caller without the header'),
	},
	{
		name: 'A call for a code may come as a GET, with the code in the address',
		file: codes,
		from: '"httpMethod": "POST"',
		to: '"httpMethod": "GET"',
		noticedBy: claims('webhook-one-time-code.json begins with what the README says'),
	},
	{
		name: 'Who asks for a code again gets none',
		file: codes,
		from: '"maxSegments": 1,',
		to: '"maxSegments": 1, "skipAlreadySent": true,',
		noticedBy: {
			file: 'test/examples/codes.test.mts',
			test: 'texts the same code again when it is asked for again',
		},
	},
	{
		name: 'Reminders started again after two days go out twice',
		file: reminders,
		from: '"lookBackHours": 168',
		to: '"lookBackHours": 48',
		noticedBy: claims(
			'each number that a note states for a field is the one that the workflow sets',
		),
	},
	{
		name: 'An order that the shop repeats the next morning is texted twice',
		file: orders,
		from: '"lookBackHours": 24',
		to: '"lookBackHours": 2',
		noticedBy: claims('webhook-order-confirmation.json texts these numbers, with these safeguards'),
	},
	{
		name: 'A campaign that is started again goes out twice',
		file: campaign,
		from: '"skipAlreadySent": true',
		to: '"skipAlreadySent": false',
		noticedBy: { file: 'test/examples/campaign.test.mts', test: 'sends nothing at a second start' },
	},
	{
		name: 'The campaign goes out tomorrow evening',
		file: campaign,
		from: 'hour: 9,',
		to: 'hour: 21,',
		noticedBy: {
			file: 'test/examples/campaign.test.mts',
			test: 'due tomorrow at nine in the workflow',
		},
	},
	{
		name: 'The campaign goes by a time zone two hours away',
		file: campaign,
		from: '"timezone": "Africa/Nairobi"',
		to: '"timezone": "Africa/Lagos"',
		noticedBy: {
			file: 'test/examples/files.test.mts',
			test: 'campaign-tomorrow-morning.json has a name, a time zone',
		},
	},
	{
		name: 'The stop list is read from the list of customers',
		file: campaign,
		from: '"fileSelector": "stop-list.csv"',
		to: '"fileSelector": "customers.csv"',
		noticedBy: claims('campaign-tomorrow-morning.json reads these files'),
	},
	{
		name: 'The daily report counts today instead of the day before',
		file: report,
		from: '"dateCreated": "yesterday"',
		to: '"dateCreated": "today"',
		noticedBy: claims(
			'daily-delivery-report.json reads these files and these lists of the service, of these days',
		),
	},
	{
		name: 'The daily report comes in the evening',
		file: report,
		from: '"triggerAtHour": 7',
		to: '"triggerAtHour": 19',
		noticedBy: claims('daily-delivery-report.json begins with what the README says'),
	},
	{
		name: 'The daily report comes every second day',
		file: report,
		from: '"daysInterval": 1',
		to: '"daysInterval": 2',
		noticedBy: claims('daily-delivery-report.json begins with what the README says'),
	},
	{
		name: "Today's messages are those of the whole week",
		file: around,
		from: '"dateCreated": "today"',
		to: '"dateCreated": "this-week"',
		noticedBy: claims(
			'look-around.json reads these files and these lists of the service, of these days',
		),
	},
	{
		name: 'The office hears of a failed text after an hour',
		file: undelivered,
		from: '"value": 5',
		to: '"value": 60',
		noticedBy: claims('undelivered-email-the-office.json begins with what the README says'),
	},
	{
		name: 'An example runs from its import on',
		file: undelivered,
		from: '"active": false',
		to: '"active": true',
		noticedBy: claims(
			'undelivered-email-the-office.json begins with what the README says, and not before somebody has switched it on',
		),
	},
	{
		name: 'The shop is not told of a text that failed',
		file: orders,
		from: '"onError": "continueErrorOutput"',
		to: '"onError": "continueRegularOutput"',
		noticedBy: claims('webhook-order-confirmation.json leads every way to an answer of its own'),
	},
];
