import { counted, grouped } from '../validation/grouped';
import { quotedFirst } from '../validation/quotedValue';
import { withoutStop } from '../validation/withoutStop';
import { fitted } from './bounds';

/** What happened and how to go on. */
export interface Sentence {
	what: string;
	next: string;
}

/** What a sentence about a request can be made from; each takes what it needs. */
export interface Given {
	/** The HTTP status, or the code inside a 200 body. */
	status: number;
	/** The service's own text. */
	said?: string;
	retryAfter?: string;
	/** What to look for at the service: the numbers, campaign and time of a send. */
	check: string;
	/** Whether Skip Already Sent is on, which looks before it sends. */
	skips?: boolean;
}

const perhapsSent = 'The message may or may not have been sent.';
const runAgain = 'Run the workflow again.';
const checkAddress =
	"Check Base URL in the credential. It must be the service's address followed by /api.";
const readLess =
	'Run the workflow again. If it happens again, set a Limit or narrower filters, and tell the service.';

/**
 * How to go on with messages whose outcome is unclear.
 *
 * @param skips whether Skip Already Sent is on; for two minutes it keeps back what is unclear here
 */
export function howToCheck(facts: string, isOne: boolean, skips = false): string {
	if (skips) {
		const looked = isOne
			? `the message (${facts}) and sends it only if it isn't there`
			: `these messages and sends only those that aren't there: ${facts}`;
		return `Run the workflow again in two minutes or later: Skip Already Sent looks for ${looked}.`;
	}
	const look = isOne
		? "Look for the message with Query Messages, and send it again only if it isn't there."
		: "Look for these messages with Query Messages, and send again only those that aren't there.";
	return `Check before resending: ${facts}. ${look}`;
}

function waitAsked(retryAfter = ''): string {
	const text = retryAfter.slice(0, 40);
	return /^\d+(\.\d+)?$/.test(text) ? counted(Math.ceil(Number(text)), 'second') : `until ${text}`;
}

/** The service's own text, as the end of a sentence of ours. */
function quoted(said: string | undefined): string {
	return said ? `: ${withoutStop(said)}.` : '.';
}

/**
 * Bytes of the service's own text in an unclear outcome, so that the words after it are not cut off
 * where a run has several items.
 */
const longestSaid = 300;

function unclear(reason: string, { check, skips }: Given): Sentence {
	return {
		what: `Outcome unclear: ${reason} ${perhapsSent}`,
		next: howToCheck(check, true, skips),
	};
}

/** What is added to an unclear outcome once the service's list was read. @param at when last, as people read it */
export const lookUpSentences = {
	notListed: (at: string): string =>
		`The service's list of messages did not show it, last read at ${at}.`,
	notLookedUp: (what: string): string => `It could not be looked up. ${what}`,
};

/**
 * Every sentence about a request that failed, one entry a kind. The key is the failure's id.
 *
 * Only those about a stopped execution have the word 'canceled', by which n8n knows that a failure
 * comes from its Stop button (workflow-execute.ts, processSuccessExecution).
 */
