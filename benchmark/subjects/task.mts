/** Subjects of the benchmark, and tasks for them. */

/** Titles and files of the subjects, by their names in those files. `--against` runs another build of this package. */
export const titles: Record<string, { title: string; file: string }> = {
	node: { title: 'this node', file: 'messagingService' },
	trigger: { title: 'the trigger', file: 'messagingService' },
	text: { title: 'this node', file: 'messagingService' },
	loading: { title: 'node and credential', file: 'messagingService' },
	httpRequest: { title: 'HTTP Request node', file: 'httpRequest' },
};

/**
 * A task, by its kind:
 * - `sends`: a message to each number
 * - `outage`: the same, while the service fails
 * - `reads`: all messages of the service, 100 per page
 * - `poll`: a scheduled poll of the trigger that reads the same and finds no changes
 * - `text`: a megabyte of somebody else's text in each field of a message, and in the service's list
 * - `load`: the built files, loaded into a process of n8n's
 */
export interface Task {
	kind: 'sends' | 'outage' | 'reads' | 'poll' | 'text' | 'load';
	/** Number of phone numbers to send to, and how many of them each item has (1 by default). */
	numbers?: number;
	perItem?: number;
	/** Index of the first number. Defaults to 0. */
	from?: number;
	/** Whether the list is read first for who has the message, by its campaign alone. */
	skips?: boolean;
	/** Characters that are repeated in the text of a `text` task. */
	piece?: string;
}

/** Returns the text of a `text` task: its piece, repeated to a megabyte. */
export const textOf = ({ piece = '' }: Task): string => piece.repeat(1_000_000 / piece.length);

/** Address and keys of the service, and a valid token. */
export type Place = Record<'baseUrl' | 'clientId' | 'clientSecret' | 'token', string>;

/** A subject's result for one task. */
export interface TaskResult {
	/** Number of output items, and of records in them: one per item, unless an item is a whole page. */
	items: number;
	records: number;
	/** Reason why the run failed; undefined if it didn't. */
	failure?: string;
}

/** Result and cost for the subject's process. The service works in another process. Times are in milliseconds. */
export interface Measure extends TaskResult {
	/** Wall-clock time. */
	milliseconds: number;
	/** CPU time of all threads, including garbage collection. */
	processor: number;
	/** The most memory that the process has held since its start, in megabytes. */
	peak: number;
	/** The longest time for which the event loop was blocked. */
	held: number;
}

/** Does a task at a place. A rejection is a result: the run failed. */
export type Subject = (task: Task, place: Place) => Promise<TaskResult>;

/**
 * Returns the numbers that a task sends to. All are odd, since a number that ends in six zeros is refused as rounded.
 */
export function phoneNumbers({ numbers = 0, from = 0 }: Task): string[] {
	return Array.from({ length: numbers }, (_, place) => `+2547${10_100_001 + 2 * (from + place)}`);
}

/** Recipient of the task's text in the service's list. A message to this number is compared with that text. */
export const listedNumber = '+254712345679';

/** Fields of every send besides its recipients, the same for all subjects. */
export const sentFields = {
	...{ sender_id: 102, priority: 'utility', campaign: 'benchmark' },
	...{ message: 'Your appointment is tomorrow at 9:00.', schedule: null, contact_list_id: null },
} as const;

/** Fields that take the text of a task, one at a time. With `none`, the list is read and the message is sent. */
export const textFields = [
	...['message', 'campaign', 'recipients', 'excludeNumbers', 'schedule', 'none'],
];

/** Number of messages per page. */
export const perPage = 100;
