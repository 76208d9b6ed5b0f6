import type { MessageBody } from '../item';
import { failureOfRead, problemOf } from '../service/failure';
import type { FailedOutcome } from '../service/outcome';
import { problems, type Check, type OutcomeSentence, type Problem } from '../texts';
import { fitted } from '../wording';

/** The outcomes after which nobody can say whether a message was sent, and what a failed send tells of them. */
const unknown: Partial<Record<FailedOutcome['type'], OutcomeSentence>> = {
	serverError: 'sendServerError',
	lost: 'sendLost',
	timedOut: 'sendTimedOut',
	unreadable: 'sendUnreadable',
	redirected: 'sendRedirected',
	unlisted: 'sendUnlisted',
};

/** The failure of a send: refused where the outcome proves that the service did not take it, else unknown. */
export function failureOfSend(
	outcome: FailedOutcome,
	body: MessageBody,
	at: string,
	skips = false,
): Problem {
	if (outcome.type === 'canceled') return problems.sendCanceled();
	const id = unknown[outcome.type];
	if (!id) return failureOfRead(outcome);
	const isCanceled = outcome.type === 'lost' && outcome.code === 'ERR_CANCELED';
	const check = checkOf(body, at);
	const given = { ...outcome, skips, check: textOf(check) };
	return { ...problemOf(isCanceled ? 'sendCanceledUnderWay' : id, given), check };
}

/** The failure of numbers that got nothing, because another request for the same message has an unknown outcome. */
export function failureElsewhere(body: MessageBody, at: string): Problem {
	const check = checkOf(body, at);
	return { ...problems.sendUnknownElsewhere(textOf(check)), check };
}

/** What finds the message again at the service: at most three of its numbers, so that it stays readable. */
function checkOf({ recipients, contact_list_id, campaign }: MessageBody, at: string): Check {
	const more = (recipients?.length ?? 0) - 3;
	const named = recipients?.slice(0, 3).join(', ') || `contact group ${String(contact_list_id)}`;
	const to = more > 0 ? `${named} and ${more} more` : named;
	return { to, about: `campaign '${fitted(campaign, 80)}', tried at ${at}` };
}

function textOf({ to, about }: Check): string {
	return `${to}, ${about}`;
}
