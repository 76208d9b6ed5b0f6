import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import type { Account } from '../service/account';
import { stopAfter } from '../service/stop';
import { getOrInsert } from '../values/collections';

/** The time that n8n gives a poll, `most` milliseconds at most; an n8n before 2.41 waits for as long as one takes. */
export function boundOf(functions: Partial<IPollFunctions>, most = Infinity) {
	const milliseconds = Math.min(functions.getPollBudgetMs?.() ?? Infinity, most);
	if (milliseconds === Infinity) return undefined;
	return { seconds: Math.round(milliseconds / 1000), stop: stopAfter(milliseconds) };
}

export type PollBound = ReturnType<typeof boundOf>;

/** The functions of the latest poll under way, by `triggerKey`. All polls of one activation have the same. */
const underWay = new Map<string, IPollFunctions>();

/** The functions of all polls so far. With durable cursors n8n makes new ones for each poll. */
const known = new WeakSet<IPollFunctions>();

/** Begins a poll; undefined where one of the same activation is under way, which tells the same changes. */
export function beginPoll(functions: IPollFunctions) {
	const key = triggerKey(functions);
	if (underWay.get(key) === functions) return undefined;
	underWay.set(key, functions);
	const isFirst = !known.has(functions);
	known.add(functions);
	const isLatest = () => underWay.get(key) === functions;
	return {
		/** Whether n8n may wait for this poll before it polls on: with durable cursors that can't be told. */
		isFirst,
		/** False once a poll of another activation has begun: then the state of this one is out of date. */
		isLatest,
		end: () => void (isLatest() && underWay.delete(key)),
	};
}

/** Tells a trigger from all others, as n8n keeps their states: by workflow and name. Their IDs may be equal. */
export function triggerKey(functions: IPollFunctions): string {
	return JSON.stringify([functions.getWorkflow().id, functions.getNode().name]);
}

/** Whether n8n starts the trigger by itself, so that nobody is there to see why it failed. */
export function startsByItself(functions: IPollFunctions): boolean {
	return ['init', 'leadershipChange'].includes(functions.getActivationMode());
}

/**
 * Milliseconds that the first polls of a publication may take together. n8n makes five tries with 15 seconds between
 * them, and gives up after 84 (trigger-activation-retry.ts, workflow-publication-outbox-consumer.ts).
 */
const longestPublication = 60_000;

/** What n8n's tries of one publication have in common. */
interface Publication {
	bound: PollBound;
	/** Why the service refuses this account; with another secret it is another account. */
	refusal?: { account: Account; error: Error };
}

/** By the static data of the node, which all tries of a publication share. With durable cursors they don't. */
const publications = new WeakMap<IDataObject, Publication>();

export function publicationOf(functions: IPollFunctions): Publication {
	const staticData = functions.getWorkflowStaticData('node');
	const begin = () => ({ bound: boundOf(functions, longestPublication) });
	return getOrInsert(publications, staticData, begin);
}
