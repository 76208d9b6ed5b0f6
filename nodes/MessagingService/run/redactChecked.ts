import { redactData } from '../auth/redactData';
import type { Session } from '../auth/session';
import { Slices } from '../http/slices';
import type { Item, Results } from '../item';

/**
 * Takes the secrets out of what reading and checking came to: failures quote the user's own values, and
 * so do the numbers that are skipped. Works in slices.
 */
export async function redactChecked(
	results: Results,
	items: Item[],
	session: Session,
): Promise<void> {
	const slices = new Slices();
	for (const [index, result] of results) {
		if (slices.isOver) await slices.next();
		if ('failures' in result)
			results.set(index, { failures: result.failures.map((failure) => session.redacted(failure)) });
	}
	const redaction = session.redaction();
	for (const { order } of items) {
		if (slices.isOver) await slices.next();
		if ('beside' in order) redactData(order.beside, redaction);
	}
}
