import { harmless } from '../../nodes/MessagingService/validation/harmless.ts';
import { readStatuses, statusKey } from '../../nodes/MessagingService/validation/statuses.ts';
import { oddValues } from './oddValues.mts';

describe('a status as it is compared', () => {
	test.each<[unknown, string]>([
		['Delivered', 'delivered'], ['DELIVRD', 'delivrd'], [' Not  sent\n', 'not  sent'], ['ZUGESTELLT ✓', 'zugestellt ✓'], ['ΠΑΡΑΔΌΘΗΚΕ', 'παραδόθηκε'],
		[-2, '-2'], [0, '0'], ['', ''], ['\t', ''], [null, ''], [undefined, ''], [false, ''], [{}, ''], [['Sent'], ''], [Number.NaN, ''],
	])('%p is %p', (status, key) => expect(statusKey(status)).toBe(key));
});

describe('statuses of a field', () => {
	test.each<[string, unknown, string[] | undefined]>([
		['one', 'Failed', ['failed']],
		['several, in any case, with blanks around them', ' failed, UNDELIVERED ,Out of Credit', ['failed', 'undelivered', 'out of credit']],
		['by semicolons and line breaks', 'Expired;rejected\r\nBlocked\n', ['expired', 'rejected', 'blocked']],
		['the same one in two ways', 'Sent, SENT,sent ', ['sent']],
		['a list, whose members may be several', ['Failed', ' expired; Blocked', 7], ['failed', 'expired', 'blocked', '7']],
		['a number', -1, ['-1']],
		['0', 0, ['0']],
		['separators alone', ' ,;\n, ', undefined],
		['an empty list', [], undefined],
		['a list of blanks', ['', ' '], undefined],
	])('%s', (_title, value, keys) => {
		const { value: read, problem } = readStatuses(value, 'Statuses');
		expect(problem).toBeUndefined();
		expect(read && [...read]).toEqual(keys);
	});

	test.each<[string, unknown, string]>([
		['yes', true, "'true'"], ['a list with nothing in it', ['Failed', null], 'a list'], ['a list in a list', [['Failed']], 'a list'],
		['an object', { status: 'Failed' }, 'an object'], ['no number', Number.NaN, "'NaN'"], ['a bigint', 3n, "'3'"],
	])('refused: %s', (_title, value, shown) => {
		expect(readStatuses(value, 'Statuses')).toEqual({
			problem: { id: 'textOfWrongType', what: `Statuses is ${shown}, not a text.`, next: 'Give Statuses a single text, e.g. {{ $json.text }}.' },
		});
	});
});

test.each(Object.entries(oddValues).filter(([kind]) => kind !== 'an empty list'))('refused, and never an error of this code: %s', (_kind, make) => {
	expect(readStatuses(harmless(make()), 'Statuses').problem?.id).toBe('textOfWrongType');
});
