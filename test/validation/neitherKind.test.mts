/** Values that are neither text nor number nor on or off: each reader refuses them in words that name the field. */
import { readBoolean } from '../../nodes/MessagingService/validation/boolean.ts';
import { readCap } from '../../nodes/MessagingService/validation/cap.ts';
import { harmless } from '../../nodes/MessagingService/validation/harmless.ts';
import { isRecord } from '../../nodes/MessagingService/validation/record.ts';
import { readRequiredText } from '../../nodes/MessagingService/validation/requiredText.ts';
import { readSearchText } from '../../nodes/MessagingService/validation/searchText.ts';
import { measureText } from '../../nodes/MessagingService/validation/text.ts';
import { oddValues } from './oddValues.mts';

describe.each(Object.entries(oddValues))('%s', (_title, make) => {
	test.each<[string, (value: unknown) => { problem?: { what: string } }]>([
		['Campaign', (value) => readRequiredText(value, 'Campaign')],
		['Message', (value) => measureText(value)],
		['Query', (value) => readSearchText(value, 'Query')],
		['Return All', (value) => readBoolean(value, 'Return All')],
		['Max Recipients', (value) => readCap(value, 'Max Recipients', true, 0)],
	])('is refused as %s', (field, read) => {
		expect(read(harmless(make())).problem?.what).toMatch(
			new RegExp(`^${field} is |^[A-Z'].* isn't a valid ${field}\\.$`),
		);
	});
});

test.each<[unknown, boolean]>([
	[{}, true],
	[{ a: 1 }, true],
	[[], false],
	[null, false],
	[undefined, false],
	['{}', false],
	[7, false],
	[() => 0, false],
])('%p is a record: %p', (value, expected) => {
	expect(isRecord(value)).toBe(expected);
});
