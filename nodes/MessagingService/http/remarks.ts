import { isRecord, memberOf } from '../validation/record';
import { longestText } from './plainText';
import { fieldOf, fieldWithin } from './remarkField';

/** One text that the service gave about a failure, as it came. */
export interface Remark {
	text: string;
	/** What it is about, as it came; '' where the service doesn't say. */
	field: string;
}

/** Where error bodies keep their sentences, in the order in which a person needs them. */
const sentenceKeys = [
	'responsemessage',
	'message',
	'msg',
	'error',
	'error_description',
	'title',
	'detail',
	'description',
	'reason',
];

/** These say what kind of error it is: beside another sentence they are not about the field. */
const kindKeys = ['error', 'title'];

/** Read where there is no sentence: a code is better than nothing. */
const codeKeys = ['code', 'error_code'];

/** Where error bodies keep further errors, such as one for each field. */
const listKeys = ['errors', 'details', 'invalid-params', 'invalid_params', 'violations'];

/** Fields of a send. It has one called `message` too, as most errors have. */
const sendFields = [
	'sender_id',
	'priority',
	'campaign',
	'schedule',
	'recipients',
	'contact_list_id',
];

/** How much is looked at, since a body may be of any size: members, and lists or objects within each other. */
const mostMembers = 300;
const deepest = 5;

interface Reading {
	remarks: Remark[];
	membersLeft: number;
	charactersLeft: number;
}

/** Every text in an error body that may be for people, codes as well. Never throws. */
export function remarksIn(body: unknown): Remark[] {
	const reading: Reading = { remarks: [], membersLeft: mostMembers, charactersLeft: longestText };
	if (isRecord(body)) {
		readError(reading, body, fieldOf(body, false), 0);
		const data = memberOf(body, 'data');
		if (isRecord(data)) readError(reading, data, fieldOf(data, false), 1);
		else readAny(reading, data, '', 1);
	} else if (Array.isArray(body)) {
		readAny(reading, body, '', 0);
	}
	return reading.remarks;
}

/** A text, an error, a list of both, or an object whose keys are fields. */
function readAny(
	reading: Reading,
	value: unknown,
	field: string,
	depth: number,
	isInList = false,
): void {
	if (value === undefined || value === null || isSpent(reading)) return;
	reading.membersLeft--;
	if (typeof value === 'string') {
		reading.charactersLeft -= value.length;
		reading.remarks.push({ text: value, field });
	} else if (typeof value !== 'object' || depth > deepest) {
		return;
	} else if (Array.isArray(value)) {
		for (let index = 0; index < value.length && !isSpent(reading); index++) {
			readAny(reading, memberOf(value, String(index)), field, depth + 1, true);
		}
	} else if (isKeyedByField(value, isInList)) {
		for (const key in value) {
			if (isSpent(reading)) return;
			readAny(reading, memberOf(value, key), fieldWithin(field, key), depth + 1);
		}
	} else {
		readError(reading, value, fieldOf(value, isInList) || field, depth);
	}
}

function readError(reading: Reading, error: object, field: string, depth: number): void {
	const isSentence = (key: string) => isText(memberOf(error, key));
	const sentences = sentenceKeys.filter(isSentence);
	const isToldOtherwise = sentences.some((key) => !kindKeys.includes(key));
	const about = (key: string) => (isToldOtherwise && kindKeys.includes(key) ? '' : field);
	for (const key of sentenceKeys) readAny(reading, memberOf(error, key), about(key), depth + 1);
	for (const key of sentences.length > 0 ? [] : codeKeys.filter(isSentence)) {
		readAny(reading, memberOf(error, key), field, depth + 1);
	}
	for (const key of listKeys) {
		const value = memberOf(error, key);
		// Only `errors` is known to have fields for keys; another object may hold anything.
		if (key === 'errors' || Array.isArray(value) || isText(value))
			readAny(reading, value, field, depth + 1);
	}
}

function isKeyedByField(value: object, isInList: boolean): boolean {
	const has = (key: string) => memberOf(value, key) !== undefined;
	if (sendFields.some(has)) return true;
	if (fieldOf(value, isInList) !== '') return false;
	const known = [...sentenceKeys, ...codeKeys, ...listKeys].filter(has);
	return known.every((key) => key === 'message' && Array.isArray(memberOf(value, key)));
}

function isText(value: unknown): boolean {
	return typeof value === 'string' && value.trim() !== '';
}

function isSpent({ membersLeft, charactersLeft }: Reading): boolean {
	return membersLeft <= 0 || charactersLeft <= 0;
}
