import { randomUUID } from 'crypto';

import { numbersIn, skipsSent } from './recipients';
import type { Sending, SharedEntries } from './sending';
import { holdersOf, type IsTaken } from './skipAlreadySent';
import type { SendItem } from '../item';
import { pause } from '../service/stop';
import { contentKeyOf, sendKey } from '../values/messageRecord';

const options = { mode: 'entries', maxEntries: 1_000 } as const;

/** Numbers of a run: a webhook delivered twice has few, and a long list run again shall not wait for a dead worker. */
const mostClaimed = 10;

/** Milliseconds in which an entry surely counts. After twice as many it doesn't, also if its worker died. */
const validFor = 60_000;

/** Milliseconds after which no entry is written over any more: with 500 none of 300 pairs was, with 150 three were. */
const settles = 500;

/** How often an entry that was written over is made again. */
const mostRounds = 5;

/** A number of a row, and what is recorded for its message. */
interface Claim {
	index: number;
	number: string;
	entries: string[];
}

const entriesOf = (claims: Claim[]) => claims.flatMap(({ entries }) => entries);

/** Says which messages another worker may be sending at this moment, which the service's list can't show yet. */
export class WorkerClaims {
	private claimed: Claim[] = [];

	constructor(private readonly sending: Sending) {}

	/** Claims the numbers of these items. @returns which of them another worker has claimed */
	async claim(items: SendItem[]): Promise<IsTaken> {
		const taken = await this.claimFree(this.claimsFor(items));
		return (index, number) =>
			taken.some((claim) => claim.index === index && claim.number === number);
	}

	/** Claims what nobody has claimed. @returns the others */
	private async claimFree(wanted: Claim[]): Promise<Claim[]> {
		const taken: Claim[] = [];
		let left = wanted;
		for (let round = 0; left.length > 0; round++) {
			if (round === mostRounds) return [...taken, ...left];
			const mark = randomUUID();
			const known = await this.record([...entriesOf(left), mark]);
			if (!known) break;
			const isKnown = ({ entries }: Claim) => entries.some((entry) => known.has(entry));
			const lost = left.filter(isKnown);
			left = left.filter((claim) => !isKnown(claim));
			taken.push(...lost);
			// Asking records it, but somebody else's claim must not last longer for that.
			const kept = new Set([...known, ...entriesOf(left)]);
			await this.remove(entriesOf(lost).filter((entry) => !kept.has(entry)));
			if (left.length === 0) break;
			// A worker that read the row before this one wrote it may write over the entries, the mark among them.
			await pause(settles, this.sending.sender.stop);
			const later = await this.record([mark]);
			if (later && !later.has(mark)) continue;
			this.claimed.push(...left);
			break;
		}
		return taken;
	}

	/** Lets go of what was certainly not sent, so that the next run doesn't wait for it. */
	async release(): Promise<void> {
		const { outcomes } = this.sending;
		const unsent = this.claimed.filter(({ index, number }) => {
			const { became = 'refused' } = outcomes.fateAt(index, number) ?? {};
			return became === 'refused';
		});
		await this.remove(entriesOf(unsent));
	}

	private claimsFor(items: SendItem[]): Claim[] {
		const skipping = items.filter(skipsSent);
		if (!this.sending.sharedEntries || numbersIn(skipping).length > mostClaimed) return [];
		// For this minute and the last: whoever asks within a minute finds one of them.
		const minute = Math.floor(Date.now() / validFor);
		return skipping.flatMap((item) => {
			const { index } = item;
			const content = contentKeyOf(item.order.body);
			// What this process is sending, or has sent, it knows without asking.
			const held = holdersOf([item], this.sending);
			const isClaimed = (number: string) =>
				this.claimed.some((claim) => claim.index === index && claim.number === number);
			const free = numbersIn([item]).filter((number) => !held.has(number) && !isClaimed(number));
			return free.map((number) => {
				const key = sendKey(content, [number]);
				return { index, number, entries: [`${key} ${minute}`, `${key} ${minute - 1}`] };
			});
		});
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
				await pause(tries * 20, this.sending.sender.stop);
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
		const { account } = this.sending.sender.session;
		const called = account.lastClaim.then(async () => await call(this.sending.sharedEntries!));
		account.lastClaim = called.catch(() => undefined);
		return await called;
	}
}
