import { wordsAround } from './wordsAroundCases.mts';

/**
 * A value as people write it, the expected result, and the Default Country if one is chosen. The result is the numbers
 * of an accepted value, or the fact that the message of a refused value contains.
 */
export type RecipientCase = [value: unknown, expected: string | string[], country?: string];

/** Numbers as they are written in many countries. */
export const acceptedNumbers: RecipientCase[] = [
	// With a country code, from every continent
	['+254712345678', '+254712345678'],
	['(+254) 712 345678', '+254712345678'],
	['+(254)712345678', '+254712345678'],
	['+254 (0)712 345 678', '+254712345678'],
	['+254 0712 345678', '+254712345678'],
	['00 254 712 345 678', '+254712345678'],
	['0044 7911 123456', '+447911123456', 'KE'],
	['+44 (0) 7911 123456', '+447911123456'],
	['+33 (0)6 12 34 56 78', '+33612345678'],
	['+1 555 123 4567', '+15551234567'],
	// E.164 allows at most fifteen digits
	['+491512345678901', '+491512345678901'],
	// Dots between the groups, which are no decimal point
	['+2547123456.78', '+254712345678'],
	// A zero that the country doesn't use, or more zeros than the number can keep
	['+34 (0)612 001 234', '+34612001234'],
	// Zeros that belong to the number
	['+39 06 698 12345', '+390669812345'],
	['+39 (0)6 698 12345', '+390669812345'],
	['06 698 12345', '+390669812345', 'IT'],
	['+225 07 12 34 56 78', '+2250712345678'],
	['07 12 34 56 78', '+2250712345678', 'CI'],
	// As it is written within the Default Country
	['0712 345 678', '+254712345678', 'KE'],
	['2540712345678', '+254712345678', 'KE'],
	['8 912 345-67-89', '+79123456789', 'RU'],
	['06 20 123 4567', '+36201234567', 'HU'],
	['011 44 7911 123456', '+447911123456', 'US'],
	['91 98765 43210', '+919876543210', 'IN'],
	['91987 65432', '+919198765432', 'IN'],
	['0011 44 7911 123456', '+447911123456', 'AU'],
	['0044 7911 123456', '+447911123456', 'AU'],
	// Without its plus, where only one number is possible
	['447911123456', '+447911123456', 'KE'],
	[4915123456789, '+4915123456789', 'DE'],
	['49 (0)151 23456789', '+4915123456789', 'DE'],
	['34 (0)612 34 56 78', '+34612345678', 'ES'],
	['6281234567890', '+6281234567890', 'ID'],
	['38344123456', '+38344123456', 'XK'],
	// +1 512 345 6789 exists too, but spreadsheets drop the zero of 0151 23456789
	['15123456789', '+4915123456789', 'DE'],
	['0151 23456789', '+4915123456789', 'DE'],
	// Mexico's 1 after the country code, in use before 2019
	['+52 1 55 1234 5678', '+525512345678'],
	['5215512345678', '+525512345678', 'MX'],
	// Mobile numbers that begin with their country's code
	['+84 846 912 345', '+84846912345'],
	['+39 393 123 4567', '+393931234567'],
	// Zeros at the end, in a form that no spreadsheet writes, such as with blanks
	['+254 722 000 000', '+254722000000'],
	['0722000000', '+254722000000', 'KE'],
	['+254722100000', '+254722100000'],
	// Dashes, slashes and brackets between the groups of one number, and the extension of an office phone
	['+7 912 345-67-89', '+79123456789'],
	['0664/1234567', '+436641234567', 'AT'],
	['+49 30/1234567', '+49301234567'],
	['+49 30 12345-0', '+4930123450'],
	['030 12345-0', '+4930123450', 'DE'],
];

