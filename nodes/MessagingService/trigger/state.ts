import type { IPollFunctions } from 'n8n-workflow';

import { triggerKey } from './activation';
import { readWatched, watchedText, type Watched } from './changes';

/**
 * The latest state of each trigger in this process. An import over a running workflow leaves two activations of one
 * trigger, each with a state of its own, and an n8n before 2.40 polls on with the earlier one.
 */
const latest = new Map<string, { identity: string; text: string }>();

/** What a poll goes on from. */
export interface State {
	before: Watched | undefined;
	/** Whether nothing is kept at all; not where it is of another event, account or filters. */
	isMissing: boolean;
	keep(watched: Watched): void;
}

export function stateOf(functions: IPollFunctions, identity: string): State {
	const staticData = functions.getWorkflowStaticData('node');
	const key = triggerKey(functions);
	const last = latest.get(key);
	const text = last?.identity === identity ? last.text : staticData.watched;
	return {
		before: readWatched(text, identity),
		isMissing: text === undefined,
		keep: (watched) => {
			const next = watchedText(watched, identity);
			staticData.watched = next;
			latest.set(key, { identity, text: next });
		},
	};
}

/**
 * For a first poll, which goes on from what n8n has saved. n8n throws away what a poll found while the workflow was
 * unpublished, and the state of that poll would hide it; and another process may have polled since.
 */
export function forgetLatest(functions: IPollFunctions): void {
	latest.delete(triggerKey(functions));
}
