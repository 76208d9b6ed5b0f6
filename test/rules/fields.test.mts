/** What single fields take: choices, switches, numbers, caps, texts and statuses. All else is refused in words. */
import { readBoolean } from '../../nodes/MessagingService/validation/boolean.ts';
import { readCap } from '../../nodes/MessagingService/validation/cap.ts';
import { readChoice } from '../../nodes/MessagingService/validation/choice.ts';
import { quotedValue } from '../../nodes/MessagingService/validation/quotedValue.ts';
import { readRequiredText } from '../../nodes/MessagingService/validation/requiredText.ts';
import { readSearchText } from '../../nodes/MessagingService/validation/searchText.ts';
import { readStatuses, statusKey } from '../../nodes/MessagingService/validation/statuses.ts';
import {
	readOptionalWholeNumber,
	readWholeNumber,
} from '../../nodes/MessagingService/validation/wholeNumber.ts';

type Read = { value?: unknown; problem?: { what: string; next: string } };
/** The value, or what is told. */
const came = ({ value, problem }: Read): unknown =>
	problem ? `${problem.what} ${problem.next}` : value;

describe('a choice', () => {
	const priorities = ['authentication', 'utility', 'marketing'] as const;
	const read = (value: unknown) => came(readChoice(value, 'Priority', priorities));

	test.each(priorities)('%s', (choice) => expect(read(` ${choice} `)).toBe(choice));

	test.each<[unknown, string]>([
		['', 'An empty text'],
		['Utility', "'Utility'"],
		['toString', "'toString'"],
		[null, 'An empty value'],
		[['utility'], 'A list'],
	])('%j is refused, and those that there are are named', (value, shown) => {
		expect(read(value)).toContain(`${shown} isn't a valid Priority.`);
		expect(read(value)).toContain('authentication, utility, marketing');
	});
});

describe('a switch', () => {
	test.each([true, false])('%p', (value) =>
		expect(came(readBoolean(value, 'Combine Items'))).toBe(value),
	);

	test.each([['', ' \n', null, undefined]].flat())('%j is not set: the default', (value) => {
		expect(came(readBoolean(value, 'Return All'))).toBe(false);
		expect(came(readBoolean(value, 'Return All', true))).toBe(true);
	});

	test.each<[unknown, string]>([
		['true', "'true'"],
		['no', "'no'"],
		[1, "'1'"],
		[0, "'0'"],
		[[true], 'a list'],
	])('%j is neither on nor off', (value, shown) =>
		expect(came(readBoolean(value, 'Combine Items'))).toContain(
			`Combine Items is ${shown}, but it must be on or off`,
		),
	);
});

describe('a whole number', () => {
	test.each<[unknown, number]>([
		[12, 12],
		[0, 0],
		[-3, -3],
		['12', 12],
		[' 12\n', 12],
		['+12', 12],
		['-3', -3],
		['007', 7],
		['9007199254740991', Number.MAX_SAFE_INTEGER],
		[-0, 0],
		['-0', 0],
	])('%p', (value, expected) => {
		expect(Object.is(came(readWholeNumber(value, 'Limit')), expected)).toBe(true);
		expect(came(readOptionalWholeNumber(value, 'Limit'))).toBe(expected);
	});

	test.each<[unknown, string]>([
		[12.5, "'12.5'"],
		['12.0', "'12.0'"],
		['1e3', "'1e3'"],
		['0x10', "'0x10'"],
		['1,000', "'1,000'"],
		['1 000', "'1 000'"],
		['١٢', "'١٢'"],
		['', 'an empty text'],
		[null, 'an empty value'],
		[undefined, 'an empty value'],
		[Number.NaN, "'NaN'"],
		[1e21, "'1e+21'"],
		['9007199254740992', "'9007199254740992'"],
		[true, "'true'"],
		[{}, 'an object'],
		[12n, "'12'"],
		['9'.repeat(1_000_000), `'${'9'.repeat(40)}…'`],
	])('%.40p is none', (value, shown) =>
		expect(came(readWholeNumber(value, 'Limit'))).toBe(
			`Limit is ${shown}, not a whole number. Give Limit a whole number.`,
		),
	);

	test.each<[unknown, number | undefined, number | undefined, unknown]>([
		[1, 1, undefined, 1],
		[100, undefined, 100, 100],
		[0, 1, undefined, 'Limit is 0, which is too small. Give Limit a whole number of 1 or more.'],
		['-1', 0, 9, 'Limit is -1, which is too small. Give Limit a whole number between 0 and 9.'],
		[10, 0, 9, 'Limit is 10, which is too large. Give Limit a whole number between 0 and 9.'],
		[
			101,
			undefined,
			100,
			'Limit is 101, which is too large. Give Limit a whole number of 100 or less.',
		],
	])('%p from %p to %p', (value, min, max, expected) =>
		expect(came(readWholeNumber(value, 'Limit', { min, max }))).toBe(expected),
	);

	test.each<[unknown, unknown]>([
		['', undefined],
		['  ', undefined],
		[null, undefined],
		[undefined, undefined],
		['x', expect.stringContaining('a whole number of 1 or more')],
		[[], expect.stringContaining('a list')],
		[0, expect.stringContaining('too small')],
		[3, 3],
	])('that may be left out: %j', (value, expected) =>
		expect(came(readOptionalWholeNumber(value, 'Limit', { min: 1 }))).toEqual(expected),
	);
});

