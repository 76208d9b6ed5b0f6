/**
 * The lines that n8n's pane shows above the output, for each kind of run: what became of it, when and where, what to
 * look at. That their counts are those of the rows is checked after every send of all tests (test/harness/pane).
 */
import type { INode, INodeParameters } from 'n8n-workflow';
import { clock, each, numberOf, send, service } from '../harness/index.mts';

interface Kind {
	title: string;
	/** Recipients of each row. */
	to: string[];
	/** Columns of each row, beside `to`. */
	columns?: Array<Record<string, unknown>>;
	parameters?: INodeParameters;
	options?: INodeParameters;
	settings?: Partial<INode>;
	zone?: string;
	/** Time of the run. By default it is noon on a Monday, in UTC. */
	at?: string;
	/** Prepares the service. */
	given?: () => unknown;
	/** Rows that are sent first, with the same node. */
	before?: string[];
	lines: string[];
}

// No two of them are neighbours: five numbers that count up are a hint of their own.
const [ann, ben, cem, dee] = [0, 2, 4, 6].map(numberOf) as [string, string, string, string];
const goesOn = { onError: 'continueRegularOutput' as const };
const branches = { onError: 'continueErrorOutput' as const };
const group = { sendTo: 'contactGroup', contactListId: 503 };
const perRow = { sendTo: '={{ $json.sendTo ?? "phoneNumbers" }}', contactListId: 503 };
const night = '2026-11-23T19:00:00Z';
const nairobi = 'Africa/Nairobi';
const dryRun = true;
const hours = (values: INodeParameters = {}) => ({ sendingHours: { values } });
const lost = (recipient: string) => () =>
	service.play({ on: 'send', kind: 'serverError', recipient });
const noLook = { lookUpUnknown: false };

