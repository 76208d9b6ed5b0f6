import type { Refused } from './refusal';
import type { MessageBody } from '../item';
import { failureOfRead } from '../service/failure';
import type { FailedOutcome } from '../service/outcome';
import { problems, refusalAdvice, type Check, type Problem } from '../texts';
import { truncateBytes, joinSentences } from '../wording';

/** Outcomes that leave it unknown whether a message was sent. */
const unsure = ['serverError', 'lost', 'timedOut', 'unreadable', 'redirected', 'unlisted'] as const;

interface TriedSend {
	body: MessageBody;
	/** When the send was tried, in milliseconds since 1970. Formatted by `clock`. */
	at: number;
	skips: boolean;
	/** Whether the service's refusal names some of the send's numbers. */
	isNamed: boolean;
	/** Whether Sending Hours chose its schedule. */
	isPutOff: boolean;
}

/**
 * Returns the problem of a failed send. Its `check` is set, so that the outcome counts as unknown, unless it is certain
 * that the service did not take the message.
 */
export function failureOfSend(
	outcome: FailedOutcome,
	{ body, at, skips, isNamed, isPutOff }: TriedSend,
	clock: (time: number) => string,
): Problem {
	if (outcome.type === 'canceled') return problems.sendCanceled();
	const isCanceled = outcome.type === 'lost' && outcome.code === 'ERR_CANCELED';
	const why = isCanceled ? 'canceled' : unsure.find((type) => type === outcome.type);
	if (why) return problems.sendUnknown(why, checkOf(body, clock(at)), skips, outcome);
	const failure = failureOfRead(outcome, clock);
	if (outcome.type !== 'refused') return failure;
	const next = adviceOn(outcome, body, isNamed) ?? failure.next;
	const isOfSchedule = isAbout(outcome, 'schedule');
	const isOfOther = isNamed || (outcome.remarks ?? []).some(({ field }) => field !== '');
	if (!isPutOff || body.schedule === null || (isOfOther && !isOfSchedule))
		return { ...failure, next };
	const putOff = refusalAdvice.putOff(clock(Date.parse(body.schedule)));
	const what = joinSentences([failure.what, putOff.what]);
	return { ...failure, what, next: isOfSchedule ? putOff.next : next };
}

const tooMany =
	/\b(?:more|most|max\w*|exceed\w*|fewer|less|many|long|up to|limit\w*|items|elements|entries)\b/i;

function isAbout({ remarks = [] }: Refused, name: string): boolean {
	return remarks.some(({ field, text }) => field === name || text.includes(name));
}

/** Returns advice if it is clear which setting fixes the refusal, or that none does. Undefined otherwise. */
function adviceOn(refused: Refused, body: MessageBody, isNamed: boolean): string | undefined {
	const { status, remarks = [], isPage } = refused;
	if (isNamed) return refusalAdvice.numbers;
	if (isPage && status !== 404) return refusalAdvice.page;
	const hasSeveral = (body.recipients?.length ?? 0) > 1;
	const ofList = remarks.filter(
		({ field, text }) => field === 'recipients' || /\brecipients\b/i.test(text),
	);
	if (hasSeveral && (status === 413 || ofList.some(({ text }) => tooMany.test(text))))
		return refusalAdvice.tooMany;
	if (body.schedule !== null && isAbout(refused, 'schedule'))
		return refusalAdvice.schedule(body.schedule);
	return undefined;
}

/**
 * Returns the facts to find a message at the service: the campaign, the time of the try, and the contact group or at
 * most three of the numbers.
 */
export function checkOf({ recipients, contact_list_id, campaign }: MessageBody, at: string): Check {
	const more = (recipients?.length ?? 0) - 3;
	const named = recipients?.slice(0, 3).join(', ') || `contact group ${String(contact_list_id)}`;
	const to = more > 0 ? `${named} and ${more} more` : named;
	return { to, about: `campaign '${truncateBytes(campaign, 80)}', tried at ${at}` };
}
