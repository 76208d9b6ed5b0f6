import type { RequestEntry } from './state.mts';

/**
 * What the specification leaves open ("not shown"), one member per question. Each value is a
 * reading that the sandbox can play; README.md says where the specification leaves it open.
 */
export interface Readings {
	/** Where the token stands in the answer of the token endpoint; `none` answers without one. */
	tokenShape:
		| 'access_token'
		| 'accessToken'
		| 'token'
		| 'data.access_token'
		| 'data.accessToken'
		| 'data.token'
		| 'none';
	/** True: `data.data` is one record, not an array, when exactly one matches. `page`: also when a page of many holds one. */
	singleRecord: boolean | 'page';
	/** What `data.data` is when nothing matches. */
	emptyAs: 'array' | 'null' | 'missing';
	meta: 'present' | 'missing';
	/** The members of a sender record: a numeric `id`, a numeric `sender_id`, a message record as in the sample, or none that can be recognised. */
	senderRecord: 'id' | 'sender_id' | 'message' | 'unknown';
	/** What the `messageId` of a send is: the record's `id` as text, or an identifier of its own. */
	messageIdType: 'recordId' | 'uuid';
	/** The elements of `sms_list_recipients`: recipient records, bare numbers, or the group itself. */
	groupRecipients: 'records' | 'numbers' | 'group';
	/** Whether the endpoints refuse a request without the bearer header. A wrong token is refused either way. */
	bearerRequired: boolean;
	/** How a sender that may not send and an unknown contact group are refused: HTTP 422, or `responsecode` 422 in a 200 body. */
	refusalTold: 'http' | 'body';
	/** The body of a refusal: the envelope, `{ "message": … }`, OAuth's `{ "error", "error_description" }`, a web page, or nothing. */
	errorBody: 'envelope' | 'message' | 'oauth' | 'html' | 'empty';
	/** The text that the list shows and `query` searches: as sent, without white space at its ends, or with its line breaks as \n or as \r\n. */
	storedText: 'asSent' | 'trimmed' | 'unixLines' | 'crlf';
	/** The order of the message query, by acceptance. */
	listOrder: 'newestFirst' | 'oldestFirst';
	/** The `created_at` of message and recipient records: with six decimals, or in whole seconds without a fraction. */
	recordCreatedAt: 'microseconds' | 'seconds';
	/** The `reference` of a recipient record: a text of its own, or null as in the sample. */
	recipientReference: 'text' | 'null';
}

/** How a sandbox behaves. Everything but `port`, `pastMessages`, `pastSpacing`, `now` and `beforeAnswer` can be changed while it runs. */
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
export type ChangeableOptions = Omit<SandboxOptions, 'port' | 'pastMessages' | 'pastSpacing' | 'now' | 'beforeAnswer'>;

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

const choices: { [Name in keyof Readings]: ReadonlyArray<Readings[Name]> } = {
	tokenShape: ['access_token', 'accessToken', 'token', 'data.access_token', 'data.accessToken', 'data.token', 'none'],
	singleRecord: [true, false, 'page'],
	emptyAs: ['array', 'null', 'missing'],
	meta: ['present', 'missing'],
	senderRecord: ['id', 'sender_id', 'message', 'unknown'],
	messageIdType: ['recordId', 'uuid'],
	groupRecipients: ['records', 'numbers', 'group'],
	bearerRequired: [true, false],
	refusalTold: ['http', 'body'],
	errorBody: ['envelope', 'message', 'oauth', 'html', 'empty'],
	storedText: ['asSent', 'trimmed', 'unixLines', 'crlf'],
	listOrder: ['newestFirst', 'oldestFirst'],
	recordCreatedAt: ['microseconds', 'seconds'],
	recipientReference: ['text', 'null'],
};

/** Every reading with its possible values, the first of each is what the sandbox plays unasked. */
export const readingChoices: Readonly<Record<string, ReadonlyArray<string | boolean>>> = choices;

/** The behaviour of a sandbox that was given no options. */
export function defaultSettings(): Settings {
	const readings = Object.fromEntries(Object.entries(choices).map(([name, values]) => [name, values[0]]));
	return {
		tokenLifetime: {},
		expiryTold: 'http',
		latency: 0,
		listingDelay: 0,
		clockOffset: 0,
		dateHeader: 'on',
		maxInFlight: Infinity,
		maxPerPage: Infinity,
		readings: readings as unknown as Readings,
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
		else if (name === 'tokenLifetime') settings.tokenLifetime = { ...(value as Settings['tokenLifetime']) };
		else if (name === 'expiryTold') settings.expiryTold = oneOf(name, value, ['http', 'body']);
		else if (name === 'dateHeader') settings.dateHeader = oneOf(name, value, ['on', 'off']);
		else if (name === 'clockOffset') settings.clockOffset = offset(name, value);
		else if (name === 'listingDelay') settings.listingDelay = from0(name, value);
		else if (name === 'validateAnswers') settings.validateAnswers = oneOf(name, value, [true, false]);
		else if (name === 'latency' || name === 'maxInFlight' || name === 'maxPerPage') settings[name] = count(name, value);
		else throw new Error(`The sandbox has no option "${name}" that can be changed while it runs.`);
	}
}

function changeReadings(readings: Readings, changes: Partial<Readings>): void {
	for (const [name, value] of Object.entries(changes)) {
		if (value === undefined) continue;
		const values = readingChoices[name];
		if (!values) throw new Error(`The sandbox has no reading "${name}". It has: ${Object.keys(choices).join(', ')}.`);
		Object.assign(readings, { [name]: oneOf(name, value, values) });
	}
}

function oneOf<Value>(name: string, value: unknown, values: readonly Value[]): Value {
	const found = values.find((candidate) => candidate === value);
	if (found === undefined) throw new Error(`${name} is one of ${values.join(', ')}, not ${JSON.stringify(value)}.`);
	return found;
}

function count(name: 'latency' | 'maxInFlight' | 'maxPerPage', value: unknown): number {
	if (value === null) return name === 'latency' ? 0 : Infinity;
	return from0(name, value);
}

function from0(name: string, value: unknown): number {
	if (typeof value !== 'number' || !(value >= 0)) throw new Error(`${name} is a number from 0, not ${JSON.stringify(value)}.`);
	return value;
}

function offset(name: string, value: unknown): number {
	if (typeof value !== 'number' || !Number.isFinite(value)) throw new Error(`${name} is a number, not ${JSON.stringify(value)}.`);
	return value;
}
