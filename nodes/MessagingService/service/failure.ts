import type { FailedOutcome } from './outcome';
import { plainText } from './reason';
import type { Check, Failure, MessageBody } from '../item';
import { problems, type Given, type OutcomeSentence } from '../texts';
import { fitted } from '../wording';

/** What failed sends are told by, where it is not the name of the outcome. */
const ofSend: Partial<Record<FailedOutcome['type'], OutcomeSentence>> = {
	serverError: 'sendServerError',
	lost: 'sendLost',
	timedOut: 'sendTimedOut',
	unreadable: 'sendUnreadable',
	redirected: 'sendRedirected',
	unlisted: 'sendUnlisted',
	canceled: 'sendCanceled',
};

/** The failure of a query: nothing was changed by it, so it can always be run again. */
export function failureOfRead(outcome: FailedOutcome): Failure {
	if (outcome.type === 'notReady') return { ...outcome.problem, fate: 'refused' };
	return failure(idOf(outcome), outcome);
}

/** The failure of a query whose answer threw while it was read: it has a shape that nobody expects. */
export function failureOfOddAnswer(thrown: unknown): Failure {
	const said = thrown instanceof Error ? plainText(thrown.message) : '';
	return failureOfRead({ type: 'unlisted', said });
}

/** The sentence for a failed request that changed nothing. */
function idOf(outcome: Exclude<FailedOutcome, { type: 'notReady' }>): OutcomeSentence {
	if (outcome.type === 'rateLimited' && outcome.retryAfter) return 'rateLimitedWithWait';
	if (outcome.type !== 'refused') return outcome.type;
	if (outcome.status === 404) return outcome.said ? 'notFoundNamed' : 'notFound';
	return outcome.said ? 'refused' : 'refusedWithoutReason';
}

/**
 * The failure of a send: 'refused' where the outcome proves that the service did not take the
 * message, 'unknown' where nobody can say.
 *
 * @param at when it failed, as people read it
 * @param skips whether Skip Already Sent is on
 */
export function failureOfSend(
	outcome: FailedOutcome,
	body: MessageBody,
	at: string,
	skips = false,
): Failure {
	const id = ofSend[outcome.type];
	if (!id) return failureOfRead(outcome);
	if (id === 'sendCanceled') return failure(id, outcome);
	const isCanceled = outcome.type === 'lost' && outcome.code === 'ERR_CANCELED';
	const check = checkOf(body, at);
	const given = { ...outcome, skips, check: textOf(check) };
	return {
		...failure(isCanceled ? 'sendCanceledUnderWay' : id, given),
		fate: 'unknown',
		check,
	};
}

/** The failure of an item that was not sent, because another request for the same message has an unknown outcome. */
export function failureElsewhere(body: MessageBody, at: string): Failure {
	const check = checkOf(body, at);
	return { ...problems.sendUnknownElsewhere(textOf(check)), fate: 'unknown', check };
}

function failure(id: OutcomeSentence, given: object): Failure {
	return { ...problems[id](given as Given), fate: 'refused' };
}

/** What finds the message again at the service: at most three of its numbers, so that it stays readable. */
function checkOf({ recipients, contact_list_id, campaign }: MessageBody, at: string): Check {
	const named = recipients?.slice(0, 3).join(', ');
	const more = (recipients?.length ?? 0) - 3;
	const to = named
		? `${named}${more > 0 ? ` and ${more} more` : ''}`
		: `contact group ${String(contact_list_id)}`;
	return { to, about: `campaign '${fitted(campaign, 80)}', tried at ${at}` };
}

function textOf({ to, about }: Check): string {
	return `${to}, ${about}`;
}
