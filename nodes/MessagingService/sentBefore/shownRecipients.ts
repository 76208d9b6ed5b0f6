import type { IDataObject } from 'n8n-workflow';

import { hasInOrder, type OpenRecord } from './shown';
import type { Country } from '../values/countries';
import { getOrInsert } from '../values/collections';
import { withPlainDigits } from '../values/digits';
import { givenText, isRecord } from '../values/given';
import { listOf, recipientRecordsOf } from '../values/messageRecord';
import { personKey, readPhoneNumber } from '../values/phoneNumber';

// To whom a message of the list went: surely, perhaps, or to nobody knows whom.

/** What punctuation a number may have; all else stands for digits that are hidden. */
const HIDDEN = /[^\d\s()+./-]+/;
/** Digits at the end of a number that no prefix for calls within a country changes. */
const kept = 7;
/** Digits of the shortest number that is written whole, with the code of its area. */
const shortest = 9;

/** To whom a message went, of the persons that a run wants to send to. */
export interface ShownRecipients {
	persons: string[];
	/** Numbers that may be theirs: cut, masked, or without their country code. */
	unclear: string[];
	/** Whether it went to somebody of whom the record shows nothing. */
	isOpen: boolean;
	/** Whether it went to a contact group whose members the record doesn't show. */
	isToGroup: boolean;
}

/** The persons that a run wants to send to, to be found in numbers as a service writes them. */
export class WantedPersons {
	private readonly persons = new Set<string>();
	private readonly endings = new Set<string>();
	/** In the order of their digits, so that one that begins with some of them is found at once. */
	private sorted?: string[];

	/** @param country completes national numbers; undefined where none is known */
	constructor(private readonly country?: Country) {}

	add(person: string): void {
		this.persons.add(person);
		this.endings.add(person.slice(-kept));
		this.sorted = undefined;
	}

	/** Returns to whom of them a message went, by its record. */
	in(record: IDataObject): ShownRecipients {
		const single = listOf(record.sms_recipients);
		const grouped = listOf(record.sms_list_recipients);
		const members = recipientRecordsOf({ sms_list_recipients: grouped });
		const shown: ShownRecipients = {
			persons: [],
			unclear: [],
			isOpen: single.length + grouped.length === 0,
			isToGroup: members.length < grouped.length,
		};
		for (const each of [...single, ...members]) {
			const text = isRecord(each) ? givenText(each.phone_number) : undefined;
			const number = withPlainDigits(text?.trim().slice(0, 200) ?? '');
			// Without digits, or with as few as a count has, it names nobody.
			if (/^\D*$|^\d{1,3}$/.test(number)) shown.isOpen = true;
			else this.sort(number, shown);
		}
		return shown;
	}

	private sort(number: string, { persons, unclear }: ShownRecipients): void {
		const person = personKey(number);
		const isWhole = !HIDDEN.test(number);
		if (isWhole && this.persons.has(person)) persons.push(person);
		else if (!isWhole) unclear.push(number);
		else if (isInternational(number)) {
			// Cut, as a column of a database does it: hardly anybody's number begins with another one.
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

	/** Whether one of the persons begins with these digits. */
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

function isInternational(number: string): boolean {
	return /^\D*(?:\+|00)/.test(number);
}

/** Whether a number that isn't shown whole may be this person's. */
export function mayBeOf(number: string, person: string): boolean {
	const [first = '', ...others] = number.split(HIDDEN).map((part) => part.replace(/\D/g, ''));
	const own = first.replace(/^0+/, '');
	if (isInternational(number)) return hasInOrder(person, [own, ...others]);
	// Before it may stand a prefix for calls within the country.
	if (others.length > 0) return hasInOrder(person, ['', own.slice(-2), ...others]);
	const isShort = own.length < shortest && person.includes(own);
	return isShort || person.endsWith(own.slice(-kept)) || person.startsWith(own);
}

/** So many different numbers are compared with each person; with more, any may be theirs. */
const mostCompared = 1_000;

/** Records by numbers that they don't show whole. */
export class UnclearNumbers {
	/** By the last three digits, where those are shown; else by an empty text. */
	private readonly byEnding = new Map<string, Map<string, OpenRecord[]>>();

	add(number: string, record: OpenRecord): void {
		const [ending = ''] = /\d{3}$/.exec(HIDDEN.test(number) ? number : '') ?? [];
		const alike = getOrInsert(this.byEnding, ending, () => new Map());
		// Without digits it is anybody's.
		const key = alike.size < mostCompared ? number : '';
		getOrInsert(alike, key, () => []).push(record);
	}

	/** The records of which the number may be this person's. */
	of(person: string): OpenRecord[] {
		const found: OpenRecord[] = [];
		for (const ending of ['', person.slice(-3)])
			for (const [number, records] of this.byEnding.get(ending) ?? [])
				if (mayBeOf(number, person)) found.push(...records);
		return found;
	}
}
