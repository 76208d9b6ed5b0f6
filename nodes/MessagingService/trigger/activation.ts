import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import type { Account } from '../service/account';
import { Stop, stopAfter } from '../service/stop';

/** How long a poll may take. */
export interface PollBound {
	seconds: number;
	stop: Stop;
}

/** As long as n8n gives a poll, but `most` milliseconds; an n8n before 2.41 waits for as long as one takes. */
export function boundOf(functions: Partial<IPollFunctions>, most = Infinity): PollBound {
	const milliseconds = Math.min(functions.getPollBudgetMs?.() ?? Infinity, most);
	const stop = milliseconds === Infinity ? new Stop() : stopAfter(milliseconds);
	return { seconds: Math.round(milliseconds / 1000), stop };
}

/** n8n starts the polls of an activation with the same functions; with durable cursors each poll has its own. */
interface Activation {
	isPolling: boolean;
}

const activations = new WeakMap<IPollFunctions, Activation>();

/** The latest activation of each trigger in this process, by workflow and name, as n8n keeps their states. */
const latest = new Map<string, Activation>();

/** A poll that is under way. */
export interface PollTurn {
	/** Whether n8n may wait for it before it polls on: with durable cursors that can't be told. */
	isFirst: boolean;
	/** Whether no later activation has begun to poll: then this one's state is out of date. */
	isLatest(): boolean;
	end(hasFailed: boolean): void;
}

/**
 * Begins a poll; undefined where another one tells its changes: one of the same activation that is still under way,
 * or those of a later activation. n8n may leave an earlier one polling, each with a state of its own.
 */
export function beginPoll(functions: IPollFunctions): PollTurn | undefined {
	const key = JSON.stringify([functions.getWorkflow().id, functions.getNode().name]);
	const known = activations.get(functions);
	const before = latest.get(key);
	if (known && (known !== before || known.isPolling)) return undefined;
	const activation = known ?? { isPolling: false };
	activation.isPolling = true;
	activations.set(functions, activation);
	latest.set(key, activation);
	const isLatest = () => latest.get(key) === activation;
	return {
		isFirst: !known,
		isLatest,
		end: (hasFailed) => {
			activation.isPolling = false;
			// n8n drops an activation whose first poll failed, and may go on with the one before.
			if (hasFailed && !known && before && isLatest()) latest.set(key, before);
		},
	};
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
	const known = publications.get(staticData);
	const publication = known ?? { bound: boundOf(functions, longestPublication) };
	publications.set(staticData, publication);
	return publication;
}
