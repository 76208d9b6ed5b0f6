import { changeReadings, defaultReadings, oneOf, type Readings } from './readings.mts';
import type { RequestEntry } from './state.mts';

/**
 * How a sandbox behaves. Everything but `port`, `pastMessages`, `pastSpacing`, `now` and
 * `beforeAnswer` can be changed while it runs.
 */
export interface SandboxOptions {
	/** Port on 127.0.0.1; 0, the default, takes a free one. */
	port?: number;
	/** Messages that are there from the start, the newest one `pastSpacing` old. */
	pastMessages?: number;
	/** Milliseconds between two of the past messages; five minutes when left out. */
	pastSpacing?: number;
	/** After which of the two a token is rejected: its age in seconds, or the calls made with it. */
	tokenLifetime?: { seconds?: number; calls?: number };
	/** How a rejected token is told: HTTP 401, or `responsecode` 401 in a 200 body. */
	expiryTold?: 'http' | 'body';
	/** Milliseconds between the work on a request and its answer. */
	latency?: number;
	/**
	 * Milliseconds after its acceptance before a message is in the list; the journal has it at once. Past messages are
	 * always listed, and what was listed once stays so. A shorter delay counts at once for those that wait, too.
	 */
	listingDelay?: number;
	/**
	 * Milliseconds by which the service's clock is ahead, negative where it is behind. All that the service states goes
	 * by that clock: `created_at`, `schedule`, date filters, statuses, the Date header. The `at` of the journal and of
	 * the request log stays the true time, and so do the age of tokens and `listingDelay`.
	 */
	clockOffset?: number;
	/** Whether answers have a Date header, which states the service's clock in whole seconds. */
	dateHeader?: 'on' | 'off';
	/** Requests under way at once, the token endpoint's not counted; one more is answered with 429. */
	maxInFlight?: number;
	/** A larger `per_page` is served as this one, without a word. */
	maxPerPage?: number;
	readings?: Partial<Readings>;
	/** Whether every answer is held against the OpenAPI document; true unless a benchmark says otherwise. */
	validateAnswers?: boolean;
	/** The true time in milliseconds, for tests. */
	now?: () => number;
	/**
	 * Waited for between the work on a request and its answer, for tests: what they do there is done while the request
	 * is under way, and holds its answer back for as long.
	 */
	beforeAnswer?: (request: RequestEntry) => void | Promise<void>;
}

/** The options that the control route may change while the sandbox runs. */
export type ChangeableOptions = Omit<
	SandboxOptions,
	'port' | 'pastMessages' | 'pastSpacing' | 'now' | 'beforeAnswer'
>;

/** The behaviour of a running sandbox: every option has its value. */
export interface Settings {
	tokenLifetime: { seconds?: number; calls?: number };
	expiryTold: 'http' | 'body';
	latency: number;
	listingDelay: number;
	clockOffset: number;
	dateHeader: 'on' | 'off';
	maxInFlight: number;
	maxPerPage: number;
	readings: Readings;
	validateAnswers: boolean;
}

/** The behaviour of a sandbox that was given no options. */
export function defaultSettings(): Settings {
	return {
		tokenLifetime: {},
		expiryTold: 'http',
		latency: 0,
		listingDelay: 0,
		clockOffset: 0,
		dateHeader: 'on',
		maxInFlight: Infinity,
		maxPerPage: Infinity,
		readings: defaultReadings(),
		validateAnswers: true,
	};
}

/**
 * Puts options into the settings of a running sandbox. JSON has no Infinity, so a null lifts a cap.
 * Throws a sentence for an option or a reading that doesn't exist: a misspelt one would play nothing.
 */
export function changeSettings(settings: Settings, options: ChangeableOptions): void {
	for (const [name, value] of Object.entries(options)) {
		if (value === undefined) continue;
		if (name === 'readings') changeReadings(settings.readings, value as Partial<Readings>);
		else if (name === 'tokenLifetime')
			settings.tokenLifetime = { ...(value as Settings['tokenLifetime']) };
		else if (name === 'expiryTold') settings.expiryTold = oneOf(name, value, ['http', 'body']);
		else if (name === 'dateHeader') settings.dateHeader = oneOf(name, value, ['on', 'off']);
		else if (name === 'clockOffset') settings.clockOffset = offset(name, value);
		else if (name === 'listingDelay') settings.listingDelay = from0(name, value);
		else if (name === 'validateAnswers')
			settings.validateAnswers = oneOf(name, value, [true, false]);
		else if (name === 'latency' || name === 'maxInFlight' || name === 'maxPerPage')
			settings[name] = count(name, value);
		else throw new Error(`The sandbox has no option "${name}" that can be changed while it runs.`);
	}
}

function count(name: 'latency' | 'maxInFlight' | 'maxPerPage', value: unknown): number {
	if (value === null) return name === 'latency' ? 0 : Infinity;
	return from0(name, value);
}

function from0(name: string, value: unknown): number {
	if (typeof value !== 'number' || !(value >= 0))
		throw new Error(`${name} is a number from 0, not ${JSON.stringify(value)}.`);
	return value;
}

function offset(name: string, value: unknown): number {
	if (typeof value !== 'number' || !Number.isFinite(value))
		throw new Error(`${name} is a number, not ${JSON.stringify(value)}.`);
	return value;
}
