import type { Recipient } from '../recipients/row';
import type { RecentSend, RecentSends } from '../sentBefore/recentSends';
import type { SharedEntries } from '../sentBefore/workerClaims';
import type { Batching } from '../service/limiter';
import type { Session } from '../service/session';
import type { Problem } from '../texts';

/** Milliseconds before each look at the list: most services list a message at once, some a moment later. */
export const beforeLooks = [1_000, 2_000, 3_000];

/** The surroundings that all sends of one try share. */
export interface Sending {
	session: Session;
	/** The sends of all runs with this account, in this process. */
	recent: RecentSends;
	/** Undefined where n8n gives no way to them. */
	sharedEntries?: SharedEntries;
	/** n8n's setting. */
	batching?: Batching;
	/** When this try began, before it read the service's list; milliseconds since 1970. */
	began: number;
	/** An IANA name. */
	zone: string;
	/** Sends to look up when all requests are made; each request adds its own. */
	unknown: UnknownSend[];
	/** What n8n's output pane says besides what became of the rows. */
	warnings: Set<string>;
}

/** Recipients whose outcome is unknown, and the send that decides about them. */
export interface UnknownSend {
	recipients: Recipient[];
	/** Their own, or one of another run that kept them back. */
	send: RecentSend;
	isOwn: boolean;
	failure: Problem;
}
