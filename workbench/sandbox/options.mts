/** Options of a sandbox, and the settings that can be changed while it runs. */
import { noBounds, type Bounds } from './bounds.mts';
import type { RequestEntry } from './sandbox.mts';
import type { Way } from './shown.mts';

/** The readings that the sandbox can play. The first choice of each is the default. README.md explains them. */
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

/** Settings that can be changed while a sandbox runs. README.md says more about them. */
export interface Settings {
	/** Age in seconds or number of calls after which a token is rejected, whichever comes first. */
	tokenLifetime: { seconds?: number; calls?: number };
	expiryTold: 'http' | 'body';
	latency: number;
	/** Milliseconds from acceptance to listing. A shorter delay also applies to messages that already wait. */
	listingDelay: number;
	clockOffset: number;
	/** Whether answers have a Date header, which states the service's clock in whole seconds. */
	dateHeader: 'on' | 'off';
	/** Maximum number of concurrent requests, without token exchanges; one more is answered with 429. */
	maxInFlight: number;
	/** Maximum page size. A larger `per_page` is silently reduced to it. */
	maxPerPage: number;
	bounds: Bounds;
	/** Numbers that make the service refuse a send. */
	refusedNumbers: readonly string[];
	/** IANA name of the zone for the begin of days, and for times that are written without a zone. */
	zone: string;
	readings: Readings;
	/** Ways in which message records differ from the specification. Except with 'whole', no answer is validated. */
	shows: Way | Way[];
	/** Whether every answer is validated against the OpenAPI document. Only benchmarks switch it off. */
	validateAnswers: boolean;
}

export type ChangeableOptions = Partial<Omit<Settings, 'bounds' | 'readings'>> & {
	bounds?: Partial<Bounds>;
	readings?: Partial<Readings>;
};

export interface SandboxOptions extends ChangeableOptions {
	/** Defaults to a free port. */
	port?: number;
	/** Number of messages that exist from the start, the newest one `pastSpacing` old. */
	pastMessages?: number;
	/** Milliseconds between past messages. Defaults to five minutes. */
	pastSpacing?: number;
	/** The true time in milliseconds, for tests. */
	now?: () => number;
	/** Number of the account, which decides its API keys. Defaults to 0. */
	account?: number;
	/** Awaited between the work on a request and its answer, so that a test can act in between. */
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