/** Numbers with the additions of spreadsheets, forms, phones and copying. */
export const repairedNumbers: RecipientCase[] = [
	[254712345678, '+254712345678', 'KE'],
	[712345678, '+254712345678', 'KE'],
	['254712345678.0', '+254712345678', 'KE'],
	["'0712345678", '+254712345678', 'KE'],
	['"+254712345678"', '+254712345678'],
	['="0712345678"', '+254712345678', 'KE'],
	['\ufeff+254712345678', '+254712345678'],
	['+254\u00a0712\u00a0345\u00a0678', '+254712345678'],
	['\u202a+254712345678\u202c', '+254712345678'],
	['\u202a254712345678.0\u202c', '+254712345678', 'KE'],
	['\u200e+254 712\u200b345\u2060678', '+254712345678'],
	['+254–712—345\u2011678', '+254712345678'],
	['+254\u2212712\u00ad345678', '+254712345678'],
	['+254·712·345678', '+254712345678'],
	['[+254] 712 345 678', '+254712345678'],
	// Links, Facebook's lead forms, Twilio, and WhatsApp IDs of persons
	['tel:+254712345678', '+254712345678'],
	['tel://+254 712 345 678', '+254712345678'],
	['SMS: +254712345678', '+254712345678'],
	['sms:+15105550101,+15105550102', ['+15105550101', '+15105550102']],
	['callto:00254712345678', '+254712345678'],
	['whatsapp:+254712345678', '+254712345678'],
	['p:+4915123456789', '+4915123456789'],
	['p:0712345678', '+254712345678', 'KE'],
	['254712345678@c.us', '+254712345678'],
	['254712345678@S.WhatsApp.net', '+254712345678', 'DE'],
	['254712345678:12@s.whatsapp.net', '+254712345678'],
	['6478864691@c.us', '+6478864691', 'US'],
	['p:+4915123456789, "whatsapp:+254712345678"', ['+4915123456789', '+254712345678']],
	// Full-width, Arabic-Indic, Devanagari, Bengali, Thai, bold
	['＋２５４７１２３４５６７８', '+254712345678'],
	['+٢٥٤٧١٢٣٤٥٦٧٨', '+254712345678'],
	['+२५४ ७१२ ३४५६७८', '+254712345678'],
	['+254७१२345678', '+254712345678'],
	['০১৭১২৩৪৫৬৭৮', '+8801712345678', 'BD'],
	['๐๘๑-๒๓๔-๕๖๗๘', '+66812345678', 'TH'],
	['+𝟐𝟓𝟒𝟕𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖', '+254712345678'],
	['२५४७१२३४५६७८@c.us', '+254712345678'],
	// Several in one value, each once, in their order
	['+254712345678, +254722345678', ['+254712345678', '+254722345678']],
	['+254712345678 ::: 0722 345 678', ['+254712345678', '+254722345678'], 'KE'],
	['+254712345678:::+254722345678', ['+254712345678', '+254722345678']],
	['+254712345678,,;\n +254722345678,', ['+254712345678', '+254722345678']],
	['+254712345678, 0712 345 678; 254712345678', '+254712345678', 'KE'],
	[[['+254712345678'], [254722345678]], ['+254712345678', '+254722345678'], 'KE'],
	['["+254712345678","+254722345678"]', ['+254712345678', '+254722345678']],
	['22 12 34 56, 22 12 34 57', ['+4722123456', '+4722123457'], 'NO'],
	// Joined, they would be a number of Brazil
	['55 12 34, 55 12 35', ['+508551234', '+508551235'], 'PM'],
	['0712345678,0722345678', ['+254712345678', '+254722345678'], 'KE'],
	// One person in two spellings
	['+54 9 11 1234 5678, 11 1234-5678', '+5491112345678', 'AR'],
	['11 1234-5678, +54 9 11 1234 5678', '+541112345678', 'AR'],
	['+55 11 98765-4321, +55 11 8765-4321', '+5511987654321'],
	// Two persons: in Brazil, only numbers that began with 6 to 9 got the ninth digit
	['+55 11 93123-4567, +55 11 3123-4567', ['+5511931234567', '+551131234567']],
	['+54 9 11 1234 5678, +54 9 11 1234 5679', ['+5491112345678', '+5491112345679']],
];

