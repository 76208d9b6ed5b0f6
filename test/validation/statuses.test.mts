import { harmless } from '../../nodes/MessagingService/validation/harmless.ts';
import { readStatuses, statusKey } from '../../nodes/MessagingService/validation/statuses.ts';
import { oddValues } from './oddValues.mts';

describe('a status as it is compared', () => {
	test.each<[unknown, string]>([
		['Delivered', 'delivered'],
		['DELIVRD', 'delivrd'],
		[' Not  sent\n', 'not  sent'],
		['ZUGESTELLT ✓', 'zugestellt ✓'],
		['ΠΑΡΑΔΌΘΗΚΕ', 'παραδόθηκε'],
		[-2, '-2'],
		[0, '0'],
		['', ''],
		['\t', ''],
		[null, ''],
		[undefined, ''],
		[false, ''],
		[{}, ''],
		[['Sent'], ''],
		[Number.NaN, ''],
	])('%p is %p', (status, key) => expect(statusKey(status)).toBe(key));
});

describe('statuses of a field', () => {
	test.each<[string, unknown, string[] | undefined]>([
		['one', 'Failed', ['failed']],
		[
			'several, in any case, with blanks around them',
			' failed, UNDELIVERED ,Out of Credit',
			['failed', 'undelivered', 'out of credit'],
		],
		[
			'by semicolons and line breaks',
			'Expired;rejected\r\nBlocked\n',
			['expired', 'rejected', 'blocked'],
		],
		['the same one in two ways', 'Sent, SENT,sent ', ['sent']],
		[
			'a list, whose members may be several',
			['Failed', ' expired; Blocked', 7],
			['failed', 'expired', 'blocked', '7'],
		],
		['a number', -1, ['-1']],
		['0', 0, ['0']],
		['separators alone', ' ,;\n, ', undefined],
		['an empty list', [], undefined],
		['a list of blanks', ['', ' '], undefined],
		[
			'a list as JSON, as JSON.stringify or a language model writes it',
			' ["Bounced","Z\\u00e4hlt nicht", -4]\n',
			['bounced', 'zählt nicht', '-4'],
		],
		[
			'a list as JSON on several lines',
			'[\n  "Bounced",\n  "Out of Credit"\n]',
			['bounced', 'out of credit'],
		],
		['a list as JSON in a list', ['["Bounced"]', 'Parked'], ['bounced', 'parked']],
		['an empty list as JSON', '[]', undefined],
		[
			'a list in brackets that is no JSON',
			'[Bounced, Out of Credit]',
			['bounced', 'out of credit'],
		],
		['a list as Python and JavaScript write it', "['Bounced', 'Parked']", ['bounced', 'parked']],
		['each in quotes', '"Bounced"; \'Parked\'', ['bounced', 'parked']],
		['one text as JSON', '"Bounced, Parked"', ['bounced', 'parked']],
		[
			'quotes and brackets that belong to it',
			'[7] Parked "for now", d\'accord',
			['[7] parked "for now"', "d'accord"],
		],
	])('%s', (_title, value, keys) => {
		const { value: read, problem } = readStatuses(value, 'Statuses');
		expect(problem).toBeUndefined();
		expect(read && [...read]).toEqual(keys);
	});

	test.each<[string, unknown, string]>([
		['yes', true, "'true'"],
		['a list with nothing in it', ['Failed', null], 'a list'],
		['a list in a list', [['Failed']], 'a list'],
		['an object', { status: 'Failed' }, 'an object'],
		['no number', Number.NaN, "'NaN'"],
		['a bigint', 3n, "'3'"],
		['an object as JSON', '{"status":"Parked"}', `'{"status":"Parked"}'`],
		['a list of objects as JSON', '[{"id":4}]', `'[{"id":4}]'`],
		['a list with nothing in it as JSON', '["Parked", null]', `'["Parked", null]'`],
		['a list in a list as JSON', '[["Parked"]]', `'[["Parked"]]'`],
		['an object that n8n put into a text', 'Parked, [object Object]', "'Parked, [object Object]'"],
	])('refused: %s', (_title, value, shown) => {
		expect(readStatuses(value, 'Statuses')).toEqual({
			problem: {
				id: 'statusesOfWrongType',
				what: `Statuses is ${shown}, which this node can't read as statuses.`,
				next: 'Write the statuses with commas between them, e.g. Failed, Undelivered.',
			},
		});
	});
});

test.each(Object.entries(oddValues).filter(([kind]) => kind !== 'an empty list'))(
	'refused, and never an error of this code: %s',
	(_kind, make) => {
		expect(readStatuses(harmless(make()), 'Statuses').problem?.id).toBe('statusesOfWrongType');
	},
);
