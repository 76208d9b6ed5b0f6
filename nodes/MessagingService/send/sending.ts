import type { IHttpRequestOptions } from 'n8n-workflow';

import type { Ledger } from './ledger';
import type { RecentSend, RecentSends } from '../service/recentSends';
import type { WorkerClaims } from './workerClaims';
import type { Failure, Item, Results, SendOrder } from '../item';
import type { Sender } from '../service/request';

/** What the sends of one try of a run have in common. */
export interface Sending {
	sender: Sender;
	request: IHttpRequestOptions;
	ledger: Ledger;
	/** The workflow's time zone, as an IANA name. */
	zone: string;
	/** Where each item's result is put. */
	results: Results;
	/** When this try began, before it read the service's list; milliseconds since 1970. */
	began: number;
	/** The sends of all runs in this process. */
	recent: RecentSends;
	/** The sends of this try whose outcome is unknown, for a look-up. */
	unknown: UnknownSend[];
	/** What other workers may be sending; undefined where n8n can't tell. */
	workers?: WorkerClaims;
	/** What this try has claimed among the workers, by the item's place. */
	claimed: Map<number, string[]>;
	/** Items that another worker may be sending. */
	postponed: Array<Item<SendOrder>>;
	/** To be called when the try has ended: what `recent` has to remember for it. */
	forget: Array<() => void>;
}

/** Items whose outcome is unknown, and the sends that decide about them. */
export interface UnknownSend {
	items: Array<Item<SendOrder>>;
	/** The items' own send, or those of other items that kept this one back. */
	sends: RecentSend[];
	isOwn: boolean;
	failure: Failure;
}
