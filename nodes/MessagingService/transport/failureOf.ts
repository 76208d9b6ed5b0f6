import type { MessageBody } from '../operations/operation';
import type { Failure } from './failure';
import { sentences, type FailedOutcome, type SendFacts, type SentenceId } from './sentences';

/** The failure of a query: nothing was changed by it, so it can always be run again. */
export function failureOfRead(outcome: FailedOutcome): Failure {
	const fate = 'refused';
	if (outcome.type === 'notReady') return { ...outcome.problem, fate };
	const id = idOf(outcome);
	return { id, fate, ...sentenceOf(id, outcome) };
}

/**
 * The failure of a send, told apart by what the outcome proves: 'refused' where the service
 * certainly did not take the message, 'unknown' where nobody can say.
 */
export function failureOfSend(outcome: FailedOutcome, body: MessageBody, now: number): Failure {
	if (outcome.type === 'notReady') return { ...outcome.problem, fate: 'refused' };
	const facts = factsOf(body, now);
	switch (outcome.type) {
		case 'serverError':
			return { id: 'sendServerError', fate: 'unknown', ...sentences.sendServerError(facts, outcome.status, outcome.said) };
		case 'lost':
			if (outcome.code === 'ERR_CANCELED') {
				return { id: 'sendCanceledUnderWay', fate: 'unknown', ...sentences.sendCanceledUnderWay(facts) };
			}
			return { id: 'sendLost', fate: 'unknown', ...sentences.sendLost(facts) };
		case 'timedOut':
			return { id: 'sendTimedOut', fate: 'unknown', ...sentences.sendTimedOut(facts) };
		case 'unreadable':
			return { id: 'sendUnreadable', fate: 'unknown', ...sentences.sendUnreadable(facts, outcome.status) };
		case 'redirected':
			return { id: 'sendRedirected', fate: 'unknown', ...sentences.sendRedirected(facts, outcome.status) };
		case 'unlisted':
			return { id: 'sendUnlisted', fate: 'unknown', ...sentences.sendUnlisted(facts, outcome.said) };
		case 'canceled':
			return { id: 'sendCanceled', fate: 'refused', ...sentences.sendCanceled() };
		default:
			return failureOfRead(outcome);
	}
}

function idOf(outcome: FailedOutcome): SentenceId {
	if (outcome.type === 'notReady') return 'unauthorized';
	return outcome.type === 'refused' && outcome.status === 404 ? 'notFound' : outcome.type;
}

function sentenceOf(id: SentenceId, outcome: Exclude<FailedOutcome, { type: 'notReady' }>) {
	switch (outcome.type) {
		case 'refused':
			return id === 'notFound' ? sentences.notFound(outcome.said) : sentences.refused(outcome.status, outcome.said);
		case 'rateLimited':
			return sentences.rateLimited(outcome.said, outcome.retryAfter);
		case 'serverError':
			return sentences.serverError(outcome.status, outcome.said);
		case 'unauthorized':
		case 'unlisted':
			return sentences[outcome.type](outcome.said);
		case 'redirected':
		case 'unreadable':
			return sentences[outcome.type](outcome.status);
		default:
			return sentences[outcome.type]();
	}
}

/** At most three numbers, so that the text stays readable. */
function factsOf({ recipients, contact_list_id, campaign }: MessageBody, now: number): SendFacts {
	const named = recipients?.slice(0, 3).join(', ');
	const more = (recipients?.length ?? 0) - 3;
	return {
		recipients: named
			? `${named}${more > 0 ? ` and ${more} more` : ''}`
			: `contact group ${String(contact_list_id)}`,
		campaign: campaign.slice(0, 80),
		at: new Date(now).toISOString(),
	};
}