describe('a cap', () => {
	const cap = (value: unknown, isInForm = true) =>
		came(readCap(value, 'Max Recipients', isInForm, 0));

	test.each<[unknown, number]>([
		[7, 7],
		['7', 7],
		[' 0 ', 0],
		[-0, 0],
	])('%j', (value, expected) => expect(cap(value)).toBe(expected));

	test('that is not in the form is none; one that has a value all the same counts', () =>
		expect([undefined, null, '', 7].map((value) => cap(value, false)).join()).toBe(',,,7'));

	test.each<[unknown, string]>([
		[undefined, 'Max Recipients is empty'],
		[null, 'Max Recipients is empty'],
		['  ', 'Max Recipients is empty'],
		[Number.NaN, "Max Recipients is 'NaN', not a whole number of 0 or more"],
		['seven', "Max Recipients is 'seven', not a whole number"],
		[7.5, "Max Recipients is '7.5', not a whole number"],
		[-7, "Max Recipients is '-7', not a whole number"],
		[true, "Max Recipients is 'true', not a whole number"],
		[[7], 'Max Recipients is a list, not a whole number'],
	])('%j in the form is refused: it never means that there is no limit', (value, fact) => {
		expect(cap(value)).toContain(fact);
		expect(cap(value)).toContain('remove it from Options for no limit');
	});
});

describe('a text', () => {
	test.each<[unknown, string]>([
		['Reminders', 'Reminders'],
		[' Reminders ', 'Reminders'],
		[2026, '2026'],
		[0, '0'],
		['Käse 😀', 'Käse 😀'],
	])('that must be there: %j', (value, expected) =>
		expect(came(readRequiredText(value, 'Campaign'))).toBe(expected),
	);

	test.each([['', ' \n', null, undefined]].flat())('%j is none', (value) =>
		expect(came(readRequiredText(value, 'Campaign'))).toContain('Campaign is empty. Fill in'),
	);

	test.each<[unknown, string | undefined]>([
		['Ward 7', 'Ward 7'],
		[' Ward 7 ', ' Ward 7 '],
		[0, '0'],
		[7.5, '7.5'],
		['', undefined],
		[' \t', undefined],
		[null, undefined],
		[undefined, undefined],
		['é'.repeat(1000), 'é'.repeat(1000)],
	])('to search for, as it stands: %.20j', (value, expected) =>
		expect(came(readSearchText(value, 'Query'))).toBe(expected),
	);

	test('that no address has room for is refused', () =>
		expect(came(readSearchText('w'.repeat(1001), 'Query'))).toMatch(/1,001 characters.*1,000/));

	test.each<[unknown, string]>([
		[['a'], 'Query is a list, not a text'],
		[{}, 'Query is an object, not a text'],
		[false, "Query is 'false', not a text"],
		[Number.NaN, "Query is 'NaN', not a text"],
	])('%j is none', (value, fact) => {
		expect(came(readSearchText(value, 'Query'))).toContain(fact);
		expect(came(readRequiredText(value, 'Query'))).toContain(fact);
	});
});

