import { longestWait } from '../http/retryPolicy';
import { quotedValue } from '../validation/quotedValue';

/** What happened and how to go on. */
interface Sentence {
	what: string;
	next: string;
}

/** Facts about a send whose outcome is unknown: with them a person finds it again. */
export interface SendFacts {
	recipients: string;
	campaign: string;
	/** ISO 8601, when the attempt ended. */
	at: string;
}

/** What a sentence can be made from; each takes what it needs. */
export interface Given {
	/** The HTTP status, or the code inside a 200 body. */
	status: number;
	/** The service's own text. */
	said?: string;
	retryAfter?: string;
	facts: SendFacts;
}

const unknown = 'The message may or may not have been sent';
const runAgain = 'It was not sent; run it again when the service is well.';

/** The service's own text, as part of a sentence of ours. */
function quoted(said: string | undefined): string {
	return said ? `: ${said.slice(0, 300).replace(/[\s.]+$/, '')}.` : '.';
}

function howToCheck({ recipients, campaign, at }: SendFacts): string {
	return `Before you send it again, look for it with Query Messages: campaign '${campaign}', to ${recipients}, about ${at}. It is not sent again by itself.`;
}

/**
 * Every sentence about a request that failed, one entry a kind. The key is the failure's id.
 *
 * 'canceled' is the word by which n8n knows that a failure comes from its own Stop button
 * (workflow-execute.ts looks for it).
 */
export const outcomeSentences = {
	unauthorized: ({ said }: Given): Sentence => ({
		what: `The service rejected the access token, also a new one${quoted(said)}`,
		next: 'Open the credential and test it, or ask the service which rights these API keys have.',
	}),
	rateLimited: ({ said, retryAfter }: Given): Sentence => ({
		what: `The service is receiving too many requests${quoted(said)}`,
		next: retryAfter
			? `It asked to wait (Retry-After: ${retryAfter.slice(0, 40)}), longer than the ${longestWait / 1000} seconds that this node waits or more often than it asks. Run it again later, or lower Max Concurrent Requests in Options.`
			: 'Run it again in a few minutes, or lower Max Concurrent Requests in Options.',
	}),
	unreachable: (): Sentence => ({
		what: 'The service could not be reached: no connection came about.',
		next: 'Check Base URL in the credential and whether the service is up, then run it again.',
	}),
	untrusted: (): Sentence => ({
		what: "The service's certificate is not trusted, so nothing was sent.",
		next: 'Check Base URL in the credential. If you trust this service anyway, switch on Ignore SSL Issues in the node settings.',
	}),
	serverError: ({ status, said }: Given): Sentence => ({
		what: `The service failed with status ${status}${quoted(said)}`,
		next: 'Run it again later. If it goes on, tell the service.',
	}),
	sendServerError: ({ facts, status, said }: Given): Sentence => ({
		what: `${unknown}: the service failed with status ${status}${quoted(said)}`,
		next: howToCheck(facts),
	}),
	lost: (): Sentence => ({
		what: 'The connection to the service broke before the answer came.',
		next: 'Run it again.',
	}),
	sendLost: ({ facts }: Given): Sentence => ({
		what: `${unknown}: the connection broke before the answer came.`,
		next: howToCheck(facts),
	}),
	timedOut: (): Sentence => ({
		what: 'The service did not answer in time.',
		next: 'Run it again, or raise Timeout in the node settings.',
	}),
	sendCanceledUnderWay: ({ facts }: Given): Sentence => ({
		what: `${unknown}: the execution was canceled before the answer came.`,
		next: howToCheck(facts),
	}),
	sendTimedOut: ({ facts }: Given): Sentence => ({
		what: `${unknown}: the service did not answer in time.`,
		next: howToCheck(facts),
	}),
	unreadable: ({ status }: Given): Sentence => ({
		what: `The service's answer (status ${status}) is not of the form that was agreed.`,
		next: 'Check Base URL in the credential: it is the address of the service followed by /api. If it is right, tell the service.',
	}),
	sendUnreadable: ({ facts, status }: Given): Sentence => ({
		what: `${unknown}: the service answered with status ${status}, but without a receipt that can be read.`,
		next: howToCheck(facts),
	}),
	redirected: ({ status }: Given): Sentence => ({
		what: `The service answered with a redirect (status ${status}), which is not followed.`,
		next: "Put the service's present address into Base URL in the credential.",
	}),
	sendRedirected: ({ facts, status }: Given): Sentence => ({
		what: `${unknown}: the service answered with a redirect (status ${status}), which is not followed.`,
		next: `Put the service's present address into Base URL in the credential. ${howToCheck(facts)}`,
	}),
	refused: ({ status, said }: Given): Sentence => ({
		what: said
			? `The service refused the request (status ${status})${quoted(said)}`
			: `The service refused the request with status ${status} and gave no reason.`,
		next: 'Mend what it names, then run it again.',
	}),
	notFound: ({ said }: Given): Sentence => ({
		what: `The service does not know this address or record (status 404)${quoted(said)}`,
		next: "Check Base URL in the credential: it is the service's address followed by /api.",
	}),
	canceled: (): Sentence => ({
		what: 'The execution was canceled before this item was done.',
		next: 'Run it again.',
	}),
	sendCanceled: (): Sentence => ({
		what: 'The execution was canceled before this message left.',
		next: runAgain,
	}),
	unlisted: ({ said }: Given): Sentence => ({
		what: `The request failed in a way that this node does not know${quoted(said)}`,
		next: 'Run it again. If it goes on, report it with this text.',
	}),
	sendUnlisted: ({ facts, said }: Given): Sentence => ({
		what: `${unknown}: the request failed in a way that this node does not know${quoted(said)}`,
		next: howToCheck(facts),
	}),
} satisfies Record<string, (given: Given) => Sentence>;

