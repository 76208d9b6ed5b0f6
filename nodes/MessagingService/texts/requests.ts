import { problem, type Check, type Problem } from './problem';
import { pluralize, withFullStop, truncateBytes } from '../wording';

export const contactService = 'If it goes on, contact the service.';
const pollLess = 'If it goes on, poll less often, or lower Max Concurrent Requests in Options.';
export const readLessInPoll =
	'If it goes on, set narrower Filters or lower Watch Hours in Options, and contact the service.';

/** Facts for the sentences about a request. Each sentence uses some of them. */
export interface RequestFacts {
	/** The HTTP status, or the code in a 200 body. */
	status: number;
	said?: string;
	retryAfter?: string;
	isProxied?: boolean;
}

type Way = Pick<RequestFacts, 'isProxied'>;

const proxyToo = ({ isProxied }: Way) =>
	isProxied ? ' If it is right, check Proxy in the node settings.' : '';

const checkAddress =
	"Check Base URL in the credential. It must be the service's address followed by /api.";

/** The condition under which Skip Already Sent knows again what was sent. */
export const unchanged = 'without changing what was sent';

/**
 * Says how to go on with unknown sends. Skip Already Sent keeps back for two minutes any that are unknown here.
 * @param isOne whether they are of one message
 * @param isWhole whether they are all that is left of the run, so that nothing else says what to send
 */
export function howToCheck(
	facts: string,
	{ isOne, isWhole, skips }: Record<'isOne' | 'isWhole' | 'skips', boolean>,
): string {
	if (skips) {
		const looked = isOne
			? `the message (${facts}), and sends it only if it isn't there`
			: `these messages, and sends only those that aren't there: ${facts}`;
		return `Run the workflow again after two minutes, ${unchanged}: Skip Already Sent looks for ${looked}.`;
	}
	if (isWhole)
		return `Look for the message with Query Messages (${facts}), and send it again only if it isn't there.`;
	return `Look for ${isOne ? 'the message' : 'these messages'} with Query Messages: ${facts}.`;
}

function waitAsked(retryAfter = ''): string {
	const text = retryAfter.slice(0, 40);
	return /^\d+(\.\d+)?$/.test(text)
		? pluralize(Math.ceil(Number(text)), 'second')
		: `until ${text}`;
}

/** Ends a sentence with the service's own text, or with a full stop if there is none. */
function quoted(said: string | undefined, longest = Infinity): string {
	return said ? `: ${withFullStop(truncateBytes(said, longest))}` : '.';
}

/** Details of how a send's request ended. */
type SaidOfSend = Partial<RequestFacts> & { type?: string };

/** Reasons why the outcome of a send is unknown, by how its request ended. */
const whyUnknown = {
	serverError: ({ status, said }: SaidOfSend) =>
		`the service answered ${status}${quoted(said, 300)}`,
	lost: () => 'the connection broke before the service answered.',
	timedOut: () => 'the service did not answer in time.',
	canceled: () => 'the execution was canceled before the service answered.',
	unreadable: ({ status }: SaidOfSend) =>
		`the service gave an answer this node can't read (status ${status}).`,
	redirected: ({ status }: SaidOfSend) =>
		`the service redirects to another address (status ${status}), so Base URL in the credential may be out of date.`,
	unlisted: ({ said }: SaidOfSend) =>
		`the request failed for a reason this node doesn't know${quoted(said, 300)}`,
	elsewhere: () =>
		'the same message just went to one of these numbers in another request, whose outcome is unknown too.',
};

/** Returns the problem of a send with an unknown outcome. @param skips whether Skip Already Sent is on */
export function sendUnknown(
	why: keyof typeof whyUnknown,
	check: Check,
	skips: boolean,
	said: SaidOfSend = {},
): Problem {
	return {
		what: `Outcome unknown: ${whyUnknown[why](said)} The message may or may not have been sent.`,
		next: howToCheck(`${check.to}, ${check.about}`, { isOne: true, isWhole: true, skips }),
		check,
	};
}

/** Sentences added to an unknown outcome after a look-up. `at` is when the service's list was last read. */
export const lookUpSentences = {
	notListed: (at: string) => `The service's list of messages did not show it, last read at ${at}.`,
	notLookedUp: (what: string) => `It could not be looked up. ${what}`,
};

/** Problems of sends that were not made, because earlier ones had no certain outcome. `since` is when that began. */
export const ofOutages = {
	down: (since: string) => problem`
		The service stopped answering at ${since}, so these were not sent.
		Wait until the service answers. ${contactService}`,
	sendsFail: (since: string) => problem`
		The service stopped answering messages at ${since}, though it answers queries, so these were not sent.
		Wait a few minutes. ${contactService}`,
};