const kinds: Record<string, Kind[]> = {
	'A list': [
		{ title: 'one row', to: [ann], lines: [] },
		{ title: 'one row of several numbers', to: [`${ann}, ${ben}`], lines: [] },
		{ title: 'a contact group', to: [''], parameters: group, lines: [] },
		{ title: 'three rows', to: [ann, ben, cem], lines: ['3 rows accepted.'] },
		{
			title: 'rows of several numbers',
			to: [`${ann}, ${ben}`, cem],
			lines: ['2 rows accepted (3 numbers).'],
		},
		{
			title: 'a contact group beside numbers',
			to: [`${ann}, ${ben}`, ''],
			columns: [{}, { sendTo: 'contactGroup' }],
			parameters: perRow,
			lines: ['2 rows accepted.'],
		},
		{
			title: 'a row that is no number, with an Error Branch',
			to: [ann, 'lost', cem],
			settings: branches,
			lines: ['3 rows: 2 accepted, 1 not sent: see the Error Branch.'],
		},
		{
			title: 'a row that is no number, in the regular output',
			to: [ann, 'lost', cem],
			settings: goesOn,
			lines: ['3 rows: 2 accepted, 1 not sent: see the error column.'],
		},
		{
			title: 'no row that can be sent',
			to: ['lost', ''],
			settings: goesOn,
			lines: ['2 rows not sent: see the error column.'],
		},
		{
			title: 'a row that the service refuses',
			to: [ann, ben],
			given: () => service.play({ on: 'send', kind: 'badRequest', recipient: ben }),
			settings: branches,
			lines: ['2 rows: 1 accepted, 1 not sent: see the Error Branch.'],
		},
	],
	'A list with repeats': [
		{
			title: 'a row twice',
			to: [ann, ben, ann],
			lines: [
				'3 rows: 2 accepted, 1 had it already.',
				"1 item repeats another item's message to the same recipients (item 2 that of item 0), so no second text goes out for it.",
			],
		},
		{
			title: 'the same number in all rows',
			to: [ann, ann],
			lines: [
				'2 rows: 1 accepted, 1 had it already.',
				"1 item repeats another item's message to the same recipients (item 1 that of item 0), so no second text goes out for it. If each item has a number of its own, drag its column into Recipients.",
			],
		},
		{
			title: 'rows that share a number',
			to: [`${ann}, ${ben}`, `${ben}, ${cem}`],
			lines: ['2 rows accepted (3 numbers). 1 more number has it: see alreadySentRecipients.'],
		},
		{
			title: 'several texts to a number',
			to: [ann, ben, ann],
			columns: [{ text: 'One' }, { text: 'Two' }, { text: 'Three' }],
			parameters: { message: '={{ $json.text }}' },
			lines: [
				'3 rows accepted.',
				'1 number gets 2 different texts: +254710100000 (items 0 and 2).',
			],
		},
		{
			title: 'several texts of one campaign to a number',
			to: [ann, ben, ann],
			columns: [{ text: 'One' }, { text: 'Two' }, { text: 'Three' }],
			parameters: { message: '={{ $json.text }}' },
			options: { sameMessage: 'campaign' },
			lines: [
				'3 rows: 2 accepted, 1 had it already.',
				"1 item repeats another item's message to the same recipients (item 2 that of item 0), so no second text goes out for it. 1 text is left out, as only the first of a campaign goes out: +254710100000 (item 0, not item 2).",
			],
		},
	],
	'Left out': [
		{
			title: 'a row by Exclude Numbers',
			to: [ann, ben],
			options: { excludeNumbers: ben },
			lines: [
				'2 rows: 1 accepted, 1 excluded.',
				"1 number is left out: +254710100002. The output's skippedRecipients says why.",
			],
		},
		{
			title: 'the only row',
			to: [ann],
			options: { excludeNumbers: ann },
			lines: ["1 number is left out: +254710100000. The output's skippedRecipients says why."],
		},
		{
			title: 'all rows',
			to: [ann, ben],
			options: { excludeNumbers: `${ann}, ${ben}` },
			lines: [
				'2 rows excluded.',
				"2 numbers are left out: +254710100000 and +254710100002. The output's skippedRecipients says why.",
			],
		},
		{
			title: 'a number of a row that goes to others',
			to: [`${ann}, ${ben}`, cem],
			options: { excludeNumbers: ben },
			lines: [
				'2 rows accepted.',
				"1 number is left out: +254710100002. The output's skippedRecipients says why.",
			],
		},
		{
			title: 'all but Only These Numbers',
			to: [ann, ben, cem],
			options: { onlyNumbers: ann },
			lines: [
				'3 rows: 1 accepted, 2 excluded.',
				"2 numbers are left out: +254710100002 and +254710100004. The output's skippedRecipients says why.",
			],
		},
		{
			title: 'invalid numbers that are skipped',
			to: [`${ann}, lost`, `${ben}, 12`],
			options: { invalidRecipients: 'skip' },
			lines: [
				'2 rows accepted.',
				"2 numbers are left out: lost and 12. The output's skippedRecipients says why.",
			],
		},
	],
	'A dry run': [
		{
			title: 'one row',
			to: [ann],
			options: { dryRun },
			lines: [
				"Dry Run is on, and nothing was sent. 1 row would text 1 number with 1 segment in all. The text: 'Hello'.",
			],
		},
		{
			title: 'three rows',
			to: [ann, ben, cem],
			options: { dryRun },
			lines: [
				"Dry Run is on, and nothing was sent. 3 rows would text 3 numbers with 3 segments in all. The text: 'Hello'.",
			],
		},
		{
			title: 'rows of several numbers',
			to: [`${ann}, ${ben}`, cem],
			options: { dryRun },
			lines: [
				"Dry Run is on, and nothing was sent. 2 rows would text 3 numbers with 3 segments in all. The text: 'Hello'.",
			],
		},
		{
			title: 'rows with faults',
			to: [ann, 'lost', `${cem}, ${dee}`, ''],
			options: { dryRun },
			lines: [
				"Dry Run is on, and nothing was sent. 4 rows: 2 would text 3 numbers with 3 segments in all, 2 not sent: see the error column. The text: 'Hello'.",
			],
		},
		{
			title: 'nothing but faults',
			to: ['lost', ''],
			options: { dryRun },
			lines: ['Dry Run is on, and nothing was sent. 2 rows not sent: see the error column.'],
		},
		{
			title: 'a contact group beside numbers',
			to: [`${ann}, ${ben}`, ''],
			columns: [{}, { sendTo: 'contactGroup' }],
			parameters: perRow,
			options: { dryRun },
			lines: [
				"Dry Run is on, and nothing was sent. 2 rows would text 2 numbers with 2 segments in all and 1 contact group. The text: 'Hello'.",
			],
		},
		{
			title: 'a row twice',
			to: [ann, ben, ann],
			options: { dryRun },
			lines: [
				"Dry Run is on, and nothing was sent. 3 rows would text 2 numbers with 2 segments in all. The text: 'Hello'.",
				"1 item repeats another item's message to the same recipients (item 2 that of item 0), so no second text goes out for it.",
			],
		},
		{
			title: 'a row that is excluded',
			to: [ann, ben],
			options: { dryRun, excludeNumbers: ben },
			lines: [
				"Dry Run is on, and nothing was sent. 2 rows: 1 would text 1 number with 1 segment in all, 1 excluded. The text: 'Hello'.",
				"1 number is left out: +254710100002. The output's skippedRecipients says why.",
			],
		},
		{
			title: 'texts of several segments',
			to: [ann, ben, cem],
			columns: [
				{ text: 'a'.repeat(170) },
				{ text: `${'a'.repeat(80)} ж` },
				{ text: `${'a'.repeat(90)} ж` },
			],
			parameters: { message: '={{ $json.text }}' },
			options: { dryRun, maxSegments: 0 },
			lines: [
				`Dry Run is on, and nothing was sent. 3 rows would text 3 numbers with 6 segments in all. The first and longest text (item 0, 2 segments): '${'a'.repeat(80)} … ${'a'.repeat(37)}'. The shortest text (item 1, 2 segments): '${'a'.repeat(80)} ж'. Item 1 takes 2 segments instead of 1 because of ж, and 1 more item likewise.`,
			],
		},
		{
			title: 'of some rows',
			to: [ann, `${ben}, ${cem}`],
			options: { dryRun: '={{ $itemIndex === 0 }}' },
			lines: [
				"Dry Run is on for 1 row, which sent nothing. 2 rows: 1 accepted (2 numbers), 1 would text 1 number with 1 segment in all. The text: 'Hello'.",
			],
		},
		{
			title: 'with Skip Already Sent',
			to: [ann],
			options: { dryRun, skipAlreadySent: true },
			lines: [
				"Dry Run is on, and nothing was sent. 1 row would text 1 number with 1 segment in all. The text: 'Hello'.",
			],
		},
		{
			title: 'with Skip Already Sent, of a list that some have already',
			to: [ann, ben, `${ann}, ${cem}`],
			before: [ann],
			options: { dryRun, skipAlreadySent: true },
			lines: [
				"Dry Run is on, and nothing was sent. 3 rows: 1 had it already, 2 would text 2 numbers with 2 segments in all. 1 more number has it: see alreadySentRecipients. The text: 'Hello'.",
			],
		},
		{
			title: 'with Skip Already Sent, of a list that everybody has already',
			to: [ann, ben],
			before: [ann, ben],
			options: { dryRun, skipAlreadySent: true },
			lines: ['Dry Run is on, and nothing was sent. 2 rows had it already.'],
		},
		{
			title: 'with a Test Number',
			to: [ann, ben, ''],
			options: { testNumber: dee },
			lines: [
				`The text of item 0 went to ${dee}: read it on your phone. Nobody else got anything. 3 rows: 2 would text 2 numbers with 2 segments in all, 1 not sent: see the error column. The text: 'Hello'.`,
			],
		},
	],
	'A later run with Skip Already Sent': [
		{
			title: 'of the same rows',
			to: [ann, ben],
			before: [ann, ben],
			options: { skipAlreadySent: true },
			lines: ['2 rows had it already.'],
		},
		{
			title: 'of one more row',
			to: [ann, ben, cem],
			before: [ann, ben],
			options: { skipAlreadySent: true },
			lines: ['3 rows: 1 accepted, 2 had it already.'],
		},
		{
			title: 'of one row',
			to: [ann],
			before: [ann],
			options: { skipAlreadySent: true },
			lines: ['1 row had it already.'],
		},
		{
			title: 'of a row with one number more',
			to: [`${ann}, ${ben}`],
			before: [ann],
			options: { skipAlreadySent: true },
			lines: ['1 row accepted. 1 more number has it: see alreadySentRecipients.'],
		},
		{
			title: 'of a row that stands twice',
			to: [ann, ben, ann],
			before: [ann, ben],
			options: { skipAlreadySent: true },
			lines: [
				'3 rows had it already.',
				"1 item repeats another item's message to the same recipients (item 2 that of item 0), so no second text goes out for it.",
			],
		},
		{
			title: "whose campaign is the workflow's name",
			to: [ann],
			parameters: { campaign: '={{ $workflow.name }}' },
			options: { skipAlreadySent: true },
			lines: [
				"Campaign is the workflow's name. If you rename the workflow, Skip Already Sent sends these messages again. For your next list, type a name of its own into Campaign.",
			],
		},
	],
	'With a Schedule': [
		{
			title: 'one row',
			to: [ann],
			options: { schedule: '2026-11-24 09:00' },
			zone: nairobi,
			lines: [
				"It is 15:00 in the workflow's time zone (Africa/Nairobi): the text goes out tomorrow at 09:00.",
			],
		},
		{
			title: 'all rows, on a day of next week',
			to: [ann, ben],
			options: { schedule: '2026-12-04 09:00' },
			zone: nairobi,
			lines: [
				'2 rows accepted.',
				"It is 15:00 in the workflow's time zone (Africa/Nairobi): both texts go out on Friday 2026-12-04 at 09:00.",
			],
		},
		{
			title: 'some rows',
			to: [ann, ben, cem],
			options: { schedule: '={{ ["", "2026-11-23 18:30", "2026-11-25 09:00"][$itemIndex] }}' },
			zone: nairobi,
			lines: [
				'3 rows accepted.',
				"It is 15:00 in the workflow's time zone (Africa/Nairobi): 1 text goes out now, 2 between today at 18:30 and Wednesday 2026-11-25 at 09:00.",
			],
		},
		{
			title: 'a dry run',
			to: [ann, ben],
			options: { dryRun, schedule: '2026-11-24 09:00' },
			zone: nairobi,
			lines: [
				"Dry Run is on, and nothing was sent. 2 rows would text 2 numbers with 2 segments in all. The text: 'Hello'.",
				"It is 15:00 in the workflow's time zone (Africa/Nairobi): both texts would go out tomorrow at 09:00.",
			],
		},
	],
	'With Sending Hours': [
		{
			title: 'by day',
			to: [ann, ben, cem],
			options: hours(),
			zone: nairobi,
			lines: [
				'3 rows accepted.',
				'Sending Hours are 08:00 to 20:00 (Africa/Nairobi), where it is 15:00: all 3 texts go out now.',
			],
		},
		{
			title: 'at night',
			to: [ann, ben, cem],
			options: hours(),
			zone: nairobi,
			at: night,
			lines: [
				'3 rows accepted.',
				'Sending Hours are 08:00 to 20:00 (Africa/Nairobi), where it is 22:00: all 3 texts go out tomorrow at 08:00. That is a later day than without Sending Hours: do the texts say "today" or "tomorrow"?',
			],
		},
		{
			title: 'before they begin',
			to: [ann],
			options: hours(),
			zone: nairobi,
			at: '2026-11-23T03:00:00Z',
			lines: [
				'Sending Hours are 08:00 to 20:00 (Africa/Nairobi), where it is 06:00: the text goes out today at 08:00.',
			],
		},
		{
			title: 'on a Friday evening, before a weekend',
			to: [ann, ben],
			options: hours({ days: ['mon', 'tue', 'wed', 'thu', 'fri'], timeZone: 'Europe/Berlin' }),
			zone: nairobi,
			at: '2026-11-27T20:14:00Z',
			lines: [
				'2 rows accepted.',
				'Sending Hours are 08:00 to 20:00 on Monday to Friday (Europe/Berlin), where it is 21:14: both texts go out on Monday 2026-11-30 at 08:00. That is a later day than without Sending Hours: do the texts say "today" or "tomorrow"?',
			],
		},
		{
			title: 'of each row',
			to: [ann, ben],
			columns: [{ zone: 'America/New_York' }, { zone: nairobi }],
			options: hours({ timeZone: '={{ $json.zone }}' }),
			zone: 'Europe/Berlin',
			at: night,
			lines: [
				'2 rows accepted.',
				'Sending Hours differ from row to row (it is 14:00 in America/New_York and 22:00 in Africa/Nairobi): 1 text goes out now, 1 tomorrow at 06:00 (Europe/Berlin). For 1 of them that is a later day than without Sending Hours: does the text say "today" or "tomorrow"?',
			],
		},
		{
			title: 'that put off a part of the Schedules',
			to: [ann, ben],
			options: {
				...hours(),
				schedule: '={{ $itemIndex ? "2026-11-25 12:00" : "2026-11-24 21:00" }}',
			},
			zone: nairobi,
			lines: [
				'2 rows accepted.',
				'Sending Hours are 08:00 to 20:00 (Africa/Nairobi), where it is 15:00: both texts go out between Wednesday 2026-11-25 at 08:00 and Wednesday 2026-11-25 at 12:00. For 1 of them that is a later day than without Sending Hours: does the text say "today" or "tomorrow"?',
			],
		},
		{
			title: 'a dry run at night',
			to: [ann, ben, 'lost'],
			options: { ...hours(), dryRun },
			zone: nairobi,
			at: night,
			lines: [
				"Dry Run is on, and nothing was sent. 3 rows: 2 would text 2 numbers with 2 segments in all, 1 not sent: see the error column. The text: 'Hello'.",
				'Sending Hours are 08:00 to 20:00 (Africa/Nairobi), where it is 22:00: both texts would go out tomorrow at 08:00. That is a later day than without Sending Hours: do the texts say "today" or "tomorrow"?',
			],
		},
		{
			title: 'a dry run in which a cap refuses a contact group',
			to: [ann, ''],
			columns: [{}, { sendTo: 'contactGroup' }],
			parameters: perRow,
			options: { ...hours(), dryRun, maxRecipients: 5 },
			zone: nairobi,
			lines: [
				"Dry Run is on, and nothing was sent. 2 rows: 1 would text 1 number with 1 segment in all, 1 not sent: see the error column. The text: 'Hello'.",
				'Sending Hours are 08:00 to 20:00 (Africa/Nairobi), where it is 15:00: the text would go out now.',
			],
		},
		{
			title: 'on single days',
			to: [ann],
			options: hours({ days: ['mon', 'wed', 'sun'] }),
			zone: nairobi,
			lines: [
				'Sending Hours are 08:00 to 20:00 on Monday, Wednesday and Sunday (Africa/Nairobi), where it is 15:00: the text goes out now.',
			],
		},
		{
			title: 'a one-time code, which they leave alone',
			to: [ann],
			parameters: { priority: 'authentication' },
			options: hours(),
			at: night,
			lines: [],
		},
		{
			title: 'in a zone whose sign is the other way round',
			to: [ann],
			options: hours({ timeZone: 'Etc/GMT+3' }),
			lines: [
				'Sending Hours are 08:00 to 20:00 (Etc/GMT+3), where it is 09:00: the text goes out now.',
				"The time zone Etc/GMT+3 is UTC-3: the sign in such a name is the other way round. Choose one by its place, such as Africa/Nairobi, if that isn't meant.",
			],
		},
	],
	'Numbers to look at': [
		{
			title: 'one abroad',
			to: ['0712 345678', '+447400123456'],
			options: { defaultCountry: 'KE' },
			lines: ['2 rows accepted.', '1 number is abroad, outside Default Country: +447400123456.'],
		},
		{
			title: 'all abroad, in a dry run',
			to: [
				'+447400123456',
				'+447400123457',
				'+447400123459',
				'+4915112345678',
				'+4915112345679',
				'+33612345678',
			],
			options: { defaultCountry: 'KE', dryRun },
			lines: [
				"Dry Run is on, and nothing was sent. 6 rows would text 6 numbers with 6 segments in all. The text: 'Hello'.",
				'6 numbers are abroad, outside Default Country: +447400123456, +447400123457, +447400123459, +4915112345678, +4915112345679 and 1 more.',
			],
		},
		{
			title: 'abroad, in a country that nobody can tell',
			to: ['+12001234567'],
			options: { defaultCountry: 'KE' },
			lines: [
				'1 number may be wrong: +12001234567 (no such range is known). 1 number is abroad, outside Default Country: +12001234567.',
			],
		},
		{
			title: 'in a country that nobody can tell, with the own country code',
			to: ['+12001234567'],
			options: { defaultCountry: 'US' },
			lines: ['1 number may be wrong: +12001234567 (no such range is known).'],
		},
		{
			title: 'abroad, where Allowed Countries names the country',
			to: ['+447400123456'],
			options: { defaultCountry: 'KE', allowedCountries: ['KE', 'GB'] },
			lines: [],
		},
		{
			title: 'a cell that was dragged down',
			to: [0, 1, 2, 3, 4].map(numberOf),
			lines: [
				'5 rows accepted.',
				"5 numbers follow one another, such as +254710100000 to +254710100004: a cell that is dragged down in a spreadsheet counts up. Check that these are people's numbers.",
			],
		},
		{
			title: 'a landline',
			to: ['+442071838750', ann],
			lines: ['2 rows accepted.', '1 number is a landline, which may not receive texts.'],
		},
	],
	'What nobody knows of': [
		{
			title: 'one row',
			to: [ann],
			given: lost(ann),
			options: noLook,
			settings: goesOn,
			lines: [
				'1 row may or may not have been sent: see the error column. Look with Query Messages before you send these again. Or switch on Skip Already Sent, which looks before it sends, and run the workflow again after two minutes.',
			],
		},
		{
			title: 'one of three',
			to: [ann, ben, cem],
			given: lost(ben),
			options: noLook,
			settings: branches,
			lines: [
				'3 rows: 1 may or may not have been sent, 2 accepted: see the Error Branch. Look with Query Messages before you send these again. Or switch on Skip Already Sent, which looks before it sends, and run the workflow again after two minutes.',
			],
		},
		{
			title: 'with Skip Already Sent',
			to: [ann, ben],
			given: lost(ben),
			options: { skipAlreadySent: true },
			settings: goesOn,
			lines: [
				'2 rows: 1 may or may not have been sent, 1 accepted: see the error column. Run the workflow again after two minutes: Skip Already Sent looks for these, and sends only those that are not there.',
			],
		},
		{
			title: 'a contact group',
			to: ['', ''],
			parameters: group,
			given: () => service.play({ on: 'send', kind: 'serverError' }),
			settings: goesOn,
			lines: [
				'2 rows may or may not have been sent: see the error column. Look with Query Messages before you send these again.',
				"1 item repeats another item's message to the same recipients (item 1 that of item 0), so no second text goes out for it. If each item has a number of its own, drag its column into Recipients.",
			],
		},
		{
			title: 'a part of a row',
			to: [`${ann}, ${ben}, ${cem}`],
			given: lost(ben),
			options: { ...noLook, recipientsPerRequest: 1 },
			settings: goesOn,
			lines: [
				'1 row may or may not have been sent: see the error column. 2 more numbers have it: see alreadySentRecipients. Look with Query Messages before you send these again. Or switch on Skip Already Sent, which looks before it sends, and run the workflow again after two minutes.',
			],
		},
		{
			title: 'found in the list',
			to: [ann, ben],
			given: () => service.play({ on: 'send', kind: 'errorAfterAccept', recipient: ben }),
			lines: ['2 rows accepted.'],
		},
	],
	'An outage': [
		{
			title: 'of some seconds',
			to: [ann, ben, cem],
			given: () => service.play({ on: 'any', kind: 'serverError', after: 1, lasts: 8_000 }),
			options: { ...noLook, maxConcurrentRequests: 1 },
			settings: goesOn,
			lines: [
				'3 rows: 1 may or may not have been sent, 2 accepted: see the error column. Look with Query Messages before you send these again. Or switch on Skip Already Sent, which looks before it sends, and run the workflow again after two minutes.',
				'The service stopped answering, so this run waited 15 seconds.',
			],
		},
		{
			title: 'that lasts',
			to: [ann, ben, cem, dee],
			given: () => service.play({ on: 'any', kind: 'serverError', after: 2, times: Infinity }),
			options: { ...noLook, maxConcurrentRequests: 1 },
			settings: branches,
			lines: [
				'4 rows: 1 may or may not have been sent, 1 accepted, 2 not sent: see the Error Branch. Look with Query Messages before you send these again. Or switch on Skip Already Sent, which looks before it sends, and run the workflow again after two minutes.',
				'The service stopped answering, so this run waited 60 seconds.',
			],
		},
		{
			title: 'a rate limit',
			to: [ann, ben],
			given: () =>
				service.play({ on: 'send', kind: 'rateLimited', retryAfter: '7', recipient: ann }),
			lines: [
				'2 rows accepted.',
				'The service was receiving too many requests, so this run waited 7 seconds.',
			],
		},
	],
};

for (const [title, list] of Object.entries(kinds))
	describe(title, () => {
		test.each(list)('$title', async (kind) => {
			const { to, columns = [], before = [], options = {}, lines, settings, zone } = kind;
			const parameters = { ...each, ...kind.parameters, options };
			const rowsOf = (numbers: string[]) =>
				numbers.map((number, index) => ({ to: number, ...columns[index] }));
			if (kind.at) clock.set(kind.at);
			const sent = { ...parameters, options: { ...options, dryRun: false } };
			if (before.length > 0) await send(sent, { rows: rowsOf(before), zone });
			kind.given?.();
			const { hints } = await send(parameters, { rows: rowsOf(to), settings, zone });
			expect(hints).toEqual(lines);
		});
	});