export const outcomeSentences = {
	unauthorized: ({ said }: Given): Sentence => ({
		what: `The service refused the access token, and then a new one too${quoted(said)}`,
		next: 'Test the credential. If the test passes, ask the service what these API keys are allowed to do.',
	}),
	rateLimited: ({ said }: Given): Sentence => ({
		what: `The service is receiving too many requests${quoted(said)}`,
		next: 'Run the workflow again in a few minutes. If it happens again, lower Max Concurrent Requests in Options.',
	}),
	rateLimitedWithWait: ({ said, retryAfter }: Given): Sentence => ({
		what: `The service is receiving too many requests${quoted(said)}`,
		next: `The service asks to wait ${waitAsked(retryAfter)}. Run the workflow again after that. If it happens again, lower Max Concurrent Requests in Options.`,
	}),
	unreachable: (): Sentence => ({
		what: "The service can't be reached.",
		next: 'Check Base URL in the credential and whether the service is running, then run the workflow again.',
	}),
	untrusted: (): Sentence => ({
		what: "The service's certificate isn't trusted, so the request was not made.",
		next: 'Check Base URL in the credential. Switch on Ignore SSL Issues in the node settings only for a service on your own network.',
	}),
	serverError: ({ status, said }: Given): Sentence => ({
		what: `The service failed during this query (status ${status})${quoted(said)}`,
		next: 'Run the workflow again later. If it fails again, tell the service.',
	}),
	sendServerError: (given: Given): Sentence =>
		unclear(
			`the service answered ${given.status}${quoted(given.said && fitted(given.said, longestSaid))}`,
			given,
		),
	lost: (): Sentence => ({
		what: 'The connection broke before the service answered this query.',
		next: runAgain,
	}),
	sendLost: (given: Given): Sentence =>
		unclear('the connection broke before the service answered.', given),
	timedOut: (): Sentence => ({
		what: 'The service did not answer this query in time.',
		next: 'Run the workflow again, or raise Timeout in the node settings.',
	}),
	sendTimedOut: (given: Given): Sentence => unclear('the service did not answer in time.', given),
	sendCanceledUnderWay: (given: Given): Sentence =>
		unclear('the execution was canceled before the service answered.', given),
	unreadable: ({ status }: Given): Sentence => ({
		what: `The service answered this query with an answer this node can't read (status ${status}).`,
		next: `${checkAddress} If it is right, tell the service.`,
	}),
	sendUnreadable: (given: Given): Sentence =>
		unclear(`the service gave an answer this node can't read (status ${given.status}).`, given),
	redirected: ({ status }: Given): Sentence => ({
		what: `The service redirects this query to another address (status ${status}), which this node doesn't follow.`,
		next: 'Ask the service for its present address, and put it into Base URL in the credential.',
	}),
	sendRedirected: (given: Given): Sentence =>
		unclear(
			`the service redirects to another address (status ${given.status}), so Base URL in the credential may be out of date.`,
			given,
		),
	refused: ({ status, said }: Given): Sentence => ({
		what: `The service refused the request (status ${status})${quoted(said)}`,
		next: 'Fix what the service names, then run the workflow again.',
	}),
	refusedWithoutReason: ({ status }: Given): Sentence => ({
		what: `The service refused the request (status ${status}) and gave no reason.`,
		next: 'Check the fields of this node, or ask the service for the reason.',
	}),
	notFound: (): Sentence => ({
		what: "The service doesn't know the address of this request (status 404).",
		next: checkAddress,
	}),
	notFoundNamed: ({ said }: Given): Sentence => ({
		what: `The service did not find what this request is about (status 404)${quoted(said)}`,
		next: 'Fix what the service names. If it names nothing of this node, check Base URL in the credential.',
	}),
	canceled: (): Sentence => ({
		what: 'The execution was canceled before this query was done.',
		next: runAgain,
	}),
	sendCanceled: (): Sentence => ({
		what: 'The execution was canceled before this message was sent.',
		next: 'If you still want to send it, run the workflow again.',
	}),
	unlisted: ({ said }: Given): Sentence => ({
		what: `The query failed for a reason this node doesn't know${quoted(said)}`,
		next: `Run the workflow again. If it fails again, send this text to the maintainers of this node.`,
	}),
	sendUnlisted: (given: Given): Sentence =>
		unclear(
			`the request failed for a reason this node doesn't know${quoted(given.said && fitted(given.said, longestSaid))}`,
			given,
		),
} satisfies Record<string, (given: Given) => Sentence>;

export type OutcomeSentence = keyof typeof outcomeSentences;

