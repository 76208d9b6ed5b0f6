/** A piece of work that every subject of the benchmark can be given, and what is measured of it. */

/**
 * `sends`: a message to each number. `reads`: all messages of the service, 100 a page. `poll`: the trigger's scheduled
 * poll where nothing has changed, which reads the same. `load`: the built files into a process of n8n's.
 */
export interface Task {
	kind: 'sends' | 'reads' | 'poll' | 'load';
	/** How many are sent to, each in an item of its own unless all are in one. */
	numbers?: number;
	inOneItem?: boolean;
	/** Which number is the first, 0 unless told. */
	from?: number;
}

/** Where the service is, and a token that is good. */
export type Place = Record<'baseUrl' | 'clientId' | 'clientSecret' | 'token', string>;

/** What a subject came to. */
export interface TaskResult {
	/** Items that came out. */
	items: number;
	/** Records in them: one in each, unless a subject gives a page as one item. */
	records: number;
	/** Why the run failed, where it did. */
	failure?: string;
}

/** An outcome with what it cost the subject's process; the service's own work is in another process. */
export interface Measure extends TaskResult {
	/** Wall clock. */
	milliseconds: number;
	/** Milliseconds of processor time of the whole process, garbage collection included. */
	processor: number;
	/** The most memory that the process has held since its start, in megabytes, and what of it came with this task. */
	peak: number;
	grown: number;
	/** Milliseconds that the event loop was held at the longest, where it was watched. */
	held?: number;
	/** Milliseconds of processor time by whose code spent them, where a profile was asked for. */
	spent?: Record<string, number>;
}

/** What a subject's process is sent. */
export interface Order {
	task: Task;
	place: Place;
	/** Tells whose code spent the time, which slows the task down by a few percent. */
	profile?: boolean;
	/** Watches how long the event loop is held. */
	watch?: boolean;
}

/** Does a task at a place. Its rejection is an outcome: the run failed. */
export type Subject = (task: Task, place: Place) => Promise<TaskResult>;

/** The numbers that a task sends to. */
export function phoneNumbers({ numbers = 0, from = 0 }: Task): string[] {
	return Array.from({ length: numbers }, (_, place) => `+2547${10_000_000 + from + place}`);
}

/** What every send carries beside its recipients, whichever subject sends it. */
export const sentFields = {
	sender_id: 102,
	priority: 'utility',
	campaign: 'benchmark',
	message: 'Your appointment is tomorrow at 9:00.',
	schedule: null,
	contact_list_id: null,
} as const;

/** How many requests the node and the bare clients have under way: the node's default. */
export const underWay = 10;

/** Messages asked for in one request. */
export const perPage = 100;
