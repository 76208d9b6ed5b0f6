/** Who takes part in the benchmark, and what each can be given to do. */

/** The subjects by their names in their files, as people read them; `--against` runs another build of this package. */
export const titles: Record<string, { title: string; file: string }> = {
	node: { title: 'this node', file: 'messagingService' },
	trigger: { title: 'the trigger', file: 'messagingService' },
	text: { title: 'this node', file: 'messagingService' },
	loading: { title: 'node and credential', file: 'messagingService' },
	httpRequest: { title: 'HTTP Request node', file: 'httpRequest' },
};

/**
 * A piece of work. `sends`: a message to each number. `outage`: the same, while the service fails. `reads`: all
 * messages of the service, 100 a page. `poll`: the trigger's scheduled poll where nothing has changed, which reads the
 * same. `text`: a megabyte of somebody else's text in each field of a message, and in the service's list. `load`: the
 * built files into a process of n8n's.
 */
export interface Task {
	kind: 'sends' | 'outage' | 'reads' | 'poll' | 'text' | 'load';
	/** How many are sent to, and how many of them an item has: 1 unless told. */
	numbers?: number;
	perItem?: number;
	/** Which number is the first, 0 unless told. */
	from?: number;
	/** What the text of `text` is made of. */
	piece?: string;
}

/** The text of a task. */
export const textOf = ({ piece = '' }: Task): string => piece.repeat(1_000_000 / piece.length);

/** Where the service is, and a token that is good. */
export type Place = Record<'baseUrl' | 'clientId' | 'clientSecret' | 'token', string>;

/** What a subject came to. */
export interface TaskResult {
	/** Items that came out, and the records in them: one in each, unless a page is one item. */
	items: number;
	records: number;
	/** Why the run failed, where it did. */
	failure?: string;
}

/** What it cost the subject's process; the service's own work is in another process. Times are in milliseconds. */
export interface Measure extends TaskResult {
	/** Wall clock. */
	milliseconds: number;
	/** Of all threads, garbage collection included. */
	processor: number;
	/** The most memory that the process has held since its start, in megabytes. */
	peak: number;
	/** The longest hold of the event loop. */
	held: number;
}

/** Does a task at a place. Its rejection is an outcome: the run failed. */
export type Subject = (task: Task, place: Place) => Promise<TaskResult>;

/** The numbers that a task sends to; odd ones, since one that ends in six zeros is refused as rounded. */
export function phoneNumbers({ numbers = 0, from = 0 }: Task): string[] {
	return Array.from({ length: numbers }, (_, place) => `+2547${10_100_001 + 2 * (from + place)}`);
}

/** Whom the service has sent the text of a task to, which a message to the same number is compared with. */
export const listedNumber = '+254712345679';

/** What every send carries beside its recipients, whichever subject sends it. */
export const sentFields = {
	...{ sender_id: 102, priority: 'utility', campaign: 'benchmark' },
	...{ message: 'Your appointment is tomorrow at 9:00.', schedule: null, contact_list_id: null },
} as const;

/** The fields that the text of a task goes into, one after the other. With `none` the list is read, and it goes. */
export const textFields = [
	...['message', 'campaign', 'recipients', 'excludeNumbers', 'schedule', 'none'],
];

/** Messages asked for in one request. */
export const perPage = 100;
