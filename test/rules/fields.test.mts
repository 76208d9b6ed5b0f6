/**
 * The values that single fields accept: choices, switches, numbers, caps, texts and statuses. All others are refused
 * with a reason.
 */
import { readDefaultCountry } from '../../nodes/MessagingService/values/countries.ts';
import {
	readBoolean,
	readCap,
	readChoice,
	readRequiredText,
	readSearchText,
	readWholeNumber,
} from '../../nodes/MessagingService/values/fieldValues.ts';
import { readStatuses, statusKey } from '../../nodes/MessagingService/values/fieldValues.ts';
import { quotedValue } from '../../nodes/MessagingService/wording.ts';
import { tableOf } from './table.mts';

type Read = { value?: unknown; problem?: { what: string; next: string } };
/** Returns the value, or the problem as a text. */
const came = ({ value, problem }: Read): unknown =>
	problem ? `${problem.what} ${problem.next}` : value;

describe('a choice', () => {
	const priorities = ['authentication', 'utility', 'marketing'] as const;
	const read = (value: unknown) => came(readChoice(value, 'Priority', priorities));

	test.each(priorities)('%s', (choice) => expect(read(` ${choice} `)).toBe(choice));

	test.each<[unknown, string]>([
		['Utility', "'Utility'"],
		['toString', "'toString'"],
		[null, 'An empty value'],
		[['utility'], 'A list'],
	])('%j is refused, and those that there are are named', (value, shown) =>
		expect(read(value)).toMatch(
			new RegExp(`^${shown} isn't a valid Priority. .*authentication, utility, marketing`),
		),
	);
});

test.each<[unknown, unknown]>([
	[' KE ', 'KE'],
	['', undefined],
	[254, expect.stringContaining('254')],
])('a default country %j', (value, expected) =>
	expect(came(readDefaultCountry(value))).toEqual(expected),
);

describe('a switch', () => {
	const read = (value: unknown) => came(readBoolean(value, 'Return All'));

	test('is on or off', () => expect([read(true), read(false)]).toEqual([true, false]));

	test.each<[unknown, string]>([
		['true', "'true'"],
		[0, "'0'"],
		[[true], 'a list'],
		['', 'an empty text'],
		[undefined, 'an empty value'],
	])('%j is neither on nor off', (value, shown) =>
		expect(read(value)).toContain(`Return All is ${shown}, but it must be on or off`),
	);
});

describe('a whole number', () => {
	// Each number in all the ways in which it may be written.
	test.each<[number, unknown[]]>([
		[12, [12, '12', ' 12\n', '+12', '012']],
		[-3, [-3, '-3']],
		[0, [0, -0, '-0']],
		[Number.MAX_SAFE_INTEGER, ['9007199254740991']],
	])('%p', (expected, written) => {
		for (const value of written)
			expect([value, came(readWholeNumber(value, 'Limit'))]).toEqual([value, expected]);
	});

	test.each<[unknown, string]>([
		[12.5, "'12.5'"],
		['12.0', "'12.0'"],
		['1e3', "'1e3'"],
		['1,000', "'1,000'"],
		['١٢', "'١٢'"],
		['', 'an empty text'],
		[null, 'an empty value'],
		['9007199254740992', "'9007199254740992'"],
		[true, "'true'"],
		[12n, "'12'"],
		['9'.repeat(1_000_000), `'${'9'.repeat(40)}…'`],
	])('%.40p is none', (value, shown) =>
		expect(came(readWholeNumber(value, 'Limit'))).toBe(
			`Limit is ${shown}, not a whole number. Set Limit to a whole number.`,
		),
	);

	test.each(
		tableOf(`
			1  {"min":1}  1
			100  {"max":100}  100
			0  {"min":1}  Limit is 0, which is too small. Set Limit to a whole number of 1 or more.
			-1  {"min":0,"max":9}  Limit is -1, which is too small. Set Limit to a whole number between 0 and 9.
			10  {"min":0,"max":9}  Limit is 10, which is too large. Set Limit to a whole number between 0 and 9.
			101  {"max":100}  Limit is 101, which is too large. Set Limit to a whole number of 100 or less.
		`),
	)('%s of %s', (value, range, expected) =>
		expect(String(came(readWholeNumber(value, 'Limit', JSON.parse(range!) as object)))).toBe(
			expected,
		),
	);
});

