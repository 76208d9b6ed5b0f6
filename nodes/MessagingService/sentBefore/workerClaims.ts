import { randomUUID } from 'crypto';
import type { IExecuteFunctions } from 'n8n-workflow';

import type { RecentSends } from './recentSends';
import { skipsSent } from '../item';
import type { Recipient } from '../recipients/row';
import type { Account } from '../service/account';
import type { Session } from '../service/session';
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

/** Entries that n8n keeps for a node and all workers share: one row of its database, read and written whole. */
export type SharedEntries = Pick<
	IExecuteFunctions['helpers'],
	'checkProcessedAndRecord' | 'removeProcessed'
>;

interface ClaimingRun {
	session: Session;
	/** Undefined where n8n gives no way to them. */
	sharedEntries?: SharedEntries;
	recent: RecentSends;
	/** Milliseconds since 1970. */
	began: number;
}

/** Tells the messages that another worker may be sending at this moment: the service's list can't show them yet. */
export class WorkerClaims {
	/** The entries recorded for this run. */
	private readonly claimed = new Map<Recipient, string[]>();

	constructor(private readonly run: ClaimingRun) {}

	/** Claims the message for these recipients. Returns those that another worker has claimed. */
	async claim(recipients: Recipient[]): Promise<ReadonlySet<Recipient>> {
		const taken = new Set<Recipient>();
		const wanted = this.entriesFor(recipients);
		for (let round = 0; wanted.size > 0; round++) {
			// Written over time and again, the claim is another worker's.
			if (round === mostRounds) return new Set([...taken, ...wanted.keys()]);
			const mark = randomUUID();
			const known = await this.record([...entriesIn(wanted), mark]);
			if (!known) return taken;
			for (const recipient of await this.dropTaken(wanted, known)) taken.add(recipient);
			if (wanted.size === 0 || (await this.isKept(mark))) break;
		}
		for (const [recipient, entries] of wanted) this.claimed.set(recipient, entries);
		return taken;
	}

	/**
	 * Leaves out the recipients whose entries were known, and takes back what asking has recorded for them: somebody
	 * else's claim must not last longer for that. Returns them.
	 */
	private async dropTaken(
		wanted: Map<Recipient, string[]>,
		known: ReadonlySet<unknown>,
	): Promise<Recipient[]> {
		const lost = [...wanted].filter(([, entries]) => entries.some((entry) => known.has(entry)));
		for (const [recipient] of lost) wanted.delete(recipient);
		const kept = new Set([...known, ...entriesIn(wanted)]);
		await this.remove(entriesIn(new Map(lost)).filter((entry) => !kept.has(entry)));
		return lost.map(([recipient]) => recipient);
	}

	/** Whether the entries last: a worker that read the row before this one wrote it may write over them. */
	private async isKept(mark: string): Promise<boolean> {
		await pause(settles, this.run.session.stop);
		const later = await this.record([mark]);
		return later?.has(mark) !== false;
	}

	/** Lets go of what was certainly not sent, so that the next run doesn't wait for it. */
	async release(): Promise<void> {
		const unsent = [...this.claimed].filter(
			([{ fate }]) => (fate?.became ?? 'notSent') === 'notSent',
		);
		await this.remove(entriesIn(new Map(unsent)));
	}

	private entriesFor(recipients: Recipient[]): Map<Recipient, string[]> {
		const wanted = new Map<Recipient, string[]>();
		const skipping = recipients.filter(({ order }) => skipsSent(order));
		const { sharedEntries, recent, began } = this.run;
		if (!sharedEntries || skipping.length > mostClaimed) return wanted;
		// For this minute and the last: whoever asks within a minute finds one of them.
		const minute = Math.floor(Date.now() / validFor);
		// n8n keeps the entries by node, which may have had another account's credential a moment ago.
		const { owner } = this.run.session.account;
		// Sends of this process are known without asking.
		const held = recent.holdersOf(skipping, began);
		for (const recipient of skipping) {
			if (held.has(recipient) || this.claimed.has(recipient)) continue;
			const entry = sendKey([...owner, recipient.row.messageKey].join(' '), [recipient.number]);
			wanted.set(recipient, [`${entry} ${minute}`, `${entry} ${minute - 1}`]);
		}
		return wanted;
	}

	/** Records entries. Returns the ones that were there already; undefined where n8n keeps no entries. */
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
				await pause(tries * 20, this.run.session.stop);
			}
		}
		return undefined;
	}

	private async remove(entries: string[]): Promise<void> {
		if (entries.length === 0) return;
		const call = async (shared: SharedEntries) =>
			await shared.removeProcessed(entries, 'node', options);
		// An entry that stays counts for two minutes at most.
		await this.inTurn(call).catch(() => undefined);
	}

	/** One call of this process after the other: side by side they would write over each other's entries. */
	private async inTurn<T>(call: (shared: SharedEntries) => Promise<T>): Promise<T> {
		const { account } = this.run.session;
		const last = lastCalls.get(account) ?? Promise.resolve();
		const called = last.then(async () => await call(this.run.sharedEntries!));
		const over = called.catch(() => undefined);
		lastCalls.set(account, over);
		return await called;
	}
}

function entriesIn(claims: Map<Recipient, string[]>): string[] {
	return [...claims.values()].flat();
}
