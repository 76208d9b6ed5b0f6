import {
	isSupportedCountry,
	parsePhoneNumberFromString,
	validatePhoneNumberLength,
	type CountryCode,
	type PhoneNumber,
} from 'libphonenumber-js/min';

import { plainCharacters, withoutPunctuation } from './phoneCharacters';
import type { Outcome, Problem } from './problem';
import { problems } from './problems';

// E.164 allows 15 digits. Prefixes for dialling abroad and out (00, 0) come on top;
// what is longer than this is not worth the library's time.
const MOST_DIGITS = 15;
const MOST_DIALLED_DIGITS = 24;
const LONGEST_ENTRY = 200;

const SCIENTIFIC = /^[+-]?\d+(?:[.,]\d+)?e[+-]?\d+$/i;
const WHOLE_AS_DECIMAL = /^(\+?\d{7,})\.0$/;
const DECIMAL = /^\+?\d{7,}\.(?:0{2,}|\d)$/;
const EXTENSION = /\d\W{0,3}(?:e?xt(?:n|ension)?|x|#|int|dw)\W{0,3}\d+$/i;
const EXTENSION_PARAMETER = /^(?:ext|isub|postd)\s*=/i;

/** The default country as the phone number library knows it; undefined when it doesn't. */
export function knownCountry(code: string): CountryCode | undefined {
	const upperCase = code.trim().toUpperCase();
	return isSupportedCountry(upperCase) ? upperCase : undefined;
}

function shapeProblem(entry: string, plain: string): Problem | undefined {
	if (entry.length > LONGEST_ENTRY) return problems.numberTooLong(entry);
	if (SCIENTIFIC.test(plain)) return problems.roundedBySpreadsheet(entry);
	if (DECIMAL.test(plain)) return problems.decimalNumber(entry);
	if (EXTENSION.test(plain) || EXTENSION_PARAMETER.test(plain)) return problems.extensionInNumber(entry);
	return undefined;
}

function characterProblem(entry: string, digits: string): Problem | undefined {
	const foreign = /[^\d+]/u.exec(digits)?.[0];
	if (foreign !== undefined) return problems.characterInNumber(entry, foreign);
	if (!/\d/.test(digits)) return problems.noDigits(entry);
	if (digits.lastIndexOf('+') > 0) return problems.plusInsideNumber(entry);
	return digits.length > MOST_DIALLED_DIGITS ? problems.numberTooLong(entry) : undefined;
}

/** Why the library doesn't take these digits, in our words. */
function lengthProblem(entry: string, digits: string, country: CountryCode | undefined, number?: PhoneNumber): Problem {
	switch (validatePhoneNumberLength(digits, country)) {
		case 'INVALID_COUNTRY':
			return problems.unknownCountryCode(entry);
		case 'TOO_LONG':
			return problems.numberTooLong(entry, number?.countryCallingCode);
		case 'INVALID_LENGTH':
			if (number) return problems.numberOfWrongLength(entry, number.countryCallingCode);
	}
	return problems.numberTooShort(entry, number?.countryCallingCode);
}

function readInternational(entry: string, digits: string): Outcome<string> {
	const number = parsePhoneNumberFromString(digits, { extract: false });
	// Only the length is held against the country's plan: new ranges open faster than any library learns of them.
	if (number?.isPossible() && number.number.length <= MOST_DIGITS + 1) return { value: number.number };
	return { problem: lengthProblem(entry, digits, undefined, number) };
}

function readNational(entry: string, digits: string, country: CountryCode): Outcome<string> {
	const number = parsePhoneNumberFromString(digits, { defaultCountry: country, extract: false });
	// Here the digits must fit the plan too: the number of another country, written without
	// its plus, often has a length that is possible here, and would go to a stranger.
	if (number?.isValid()) return { value: number.number };
	if (number?.isPossible()) return { problem: problems.notInDefaultCountry(entry, country) };
	return { problem: lengthProblem(entry, digits, country, number) };
}

/**
 * Reads one phone number into E.164. A leading 00 counts as the plus. Without
 * either, the number is completed with `country`, or refused when there is none:
 * a country is never guessed.
 */
export function readPhoneNumber(entry: string, country?: CountryCode): Outcome<string> {
	const plain = plainCharacters(entry.slice(0, LONGEST_ENTRY + 1)).replace(WHOLE_AS_DECIMAL, '$1');
	const unshaped = shapeProblem(entry, plain);
	if (unshaped) return { problem: unshaped };
	const written = withoutPunctuation(plain);
	const refused = characterProblem(entry, written);
	if (refused) return { problem: refused };

	const digits = written.replace(/^00/, '+');
	if (!digits.startsWith('+')) {
		return country ? readNational(entry, digits, country) : { problem: problems.noCountryCode(entry) };
	}
	const outcome = readInternational(entry, digits);
	// The zero in +34 (0)612… is for callers within the country, and some countries have no
	// such zero; where it does belong to the number (Italy), the first reading has kept it.
	const zeroInBrackets = /^[^\d]*\d[\d\s.-]*\(0\)/;
	if (outcome.problem && zeroInBrackets.test(plain)) {
		const withoutZero = withoutPunctuation(plain.replace('(0)', '')).replace(/^00/, '+');
		const second = readInternational(entry, withoutZero);
		if (!second.problem) return second;
	}
	return outcome;
}
