import { createHash } from 'crypto';
import { jsonParse, type IPollFunctions } from 'n8n-workflow';

import { triggerKey } from './activation';
import { isRecord } from '../values/given';
import { HOUR } from '../values/durations';

/** The state of a trigger: the last status of everything that it watches, kept from poll to poll. */
export interface Watched {
	/** By the key of a recipient, or of a message. */
	entries: Map<string, { createdAt: number; status: string }>;
	/** Messages from before this time, by the service's clock, were not watched. */
	since: number;
	/** The same, as the last poll alone said. */
	saidSince: number;
}

/** The text of a state: keys by the hour of creation and the status, about ten bytes a recipient. */
interface Kept extends Omit<Watched, 'entries'> {
	identity: string;
	hours: Record<string, Record<string, string>>;
}

/** Characters: 60 bits, so that of 50,000 keys no two are equal by chance. */
const keyLength = 10;

/** The key of something, told by these parts of it: numbers and texts of messages are not kept. */
export function watchedKey(parts: unknown[]): string {
	return createHash('sha256').update(JSON.stringify(parts)).digest('base64').slice(0, keyLength);
}

/**
 * The latest state of each trigger in this process. An import over a running workflow leaves two activations of one
 * trigger, each with a state of its own, and an n8n before 2.40 polls on with the earlier one.
 */
const latest = new Map<string, { identity: string; text: string }>();

/** The state that a poll goes on from. */
export function stateOf(functions: IPollFunctions, identity: string) {
	const staticData = functions.getWorkflowStaticData('node');
	const key = triggerKey(functions);
	const last = latest.get(key);
	const text = last?.identity === identity ? last.text : staticData.watched;
	return {
		/** Undefined where none is kept, or it is one of another event, account or filters. */
		before: readWatched(text, identity),
		/** Whether no state is kept at all. */
		isMissing: text === undefined,
		keep: (watched: Watched): void => {
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

/** @returns undefined where the text is no state, or the state of another identity */
export function readWatched(text: unknown, identity: string): Watched | undefined {
	const kept: unknown =
		typeof text === 'string' ? jsonParse(text, { fallbackValue: null }) : undefined;
	if (!isRecord(kept) || kept.identity !== identity) return undefined;
	const { since, saidSince, hours } = kept as unknown as Kept;
	if (!Number.isFinite(since) || !Number.isFinite(saidSince)) return undefined;
	const entries: Watched['entries'] = new Map();
	// Somebody may have edited the workflow's row: what can't be read in it is as unseen as what isn't there.
	for (const [number, statuses] of Object.entries(isRecord(hours) ? hours : {})) {
		const createdAt = Number(number) * HOUR;
		for (const [status, keys] of Object.entries(isRecord(statuses) ? statuses : {})) {
			if (typeof keys !== 'string') continue;
			for (let place = 0; place < keys.length; place += keyLength)
				entries.set(keys.slice(place, place + keyLength), { createdAt, status });
		}
	}
	return { entries, since, saidSince };
}

/** One text: n8n watches every object in its static data for changes, and copies them. */
export function watchedText({ entries, since, saidSince }: Watched, identity: string): string {
	const hours: Kept['hours'] = {};
	for (const [key, { createdAt, status }] of entries) {
		// Without a prototype, so that __proto__ is a status like others.
		const none: Record<string, string> = Object.create(null);
		const statuses = (hours[Math.floor(createdAt / HOUR)] ??= none);
		statuses[status] = (statuses[status] ?? '') + key;
	}
	return JSON.stringify({ identity, since, saidSince, hours });
}

/** The state after a poll. What is older is forgotten only when two polls in a row say so: one clock may be wrong. */
export function stateAfter(
	seen: Watched['entries'],
	saidSince: number,
	before: Watched | undefined,
): Watched {
	const since = Math.min(saidSince, before?.saidSince ?? saidSince);
	const firstHour = Math.floor(since / HOUR) * HOUR;
	const kept = [...(before?.entries ?? [])].filter(([, entry]) => entry.createdAt >= firstHour);
	return { entries: new Map([...kept, ...seen]), since, saidSince };
}
