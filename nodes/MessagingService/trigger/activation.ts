import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import type { Account } from '../service/account';
import { stopAfter } from '../service/stop';
import { getOrInsert } from '../values/collections';

/**
 * Returns n8n's time limit for a poll, capped at `most` milliseconds. Undefined if there is none: n8n before 2.41 waits
 * for as long as a poll takes.
 */
export function boundOf(functions: Partial<IPollFunctions>, most = Infinity) {
	const milliseconds = Math.min(functions.getPollBudgetMs?.() ?? Infinity, most);
	if (milliseconds === Infinity) return undefined;
	return { seconds: Math.round(milliseconds / 1000), stop: stopAfter(milliseconds) };
}

export type PollBound = ReturnType<typeof boundOf>;

/** Functions of the latest poll in progress, by `triggerKey`. All polls of one activation have the same. */
const underWay = new Map<string, IPollFunctions>();

/** Functions of all polls so far. With durable cursors, n8n creates new ones for each poll. */
const known = new WeakSet<IPollFunctions>();

/** Begins a poll. Undefined if one of the same activation is in progress, since it reports the same changes. */
export function beginPoll(functions: IPollFunctions) {
	const key = triggerKey(functions);
	if (underWay.get(key) === functions) return undefined;
	underWay.set(key, functions);
	const isFirst = !known.has(functions);
	known.add(functions);
	const isLatest = () => underWay.get(key) === functions;
	return {
		/** Whether n8n may wait for this poll before it polls again. With durable cursors, that can be any poll. */
		isFirst,
		/** Returns false once a poll of another activation has begun: then this poll's state is out of date. */
		isLatest,
		end: () => void (isLatest() && underWay.delete(key)),
	};
}

/** Returns a key for a trigger: workflow ID and node name, by which n8n keeps states too. Node IDs may be equal. */
export function triggerKey(functions: IPollFunctions): string {
	return JSON.stringify([functions.getWorkflow().id, functions.getNode().name]);
}

/** Whether n8n activates the trigger by itself, so that nobody is there to see an error. */
export function startsByItself(functions: IPollFunctions): boolean {
	return ['init', 'leadershipChange'].includes(functions.getActivationMode());
}

/**
 * The most milliseconds that all first polls of a publication may take together. n8n tries five times, with waits of 15
 * seconds in total, and gives up after 84 seconds (trigger-activation-retry.ts,
 * workflow-publication-outbox-consumer.ts).
 */
const longestPublication = 60_000;

/** State that n8n's attempts at one publication share. */
interface Publication {
	bound: PollBound;
	/** Error with which the service refused this account. With another secret, it is another account. */
	refusal?: { account: Account; error: Error };
}

/** Publications by the node's static data, which all attempts at a publication share, except with durable cursors. */
const publications = new WeakMap<IDataObject, Publication>();

export function publicationOf(functions: IPollFunctions): Publication {
	const staticData = functions.getWorkflowStaticData('node');
	const begin = () => ({ bound: boundOf(functions, longestPublication) });
	return getOrInsert(publications, staticData, begin);
}
