import { timeOfObject } from './timeObject';
import { Unreadable } from './unreadable';

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
			const member = memberOf(given, index);
			if (isList(member) && !copies.has(member)) copies.set(member, []);
			copy.push(isList(member) ? copies.get(member) : harmlessSingle(member));
		}
	}
	return first;
}

function memberOf(list: unknown[], index: number): unknown {
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
