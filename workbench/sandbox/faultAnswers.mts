import { refusal, refusalInBody, success, webPage, type Answer } from './answers.mts';
import { faults, type Fault, type FaultMeaning } from './faults.mts';

const noiseBytes = 4 * 1024 * 1024;
const said = 'The sandbox plays a fault';

/**
 * Plays a fault around the work of a request. `work` is done once where the fault shows afterwards,
 * and not at all where the fault stands in its way; faults of paged queries change its answer.
 */
export function playFault(fault: Fault, work: () => Answer): Answer {
	const meaning: FaultMeaning = faults[fault.kind];
	const done = meaning.accepts ? work() : undefined;
	return { ...faultAnswer(fault, done ?? { status: 500 }), fault: fault.kind };
}

function faultAnswer(fault: Fault, done: Answer): Answer {
	const retry =
		fault.retryAfter === undefined ? {} : { headers: { 'retry-after': fault.retryAfter } };
	switch (fault.kind) {
		case 'unauthorized':
			return refusal(401, `${said}: the token is not accepted.`);
		case 'unauthorizedInBody':
			return refusalInBody(401, `${said}: the token is not accepted.`);
		case 'rateLimited':
			return { ...refusal(429, `${said}: too many requests.`), ...retry };
		case 'rateLimitedInBody':
			return { ...refusalInBody(429, `${said}: too many requests.`), ...retry };
		case 'badRequest':
			return refusal(fault.status ?? 400, `${said}: the request is refused.`);
		case 'refusedInBody':
			return refusalInBody(422, `${said}: the request is refused.`);
		case 'successFalse':
			return success(201, { success: false, messageId: '' }, `${said}: the message was not taken.`);
		case 'serverError':
			return { ...refusal(fault.status ?? 500, `${said}: the service fails.`), ...retry };
		case 'serverErrorInBody':
			return refusalInBody(500, `${said}: the service fails.`);
		case 'errorAfterAccept':
			return {
				...refusal(fault.status ?? 500, `${said}: the service fails after the work was done.`),
				...retry,
			};
		case 'html':
			return webPage(fault.status ?? 200);
		case 'hang':
		case 'hangAfterAccept':
			return { ...done, ends: 'hang' };
		case 'dropBefore':
		case 'dropAfter':
			return { ...done, ends: 'drop' };
		case 'dropMidAnswer':
			return { ...done, ends: 'cut' };
		case 'notJson':
			return {
				status: 200,
				text: 'OK queued {"messageId":',
				headers: { 'content-type': 'application/json' },
			};
		case 'wrongShape':
			return { status: 200, body: { ok: [1, 2, 3] } };
		case 'noise':
			return {
				status: 200,
				text: 'noise '.repeat(noiseBytes / 6),
				headers: { 'content-type': 'application/json' },
			};
		case 'emptyBody':
			return { status: 200, text: '' };
		default:
			throw new Error(
				`The fault ${fault.kind} belongs to paged queries and has no answer of its own.`,
			);
	}
}
