/** A piece of work that every subject of the benchmark can be given, and what is measured of it. */

/** One send an item, the same text for all, one number each. */
export interface SendTask {
	kind: 'sends';
	items: number;
	/** Which number is the first item's, 0 unless told: Skip Already Sent skips those that a warm-up reached. */
	from?: number;
}

/** All messages of the service, 100 a page. */
export interface ReadTask {
	kind: 'returnAll';
}

/** Loading the two built files into a process that has n8n-workflow already, as every n8n has. */
interface LoadTask {
	kind: 'load';
}

/** The trigger's scheduled poll where nothing has changed: reads what Return All reads, and nothing comes out. */
interface PollTask {
	kind: 'poll';
}

export type Task = SendTask | ReadTask | PollTask | LoadTask;

/** Where the service is, and a token that it took when the task was given. */
export interface Place {
	baseUrl: string;
	clientId: string;
	clientSecret: string;
	token: string;
}

/** What a subject came to. */
export interface TaskResult {
	/** Items that came out. */
	items: number;
	/** Records in them: one in each, unless a subject gives a page as one item. */
	records: number;
	/** Input items that an output item names as its own; several that name the same one count once. */
	paired: number;
	/** Why the run failed, where it did. */
	failure?: string;
}

/** An outcome with what it cost the subject's process; the service's own work is in another process. */
export interface Measure extends TaskResult {
	/** Wall clock. */
	milliseconds: number;
	/** Processor time of the whole process, garbage collection included. */
	processorMilliseconds: number;
	/** The most memory that the process held since its start, loading included. */
	peakMegabytes: number;
	/** Tasks that the same process had done before this one: where it is none, the run is cold. */
	earlier: number;
	/** The longest time that the event loop was held, and what of it the process calculated, where it was watched. */
	longestHold?: { milliseconds: number; processorMilliseconds: number };
	/**
	 * Where the processor time went, in parts of one, where a profile was asked for: that of the
	 * longest hold where the loop was watched.
	 */
	shares?: Record<string, number>;
}

/** What a subject's process is sent. */
export interface Order {
	task: Task;
	place: Place;
	/** Slows the task down by a few percent. Kept in the file where one is named. */
	profile?: { file?: string };
	/** Watches how long the event loop is held. */
	watch?: boolean;
}

/** Does a task at a place. Never rejects for a failure of the run: that is an outcome. */
export type Subject = (task: Task, place: Place) => Promise<TaskResult>;

/** The number that item `index` sends to. */
export function phoneNumber(index: number): string {
	return `+2547${10_000_000 + index}`;
}

/** The text of every message: equal, so that items could share a request. */
export const messageText = 'Your appointment is tomorrow at 9:00.';

/** What every send carries beside its recipients, whichever subject sends it. */
export const sentFields = {
	sender_id: 102,
	priority: 'utility',
	campaign: 'benchmark',
	message: messageText,
	schedule: null,
	contact_list_id: null,
} as const;

/** How many requests the node and the bare client have in flight: the node's default. */
export const inFlight = 10;

/** Messages asked for in one request. */
export const perPage = 100;
