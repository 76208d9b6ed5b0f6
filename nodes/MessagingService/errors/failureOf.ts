import type { FailedOutcome } from '../http/outcome';
import type { Failure, MessageBody } from '../item';
import {
	outcomeSentences,
	type Given,
	type OutcomeSentence,
	type SendFacts,
} from './sentences';

/** What failed requests are told by, where it is not the name of the outcome. */
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
	const isMissing = outcome.type === 'refused' && outcome.status === 404;
	return failure(isMissing ? 'notFound' : outcome.type, outcome);
}

/**
 * The failure of a send, told apart by what the outcome proves: 'refused' where the service
 * certainly did not take the message, 'unknown' where nobody can say.
 */
export function failureOfSend(outcome: FailedOutcome, body: MessageBody, now: number): Failure {
	const id = ofSend[outcome.type];
	if (!id) return failureOfRead(outcome);
	const facts = factsOf(body, now);
	if (id === 'sendCanceled') return failure(id, outcome);
	const canceled = outcome.type === 'lost' && outcome.code === 'ERR_CANCELED';
	return { ...failure(canceled ? 'sendCanceledUnderWay' : id, outcome, facts), fate: 'unknown' };
}

function failure(id: OutcomeSentence, outcome: FailedOutcome, facts?: SendFacts): Failure {
	return { id, fate: 'refused', ...outcomeSentences[id]({ ...outcome, facts } as Given) };
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
