import {
	getCountryCallingCode,
	parsePhoneNumberFromString,
	validatePhoneNumberLength,
	type NumberType,
	type PhoneNumber,
} from 'libphonenumber-js/max';

import { countryOf, type Country } from './countries';
import { withPlainDigits } from './digits';
import { givenText } from './given';
import { doubtOf, isMobileType } from './numberType';
import { wordsAround } from './wordsAround';
import {
	isInternational,
	lastGroupOf,
	refusalOf,
	refusalOfCharacters,
	withoutPunctuation,
	withPlainCharacters,
	type NumberRefusal,
} from './writtenNumber';
import { problems, type Doubt, type ValueOrProblem } from '../texts';

// Numbers are never guessed. A value is accepted if it can only be one person's number, by the numbering plans of all
// countries (libphonenumber). Otherwise it is refused, with its possible readings.

// E.164 allows 15 digits; 00 and 0 come on top. Anything longer isn't worth the library's time.
const MOST_DIALLED_DIGITS = 24;
const LONGEST_ENTRY = 200;

/** One person's number in E.164. */
export interface PersonsNumber {
	number: string;
	/** Undefined where several countries share the calling code, and the library can't tell them apart. */
	country?: string;
	doubt?: Doubt;
}

/**
 * Reads one phone number. The result, read again, gives the same number. A number without a plus or 00 is completed
 * with the code of `country`, or refused.
 *
 * @param country null where the form has no Default Country
 */
export function readPhoneNumber(
	entry: string,
	country: Country | null | undefined,
	field: string,
): ValueOrProblem<PersonsNumber> {
	const read = readEntry(entry, country);
	if (!isNumber(read)) return { problem: read(field, entry) };
	// Most numbers are in E.164 already.
	const refusal = read.number === entry ? undefined : refusalOfNext(read);
	if (refusal) return { problem: refusal(field, entry) };
	return { value: { number: read.number, country: read.country, doubt: doubtOf(read.type) } };
}

/**
 * Returns the number that a whole text stands for, or undefined. It must be in a known range, and the text must have
 * its country code or be a number of `country`.
 */
export function readWhole(text: string, country: Country | null | undefined): string | undefined {
	const read = readEntry(text.trim(), country);
	if (!isKnown(read)) return undefined;
	const isOwn = country && hasCodeOf(read.number, country);
	return isOwn || isInternational(withPlainCharacters(text)) ? read.number : undefined;
}

/** Whether a number in E.164 begins with the calling code of this country. */
export function hasCodeOf(number: string, country: Country): boolean {
	return number.startsWith(`+${getCountryCallingCode(country.value)}`);
}

function readEntry(entry: string, country: Country | null | undefined): NumberOrRefusal {
	// Nothing to clean or complete.
	if (/^\+\d{7,23}$/.test(entry) && !entry.endsWith('000000')) return readInternational(entry);
	const plain = withPlainCharacters(entry.slice(0, LONGEST_ENTRY + 1));
	const refusal = refusalOf(plain) ?? refusalOfWords(plain, country) ?? refusalOfCharacters(plain);
	if (refusal) return refusal;
	if (entry.length > LONGEST_ENTRY) return problems.numberTooLong;
	const read = readPlain(plain, country);
	if (hasNote(plain, read, country)) return problems.noteBehindNumber;
	if (isNumber(read) || !plain.includes('(0)')) return read;
	// The zero in +34 (0)612… is dialled only within the country, and some countries have no such zero. Where it belongs
	// to the number (Italy), the first reading has kept it.
	const second = readPlain(plain.replace('(0)', ''), country);
	return isNumber(second) ? second : read;
}

function readPlain(plain: string, country: Country | null | undefined): NumberOrRefusal {
	const written = withoutPunctuation(plain);
	if (written.length > MOST_DIALLED_DIGITS) return problems.numberTooLong;
	// 0011 is the prefix for calls abroad from Australia. Read as 00 and 11, it would lose a 1 on the way to North
	// America: 0011 65 8123 4567 must not reach +1 658 123 4567.
	const isAustralia = country?.value === 'AU';
	if (written.startsWith('0011') && !isAustralia) return problems.unknownCountryCode;
	const digits = written.replace(isAustralia ? /^00(?:11)?/ : /^00/, '+');
	if (digits.startsWith('+')) return readInternational(digits);
	if (country) return readWithoutPlus(digits, country);
	const completed = readInternational(`+${digits}`);
	const would = isKnown(completed) ? wouldBe(completed) : undefined;
	return (field, entry) => problems.noCountryCode(field, entry, country !== null, would);
}

