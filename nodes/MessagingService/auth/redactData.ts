import type { Redaction } from './redaction';

/**
 * Takes the secrets out of parsed JSON, names of members included. In place, because answers are
 * large, and without recursion, because a body may be nested deeper than the stack.
 *
 * @returns the same object; for a text or a number the clean one
 */
export function redactData(data: unknown, redaction: Redaction): unknown {
	const root = [data];
	const left: object[] = [root];
	for (let next; (next = left.pop()); ) {
		if (Array.isArray(next)) redactList(next, redaction, left);
		else redactRecord(next as Record<string, unknown>, redaction, left);
	}
	return root[0];
}

function redactList(list: unknown[], redaction: Redaction, left: object[]): void {
	for (let index = 0; index < list.length; index++) {
		const clean = redactValue(list[index], redaction, left);
		if (clean !== list[index]) list[index] = clean;
	}
}

function redactRecord(record: Record<string, unknown>, redaction: Redaction, left: object[]): void {
	let renamed = false;
	for (const name of Object.keys(record)) {
		const clean = redactValue(record[name], redaction, left);
		if (clean !== record[name]) record[name] = clean;
		renamed ||= redaction.value(name) !== name;
	}
	if (renamed) rename(record, redaction);
}

/** All members are put in anew, so that they keep their order. */
function rename(record: Record<string, unknown>, redaction: Redaction): void {
	const members = Object.entries(record);
	for (const [name] of members) delete record[name];
	for (const [name, value] of members) {
		const clean = redaction.value(name);
		let free = clean;
		for (let count = 2; Object.hasOwn(record, free); count++) free = `${clean} ${count}`;
		// Not assigned: a member called __proto__ would become the record's prototype.
		Object.defineProperty(record, free, {
			value,
			enumerable: true,
			writable: true,
			configurable: true,
		});
	}
}

function redactValue(value: unknown, redaction: Redaction, left: object[]): unknown {
	if (typeof value === 'string') return redaction.value(value);
	if (typeof value === 'number') return redactNumber(value, redaction);
	if (typeof value === 'object' && value !== null) left.push(value);
	return value;
}

/** A number that quotes a secret becomes a text. */
function redactNumber(value: number, redaction: Redaction): unknown {
	const text = String(value);
	const clean = redaction.value(text);
	return clean === text ? value : clean;
}
