/** What a trigger with these settings watches. */
import type { INodeParameters } from 'n8n-workflow';
import { filters, type Settings } from './scheduleSteps.mts';

const hour = 3_600_000;

/** What a trigger is set to watch. */
export interface Watching {
	event: 'statusChanged' | 'messageCreated';
	/** Equal where event, filters and account are the same. */
	identity: string;
	/** Lower case; undefined for all. */
	statuses?: string[];
	watchedFor: number;
	/** The filters that the node itself applies. */
	campaign?: string;
	numbers?: string[];
}

/** The trigger's form. */
export function parametersOf({
	event,
	filter,
	statuses,
	watchHours,
	concurrency,
}: Settings): INodeParameters {
	return {
		event,
		filters: filters[filter]!.typed,
		options: { watchHours, maxConcurrentRequests: concurrency, ...(statuses ? { statuses } : {}) },
	};
}

export function watchingOf({ event, filter, statuses, watchHours, account }: Settings): Watching {
	const { group, campaign, numbers } = filters[filter]!;
	const words = statuses
		.split(/[,;\n]/)
		.map((word) => word.trim().toLowerCase())
		.filter(Boolean);
	return {
		event,
		identity: JSON.stringify([event, group, account]),
		watchedFor: watchHours * hour,
		...(event === 'statusChanged' && words.length > 0 ? { statuses: words } : {}),
		...(campaign ? { campaign } : {}),
		...(numbers ? { numbers } : {}),
	};
}