/** Every other sentence of a run: about expressions, the doors, what a run may reach, and pages. */
export const sentences = {
	expressionFailed: (field: string, reason: string): Sentence => ({
		what: `The expression in ${field} failed: ${withoutStop(reason.slice(0, 300))}.`,
		next: `Fix the expression in ${field}, then run the workflow again.`,
	}),
	severalItems: (): Sentence => ({
		what: 'This version of n8n is too old to give this node several items.',
		next: 'Update n8n to 1.82 or later, or put a Loop Over Items node with a batch size of 1 before this node.',
	}),
	operationByExpression: (): Sentence => ({
		what: 'With Operation given as an expression, this node takes only one item.',
		next: 'Choose Operation from its list.',
	}),
	unknownOperation: (value: unknown): Sentence => ({
		what: `${quotedFirst(value)} isn't a valid Operation.`,
		next: 'Choose Operation from its list.',
	}),
	proxyNotValid: (): Sentence => ({
		what: "Proxy in the node settings isn't an address with a host and a port.",
		next: 'Write it like http://proxy.example.com:8080, or leave it empty.',
	}),
	groupUnderCap: (field: string, cap: number): Sentence => ({
		what: `${field} (${grouped(cap)}) can't be checked, because this node doesn't know how many numbers the contact group has.`,
		next: `Send to phone numbers instead, or remove ${field} from Options to send to the whole group.`,
	}),
	tooManyRecipients: (count: number, cap: number): Sentence => ({
		what: `This run would reach ${counted(count, 'number')}, and Max Recipients allows ${grouped(cap)}.`,
		next: 'Send to fewer numbers, or raise Max Recipients in Options.',
	}),
	tooManyTotalSegments: (count: number, cap: number): Sentence => ({
		what: `This run would send ${counted(count, 'segment')}, counted once for each number, and Max Total Segments allows ${grouped(cap)}.`,
		next: 'Shorten the message, send to fewer numbers, or raise Max Total Segments in Options.',
	}),
	tooManyRecords: (most: number): Sentence => ({
		what: `The query has more than ${grouped(most)} results, too many for a node that is used as a tool.`,
		next: 'Set a Limit or narrower filters, such as one day or one sender ID.',
	}),
	repeatedPage: (page: number): Sentence => ({
		what: `The service gave the same records on page ${page} as on another page.`,
		next: readLess,
	}),
	missingPages: (page: number, claimed: number): Sentence => ({
		what: `The service says there are ${grouped(claimed)} pages, but page ${grouped(page)} is empty.`,
		next: readLess,
	}),
	listChanged: (): Sentence => ({
		what: 'The list of messages changed while it was read, so some may be missing.',
		next: runAgain,
	}),
	listCutShort: (missing: number): Sentence => ({
		what: `The service counts ${counted(missing, 'message')} more than it gave.`,
		next: 'Run the workflow again. If it happens again, tell the service.',
	}),
	listUnreadable: ({ what, next }: Sentence): Sentence => ({
		what: `Skip Already Sent could not read the service's list of messages. ${what}`,
		next,
	}),
	sendUnclearElsewhere: (check: string): Sentence =>
		unclear(
			'the same message just went to one of these numbers in another request, which is unclear too.',
			{ status: 0, check, skips: true },
		),
	sentElsewhere: (numbers: string): Sentence => ({
		what: `The same message just went to ${numbers} in another request, and this item's other numbers waited for it.`,
		next: 'Run the workflow again. Skip Already Sent texts only the numbers that are left.',
	}),
	tooManyWatched: (most: number): Sentence => ({
		what: `There is more to watch than this trigger can keep in mind: over ${grouped(most)} recipients or messages.`,
		next: 'Set narrower Filters, such as one campaign or one sender ID, or lower Watch Hours in Options.',
	}),
	nothingToFetch: (hours: number, isFiltered: boolean): Sentence => ({
		what: `The service has no message of the last ${hours === 1 ? 'hour' : `${grouped(hours)} hours`}${isFiltered ? ' that fits the Filters' : ''}.`,
		next: 'Send a message with the Messaging Service node, or raise Watch Hours in Options, then fetch a test event again.',
	}),
	endlessPages: (pages: number): Sentence => ({
		what: `The service doesn't say how many pages there are, and there are more than ${grouped(pages)}.`,
		next: 'Set a Limit or narrower filters.',
	}),
};

const readLessInPoll =
	'If it goes on, set narrower Filters or lower Watch Hours in Options, and tell the service.';
const untrustedInPoll =
	"Check Base URL in the credential. A trigger reaches only a service whose certificate n8n's server trusts.";

/**
 * How to go on after a poll of the trigger, where it is not the same as in a run: n8n polls again
 * by itself, and a trigger has other settings.
 */
export const pollAdvice: Partial<
	Record<OutcomeSentence | keyof typeof sentences | 'tokenUntrusted', string>
> = {
	rateLimited: 'If it goes on, poll less often, or lower Max Concurrent Requests in Options.',
	rateLimitedWithWait:
		'If it goes on, poll less often, or lower Max Concurrent Requests in Options.',
	unreachable: 'Check Base URL in the credential and whether the service is running.',
	untrusted: untrustedInPoll,
	tokenUntrusted: untrustedInPoll,
	serverError: 'If it goes on, tell the service.',
	lost: 'If it goes on, tell the service.',
	timedOut: readLessInPoll,
	unlisted: 'If it goes on, send this text to the maintainers of this node.',
	refused: 'Fix what the service names.',
	expressionFailed: 'Fix the expression, then publish the workflow again.',
	repeatedPage: readLessInPoll,
	missingPages: readLessInPoll,
	endlessPages: 'Set narrower Filters or lower Watch Hours in Options.',
	listChanged: 'Publish the workflow again.',
	listCutShort: 'If it goes on, tell the service.',
};

/** What is said after it where the trigger has a state to go on from. */
export const nothingLost =
	'No change is lost: the next poll that succeeds tells what changed meanwhile.';
