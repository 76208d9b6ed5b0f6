import type { FieldReader } from './fields';
import type { Failure, SendOrder } from '../item';
import { Slices } from '../service/stop';
import { sentences } from '../texts';
import { readCap } from '../values/simple';

/** Whether the item's cap comes out as a number, or is not in the form. */
export function isReadableCap(
	reader: FieldReader,
	path: string,
	label: string,
	index: number,
): boolean {
	try {
		return (
			readCap(reader.parameter(path, index), label, reader.isInForm(path), 0).problem === undefined
		);
	} catch {
		return false;
	}
}

/** A limit of the whole run; of several items' limits the lowest counts. */
interface Cap {
	label: string;
	/** 0 for none. */
	of(order: SendOrder): number;
	count(orders: SendOrder[]): number | Promise<number>;
	exceeded: 'tooManyRecipients' | 'tooManyTotalSegments';
}

const caps: Cap[] = [
	{
		label: 'Max Recipients',
		of: ({ maxRecipients }) => maxRecipients,
		count: countNumbers,
		exceeded: 'tooManyRecipients',
	},
	{
		label: 'Max Total Segments',
		of: ({ maxTotalSegments }) => maxTotalSegments,
		count: countSegments,
		exceeded: 'tooManyTotalSegments',
	},
];

/**
 * Why these orders can't go although each for itself could: together they come to more than one of
 * them allows. A contact group has a size that nobody here knows. Works in slices.
 *
 * @returns for each order its failures, none where it may go; empty where there is no cap
 */
export async function failuresByCap(orders: SendOrder[]): Promise<Map<SendOrder, Failure[]>> {
	const failures = new Map<SendOrder, Failure[]>();
	for (const { label, of, count, exceeded } of caps) {
		const cap = orders.reduce(
			(least, order) => (of(order) > 0 ? Math.min(least, of(order)) : least),
			Infinity,
		);
		if (cap === Infinity) continue;
		const counted = await count(orders);
		const refuse = (order: SendOrder, id: string, sentence: Pick<Failure, 'what' | 'next'>): void =>
			void failures.set(order, [
				...(failures.get(order) ?? []),
				{ id, fate: 'refused', ...sentence },
			]);
		for (const order of orders) {
			if (order.body.contact_list_id !== null)
				refuse(order, 'groupUnderCap', sentences.groupUnderCap(label, cap));
			else if (counted > cap) refuse(order, exceeded, sentences[exceeded](counted, cap));
		}
	}
	return failures;
}

/** How many numbers these orders reach, each counted once. Works in slices. */
export async function countNumbers(orders: SendOrder[]): Promise<number> {
	const numbers = new Set<string>();
	const slices = new Slices();
	for (const { body } of orders) {
		if (slices.isOver) await slices.next();
		for (const number of body.recipients ?? []) numbers.add(number);
	}
	return numbers.size;
}

/** The segments of all messages, each message's once for each of its numbers. */
export function countSegments(orders: SendOrder[]): number {
	return orders.reduce(
		(sum, { body, beside }) => sum + beside.segments * (body.recipients?.length ?? 0),
		0,
	);
}
