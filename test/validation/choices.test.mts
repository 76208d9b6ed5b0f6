/** Fields of which one of a few values is chosen, on and off among them. */
import { readBoolean } from '../../nodes/MessagingService/validation/boolean.ts';
import { readChoice } from '../../nodes/MessagingService/validation/choice.ts';

describe('choices', () => {
	const PRIORITIES = ['authentication', 'utility', 'marketing'] as const;

	test.each(PRIORITIES)('%s is read', (choice) => {
		expect(readChoice(` ${choice} `, 'Priority', PRIORITIES)).toEqual({ value: choice });
	});

	test.each([
		['', 'An empty text'],
		['Utility', "'Utility'"],
		['toString', "'toString'"],
		[null, 'An empty value'],
		[0, "'0'"],
	])('%j is refused', (value, shown) => {
		expect(readChoice(value, 'Priority', PRIORITIES).problem).toEqual({
			id: 'notAChoice',
			what: `${shown} isn't a valid Priority.`,
			next: 'Set Priority to one of these: authentication, utility, marketing.',
		});
	});
});

describe('yes and no', () => {
	test.each([
		[true, true],
		[false, false],
	])('%p', (value, expected) => {
		expect(readBoolean(value, 'Return All')).toEqual({ value: expected });
	});

	test.each([['', ' \n', null, undefined]].flat())('%j is not set: the default', (value) => {
		expect(readBoolean(value, 'Return All')).toEqual({ value: false });
		expect(readBoolean(value, 'Return All', true)).toEqual({ value: true });
	});

	test.each<[unknown, string]>([
		['true', "'true'"],
		['yes', "'yes'"],
		[1, "'1'"],
		[0, "'0'"],
		[[true], 'a list'],
	])('%j is refused', (value, shown) => {
		expect(readBoolean(value, 'Combine Items')).toEqual({
			problem: {
				id: 'notABoolean',
				what: `Combine Items is ${shown}, but it must be on or off.`,
				next: 'Switch Combine Items on or off. An expression must give true or false, not a text.',
			},
		});
	});
});
