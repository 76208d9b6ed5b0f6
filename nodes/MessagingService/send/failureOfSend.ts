import type { MessageBody } from '../item';
import { failureOfRead } from '../service/failure';
import type { FailedOutcome } from '../service/outcome';
import { problems, type Check, type Problem } from '../texts';
import { fitted } from '../wording';

/** The outcomes after which nobody can say whether a message was sent. */
const unsure = ['serverError', 'lost', 'timedOut', 'unreadable', 'redirected', 'unlisted'] as const;

/**
 * The failure of a send: refused where the outcome proves that the service did not take it, else unknown.
 * @param at when it was tried; milliseconds since 1970, which `clock` writes
 */
export function failureOfSend(
	outcome: FailedOutcome,
	body: MessageBody,
	at: number,
	clock: (time: number) => string,
	skips: boolean,
): Problem {
	if (outcome.type === 'canceled') return problems.sendCanceled();
	const isCanceled = outcome.type === 'lost' && outcome.code === 'ERR_CANCELED';
	const why = isCanceled ? 'canceled' : unsure.find((type) => type === outcome.type);
	if (!why) return failureOfRead(outcome, clock);
	return problems.sendUnknown(why, checkOf(body, clock(at)), skips, outcome);
}

/** Returns what a person looks for at the service: the campaign, the time, and at most three of the numbers. */
export function checkOf({ recipients, contact_list_id, campaign }: MessageBody, at: string): Check {
	const more = (recipients?.length ?? 0) - 3;
	const named = recipients?.slice(0, 3).join(', ') || `contact group ${String(contact_list_id)}`;
	const to = more > 0 ? `${named} and ${more} more` : named;
	return { to, about: `campaign '${fitted(campaign, 80)}', tried at ${at}` };
}
