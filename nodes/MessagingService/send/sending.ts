import type { IExecuteFunctions } from 'n8n-workflow';

import type { Outcomes } from './outcomes';
import type { RecentSend, RecentSends } from './recentSends';
import type { SendItem } from '../item';
import type { Batching } from '../service/limiter';
import type { Session } from '../service/session';
import type { Problem } from '../texts';

/** Entries that n8n keeps for a node and all workers share: one row of its database, read and written whole. */
export type SharedEntries = Pick<
	IExecuteFunctions['helpers'],
	'checkProcessedAndRecord' | 'removeProcessed'
>;

/** What the sends of one try have in common. */
export interface Sending {
	session: Session;
	outcomes: Outcomes;
	/** The sends of all runs with this account, in this process. */
	recent: RecentSends;
	sharedEntries?: SharedEntries;
	/** n8n's setting. */
	batching?: Batching;
	/** When this try began, before it read the service's list; milliseconds since 1970. */
	began: number;
	zone: string;
}

/** Items whose outcome is unknown, and the send that decides about them. */
export interface UnknownSend {
	items: SendItem[];
	/** The items' own, or one of another run that kept them back. */
	send: RecentSend;
	isOwn: boolean;
	failure: Problem;
}
