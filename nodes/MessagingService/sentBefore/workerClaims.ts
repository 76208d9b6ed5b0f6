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

/**
 * The most recipients of a run that are claimed. A webhook that is delivered twice has few, and a long list that is run
 * again should not wait for a dead worker.
 */
const mostClaimed = 10;

/**
 * Milliseconds for which an entry certainly counts. After twice that time it doesn't count, even if its worker has
 * died.
 */
const validFor = 60_000;

/**
 * Milliseconds after which an entry is safe from being overwritten: with 500 none of 300 pairs was, with 150 three
 * were.
 */
const settles = 500;

/** The most attempts to record entries that get overwritten. */
const mostRounds = 5;

/** The last call to n8n's entries by account: calls are made one at a time. */
const lastCalls = new WeakMap<Account, Promise<unknown>>();

/** Entries that n8n keeps for a node, shared by all workers: one row of its database, read and written as a whole. */
export type SharedEntries = Pick<
	IExecuteFunctions['helpers'],
	'checkProcessedAndRecord' | 'removeProcessed'
>;

interface ClaimingRun {
	session: Session;
	/** Undefined if n8n gives no access to them. */
	sharedEntries?: SharedEntries;
	recent: RecentSends;
	/** When the run began, in milliseconds since 1970. */
	began: number;
}

/**
 * Claims messages, so that n8n's workers don't send the same one at the same moment: the service's list can't show it
 * yet.
 */
export class WorkerClaims {
	/** The entries recorded for this run. */
	private readonly claimed = new Map<Recipient, string[]>();

	constructor(private readonly run: ClaimingRun) {}

	/** Claims the messages of these recipients. Returns the recipients that another worker has claimed. */
	async claim(recipients: Recipient[]): Promise<ReadonlySet<Recipient>> {
		const taken = new Set<Recipient>();
		const wanted = this.entriesFor(recipients);
		for (let round = 0; wanted.size > 0; round++) {
			// Entries that are overwritten every time count as claimed by another worker.
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
	 * Removes recipients that another worker has claimed from `wanted`, and returns them. Deletes the entries that were
	 * recorded for them by asking, so that the other worker's claim doesn't last longer.
	 */
	private async dropTaken(
		wanted: Map<Recipient, string[]>,
		known: ReadonlySet<unknown>,
	): Promise<Recipient[]> {
		const lost = [...wanted].filter(([, entries]) => entries.some((entry) => known.has(entry)));
		for (const [recipient] of lost) wanted.delete(recipient);
		const kept = new Set([...known, ...entriesIn(wanted)]);
		await this.remove(entriesIn(lost).filter((entry) => !kept.has(entry)));
		return lost.map(([recipient]) => recipient);
	}

	/**
	 * Waits, then checks that the entries are still there: a worker that read the row before this one wrote it may
	 * overwrite them.
	 */
	private async isKept(mark: string): Promise<boolean> {
		await pause(settles, this.run.session.stop);
		const later = await this.record([mark]);
		return later?.has(mark) !== false;
	}

	/** Releases the claims to messages that were certainly not sent, so that the next run doesn't wait for them. */
	async release(): Promise<void> {
		const unsent = [...this.claimed].filter(
			([{ fate }]) => (fate?.became ?? 'notSent') === 'notSent',
		);
		await this.remove(entriesIn(unsent));
	}

	private entriesFor(recipients: Recipient[]): Map<Recipient, string[]> {
		const wanted = new Map<Recipient, string[]>();
		const skipping = recipients.filter(({ order }) => skipsSent(order));
		const { sharedEntries, recent, began } = this.run;
		if (!sharedEntries || skipping.length > mostClaimed) return wanted;
		// Entries for this minute and the one before: a worker that asks within a minute finds at least one of them.
		const minute = Math.floor(Date.now() / validFor);
		// Entries name the account: n8n keeps them by node, and its credential may have been another account's a moment
		// ago.
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

	/** Records entries. Returns the ones that were there already, or undefined if n8n fails to keep entries. */
	private async record(entries: string[]): Promise<Set<unknown> | undefined> {
		const asked = [...new Set(entries)];
		// If two workers record a node's first entry at once, one of them fails.
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
		// A failure is harmless: an entry that stays counts for two minutes at most.
		await this.inTurn(call).catch(() => undefined);
	}

	/** Makes the calls of this process one at a time: concurrent calls would overwrite each other's entries. */
	private async inTurn<T>(call: (shared: SharedEntries) => Promise<T>): Promise<T> {
		const { account } = this.run.session;
		const last = lastCalls.get(account) ?? Promise.resolve();
		const called = last.then(async () => await call(this.run.sharedEntries!));
		const over = called.catch(() => undefined);
		lastCalls.set(account, over);
		return await called;
	}
}

function entriesIn(claims: Iterable<[Recipient, string[]]>): string[] {
	return [...claims].flatMap(([, entries]) => entries);
}
