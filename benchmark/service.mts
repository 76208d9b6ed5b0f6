/** The service that the subjects talk to: the sandbox, in the benchmark's own process, which only waits meanwhile. */
import { startSandbox } from '../workbench/sandbox/sandbox.mts';
import { listedNumber, textOf, type Place, type Task } from './subjects/task.mts';

/** How the service behaves in a run. */
export interface Behavior {
	/** Milliseconds. */
	latency?: number;
	/** It answers 429 to more requests at once. */
	maxInFlight?: number;
	/** After so many sends it answers 503 to everything. */
	downAfter?: number;
}

export type Service = Awaited<ReturnType<typeof startService>>;
export type Seen = ReturnType<Service['seen']>;

/** Starts the service, with so many messages that are there already. */
export async function startService(pastMessages = 0) {
	// A minute apart, 10,000 of them are of one week, and a look back over a month finds them all. The answers are held
	// against their document in the tests.
	const sandbox = await startSandbox({ pastMessages, pastSpacing: 60_000, validateAnswers: false });
	const { baseUrl, clientId, clientSecret } = sandbox;
	return {
		stop: async () => await sandbox.stop(),
		/** Empties journal and log, and gives the place with a token that is good. */
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
				/** Numbers that were sent to once more. */
				twice: numbers.length - reached,
				requests: requests.filter(({ operation }) => operation !== 'token').length,
				/** Sends that a failing service got: whether it took them, its client can't know. */
				unknown: requests.filter(({ operation, status }) => operation === 'send' && status >= 500)
					.length,
				refusedAsTooMany: requests.filter(({ status }) => status === 429).length,
			};
		},
	};
}
