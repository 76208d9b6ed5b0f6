import { Refusal, type Refused } from './refusal';
import { byRow, settle, type Recipient } from '../recipients/row';
import type { Problem } from '../texts';

/**
 * Whether the refusal may be about a part of the request. Other refusals are about the account, or about any such
 * request. A conflict (409) may mean that the service already has the message.
 */
function isOfContent({ status, isPage }: Refused): boolean {
	return !isPage && (status < 300 || [400, 413, 422].includes(status));
}

/**
 * Settles the recipients that a plain refusal is about: it proves that the service took nothing. Returns the requests
 * to make for the others. If the service names recipients, that is one request without them. If it names none, and
 * several items shared the request, it is one request for each item.
 */
export function settleRefused(
	outcome: Refused,
	recipients: Recipient[],
	failureOf: (outcome: Refused, isNamed: boolean) => Problem,
): Recipient[][] {
	const refusal = new Refusal(outcome, recipients);
	const rows = [...byRow(recipients)];
	const isOfAll = !isOfContent(outcome) || refusal.isOfAll;
	if (isOfAll || (refusal.named.size === 0 && rows.length === 1)) {
		settle(recipients, { became: 'notSent', failures: [failureOf(refusal.about(), false)] });
		return [];
	}
	if (refusal.named.size === 0) return rows;
	const rest: Recipient[] = [];
	for (const ofRow of rows) {
		const named = ofRow.filter((recipient) => refusal.named.has(recipient));
		const { skipsInvalid } = ofRow[0]!.order;
		const others = ofRow.filter((recipient) => !refusal.named.has(recipient));
		if (named.length === 0 || skipsInvalid) rest.push(...others);
		if (skipsInvalid)
			for (const recipient of named) {
				const failure = failureOf(refusal.about(new Set([recipient])), true);
				recipient.settle({ became: 'notSent', failures: [failure], isSkipped: true });
			}
		else if (named.length > 0) {
			const failure = failureOf(refusal.about(new Set(named)), true);
			settle(ofRow, { became: 'notSent', failures: [failure] });
		}
	}
	return rest.length > 0 ? [rest] : [];
}
