import { sentences } from '../errors/sentences';
import { Slices } from '../http/slices';
import type { Failure, SendOrder } from '../item';
import { readCap } from '../validation/cap';
import type { FieldReader } from './fields';

/** Whether the item's cap comes out as a number, or is not in the form. */
export function isReadableCap(reader: FieldReader, path: string, label: string, index: number): boolean {
	try {
		return readCap(reader.parameter(path, index), label, reader.isInForm(path), 0).problem === undefined;
	} catch {
		return false;
	}
}

/**
 * Why these orders can't go although each for itself could: together they would reach more numbers
 * than one of them allows. Each number counts once; a contact group has a size that nobody here knows.
 * Works in slices.
 *
 * @returns for each order its failure, undefined where it may go; empty where there is no cap
 */
export async function failuresByCap(orders: SendOrder[]): Promise<Map<SendOrder, Failure>> {
	const cap = orders.reduce((least, { maxRecipients }) => (maxRecipients > 0 ? Math.min(least, maxRecipients) : least), Infinity);
	if (cap === Infinity) return new Map();
	const numbers = new Set<string>();
	const slices = new Slices();
	for (const { body } of orders) {
		if (slices.isOver) await slices.next();
		for (const number of body.recipients ?? []) numbers.add(number);
	}
	const failures = new Map<SendOrder, Failure>();
	for (const order of orders) {
		if (order.body.contact_list_id !== null) {
			failures.set(order, { id: 'groupUnderCap', fate: 'refused', ...sentences.groupUnderCap(cap) });
		} else if (numbers.size > cap) {
			failures.set(order, { id: 'tooManyRecipients', fate: 'refused', ...sentences.tooManyRecipients(numbers.size, cap) });
		}
	}
	return failures;
}
