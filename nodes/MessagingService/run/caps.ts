import type { FieldReader } from './fields';
import type { Failure, SendOrder } from '../item';
import { Slices } from '../service/stop';
import { problems, sentences, type Problem } from '../texts';
import { readCap } from '../values/simple';

/** The limits of a whole run; of several items' limits the lowest counts. */
const caps = [
	{
		label: 'Max Recipients',
		option: 'maxRecipients',
		count: countNumbers,
		exceeded: 'tooManyRecipients',
	},
	{
		label: 'Max Total Segments',
		option: 'maxTotalSegments',
		count: countSegments,
		exceeded: 'tooManyTotalSegments',
	},
] as const;

/**
 * Why these orders can't go although each for itself could: together they come to more than one of
 * them allows, or it is unknown how many they come to. Works in slices.
 *
 * @returns for each order its failures; none where it may go
 */
export async function failuresByCap(orders: SendOrder[]): Promise<Map<SendOrder, Failure[]>> {
	const failures = new Map<SendOrder, Failure[]>();
	for (const { label, option, count, exceeded } of caps) {
		const cap = orders.reduce(
			(least, order) => (order[option] > 0 ? Math.min(least, order[option]) : least),
			Infinity,
		);
		if (cap === Infinity) continue;
		const total = await count(orders);
		for (const order of orders) {
			const isGroup = order.body.contact_list_id !== null;
			if (!isGroup && total <= cap) continue;
			const failure = isGroup
				? { id: 'groupUnderCap', ...sentences.groupUnderCap(label, cap) }
				: { id: exceeded, ...sentences[exceeded](total, cap) };
			failures.set(order, [...(failures.get(order) ?? []), { ...failure, fate: 'refused' }]);
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

/**
 * What the other items are told where this one can't tell a cap of the run: it is empty or no
 * number, or its expression fails.
 */
export function unreadableCapOf(reader: FieldReader, index: number): Problem | undefined {
	const unreadable = caps.find(({ label, option }) => {
		const path = `options.${option}`;
		try {
			return readCap(reader.parameter(path, index), label, reader.isInForm(path), 0).problem;
		} catch {
			return true;
		}
	});
	return unreadable && problems.capOfOtherItem(unreadable.label, index);
}
