import { lookUpSentences, sentences } from '../errors/sentences';
import type { Failure } from '../item';
import { lookUp, type LookedUp } from '../lookup/unclearSends';
import { clockOf } from '../validation/timeZone';
import { receiptOf } from './receipt';
import type { Sending, Unclear } from './sending';
import { withoutSent } from './sentBefore';

/** Looks for the sends of the run whose outcome is unknown, and gives their items what the service's list shows. */
export async function lookUpUnclear(sending: Sending): Promise<void> {
	const { sender, request, recent, unclear } = sending;
	const wanted = unclear.filter(({ items }) => items[0]!.order.looksUp);
	if (wanted.length === 0) return;
	const concurrency = wanted.reduce((most, { items }) => Math.max(most, items[0]!.concurrency), 1);
	const came = await lookUp(new Set(wanted.flatMap(({ sends }) => sends)), { sender, request, concurrency, recent });
	for (const each of wanted) {
		if (each.sends.some(({ state }) => state !== 'accepted')) noteMissing(each, came, sending);
		else if (each.isOwn) noteAccepted(each, sending);
		else noteElsewhere(each, sending);
	}
}

function noteAccepted({ items, sends: [send] }: Unclear, { ledger, results }: Sending): void {
	for (const { index, order } of items) {
		const receipt = { ...receiptOf({ success: true, messageId: send!.id ?? null }, order), confirmedBy: 'lookup' };
		ledger.accepted(index, order, receipt, items);
		results.set(index, { outputs: [receipt] });
	}
}

/** The other sends turned out accepted: this item's numbers have the message, or wait for a next run. */
function noteElsewhere({ items, sends }: Unclear, { sender, ledger, results }: Sending): void {
	const sendTo = new Map(sends.flatMap((send) => send.numbers.map((number) => [number, send])));
	ledger.refused(items);
	for (const item of items) {
		const left = withoutSent(item, (number) => sendTo.get(number));
		if ('output' in left) results.set(item.index, { outputs: [left.output], alreadySent: true });
		else {
			const numbers = (item.order.body.recipients ?? []).filter((number) => sendTo.has(number));
			const failure: Failure = { id: 'sentElsewhere', fate: 'refused', ...sentences.sentElsewhere(numbers.slice(0, 3).join(', ')) };
			results.set(item.index, { failures: [sender.session.redacted(failure)] });
		}
	}
}

function noteMissing({ items, failure }: Unclear, { at, failure: unread }: LookedUp, { ledger, results, zone }: Sending): void {
	const looked = at !== undefined ? lookUpSentences.notListed(clockOf(zone)(at)) : unread && lookUpSentences.notLookedUp(unread.what);
	if (!looked) return;
	const told = { ...failure, what: `${failure.what} ${looked}` };
	ledger.unknown(items, () => told);
	for (const { index } of items) results.set(index, { failures: [told] });
}
