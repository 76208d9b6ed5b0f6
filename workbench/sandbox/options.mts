/** How a sandbox behaves, and what of it can be changed. */
import type { RequestEntry } from './sandbox.mts';

/**
 * What the specification leaves open ("not shown"): the readings that the sandbox can play, of each the first one
 * unless told. README.md says where the specification leaves it open.
 */
export const readingChoices = {
	/** Where the token stands in the answer of the token endpoint. */
	tokenShape: ['access_token', 'accessToken', 'token', 'data.token'],
	/** Whether `data.data` is one record, not an array, where one matches; `page`: also on a page of many. */
	singleRecord: [true, false, 'page'],
	/** What `data.data` is when nothing matches. */
	emptyAs: ['array', 'null', 'missing'],
	/** Whether there is a `meta`, and whether its page size and number of pages are right. */
	meta: ['present', 'missing', 'sizeAsAsked', 'twoPages', 'onePage'],
	/** Which member of a sender record is its number. */
	senderRecord: ['id', 'sender_id'],
	/** What the `messageId` of a send is: the record's `id` as text, or an identifier of its own. */
	messageIdType: ['recordId', 'uuid'],
	/** The elements of `sms_list_recipients`: recipient records, or bare numbers. */
	groupRecipients: ['records', 'numbers'],
	/** Whether a request without the bearer header is refused. A wrong token is refused either way. */
	bearerRequired: [true, false],
	/** The text that the list shows and `query` searches. */
	storedText: ['asSent', 'trimmed', 'unixLines', 'crlf', 'oneBlank', 'composed'],
	/** The campaign that the list shows. */
	storedCampaign: ['asSent', 'lowerCase'],
	/** The order of the message query, by acceptance. */
	listOrder: ['newestFirst', 'oldestFirst'],
	/** The `created_at` of message and recipient records: with six decimals, or without a fraction. */
	recordCreatedAt: ['microseconds', 'seconds'],
} as const;

export type Readings = {
	-readonly [Name in keyof typeof readingChoices]: (typeof readingChoices)[Name][number];
};

/** What can be changed while a sandbox runs. README.md says more of it. */
export interface Settings {
	/** After which of the two a token is rejected: its age in seconds, or the calls made with it. */
	tokenLifetime: { seconds?: number; calls?: number };
	/** How a rejected token is told: HTTP 401, or `responsecode` 401 in a 200 body. */
	expiryTold: 'http' | 'body';
	/** Milliseconds between the work on a request and its answer. */
	latency: number;
	/** Milliseconds from acceptance to the list. A shorter delay counts at once for those that wait, too. */
	listingDelay: number;
	/** Milliseconds by which the service's clock is ahead, negative where it is behind. */
	clockOffset: number;
	/** Whether answers have a Date header, which states the service's clock in whole seconds. */
	dateHeader: 'on' | 'off';
	/** Requests under way at once, the token endpoint's not counted; one more is answered with 429. */
	maxInFlight: number;
	/** A larger `per_page` is served as this one, without a word. */
	maxPerPage: number;
	readings: Readings;
	/** Whether every answer is held against the OpenAPI document; true unless a benchmark says otherwise. */
	validateAnswers: boolean;
}

export type ChangeableOptions = Partial<Omit<Settings, 'readings'>> & {
	readings?: Partial<Readings>;
};

export interface SandboxOptions extends ChangeableOptions {
	/** Port on 127.0.0.1; 0, the default, takes a free one. */
	port?: number;
	/** Messages that are there from the start, the newest one `pastSpacing` old. */
	pastMessages?: number;
	/** Milliseconds between two of the past messages; five minutes when left out. */
	pastSpacing?: number;
	/** The true time in milliseconds, for tests. */
	now?: () => number;
	/** Which account it begins with: each number has other API keys; 0 when left out. */
	account?: number;
	/** Waited for between the work on a request and its answer, so that a test can do something meanwhile. */
	beforeAnswer?: (request: RequestEntry) => void | Promise<void>;
}

export function defaultSettings(): Settings {
	const readings = Object.entries(readingChoices).map(([name, [first]]) => [name, first]);
	return {
		tokenLifetime: {},
		expiryTold: 'http',
		latency: 0,
		listingDelay: 0,
		clockOffset: 0,
		dateHeader: 'on',
		maxInFlight: Infinity,
		maxPerPage: Infinity,
		readings: Object.fromEntries(readings) as Readings,
		validateAnswers: true,
	};
}

/** Throws a sentence for an option or a reading that doesn't exist: it would play nothing. */
export function changeSettings(
	settings: Settings,
	{ readings = {}, ...options }: ChangeableOptions,
): void {
	for (const [name, value] of Object.entries(options)) {
		if (!(name in settings)) throw new Error(`The sandbox has no option "${name}".`);
		// JSON has no Infinity and writes it as null.
		if (value !== undefined) Object.assign(settings, { [name]: value ?? Infinity });
	}
	for (const [name, value] of Object.entries(readings)) {
		if (value === undefined) continue;
		const choices: readonly unknown[] = readingChoices[name as keyof Readings] ?? [];
		if (!choices.includes(value))
			throw new Error(
				`The sandbox has no reading ${name}=${value}. It has: ${choices.join(', ')}.`,
			);
		Object.assign(settings.readings, { [name]: value });
	}
}
