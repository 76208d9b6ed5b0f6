import { randomUUID } from 'crypto';

import { sameKeyOf } from './matching';
import { holdersOf } from './sameProcess';
import type { Sending, SharedEntries } from './sending';
import { numbersIn, type SendItem, skipsSent } from '../item';
import type { Account } from '../service/account';
import { pause } from '../service/stop';
import { sendKey } from '../values/messageRecord';

const options = { mode: 'entries', maxEntries: 1_000 } as const;

/** Numbers of a run: a webhook delivered twice has few, and a long list run again shall not wait for a dead worker. */
const mostClaimed = 10;

/** Milliseconds in which an entry surely counts. After twice as many it doesn't, also if its worker died. */
const validFor = 60_000;

/** Milliseconds after which no entry is written over any more: with 500 none of 300 pairs was, with 150 three were. */
const settles = 500;

/** How often an entry that was written over is made again. */
const mostRounds = 5;

/** The last call for these entries, by the account: calls are made one after the other. */
const lastCalls = new WeakMap<Account, Promise<unknown>>();

/** Says which messages another worker may be sending at this moment, which the service's list can't show yet. */
export class WorkerClaims {
	/** What is recorded for this run, by row and number. */
	private readonly claimed = new Map<string, string[]>();

	constructor(private readonly sending: Sending) {}

	/** Claims the numbers of these items. @returns those that another worker has claimed, by their `claimKey` */
	async claim(items: SendItem[]): Promise<ReadonlySet<string>> {
		const taken = new Set<string>();
		const wanted = this.entriesFor(items);
		for (let round = 0; wanted.size > 0; round++) {
			const mark = randomUUID();
			const isLate = round === mostRounds;
			const known = isLate ? undefined : await this.record([...[...wanted.values()].flat(), mark]);
			const lost = [...wanted].filter(
				([, entries]) => isLate || entries.some((entry) => known?.has(entry)),
			);
			for (const [key] of lost) {
				taken.add(key);
				wanted.delete(key);
			}
			if (!known) break;
			// Asking records it, but somebody else's claim must not last longer for that.
			const kept = new Set([...known, ...[...wanted.values()].flat()]);
			await this.remove(lost.flatMap(([, entries]) => entries.filter((entry) => !kept.has(entry))));
			if (wanted.size === 0) break;
			// A worker that read the row before this one wrote it may write over the entries, the mark among them.
			await pause(settles, this.sending.session.stop);
			const later = await this.record([mark]);
			if (later && !later.has(mark)) continue;
			for (const [key, entries] of wanted) this.claimed.set(key, entries);
			break;
		}
		return taken;
	}

	/** Lets go of what was certainly not sent, so that the next run doesn't wait for it. */
	async release(): Promise<void> {
		const unsent = [...this.claimed].filter(([key]) => {
			const [index, number = ''] = key.split(' ');
			const { became = 'notSent' } = this.sending.outcomes.fateAt(Number(index), number) ?? {};
			return became === 'notSent';
		});
		await this.remove(unsent.flatMap(([, entries]) => entries));
	}

	private entriesFor(items: SendItem[]): Map<string, string[]> {
		const wanted = new Map<string, string[]>();
		const skipping = items.filter(({ order }) => skipsSent(order));
		if (!this.sending.sharedEntries || numbersIn(skipping).length > mostClaimed) return wanted;
		// For this minute and the last: whoever asks within a minute finds one of them.
		const minute = Math.floor(Date.now() / validFor);
		// n8n keeps the entries by node, which may have had another account's credential a moment ago.
		const { owner } = this.sending.session.account;
		for (const item of skipping) {
			const message = sameKeyOf(item.order);
			// What this process is sending, or has sent, it knows without asking.
			const held = holdersOf([item], this.sending);
			for (const number of numbersIn([item])) {
				const key = claimKey(item, number);
				if (held.has(number) || this.claimed.has(key)) continue;
				const entry = sendKey([...owner, message].join(' '), [number]);
				wanted.set(key, [`${entry} ${minute}`, `${entry} ${minute - 1}`]);
			}
		}
		return wanted;
	}

	/** @returns those that were there already; undefined where n8n keeps no entries */
	private async record(entries: string[]): Promise<Set<unknown> | undefined> {
		const asked = [...new Set(entries)];
		// Where two workers make a node's first entry, one of them fails.
		for (let tries = 0; tries < 3; tries++) {
			try {
				const { processed } = await this.inTurn(
					async (shared) => await shared.checkProcessedAndRecord(asked, 'node', options),
				);
				return new Set(processed);
			} catch {
				await pause(tries * 20, this.sending.session.stop);
			}
		}
		return undefined;
	}

	private async remove(entries: string[]): Promise<void> {
		if (entries.length === 0) return;
		const call = async (shared: SharedEntries) =>
			await shared.removeProcessed(entries, 'node', options);
		// What isn't removed is nothing after two minutes.
		await this.inTurn(call).catch(() => undefined);
	}

	/** One call of this process after the other: side by side they would write over each other's entries. */
	private async inTurn<T>(call: (shared: SharedEntries) => Promise<T>): Promise<T> {
		const { account } = this.sending.session;
		const last = lastCalls.get(account) ?? Promise.resolve();
		const called = last.then(async () => await call(this.sending.sharedEntries!));
		const over = called.catch(() => undefined);
		lastCalls.set(account, over);
		return await called;
	}
}

/** One number of one row. */
export function claimKey({ index }: SendItem, number: string): string {
	return `${index} ${number}`;
}
