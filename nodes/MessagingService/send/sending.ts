import type { Recipient } from '../recipients/row';
import type { RecentSend, RecentSends } from '../sentBefore/recentSends';
import type { SharedEntries } from '../sentBefore/workerClaims';
import type { Batching } from '../service/limiter';
import type { Session } from '../service/session';
import type { Problem } from '../texts';

/**
 * Milliseconds to wait before each read of the service's list: most services list a message at once, some a moment
 * later.
 */
export const beforeLooks = [1_000, 2_000, 3_000];

/** Everything that the sends of one try share. */
export interface Sending {
	session: Session;
	/** Sends by all runs of this process with this account. */
	recent: RecentSends;
	/** Entries that n8n's workers share; undefined if n8n gives no access to them. */
	sharedEntries?: SharedEntries;
	/** n8n's Batching setting of the node. */
	batching?: Batching;
	/** When this try began, before it read the service's list; milliseconds since 1970. */
	began: number;
	/** IANA name of the workflow's time zone. */
	zone: string;
	/** Sends to look up after all requests. Each request with an unknown outcome adds its own. */
	unknown: UnknownSend[];
	/** Whether the service's list couldn't be read before anything was sent, so that nobody got anything. */
	isListUnread: boolean;
	/** Warnings for n8n's output pane, in addition to the hints about rows. */
	warnings: Set<string>;
}

/** Recipients with an unknown outcome, and the send that decides it. */
export interface UnknownSend {
	recipients: Recipient[];
	/** Their own send, or a send of another run that blocks their message. */
	send: RecentSend;
	isOwn: boolean;
	failure: Problem;
}
