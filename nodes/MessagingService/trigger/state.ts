import { createHash } from 'crypto';

import { isRecord } from '../values/json';

const hour = 3_600_000;

/** Characters of a key; 60 bits, so that of 50,000 keys no two are equal by chance. */
const keyLength = 10;

/** The form of the text; a text of another form is not read. */
const form = 1;

/** What is kept of a recipient, or of a message. */
interface Entry {
	/** The hour of its message's creation, counted from 1970. */
	hour: number;
	status: string;
}

/**
 * The last status of everything that is watched, as it is kept from poll to poll: no number and no text of a
 * message, only digests of them, in the order of the hour of creation and the status. So it takes about ten
 * bytes a recipient.
 */
export class Watched {
	private readonly entries = new Map<string, Entry>();

	/** Messages from before this time, by the service's clock, were not watched. */
	since = 0;

	/** The same, as the last poll alone said. */
	saidSince = 0;

	/**
	 * @param identity that of event, filters and account
	 * @returns undefined where the text is none of ours, or was kept for another identity
	 */
	static read(text: unknown, identity: string): Watched | undefined {
		const kept = parsed(text);
		if (
			kept?.form !== form ||
			kept.identity !== identity ||
			typeof kept.since !== 'number' ||
			!isRecord(kept.hours)
		)
			return undefined;
		const watched = new Watched();
		watched.since = kept.since;
		watched.saidSince = typeof kept.saidSince === 'number' ? kept.saidSince : kept.since;
		for (const [name, statuses] of Object.entries(kept.hours)) {
			for (const [status, keys] of Object.entries(isRecord(statuses) ? statuses : {}))
				watched.addAll(Number(name), status, String(keys));
		}
		return watched;
	}

	get size(): number {
		return this.entries.size;
	}

	statusOf(key: string): string | undefined {
		return this.entries.get(key)?.status;
	}

	/** @param createdAt when its message was created, in milliseconds since 1970 */
	set(key: string, createdAt: number, status: string): void {
		this.entries.set(key, { hour: Math.floor(createdAt / hour), status });
	}

	/**
	 * Takes over what isn't in here and is still watched, though the list lacks it at present. What is older is
	 * forgotten only when two polls in a row say so: one alone may have gone by a wrong clock.
	 */
	keepFrom(earlier: Watched): void {
		this.since = Math.min(this.saidSince, earlier.saidSince);
		const first = Math.floor(this.since / hour);
		for (const [key, entry] of earlier.entries) {
			if (entry.hour >= first && !this.entries.has(key)) this.entries.set(key, entry);
		}
	}

	/** All of it as one text: n8n watches every object in its static data for changes, and copies them. */
	text(identity: string): string {
		const hours = new Map<string, Map<string, string[]>>();
		for (const [key, { hour: created, status }] of this.entries) {
			const statuses = inside(hours, String(created), () => new Map<string, string[]>());
			inside(statuses, status, () => []).push(key);
		}
		return JSON.stringify({
			form,
			identity,
			since: this.since,
			saidSince: this.saidSince,
			hours: Object.fromEntries(
				[...hours].map(([name, statuses]) => [
					name,
					Object.fromEntries([...statuses].map(([status, keys]) => [status, keys.join('')])),
				]),
			),
		});
	}

	private addAll(created: number, status: string, keys: string): void {
		for (let place = 0; place < keys.length; place += keyLength)
			this.entries.set(keys.slice(place, place + keyLength), { hour: created, status });
	}
}

/** The key of something, told by these parts of it. */
export function watchedKey(parts: unknown[]): string {
	return createHash('sha256').update(JSON.stringify(parts)).digest('base64').slice(0, keyLength);
}

function parsed(text: unknown): Record<string, unknown> | undefined {
	try {
		const value: unknown = JSON.parse(String(text));
		return isRecord(value) ? value : undefined;
	} catch {
		// Somebody else's, or none.
		return undefined;
	}
}

function inside<V>(map: Map<string, V>, name: string, make: () => V): V {
	const found = map.get(name) ?? make();
	map.set(name, found);
	return found;
}