describe('statuses', () => {
	test.each<[unknown, string]>([
		['Delivered', 'delivered'],
		[' Not  sent\n', 'not  sent'],
		['ΠΑΡΑΔΌΘΗΚΕ', 'παραδόθηκε'],
		[-2, '-2'],
		[0, '0'],
		['\t', ''],
		[null, ''],
		[false, ''],
		[{}, ''],
		[['Sent'], ''],
		[Number.NaN, ''],
	])('%p is compared as %p', (status, key) => expect(statusKey(status)).toBe(key));

	test.each<[string, unknown, string[] | undefined]>([
		['one', 'Failed', ['failed']],
		['several, in any case', ' failed, NOT SENT ,Expired', ['failed', 'not sent', 'expired']],
		['by semicolons and line breaks', 'a;b\r\nc\n', ['a', 'b', 'c']],
		['the same one in two ways', 'Sent, SENT,sent ', ['sent']],
		['a list', ['Failed', ' expired; Blocked', 7], ['failed', 'expired', 'blocked', '7']],
		['a number', -1, ['-1']],
		['0', 0, ['0']],
		['separators alone', ' ,;\n, ', undefined],
		['an empty list', [], undefined],
		['a list of blanks', ['', ' '], undefined],
		['a list as JSON', ' ["Bounced","Z\\u00e4hlt nicht", -4]\n', ['bounced', 'zählt nicht', '-4']],
		['on several lines', '[\n  "Bounced",\n  "Expired"\n]', ['bounced', 'expired']],
		['a list as JSON in a list', ['["Bounced"]', 'Parked'], ['bounced', 'parked']],
		['an empty list as JSON', '[]', undefined],
		['in brackets, but no JSON', '[Bounced, Not Sent]', ['bounced', 'not sent']],
		['as Python writes a list', "['Bounced', 'Parked']", ['bounced', 'parked']],
		['each in quotes', '"Bounced"; \'Parked\'', ['bounced', 'parked']],
		['one text as JSON', '"Bounced, Parked"', ['bounced', 'parked']],
		['quotes and brackets of its own', '[7] Put "by", d\'oh', ['[7] put "by"', "d'oh"]],
	])('%s', (_, value, keys) => {
		const read = readStatuses(value, 'Statuses');
		expect(read.problem).toBeUndefined();
		expect(read.value && [...read.value]).toEqual(keys);
	});

	test.each<[string, unknown, string]>([
		['yes', true, "'true'"],
		['nothing in a list', ['Failed', null], 'a list'],
		['a list in a list', [['Failed']], 'a list'],
		['an object', { status: 'Failed' }, 'an object'],
		['no number', Number.NaN, "'NaN'"],
		['an object as JSON', '{"status":"Parked"}', `'{"status":"Parked"}'`],
		['a list of objects as JSON', '[{"id":4}]', `'[{"id":4}]'`],
		['nothing in a list as JSON', '["Parked", null]', `'["Parked", null]'`],
		['an object put into a text', 'Parked, [object Object]', "'Parked, [object Object]'"],
	])('refused, or they would never be met: %s', (_, value, shown) =>
		expect(came(readStatuses(value, 'Statuses'))).toContain(
			`Statuses is ${shown}, which this node can't read as statuses`,
		),
	);
});

test.each<[unknown, string]>([
	['a'.repeat(40), `'${'a'.repeat(40)}'`],
	['a'.repeat(41), `'${'a'.repeat(40)}…'`],
	['😀'.repeat(40), `'${'😀'.repeat(40)}'`],
	['😀'.repeat(41), `'${'😀'.repeat(40)}…'`],
	['a\u0000\n\u202e\u00a0b', "'a<U+0000><U+000A><U+202E><U+00A0>b'"],
	['\udc00', "'<U+DC00>'"],
	['', 'an empty text'],
	[0, "'0'"],
	[null, 'an empty value'],
	[undefined, 'an empty value'],
	[['secret'], 'a list'],
	[{ token: 'secret' }, 'an object'],
	[() => 'secret', 'an object'],
	[Symbol('secret'), 'an object'],
])('a refusal shows of %.50p nothing private and nothing invisible', (value, shown) =>
	expect(quotedValue(value)).toBe(shown),
);