/** Advice where the service refused a message because of something in the form, or missing from it. */
export const refusalAdvice = {
	numbers:
		'Correct or delete this number. With Invalid Recipients set to Skip, the other numbers of an item go out.',
	page: 'A firewall may take words, signs or links for an attack: try another text. If no message goes out, check Base URL in the credential, and ask the service whether it blocks this n8n.',
	tooMany: 'Lower Recipients per Request in Options.',
	schedule: (written: string) =>
		`If the time is right, the service takes times in another form than this node writes (${written}), and nothing in the form changes that: ask the maintainers of this node.`,
	/** @param time that Sending Hours chose */
	putOff: (time: string) => problem`
		Its schedule, ${time}, was chosen by Sending Hours.
		Send it within Sending Hours. If the service takes no schedule, remove Sending Hours from Options, and send by day.`,
};

/**
 * Problems with requests that failed. Only the ones about a stopped execution have the word 'canceled', by which n8n
 * knows that a failure comes from its Stop button (workflow-execute.ts, processSuccessExecution).
 */
export const ofRequests = {
	unauthorized: ({ said }: RequestFacts) => problem`
		The service refused the access token, and then a new one too${quoted(said)}
		Test the credential. If the test passes, ask the service what these API keys may do.`,
	rateLimited: ({ said }: RequestFacts) => problem`
		The service is receiving too many requests${quoted(said)}
		Wait a few minutes. If it goes on, lower Max Concurrent Requests in Options.
		${pollLess}`,
	rateLimitedWithWait: ({ said, retryAfter }: RequestFacts) => problem`
		The service is receiving too many requests${quoted(said)}
		The service asks you to wait ${waitAsked(retryAfter)}. If it goes on, lower Max Concurrent Requests in Options.
		${pollLess}`,
	unreachable: (way: Way) => problem`
		The service can't be reached.
		Check Base URL in the credential, whether the service is running, and whether the n8n server can reach it.${proxyToo(way)}`,
	untrusted: () => problem`
		The service's certificate isn't trusted, so the request was not made.
		Check Base URL in the credential. Switch on Ignore SSL Issues in the node settings only for a service on your own network.
		Check Base URL in the credential. A trigger reaches only a service whose certificate n8n's server trusts.`,
	notTls: (way: Way) => problem`
		Base URL in the credential leads to something that doesn't speak https.
		Check its scheme (https:// or http://) and its port. Without a scheme, it is https://.${proxyToo(way)}`,
	blocked: () => problem`
		n8n blocks this address (SSRF protection).
		Ask whoever runs n8n to add it to N8N_SSRF_ALLOWED_HOSTNAMES. An IP address goes into N8N_SSRF_ALLOWED_IP_RANGES.`,
	notMade: ({ said }: Pick<RequestFacts, 'said'>) => problem`
		n8n did not make the request${quoted(said)}
		Correct what n8n reports, in the credential or the node settings.`,
	serverError: ({ status, said }: RequestFacts) => problem`
		The service failed during this query (status ${status})${quoted(said)}
		${contactService}`,
	lost: () => problem`
		The connection broke before the service answered this query.
		${contactService}`,
	timedOut: () => problem`
		The service did not answer this query in time.
		If it goes on, raise Timeout in the node settings.
		${readLessInPoll}`,
	unreadable: ({ status }: RequestFacts) => problem`
		The service answered this query, but this node can't read the answer (status ${status}).
		${checkAddress} If it is right, contact the service.`,
	redirected: ({ status }: RequestFacts) => problem`
		The service redirects this query to another address (status ${status}), which this node doesn't follow.
		Ask the service for its current address, and enter it as Base URL in the credential.`,
	refused: ({ status, said }: RequestFacts) => problem`
		The service refused the request (status ${status})${quoted(said)}
		Correct what the service reports.`,
	forbidden: ({ said }: RequestFacts) => problem`
		The service refused the request (status 403)${quoted(said)}
		Correct what the service reports. If it isn't about anything in this node, test the credential, and ask the service what these API keys may do.`,
	refusedWithoutReason: ({ status }: RequestFacts) => problem`
		The service refused the request (status ${status}) and gave no reason.
		Check the fields of this node, or ask the service for the reason.`,
	refusedByPage: ({ status }: RequestFacts) => problem`
		A web page answered in place of the service (status ${status}), as a firewall does.
		Check Base URL in the credential, and ask the service whether it blocks this n8n.`,
	notFound: () => problem`
		The service doesn't know the address of this request (status 404).
		${checkAddress}`,
	notFoundNamed: ({ said }: RequestFacts) => problem`
		The service couldn't find what this request refers to (status 404)${quoted(said)}
		Correct what the service reports. If it isn't about anything in this node, check Base URL in the credential.`,
	canceled: () => problem`
		The execution was canceled before this query was finished.`,
	sendCanceled: () => problem`
		The execution was canceled before this message was sent.`,
	unlisted: ({ said }: RequestFacts) => problem`
		The query failed for a reason this node doesn't know${quoted(said)}
		If it goes on, send this text to the maintainers of this node.`,
} satisfies Record<string, (given: RequestFacts) => Problem>;

export type OutcomeSentence = keyof typeof ofRequests;
