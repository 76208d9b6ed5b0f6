import { createHash } from 'crypto';
import { jsonParse, type IPollFunctions } from 'n8n-workflow';

import { triggerKey } from './activation';
import { isRecord } from '../values/given';
import { HOUR } from '../values/durations';

/** The state of a trigger: the last status of everything that it watches, kept from poll to poll. */
export interface Watched {
	/**
	 * Last statuses by the key (`watchedKey`) of a recipient, or of a message. `createdAt` is in milliseconds since 1970.
	 */
	entries: Map<string, { createdAt: number; status: string }>;
	/** Messages created before this time, by the service's clock, were not watched. In milliseconds since 1970. */
	since: number;
	/** The same, as computed by the last poll alone. */
	saidSince: number;
	/** Where the next poll of a long list goes on. */
	rotation?: Rotation;
}

/** How far the polls of a long list have come. They read the newest messages each time, and the older ones in turn. */
export interface Rotation {
	/** When the last poll began, by this machine's clock, in milliseconds since 1970. */
	polledAt: number;
	/** Latest creation time that it saw, in milliseconds since 1970. The latest possible one without a zone. */
	newest: number;
	/** Number of messages before the next slice. */
	next: number;
	/** Number of messages of the watched period. */
	rows: number;
}

/** Serialized form of a state: keys grouped by the hour of creation and the status, about ten bytes per recipient. */
interface Kept extends Omit<Watched, 'entries'> {
	identity: string;
	hours: Record<string, Record<string, string>>;
}

/** Number of characters in a key: 60 bits, so that among 50,000 keys no two are equal by chance. */
const keyLength = 10;

/** Returns a short hash of the parts as a key, so that no numbers or texts of messages are stored. */
export function watchedKey(parts: unknown[]): string {
	return createHash('sha256').update(JSON.stringify(parts)).digest('base64').slice(0, keyLength);
}

/**
 * Latest state of each trigger in this process. An import over a running workflow leaves two activations of one
 * trigger, each with its own state, and n8n before 2.40 keeps polling with the earlier one.
 */
const latest = new Map<string, { identity: string; text: string }>();

/** Returns the state that a poll continues from, with a function to store the next one. */
export function stateOf(functions: IPollFunctions, identity: string) {
	const staticData = functions.getWorkflowStaticData('node');
	const key = triggerKey(functions);
	const last = latest.get(key);
	const text = last?.identity === identity ? last.text : staticData.watched;
	return {
		/** Undefined if none is stored, or if it belongs to another event, account or filters. */
		before: readWatched(text, identity),
		/** Whether no state is stored at all. */
		isMissing: text === undefined,
		keep: (watched: Watched): void => {
			const next = watchedText(watched, identity);
			staticData.watched = next;
			latest.set(key, { identity, text: next });
		},
	};
}

/**
 * Drops the state in memory before a first poll, so that it continues from the state that n8n has saved. n8n discards
 * the changes that a poll found while the workflow was unpublished, and the state of that poll would hide them. Another
 * process may have polled since, too.
 */
export function forgetLatest(functions: IPollFunctions): void {
	latest.delete(triggerKey(functions));
}

/** Parses a state. Undefined if the text is no state, or the state of another identity. */
export function readWatched(text: unknown, identity: string): Watched | undefined {
	const kept: unknown =
		typeof text === 'string' ? jsonParse(text, { fallbackValue: null }) : undefined;
	if (!isRecord(kept) || kept.identity !== identity) return undefined;
	const { since, saidSince, hours, rotation } = kept as unknown as Kept;
	if (!Number.isFinite(since) || !Number.isFinite(saidSince)) return undefined;
	const entries: Watched['entries'] = new Map();
	// Somebody may have edited the workflow's row: entries that can't be read are treated like missing ones.
	for (const [number, statuses] of Object.entries(isRecord(hours) ? hours : {})) {
		const createdAt = Number(number) * HOUR;
		for (const [status, keys] of Object.entries(isRecord(statuses) ? statuses : {})) {
			if (typeof keys !== 'string') continue;
			for (let place = 0; place < keys.length; place += keyLength)
				entries.set(keys.slice(place, place + keyLength), { createdAt, status });
		}
	}
	return { entries, since, saidSince, rotation: isRotation(rotation) ? rotation : undefined };
}

function isRotation(value: unknown): value is Rotation {
	if (!isRecord(value)) return false;
	const { polledAt, newest, next, rows } = value;
	return [polledAt, newest, next, rows].every(Number.isFinite);
}

/** Serializes a state to a single text: n8n observes every object in its static data for changes, and copies it. */
export function watchedText(
	{ entries, since, saidSince, rotation }: Watched,
	identity: string,
): string {
	const hours: Kept['hours'] = {};
	for (const [key, { createdAt, status }] of entries) {
		// Without a prototype, so that __proto__ is a status like others.
		const none: Record<string, string> = Object.create(null);
		const statuses = (hours[Math.floor(createdAt / HOUR)] ??= none);
		statuses[status] = (statuses[status] ?? '') + key;
	}
	return JSON.stringify({ identity, since, saidSince, rotation, hours });
}

/**
 * Returns the state after a poll. Drops old entries only when two polls in a row agree on it: one clock may be wrong.
 */
export function stateAfter(
	seen: Watched['entries'],
	{ since: saidSince, rotation }: Pick<Watched, 'since' | 'rotation'>,
	before: Watched | undefined,
): Watched {
	const since = Math.min(saidSince, before?.saidSince ?? saidSince);
	const firstHour = Math.floor(since / HOUR) * HOUR;
	const kept = [...(before?.entries ?? [])].filter(([, entry]) => entry.createdAt >= firstHour);
	return { entries: new Map([...kept, ...seen]), since, saidSince, rotation };
}
