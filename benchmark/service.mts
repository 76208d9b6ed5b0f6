/** The service that the subjects talk to: the sandbox, in the benchmark's own process, which is idle meanwhile. */
import { startSandbox } from '../workbench/sandbox/sandbox.mts';
import { listedNumber, textOf, type Place, type Task } from './subjects/task.mts';

export interface Behavior {
	/** Milliseconds. */
	latency?: number;
	/** The most requests at once. Any more are answered 429. */
	maxInFlight?: number;
	/** Number of sends after which all others are answered 503. Queries are answered 503 from the start. */
	downAfter?: number;
}

export type Service = Awaited<ReturnType<typeof startService>>;
export type Seen = ReturnType<Service['seen']>;

/** Starts the service with this many messages in its list, spread over so many hours. */
export async function startService(pastMessages: number, pastHours: number) {
	const pastSpacing = (pastHours * 3_600_000) / Math.max(1, pastMessages);
	// Answers aren't validated here: the tests validate them against their document.
	const sandbox = await startSandbox({ pastMessages, pastSpacing, validateAnswers: false });
	const { baseUrl, clientId, clientSecret } = sandbox;
	return {
		stop: async () => await sandbox.stop(),
		/** Clears journal and log, applies the behavior, and returns the service's address with a valid token. */
		prepare({ latency = 0, maxInFlight = Infinity, downAfter }: Behavior, task: Task): Place {
			sandbox.reset();
			if (task.piece) sandbox.addMessage({ message: textOf(task), recipients: [listedNumber] });
			sandbox.setOptions({ latency, maxInFlight });
			if (downAfter !== undefined)
				for (const [on, after] of [
					['send', downAfter],
					['statuses', 0],
					['messages', 0],
				] as const)
					sandbox.play({ on, kind: 'serverError', status: 503, after, times: Infinity });
			return { baseUrl, clientId, clientSecret, token: sandbox.tokens.issue(Date.now()) };
		},
		seen() {
			const { journal, requests } = sandbox;
			const numbers = journal.flatMap(({ recipients }) => recipients);
			const reached = new Set(numbers).size;
			return {
				accepted: journal.length,
				reached,
				/** Number of repeated sends to the same number. */
				twice: numbers.length - reached,
				requests: requests.filter(({ operation }) => operation !== 'token').length,
				/** Number of sends that a failing service got: its client can't know whether it accepted them. */
				unknown: requests.filter(({ operation, status }) => operation === 'send' && status >= 500)
					.length,
				refusedAsTooMany: requests.filter(({ status }) => status === 429).length,
			};
		},
	};
}
