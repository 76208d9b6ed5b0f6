import { shortened } from '../../nodes/MessagingService/validation/shortened.ts';

test.each([
	['seven77', 7, 'seven77'],
	['eight888', 7, 'eight8…'],
	['', 7, ''],
	// A character of two halves is kept whole or left out.
	['12345\u{1F600}7', 7, '12345…'],
	['1234\u{1F600}78', 7, '1234\u{1F600}…'],
	['12345\u{1F600}', 7, '12345\u{1F600}'],
])('%j in %i characters is %j', (text, most, expected) =>
	expect(shortened(text, most)).toBe(expected),
);