export type OutcomeSentence = keyof typeof outcomeSentences;

/** Every other sentence of a run: about what a run may reach, and about pages. */
export const sentences = {
	expressionFailed: (field: string, reason: string): Sentence => ({
		what: `The expression in ${field} failed: ${reason.slice(0, 300).replace(/[\s.]+$/, '')}.`,
		next: `Fix the expression in ${field}, then run it again.`,
	}),
	severalItems: (): Sentence => ({
		what: 'This version of n8n hands this node its items one by one, and then it takes only one: several could not be checked before the first is sent.',
		next: 'Update n8n, or loop over the items one at a time.',
	}),
	operationByExpression: (): Sentence => ({
		what: 'Operation is given as an expression, and then this node takes only one item.',
		next: 'Choose Operation from its list.',
	}),
	unknownOperation: (value: unknown): Sentence => ({
		what: `Operation is ${quotedValue(value)}, which this node does not have.`,
		next: "Choose Operation from its list. It can't be given as an expression.",
	}),
	proxyNotValid: (): Sentence => ({
		what: 'Proxy in the node settings is not an address with a host and a port.',
		next: 'Write it as http://proxy.example.com:8080, or leave it empty.',
	}),
	groupUnderCap: (cap: number): Sentence => ({
		what: `A contact group has a size that is not known here, and Max Recipients allows ${cap}.`,
		next: 'Send to phone numbers, or take Max Recipients out of Options.',
	}),
	tooManyRecipients: (count: number, cap: number): Sentence => ({
		what: `This run would reach ${count} numbers, and Max Recipients allows ${cap}.`,
		next: 'Send to fewer numbers, or raise Max Recipients in Options.',
	}),
	tooManyRecords: (most: number): Sentence => ({
		what: `The query has more than ${most} results, which is more than n8n takes from a tool.`,
		next: 'Use Limit or narrower filters, such as one day or one sender ID.',
	}),
	repeatedPage: (page: number): Sentence => ({
		what: `The service gave page ${page} the same records as another page.`,
		next: 'Run it again. If it goes on, read fewer pages with Limit or narrower filters, and tell the service.',
	}),
	missingPages: (page: number, claimed: number): Sentence => ({
		what: `The service says that there are ${claimed} pages, but page ${page} is empty.`,
		next: 'Run it again. If it goes on, read fewer pages with Limit or narrower filters, and tell the service.',
	}),
	endlessPages: (pages: number): Sentence => ({
		what: `The service does not say how many pages there are, and ${pages} were not all.`,
		next: 'Use Limit or narrower filters.',
	}),
};
