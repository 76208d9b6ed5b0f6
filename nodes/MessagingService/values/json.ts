import type { IDataObject } from 'n8n-workflow';

import { Unreadable } from '../wording';

/** Whether a value is a JSON object: no array, no null, no text. */
export function isRecord(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A member of the object's own; undefined where there is none, and where reading it fails. */
export function memberOf(value: object, key: string): unknown {
	try {
		return Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
	} catch {
		return undefined;
	}
}

/**
 * What an object says of the time that it stands for: milliseconds since 1970, or an ISO 8601 text;
 * undefined where it stands for none, or throws when it is asked. A Date and a luxon DateTime do,
 * a Duration does not, though it has the same methods.
 */
export function timeOfObject(value: object): number | string | undefined {
	try {
		// Expressions run in a realm of their own, where `instanceof Date` is false.
		if (Object.prototype.toString.call(value) === '[object Date]')
			return Date.prototype.getTime.call(value);
		const { isLuxonDuration, isValid, toMillis, toISO } = value as Record<string, unknown>;
		if (isLuxonDuration === true || isValid === false) return undefined;
		if (typeof toMillis === 'function') return number(toMillis.call(value));
		return typeof toISO === 'function' ? text(toISO.call(value)) : undefined;
	} catch {
		return undefined;
	}
}

// A proxy such as $node answers every question with one more proxy.
function number(value: unknown): number | undefined {
	return typeof value === 'number' ? value : undefined;
}

function text(value: unknown): string | undefined {
	return typeof value === 'string' ? value : undefined;
}

// A proxy can pretend to be a list without an end.
const MOST_MEMBERS = 1_000_000;

/**
 * A value of an expression as something that can be looked at safely: texts, numbers and the like
 * as they are, times as a Date (or `{ toISO }`, where a text is all they say), lists as lists of
 * our own, and everything else as {@link Unreadable}. n8n hands on whatever an expression makes:
 * proxies such as `$node`, objects whose getters throw, lists that hold themselves.
 */
export function harmless(value: unknown): unknown {
	try {
		return isList(value) ? copyOf(value) : harmlessSingle(value);
	} catch {
		// A proxy that answers once and then throws.
		return new Unreadable('an object');
	}
}

function isList(value: unknown): value is unknown[] {
	try {
		return Array.isArray(value) && typeof value.length === 'number';
	} catch {
		// Of a revoked proxy even this can't be asked.
		return false;
	}
}

function harmlessSingle(value: unknown): unknown {
	if (typeof value !== 'object' || value === null) return value;
	ignoreRejection(value);
	const time = timeOfObject(value);
	if (typeof time === 'number' && !Number.isNaN(time)) return new Date(time);
	return typeof time === 'string' ? { toISO: () => time } : new Unreadable('an object');
}

/** A list and the lists in it, each once. Goes down by a loop: lists can be nested deeper than calls can. */
function copyOf(list: unknown[]): unknown[] | Unreadable {
	const first: unknown[] = [];
	const copies = new Map<unknown[], unknown[]>([[list, first]]);
	let count = 0;
	// A Map's loop also comes to what is added on the way.
	for (const [given, copy] of copies) {
		const { length } = given;
		count += length;
		// Also where a proxy's length is no number that can be counted to.
		if (!(count <= MOST_MEMBERS)) return new Unreadable('a list of more than 1,000,000 values');
		for (let index = 0; index < length; index++) {
			const member = itemOf(given, index);
			if (isList(member) && !copies.has(member)) copies.set(member, []);
			copy.push(isList(member) ? copies.get(member) : harmlessSingle(member));
		}
	}
	return first;
}

function itemOf(list: unknown[], index: number): unknown {
	try {
		return list[index];
	} catch {
		return new Unreadable('an object');
	}
}

/** An async function in an expression gives a promise, and when it fails unheard n8n's process ends. */
function ignoreRejection(value: object): void {
	try {
		// Only a real promise lets itself be asked this way.
		Promise.prototype.then.call(value, undefined, () => undefined);
	} catch {
		// It is none.
	}
}

/** What a text that begins with a bracket or a quote is as JSON; undefined where it is none. */
export function parsedJson(text: string): unknown {
	// A number in digits would be JSON too.
	if (!/^\s*["[{]/.test(text)) return undefined;
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** A text, or a number as its text, since expressions often give one; undefined for everything else. */
export function givenText(value: unknown): string | undefined {
	if (typeof value === 'string') return value;
	return typeof value === 'number' && Number.isFinite(value) ? String(value) : undefined;
}
