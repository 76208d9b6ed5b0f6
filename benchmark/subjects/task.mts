/**
 * A piece of work that every subject of the benchmark can be given.
 * `sends`: a message to each number. `reads`: all messages of the service, 100 a page. `poll`: the trigger's scheduled
 * poll where nothing has changed, which reads the same. `load`: the built files into a process of n8n's.
 */
export interface Task {
	kind: 'sends' | 'reads' | 'poll' | 'load';
	/** How many are sent to, and how many of them an item has: 1 unless told. */
	numbers?: number;
	perItem?: number;
	/** Which number is the first, 0 unless told. */
	from?: number;
}

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
	/** The most memory that the process has held since its start, in megabytes, and what of it came with this task. */
	peak: number;
	grown: number;
	/** The longest hold of the event loop, where it was watched. */
	held: number;
	/** By whose code, where a profile was asked for. */
	spent?: Record<string, number>;
}

/** What a subject's process is to do; it is sent together with the place. */
export interface Order {
	task: Task;
	/** Tells whose code spent the time, which slows the task down by a few percent. */
	profile?: boolean;
	watch?: boolean;
}

/** Does a task at a place. Its rejection is an outcome: the run failed. */
export type Subject = (task: Task, place: Place) => Promise<TaskResult>;

/** The numbers that a task sends to; odd ones, since one that ends in six zeros is refused as rounded. */
export function phoneNumbers({ numbers = 0, from = 0 }: Task): string[] {
	return Array.from({ length: numbers }, (_, place) => `+2547${10_100_001 + 2 * (from + place)}`);
}

/** What every send carries beside its recipients, whichever subject sends it. */
export const sentFields = {
	...{ sender_id: 102, priority: 'utility', campaign: 'benchmark' },
	...{ message: 'Your appointment is tomorrow at 9:00.', schedule: null, contact_list_id: null },
} as const;

/** Messages asked for in one request. */
export const perPage = 100;
