/** How a sandbox behaves, and what of it can be changed. */
import { noBounds, type Bounds } from './bounds.mts';
import type { RequestEntry } from './sandbox.mts';
import type { Way } from './shown.mts';

/** The readings that the sandbox can play, of each the first one unless told. README.md says what each means. */
export const readingChoices = {
	tokenShape: ['access_token', 'accessToken', 'token', 'data.token'],
	singleRecord: [true, false, 'page', 'always'],
	emptyAs: ['array', 'null', 'missing'],
	meta: ['present', 'missing', 'sizeAsAsked', 'twoPages', 'onePage', 'flat', 'beside'],
	senderRecord: ['id', 'sender_id'],
	messageIdType: ['recordId', 'uuid'],
	groupRecipients: ['records', 'numbers'],
	bearerRequired: [true, false],
	storedText: [
		'asSent',
		'trimmed',
		'unixLines',
		'crlf',
		'oneBlank',
		'composed',
		'escaped',
		'ascii',
	],
	storedCampaign: ['asSent', 'lowerCase'],
	listOrder: ['newestFirst', 'oldestFirst'],
	recordCreatedAt: ['microseconds', 'seconds', 'ownZone'],
	rangeEnd: ['included', 'leftOut'],
	refusals: ['envelope', 'laravel', 'data', 'sentence'],
	refusedBy: ['place', 'number', 'nothing'],
} as const;

export type Readings = {
	-readonly [Name in keyof typeof readingChoices]: (typeof readingChoices)[Name][number];
};

/** What can be changed while a sandbox runs. README.md says more of it. */
export interface Settings {
	/** After which of the two a token is rejected: its age in seconds, or the calls made with it. */
	tokenLifetime: { seconds?: number; calls?: number };
	expiryTold: 'http' | 'body';
	latency: number;
	/** Milliseconds from acceptance to the list. A shorter delay counts at once for those that wait, too. */
	listingDelay: number;
	clockOffset: number;
	/** Whether answers have a Date header, which states the service's clock in whole seconds. */
	dateHeader: 'on' | 'off';
	/** Requests under way at once, the token endpoint's not counted; one more is answered with 429. */
	maxInFlight: number;
	/** A larger `per_page` is served as this one, without a word. */
	maxPerPage: number;
	/** What is refused because it is too much. */
	bounds: Bounds;
	/** Numbers that a send is refused for. */
	refusedNumbers: readonly string[];
	/** An IANA name: by it days begin, and times are written that name no zone. */
	zone: string;
	readings: Readings;
	/** What a message record leaves out, or shows otherwise than specified. Then no answer is validated. */
	shows: Way | Way[];
	/** Whether every answer is held against the OpenAPI document; true unless a benchmark says otherwise. */
	validateAnswers: boolean;
}

export type ChangeableOptions = Partial<Omit<Settings, 'bounds' | 'readings'>> & {
	bounds?: Partial<Bounds>;
	readings?: Partial<Readings>;
};

export interface SandboxOptions extends ChangeableOptions {
	/** A free one when left out. */
	port?: number;
	/** Messages that are there from the start, the newest one `pastSpacing` old. */
	pastMessages?: number;
	/** Five minutes when left out. */
	pastSpacing?: number;
	/** The true time in milliseconds, for tests. */
	now?: () => number;
	/** Which account it has: each number has other API keys; 0 when left out. */
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
		bounds: { ...noBounds },
		refusedNumbers: [],
		zone: 'UTC',
		shows: 'whole',
		readings: Object.fromEntries(readings) as Readings,
		validateAnswers: true,
	};
}

export function changeSettings(
	settings: Settings,
	{ bounds = {}, readings = {}, ...options }: ChangeableOptions,
): void {
	const given = ([, value]: [string, unknown]) => value !== undefined;
	Object.assign(settings, Object.fromEntries(Object.entries(options).filter(given)));
	Object.assign(settings.bounds, Object.fromEntries(Object.entries(bounds).filter(given)));
	Object.assign(settings.readings, Object.fromEntries(Object.entries(readings).filter(given)));
}
