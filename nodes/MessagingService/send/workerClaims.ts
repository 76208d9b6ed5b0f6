import { randomUUID } from 'crypto';
import type { IExecuteFunctions } from 'n8n-workflow';

import { numbersIn } from './combine';
import type { Sending } from './ledger';
import { holderFor, skipsSent } from './skipAlreadySent';
import type { Results, SendItem } from '../item';
import { pause } from '../service/stop';
import { contentKeyOf, sendKey } from '../values/messageRecord';

/**
 * Entries that n8n keeps for a node and all workers share: one row of its database, which is read and
 * written whole, and has a digest of each entry (n8n's deduplication-helper.ts).
 */
export type SharedEntries = Pick<
	IExecuteFunctions['helpers'],
	'checkProcessedAndRecord' | 'removeProcessed'
>;

const options = { mode: 'entries', maxEntries: 1_000 } as const;

/** Numbers of a run: a webhook delivered twice has few, and a long list run again shall not wait for a dead worker. */
const mostClaimed = 10;

/** Milliseconds in which an entry surely counts. After twice as many it doesn't, also if its worker died. */
const validFor = 60_000;

/** Milliseconds after which no entry is written over any more: with 500 none of 300 pairs was, with 150 three were. */
const settles = 500;

/** How often an entry that was written over is made again. */
const mostRounds = 5;

/** Says which messages another worker may be sending at this moment, which the service's list can't show yet. */
export class WorkerClaims {
	private readonly shared: SharedEntries | undefined;

	private readonly sending: Sending;

	/** The entries of this run, by the item's place. */
	private readonly claimed = new Map<number, string[]>();

	/** @param shared undefined where n8n gives no way to them */
	constructor(shared: SharedEntries | undefined, sending: Sending) {
		this.shared = shared;
		this.sending = sending;
	}

	/**
	 * Claims the numbers of each item with Skip Already Sent, all of an item's or none. Never rejects.
	 *
	 * @returns the places of the items that somebody else has claimed; none where n8n keeps no entries, as in
	 * a workflow that isn't saved
	 */
	async claim(items: SendItem[]): Promise<Set<number>> {
		const taken = new Set<number>();
		const wanted = this.entriesFor(items);
		for (let round = 0; wanted.size > 0; round++) {
			if (round === mostRounds) return new Set([...taken, ...wanted.keys()]);
			const mark = randomUUID();
			const known = await this.record([...[...wanted.values()].flat(), mark]);
			if (!known) return taken;
			const given: string[] = [];
			for (const [index, entries] of wanted) {
				if (!entries.some((entry) => known.has(entry))) continue;
				taken.add(index);
				wanted.delete(index);
				given.push(...entries);
			}
			// To ask is to record: somebody else's claim must not last longer for that.
			const kept = new Set([...known, ...[...wanted.values()].flat()]);
			await this.remove(given.filter((entry) => !kept.has(entry)));
			if (wanted.size === 0) return taken;
			// A worker that read the row before this one wrote it may write over the entries, the mark among them.
			await pause(settles, this.sending.sender.stop);
			const later = await this.record([mark]);
			if (later && !later.has(mark)) continue;
			for (const [index, entries] of wanted) this.claimed.set(index, entries);
			return taken;
		}
		return taken;
	}

	/** Lets go of what was certainly not sent, so that the next run doesn't wait for it. */
	async release(results: Results): Promise<void> {
		const unsent = [...this.claimed].filter(([index]) => {
			const result = results.get(index);
			return (
				!result || ('failures' in result && result.failures.every(({ fate }) => fate === 'refused'))
			);
		});
		await this.remove(unsent.flatMap(([, entries]) => entries));
	}

	/** The entries that the items need, by their places. */
	private entriesFor(items: SendItem[]): Map<number, string[]> {
		const skipping = items.filter((item) => skipsSent(item) && !this.claimed.has(item.index));
		if (!this.shared || numbersIn(skipping).length > mostClaimed) return new Map();
		// For this minute and the last: whoever asks within a minute finds one of them.
		const minute = Math.floor(Date.now() / validFor);
		const entries = new Map<number, string[]>();
		for (const item of skipping) {
			const content = contentKeyOf(item.order.body);
			const numbers = numbersIn([item]);
			// What this process is sending, or has sent, it knows without asking.
			const holderOf = holderFor(item, this.sending);
			if (numbers.some((number) => holderOf(number))) continue;
			const keys = numbers.map((number) => sendKey(content, [number]));
			entries.set(
				item.index,
				keys.flatMap((key) => [`${key} ${minute}`, `${key} ${minute - 1}`]),
			);
		}
		return entries;
	}

	/** @returns those that were there already; undefined where n8n keeps no entries */
	private async record(entries: string[]): Promise<Set<unknown> | undefined> {
		// Of two workers that make a node's first entry one fails.
		for (let tries = 0; tries < 3; tries++) {
			try {
				const { processed } = await this.inTurn(
					async (shared) =>
						await shared.checkProcessedAndRecord([...new Set(entries)], 'node', options),
				);
				return new Set(processed);
			} catch {
				await pause(tries * 20, this.sending.sender.stop);
			}
		}
		return undefined;
	}

	private async remove(entries: string[]): Promise<void> {
		if (entries.length === 0) return;
		// What isn't removed is nothing after two minutes.
		await this.inTurn(
			async (shared) => await shared.removeProcessed(entries, 'node', options),
		).catch(() => undefined);
	}

	/** One call of this process after the other: side by side they would write over each other's entries. */
	private async inTurn<T>(call: (shared: SharedEntries) => Promise<T>): Promise<T> {
		const { account } = this.sending.sender.session;
		const called = account.lastClaim.then(async () => await call(this.shared!));
		account.lastClaim = called.catch(() => undefined);
		return await called;
	}
}
