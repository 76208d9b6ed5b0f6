import type { Receipt } from '../item';

/** What a run's failure is told from, beside its failed items. */
export interface RunSoFar {
	/** How many items the run has. */
	total: number;
	/** Whether they are messages to send rather than queries. */
	sends: boolean;
	/** What was accepted in all its tries. */
	receipts: Receipt[];
	/** The items whose numbers had their message already, in ascending order. */
	alreadySent: number[];
	/** Whether running the same items again texts only the rest: because Skip Already Sent is on, or once it is. */
	skipping: 'on' | 'possible' | 'impossible';
	/** Whether items were refused before the first request of this try. */
	nothingLeft: boolean;
}
