import { createHash, randomUUID } from 'crypto';
import type { IExecuteFunctions } from 'n8n-workflow';

import type { Account } from '../service/account';
import { pause, type Stop } from '../service/stop';
import { digitsOf } from '../values/messageRecord';

/**
 * Entries that n8n keeps for a node and all workers share: one row of its database, which is read and
 * written whole (n8n's deduplication-helper.ts).
 */
export type SharedEntries = Pick<
	IExecuteFunctions['helpers'],
	'checkProcessedAndRecord' | 'removeProcessed'
>;

/** The oldest go first. */
const options = { mode: 'entries', maxEntries: 1_000 } as const;

/**
 * Milliseconds. An entry says that somebody may be sending this now, and nothing after twice this time,
 * so that a worker that dies between its entry and its send keeps nobody's message back for long.
 */
const validFor = 60_000;

/**
 * Milliseconds. Another worker that read the row before this one wrote it may write over the entry; a busy
 * one takes its time. With 500 no two of 300 pairs both had the same entry; with 150 three had.
 */
const settles = 500;

/** How often an entry that was written over is made again. */
const mostRounds = 5;

/**
 * Says which messages another worker may be sending at this moment, as far as that can be known: n8n's
 * entries aren't made in one step, so they are looked at once more before they count.
 */
export class WorkerClaims {
	private readonly entries: SharedEntries;

	private readonly stop: Stop;

	private readonly account: Account;

	constructor(entries: SharedEntries, stop: Stop, account: Account) {
		this.entries = entries;
		this.stop = stop;
		this.account = account;
	}

	/**
	 * Claims places, each a message to a number, for each item all of its own or none. Never rejects.
	 *
	 * @param wanted by the item's place in the run
	 * @returns the items of whose places somebody else has one. None where n8n keeps no entries, as in a
	 * workflow that isn't saved.
	 */
	async claim(wanted: ReadonlyMap<number, string[]>): Promise<Set<number>> {
		const taken = new Set<number>();
		for (let round = 0; round < mostRounds; round++) {
			const open = [...wanted].filter(([index]) => !taken.has(index));
			if (open.length === 0) return taken;
			const mark = randomUUID();
			const known = await this.record([
				...open.flatMap(([, places]) => places.flatMap(entriesOf)),
				mark,
			]);
			if (!known) return new Set();
			for (const [index, places] of open) {
				if (places.some((place) => entriesOf(place).some((entry) => known.has(entry))))
					taken.add(index);
			}
			const kept = new Set(
				open.filter(([index]) => !taken.has(index)).flatMap(([, places]) => places),
			);
			const given = open.flatMap(([, places]) => places).filter((place) => !kept.has(place));
			// To ask is to record: somebody else's entry must not last longer for that.
			await this.remove(given.flatMap(entriesOf).filter((entry) => !known.has(entry)));
			if (kept.size === 0) return taken;
			await pause(settles, this.stop);
			const later = await this.record([mark]);
			if (!later || later.has(mark)) return taken;
		}
		return new Set(wanted.keys());
	}

	/** What was certainly not sent: a next run need not wait for it. */
	async release(places: string[]): Promise<void> {
		await this.remove(places.flatMap(entriesOf));
	}

	/** @returns those that were there already; undefined where n8n keeps no entries */
	private async record(entries: string[]): Promise<Set<unknown> | undefined> {
		// Of two workers that make a node's first entry one fails.
		for (let tries = 0; tries < 3; tries++) {
			try {
				const { processed } = await this.inTurn(
					async () =>
						await this.entries.checkProcessedAndRecord([...new Set(entries)], 'node', options),
				);
				return new Set(processed);
			} catch {
				await pause(tries * 20, this.stop);
			}
		}
		return undefined;
	}

	private async remove(entries: string[]): Promise<void> {
		if (entries.length === 0) return;
		// What isn't removed is nothing after two minutes.
		await this.inTurn(
			async () => await this.entries.removeProcessed(entries, 'node', options),
		).catch(() => undefined);
	}

	/**
	 * One call of this process after the other: side by side they would write over each other's
	 * entries, and of two equal messages neither might be sent.
	 */
	private async inTurn<T>(call: () => Promise<T>): Promise<T> {
		const called = this.account.lastClaim.then(call);
		this.account.lastClaim = called.catch(() => undefined);
		return await called;
	}
}

/** A message to a number; a digest, so that n8n's database has no number. */
export function claimPlace(content: string, number: string): string {
	return createHash('sha256')
		.update(`${content} ${digitsOf(number)}`)
		.digest('base64')
		.slice(0, 24);
}

/** An entry for this minute and one for the last: whoever asks within a minute finds one of them. */
function entriesOf(place: string): string[] {
	const minute = Math.floor(Date.now() / validFor);
	return [`${place} ${minute}`, `${place} ${minute - 1}`];
}