describe('a cap', () => {
	const cap = (value: unknown) => came(readCap(value, 'Max Recipients'));

	test('is a whole number', () => {
		expect([7, '7', ' 0 ', -0].map(cap)).toEqual([7, 7, 0, 0]);
	});

	test.each<[unknown, string]>([
		[undefined, 'Max Recipients is empty'],
		[null, 'Max Recipients is empty'],
		['  ', 'Max Recipients is empty'],
		['seven', "Max Recipients is 'seven', not a whole number of 0 or more"],
		[7.5, "Max Recipients is '7.5', not a whole number"],
		[-7, "Max Recipients is '-7', not a whole number"],
		[[7], 'Max Recipients is a list, not a whole number'],
	])('%j in the form is refused: it never means that there is no limit', (value, fact) => {
		expect(cap(value)).toContain(fact);
		expect(cap(value)).toContain('remove it from Options for no limit');
	});
});

describe('a text', () => {
	const required = (value: unknown) => came(readRequiredText(value, 'Campaign'));
	const searched = (value: unknown) => came(readSearchText(value, 'Campaign'));
	const [nothing, long] = [['', ' \t\n', null, undefined], 'é'.repeat(1000)];

	test('that must be there has no blanks around it', () => {
		expect([' Käse 😀 ', 2026, 0].map(required)).toEqual(['Käse 😀', '2026', '0']);
		for (const value of nothing) expect(required(value)).toContain('Campaign is empty. Fill in');
	});

	test('to search for stays as it stands, as long as an address has room for it', () => {
		expect([' Ward 7 ', 7.5, 0, long].map(searched)).toEqual([' Ward 7 ', '7.5', '0', long]);
		for (const value of nothing) expect(searched(value)).toBeUndefined();
		expect(searched(`${long}w`)).toMatch(/1,001 characters.*1,000/);
	});

	test.each<[unknown, string]>([
		[['a'], 'Campaign is a list, not text'],
		[false, "Campaign is 'false', not text"],
		[Number.NaN, "Campaign is 'NaN', not text"],
	])('%j is none', (value, fact) => {
		for (const read of [required, searched]) expect(read(value)).toContain(fact);
	});
});

describe('statuses', () => {
	test.each<[string, unknown[]]>([
		['delivered', ['Delivered', ' DELIVERED\n']],
		['not  sent', ['Not  sent']],
		['παραδόθηκε', ['ΠΑΡΑΔΌΘΗΚΕ']],
		['0', [0, '0']],
		['', ['\t', null, false, {}, ['Sent'], Number.NaN]],
	])('%j is how it is compared', (key, written) =>
		expect(written.map(statusKey)).toEqual(written.map(() => key)),
	);

	test.each<[string, unknown, string[] | undefined]>([
		['one', 'Failed', ['failed']],
		['by semicolons and line breaks', 'a;b\r\nc\n', ['a', 'b', 'c']],
		['the same one in two ways', 'Sent, SENT,sent ', ['sent']],
		['a list', ['Failed', ' expired; Blocked', 7], ['failed', 'expired', 'blocked', '7']],
		['separators alone', ' ,;\n, ', undefined],
		['a list as JSON', ' ["Bounced","Z\\u00e4hlt nicht", -4]\n', ['bounced', 'zählt nicht', '-4']],
		['a list as JSON in a list', ['["Bounced"]', 'Parked'], ['bounced', 'parked']],
		['in brackets, but no JSON', '[Bounced, Not Sent]', ['bounced', 'not sent']],
		['as Python writes a list', "['Bounced', 'Parked']", ['bounced', 'parked']],
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
		['an object', { status: 'Failed' }, 'an object'],
		['a list of objects as JSON', '[{"id":4}]', `'[{"id":4}]'`],
		['an object put into a text', 'Parked, [object Object]', "'Parked, [object Object]'"],
		['a book', 'Parked, '.repeat(1251), `'${'Parked, '.repeat(5)}…'`],
	])('refused, or they would never be met: %s', (_, value, shown) =>
		expect(came(readStatuses(value, 'Statuses'))).toContain(
			`Statuses is ${shown}, which this node can't read as statuses`,
		),
	);
});

test.each<[unknown, string]>([
	['a'.repeat(40), `'${'a'.repeat(40)}'`],
	['a'.repeat(41), `'${'a'.repeat(40)}…'`],
	['😀'.repeat(41), `'${'😀'.repeat(40)}…'`],
	['a\u0000\n\u202e\u00a0b', "'a<U+0000><U+000A><U+202E><U+00A0>b'"],
	['\udc00', "'<U+DC00>'"],
	['', 'an empty text'],
	[0, "'0'"],
	[null, 'an empty value'],
	[['secret'], 'a list'],
	[{ token: 'secret' }, 'an object'],
	[Symbol('secret'), 'an object'],
])('a refusal shows of %.50p nothing private and nothing invisible', (value, shown) =>
	expect(quotedValue(value)).toBe(shown),
);