/** Refused values, each with a fact from its message. */
export const refusedNumbers: RecipientCase[] = [
	// No country, which is never guessed
	['712345678', 'has no country code.'],
	['0712345678', 'has no country code.'],
	[254712345678, 'is the plus missing? Write +254712345678 if it is a number of Kenya (+254).'],
	['44 7911-123456', 'Write +447911123456 if it is a number of Guernsey (+44).', ''],
	// A number of Toronto, one of India, and a mobile number of Germany without its zero
	['6478864691', 'Write +6478864691 if it is a number of New Zealand (+64).'],
	['95123 45678', 'Write +9512345678 if it is a number of Myanmar (+95).'],
	['15123456789', 'Write +15123456789 if it is a number of United States (+1).'],
	// A satellite phone
	['870773111632', 'Write +870773111632 if it is a number of no single country.'],
	['712345678', "isn't a valid Default Country", 'Kenya'],
	['+254712345678', "isn't a valid Default Country", '254'],
	// Country codes that don't exist
	['+999712345678', "begins with a country code that doesn't exist"],
	['+0254712345678', "begins with a country code that doesn't exist"],
	['0011 65 8123 4567', "begins with a country code that doesn't exist", 'US'],
	// Wrong length
	['+25471234', 'is too short for a number with country code +254'],
	['+254', 'is too short for a phone number'],
	['071234', 'is too short for a number with country code +254', 'KE'],
	['7', 'is too short for a phone number', 'KE'],
	['373-4253', 'is too short for a number with country code +1', 'US'],
	['+254712345678901', 'is too long for a number with country code +254'],
	['0712345678/0722345678', 'is too long for a phone number', 'KE'],
	['+254712345678 +254722345678', 'has a plus in the middle'],
	[`${'7'.repeat(25)}`, 'is too long for a phone number'],
	[`${'7'.repeat(24)}`, 'has no country code.'],
	[`712345678${'/'.repeat(191)}`, 'has no country code.'],
	[`712345678${'/'.repeat(192)}`, 'is too long for a phone number'],
	// Reading the result again would give another number, so one person could be written in two ways
	['+25400712345678', 'has too many zeros'],
	['+254 (00) 712 345 678', 'has too many zeros'],
	['+550031479311', 'has too many zeros'],
	// A possible length, but no number of that country
	['669812345', "isn't a valid number in Italy (+39), the Default Country", 'IT'],
	// Two readings, of two persons
	['4366412345678', 'may be +4366412345678 or +494366412345678', 'DE'],
	['6031234', 'may be +24106031234 or +2416031234', 'GA'],
	// A digit is missing, and the rest is a landline
	['491512345678', 'may be +491512345678 or +49491512345678', 'DE'],
	// A spreadsheet showed it as 2.54712E+11
	[254712000000, 'was shortened by a spreadsheet'],
	['254712000000', 'was shortened by a spreadsheet', 'KE'],
	['+254712000000', 'was shortened by a spreadsheet'],
	['+٢٥٤٧١٢٠٠٠٠٠٠', 'was shortened by a spreadsheet'],
	['10000000000', 'was shortened by a spreadsheet'],
	// The country code was put before a number that already had it
	['+9191 98765 43210', 'seems to have its country code twice'],
	['+254254712345678', 'seems to have its country code twice'],
	['+494915123456789', 'seems to have its country code twice'],
	['+49 (49) 151 23456789', 'seems to have its country code twice'],
	['0491 5123456789', 'seems to have its country code twice', 'DE'],
	// Another number, or a note, behind a number
	['+254712345678/0', 'is two numbers, or a number with a note behind it'],
	['+254712345678/9', 'is two numbers, or a number with a note behind it'],
	['+254712345678 (2)', 'is two numbers, or a number with a note behind it'],
	['+254 712345678-1', 'is two numbers, or a number with a note behind it'],
	['+254 712345678 2', 'is two numbers, or a number with a note behind it'],
	['0151 23456789/90', 'is two numbers, or a number with a note behind it', 'DE'],
	['4915123456789/90', 'is two numbers, or a number with a note behind it', 'DE'],
	['+62 8123456789/123', 'is two numbers, or a number with a note behind it'],
	['0712345678/9', 'has no country code'],
	// A comma within a number: nobody knows to which number the parts belong
	['0664,1234567', 'has a comma within a number', 'AT'],
	['+43664,1234567', 'has a comma within a number'],
	['254,712,345,678', 'has a comma within a number', 'KE'],
	['tel:+43,15123456789', 'has a comma within a number', 'DE'],
	['(+43),15123456789', 'has a comma within a number', 'DE'],
	['+४३,१५१२३४५६७८९', 'has a comma within a number', 'DE'],
	['43664,1234567@c.us', 'has a comma within a number', 'DE'],
	// IDs that look like numbers, but are nobody's number
	[
		'120363041234567890@g.us',
		'is the WhatsApp ID of a group, or of somebody whose number is hidden',
	],
	['254712345678-1400000000@g.us', 'is the WhatsApp ID of a group'],
	['254712345678@lid', 'is the WhatsApp ID of a group', 'KE'],
	['254712345678:12@LID', 'is the WhatsApp ID of a group'],
	['status@broadcast', 'is the WhatsApp ID of a group'],
	['254712345678@newsletter', 'is the WhatsApp ID of a group'],
	['0712345678@c.us', "begins with a country code that doesn't exist", 'KE'],
	['254712345678:1234@c.us', "contains ':'", 'KE'],
	['254712345678@hosted.lid', "contains '@'", 'KE'],
	['254712345678@c.us.example.com', "contains '@'", 'KE'],
	['0712345678@example.com', "contains '@'", 'KE'],
	...wordsAround,
	['+254712345678 :::: +254722345678', "contains ':'"],
	// Characters
	['O712345678', "contains 'O'", 'KE'],
	['{{ $json.phone }}', 'has no digits'],
	['*100#', "contains '*'", 'KE'],
	['+254一712345678', "contains '一'"],
	['+254²712345678', "contains '²'"],
	['someone@example.com', 'has no digits'],
	['+254712\u0000345678', "contains '<U+0000>'"],
	['+254712\ud800345678', "contains '<U+D800>'"],
	['+', 'has no digits'],
	['\u200b', 'has no digits'],
	['+25471"2345678', "contains '\"'"],
	['+254tel:712345678', "contains 't'"],
	// Pluses
	['254+712345678', 'has a plus in the middle'],
	['++254712345678', 'has a plus in the middle'],
	['254712345678+', 'has a plus in the middle', 'KE'],
	// Extensions
	['+1 213 373 4253 ext. 12', 'has an extension'],
	['+12133734253x12', 'has an extension'],
	['(213) 373-4253 #12', 'has an extension', 'US'],
	['tel:+1-213-373-4253;ext=12', 'has an extension'],
	['+254712345678 xt 12', 'has an extension'],
	['ext=12', 'has an extension', 'KE'],
	['+254712345678; ext=5', 'has an extension'],
	['+254712345678 x12 y', "contains 'x'"],
	['+254712345678 ext=', "contains 'e'"],
	['+254712345678;   isub=5', "contains ';'"],
	// Damage by a spreadsheet that nobody can repair
	['2.54712E+11', 'was shortened by a spreadsheet', 'KE'],
	[2.547e21, 'was shortened by a spreadsheet', 'KE'],
	['712345678.5', 'is a decimal or negative number', 'KE'],
	[712345678.5, 'is a decimal or negative number', 'KE'],
	[-712345678, 'is a decimal or negative number', 'KE'],
	[Number.NaN, "isn't a phone number", 'KE'],
	[Infinity, "isn't a phone number", 'KE'],
	['254,712', Array<string>(2).fill('too short for a number with country code +254'), 'KE'],
	['25E+11', 'was shortened by a spreadsheet'],
	['2.547E+11y', "contains 'E'"],
	['y2.547E+11', "contains 'y'"],
	['+254.712345678.0', 'is a decimal or negative number'],
	[1e21, 'was shortened by a spreadsheet'],
	[-1e21, 'was shortened by a spreadsheet'],
	[0, 'has no country code.'],
	// Nothing, or no text
	['', 'has no phone number'],
	[' , ;, ', 'has no phone number'],
	[' ::: ', 'has no phone number'],
	[null, 'has no phone number'],
	[undefined, 'has no phone number'],
	[[], 'has no phone number'],
	[['', null], Array<string>(2).fill('has no phone number')],
	['[]', 'has no phone number', 'KE'],
	[true, "isn't a phone number"],
	[{ phone: '+254712345678' }, "isn't a phone number"],
	[() => '+254712345678', "isn't a phone number"],
	[Symbol('number'), "isn't a phone number"],
	[[[[[[['+254712345678']]]]]], "isn't a phone number"],
];

/** Returns a case with its title, for `test.each`. */
export function titled(row: RecipientCase): [title: string, row: RecipientCase] {
	const [value, , country] = row;
	const shown =
		typeof value === 'object' || typeof value === 'string' ? JSON.stringify(value) : String(value);
	return [country === undefined ? shown : `${shown} with ${country}`, row];
}