/**
 * Returns the number read with a plus, and its country's name, for the user to confirm: many mobile numbers of one
 * country are also numbers of another.
 */
function wouldBe({ number, country }: PlannedNumber) {
	return { number, country: countryOf(country)?.name };
}

/** Refuses words around a number, and names them. Undefined where there are none, or where the rest is no number. */
function refusalOfWords(
	plain: string,
	country: Country | null | undefined,
): NumberRefusal | undefined {
	const { number, before, behind } = wordsAround(plain) ?? {};
	if (number === undefined) return undefined;
	const lacksCountry = !country && !isInternational(number);
	if (!lacksCountry && !isNumber(readEntry(number, country))) return undefined;
	return (field, entry) => problems.wordsAroundNumber(field, entry, before, behind);
}

/**
 * Whether the last group of digits doesn't belong to the number: the text without it is one already. It may stand for
 * another person's number, as in +254712345678/9, or be a note, as in +254712345678 (2). Blanks and dots separate
 * groups of one number, and -0 is the extension of a reception desk.
 */
function hasNote(
	plain: string,
	whole: NumberOrRefusal,
	country: Country | null | undefined,
): boolean {
	const group = lastGroupOf(plain);
	if (!group) return false;
	const { before, parting, last } = group;
	const isExtension = last === '0' && /^\s*[-\u2010-\u2015]\s*$/.test(parting);
	if (isExtension) return false;
	const isInDoubt =
		last.length <= 2
			? !isKnown(whole) || !/^[\s.]+$/.test(parting)
			: isNumber(whole) && !isKnown(whole);
	return isInDoubt && isKnown(readPlain(before, country));
}

/**
 * Returns the key of a person's phone, by its number with country code; an empty text without digits. Ignores
 * punctuation, the plus or 00 before the country code, and the two spellings that lists have of one phone: Argentina's
 * mobile numbers have a 9 for callers from abroad, Mexico's had a 1 until 2019, and Brazil put a 9 before those that
 * began with 6 to 9.
 */
export function personKey(phoneNumber: unknown): string {
	// No number is longer, but a text from elsewhere may have a megabyte.
	const text = givenText(phoneNumber)?.slice(0, LONGEST_ENTRY) ?? '';
	const digits = withPlainDigits(text).replace(/\D/g, '').replace(/^00/, '');
	// Most numbers are from neither Mexico (52), Argentina (54) nor Brazil (55).
	if (!/^5[245]/.test(digits)) return digits;
	return digits
		.replace(/^521(?=\d{10}$)/, '52')
		.replace(/^549(?=\d{10}$)/, '54')
		.replace(/^(55\d\d)9(?=[6-9]\d{7}$)/, '$1');
}

interface PlannedNumber {
	/** In E.164. */
	number: string;
	national: string;
	country?: string;
	/** Undefined where the library knows no such range. */
	type: NumberType;
}

type NumberOrRefusal = PlannedNumber | NumberRefusal;

// E.164 allows 15 digits.
const LONGEST_NUMBER = '+'.length + 15;

function isNumber(read: NumberOrRefusal): read is PlannedNumber {
	return typeof read !== 'function';
}

/** Whether a number is in a range that its country has allocated. */
function isKnown(read: NumberOrRefusal): read is PlannedNumber {
	return isNumber(read) && read.type !== undefined;
}

/**
 * Reads digits after a plus. Checks only their length against the country's plan: new ranges open faster than any
 * library learns of them.
 */
function readInternational(given: string): NumberOrRefusal {
	// Until 2019 Mexico's mobile numbers had a 1 here, and many lists still have it.
	const digits = given.replace(/^\+521(?=\d{10}$)/, '+52');
	const phone = parsed(digits);
	return codeTwice(phone) ?? withPossibleLength(phone, digits);
}

