import type { Redaction } from '../auth/redaction';
import { redactData } from '../auth/redactData';
import { shortened } from '../validation/shortened';
import type { Answer, Outcome } from './outcome';

/** The characters of the service's own reason that a sentence of ours has room for. */
const longestReason = 300;

/**
 * Takes the secrets out of an answer before anything is read out of it, so that what a receipt, a
 * record or a reason is made of has none. In place: answers are large.
 */
export function redactAnswer(answer: Answer, redaction: Redaction): Answer {
	answer.body = redactData(answer.body, redaction);
	return answer;
}

/**
 * The same outcome, what it says redacted and then cut. Redacted once more where the answer was: what
 * is left of a text without its markup may have joined what stood apart. Never the other way round:
 * the half of a client ID that a cut leaves is not known for one.
 */
export function redactOutcome(outcome: Outcome, redaction: Redaction): Outcome {
	const said =
		'said' in outcome && outcome.said
			? { said: shortened(redaction.text(outcome.said), longestReason) }
			: {};
	const wait =
		'retryAfter' in outcome && outcome.retryAfter
			? { retryAfter: redaction.text(outcome.retryAfter) }
			: {};
	return { ...outcome, ...said, ...wait };
}
