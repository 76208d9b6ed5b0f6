import type { IDataObject } from 'n8n-workflow';

import { hasInOrder, type OpenRecord } from './shown';
import type { Country } from '../values/countries';
import { getOrInsert } from '../values/collections';
import { withPlainDigits } from '../values/digits';
import { givenText, isRecord } from '../values/given';
import { listOf, recipientRecordsOf } from '../values/messageRecord';
import { personKey, readPhoneNumber } from '../values/phoneNumber';

// Finds the recipients of listed messages: certain ones, possible ones, and ones that a record doesn't show.

/** Anything but digits and a number's punctuation stands for hidden digits. */
const HIDDEN = /[^\d\s()+./-]+/;
/** Number of last digits that are the same in national and international format. */
const kept = 7;
/** Number of digits in the shortest complete number with an area code. */
const shortest = 9;

/** Recipients of a message, among the persons that a run wants to send to. */
export interface ShownRecipients {
	persons: string[];
	/** Numbers that may belong to such persons: truncated, masked, or without their country code. */
	unclear: string[];
	/** Whether the message also went to a recipient that the record doesn't show. */
	isOpen: boolean;
	/** Whether it went to a contact group whose members the record doesn't show. */
	isToGroup: boolean;
}

/** The persons that a run wants to send to. Finds them by numbers as services write them. */
export class WantedPersons {
	private readonly persons = new Set<string>();
	private readonly endings = new Set<string>();
	/** The persons sorted by their digits, so that a binary search finds one by its first digits. */
	private sorted?: string[];

	/** @param country completes national numbers; undefined where none is known */
	constructor(private readonly country?: Country) {}

	add(person: string): void {
		this.persons.add(person);
		this.endings.add(person.slice(-kept));
		this.sorted = undefined;
	}

	/** Returns the persons that a message went to, or may have gone to, by its record. */
	in(record: IDataObject): ShownRecipients {
		const { numbers, isOpen, isToGroup } = numbersIn(record);
		const shown: ShownRecipients = { persons: [], unclear: [], isOpen, isToGroup };
		for (const number of numbers) this.sort(number, shown);
		return shown;
	}

	private sort(number: string, { persons, unclear }: ShownRecipients): void {
		const person = personKey(number);
		const isWhole = !HIDDEN.test(number);
		if (isWhole && this.persons.has(person)) persons.push(person);
		else if (!isWhole) unclear.push(number);
		else if (isInternational(number)) {
			// May be truncated, as by a database column: hardly anybody's number is the beginning of another one.
			if (this.isBeginning(person)) unclear.push(number);
		} else if (this.mayBeNational(person)) {
			const read = this.country && readPhoneNumber(number, this.country, '').value?.number;
			if (!read) unclear.push(number);
			else if (this.persons.has(personKey(read))) persons.push(personKey(read));
		}
	}

	private mayBeNational(digits: string): boolean {
		return (
			digits.length < shortest || this.endings.has(digits.slice(-kept)) || this.isBeginning(digits)
		);
	}

	/** Whether one of the persons' numbers begins with these digits. */
	private isBeginning(digits: string): boolean {
		this.sorted ??= [...this.persons].sort();
		let [first, end] = [0, this.sorted.length];
		while (first < end) {
			const middle = (first + end) >> 1;
			if (this.sorted[middle]! < digits) first = middle + 1;
			else end = middle;
		}
		return this.sorted[first]?.startsWith(digits) === true;
	}
}

/** Returns the numbers that a record shows, and whether it went to others too. */
function numbersIn(record: IDataObject) {
	const single = listOf(record.sms_recipients);
	const grouped = listOf(record.sms_list_recipients);
	const members = recipientRecordsOf({ sms_list_recipients: grouped });
	const numbers: string[] = [];
	let isOpen = single.length + grouped.length === 0;
	for (const each of [...single, ...members]) {
		const text = isRecord(each) ? givenText(each.phone_number) : undefined;
		const number = withPlainDigits(text?.trim().slice(0, 200) ?? '');
		// A text without digits names nobody, and one with three at most may be a count.
		if (/^\D*$|^\d{1,3}$/.test(number)) isOpen = true;
		else numbers.push(number);
	}
	return { numbers, isOpen, isToGroup: members.length < grouped.length };
}

/**
 * Returns how a record shows its recipients: a number by its digits, and '' for everybody whose number isn't shown
 * whole. National numbers are there by their ending too.
 */
export function shownAs(record: IDataObject): Set<string> {
	const { numbers, isOpen, isToGroup } = numbersIn(record);
	const shown = new Set(isOpen || isToGroup ? [''] : []);
	for (const number of numbers) {
		const digits = personKey(number);
		const isNational = !isInternational(number);
		if (HIDDEN.test(number) || (isNational && digits.length < shortest)) shown.add('');
		else shown.add(digits);
		if (isNational) shown.add(endingOf(digits));
	}
	return shown;
}

/**
 * Returns all ways in which a record may show a person, as `shownAs` returns them: a number may be truncated.
 * @param lengths the lengths of what the records show
 */
export function mayBeShownAs(person: string, lengths: ReadonlySet<number>): string[] {
	const beginnings = [...lengths].map((length) => person.slice(0, length));
	return [...new Set(['', endingOf(person), ...beginnings])];
}

function endingOf(digits: string): string {
	return `…${digits.slice(-kept)}`;
}

function isInternational(number: string): boolean {
	return /^\D*(?:\+|00)/.test(number);
}

/** Whether a number that isn't shown whole may be this person's. */
export function mayBeOf(number: string, person: string): boolean {
	const [first = '', ...others] = number.split(HIDDEN).map((part) => part.replace(/\D/g, ''));
	const own = first.replace(/^0+/, '');
	if (isInternational(number)) return hasInOrder(person, [own, ...others]);
	// The shown part may begin with a national prefix, so only its last two digits count.
	if (others.length > 0) return hasInOrder(person, ['', own.slice(-2), ...others]);
	const isShort = own.length < shortest && person.includes(own);
	return isShort || person.endsWith(own.slice(-kept)) || person.startsWith(own);
}

/** The most different numbers to compare with each person. Further numbers count as anybody's. */
const mostCompared = 1_000;

/** Records by the numbers that they don't show in full. */
export class UnclearNumbers {
	/** By the last three digits of masked numbers that show them; all others by an empty text. */
	private readonly byEnding = new Map<string, Map<string, OpenRecord[]>>();

	add(number: string, record: OpenRecord): void {
		const [ending = ''] = /\d{3}$/.exec(HIDDEN.test(number) ? number : '') ?? [];
		const alike = getOrInsert(this.byEnding, ending, () => new Map());
		// An empty number is anybody's.
		const key = alike.size < mostCompared ? number : '';
		getOrInsert(alike, key, () => []).push(record);
	}

	/** Returns the records whose numbers may be this person's. */
	of(person: string): OpenRecord[] {
		const found: OpenRecord[] = [];
		for (const ending of ['', person.slice(-3)])
			for (const [number, records] of this.byEnding.get(ending) ?? [])
				if (mayBeOf(number, person)) found.push(...records);
		return found;
	}
}