/**
 * Returns why a readable number can't be sent to: read once more, it would be refused or become another one. The
 * library drops one zero after +254 at each reading, so one number could be written in two ways, and an excluded one
 * not be recognized.
 */
function refusalOfNext({ number }: PlannedNumber): NumberRefusal | undefined {
	const phone = parsed(number);
	return phone?.number === number ? codeTwice(phone) : problems.zerosInNumber;
}

/** Reads digits without a plus: either it is missing, or they are written as people dial within the country. */
function readWithoutPlus(digits: string, country: Country): NumberOrRefusal {
	// No country code begins with a zero.
	if (digits.startsWith('0')) return readNational(digits, country);
	const beginsWithCode = digits.startsWith(getCountryCallingCode(country.value));
	const ofCountry = beginsWithCode ? readInternational(`+${digits}`) : undefined;
	if (ofCountry && isKnown(ofCountry)) return ofCountry;
	const national = readNational(digits, country);
	// Gabon's 06 03 12 34 keeps its zero. Without it, the seven digits are somebody else's number.
	const withZero = country.value === 'GA' ? readNational(`0${digits}`, country) : national;
	if (!isNumber(national)) return knownAbroad(digits) ?? national;
	if (isKnown(withZero) && withZero.number !== national.number)
		return twoReadings(withZero, national);
	// A spreadsheet has dropped the zero of 0151 23456789, so it is read as national, although +1 512 345 6789 exists.
	const isAsWritten = national.country === country.value && national.national === digits;
	if (isAsWritten && isMobileType(national.type)) return national;
	const abroad = ofCountry ?? knownAbroad(digits);
	if (!abroad || !isNumber(abroad) || abroad.number === national.number) return national;
	return twoReadings(abroad, national);
}

/** Reads digits as a number whose plus is missing, of a known range; undefined where there is none such. */
function knownAbroad(digits: string): PlannedNumber | undefined {
	const read = readInternational(`+${digits}`);
	return isKnown(read) ? read : undefined;
}

function twoReadings(one: PlannedNumber, other: PlannedNumber): NumberRefusal {
	return (field, entry) => problems.twoReadings(field, entry, one.number, other.number);
}

/** Reads digits as a number of `country`, in a known range: many foreign numbers have a possible length too. */
function readNational(digits: string, country: Country): NumberOrRefusal {
	const read = withPossibleLength(parsed(digits, country), digits, country);
	if (!isNumber(read) || isKnown(read)) return read;
	return (field, entry) => problems.notInDefaultCountry(field, entry, country.name);
}

function parsed(digits: string, country?: Country): PhoneNumber | undefined {
	return parsePhoneNumberFromString(digits, { defaultCountry: country?.value, extract: false });
}

/** Refuses a number with its country code twice. Some mobile numbers do begin with that code, such as +84 84…. */
function codeTwice(phone: PhoneNumber | undefined): NumberRefusal | undefined {
	if (!phone?.nationalNumber.startsWith(phone.countryCallingCode)) return undefined;
	const once = parsed(`+${phone.nationalNumber}`);
	if (!once?.isValid() || isMobileType(phone.getType())) return undefined;
	return (field, entry) => problems.codeTwice(field, entry, once.number);
}

const refusalsOfLength = {
	INVALID_COUNTRY: problems.unknownCountryCode,
	INVALID_LENGTH: problems.numberOfWrongLength,
	NOT_A_NUMBER: problems.numberTooShort,
	TOO_SHORT: problems.numberTooShort,
	TOO_LONG: problems.numberTooLong,
};

function withPossibleLength(
	phone: PhoneNumber | undefined,
	digits: string,
	country?: Country,
): NumberOrRefusal {
	const isTooLong = phone !== undefined && phone.number.length > LONGEST_NUMBER;
	const type = phone?.getType();
	// A known range implies a possible length.
	if (phone && !isTooLong && (type !== undefined || phone.isPossible())) {
		const { number, nationalNumber: national } = phone;
		return { number, national, country: phone.country, type };
	}
	return (field, entry) => {
		const fault = isTooLong ? 'TOO_LONG' : validatePhoneNumberLength(digits, country?.value);
		return refusalsOfLength[fault ?? 'TOO_SHORT'](field, entry, phone?.countryCallingCode);
	};
}
