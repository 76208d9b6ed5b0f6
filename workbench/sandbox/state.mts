import { Connections } from './connections.mts';
import { FaultQueue } from './faultQueue.mts';
import type { Operation } from './faults.mts';
import { MessageStore, type SendBody } from './messages.mts';
import { changeSettings, defaultSettings, type SandboxOptions, type Settings } from './options.mts';
import { ReservedNumbers } from './reservedNumbers.mts';
import { seedSenders, type Sender } from './senders.mts';
import { ShownStatuses } from './shownStatuses.mts';
import { TokenStore } from './tokens.mts';

/** A message that the sandbox accepted. */
export interface JournalEntry {
	messageId: string;
	/** Milliseconds of the true time, whatever `clockOffset` makes of the service's clock. */
	at: number;
	/** All seven fields as received. */
	body: SendBody;
	/** The numbers reached: those of the body, or the members of the contact group. */
	recipients: string[];
}

/** A request as the sandbox received it. */
export interface RequestEntry {
	/** Milliseconds of the true time, whatever `clockOffset` makes of the service's clock. */
	at: number;
	method: string;
	/** Without the query, for example `/api/sms/messages`. */
	path: string;
	operation: Operation | 'unknown';
	/** Raw values; a parameter that comes twice keeps both, joined by a comma. */
	query: Record<string, string>;
	headers: Record<string, string>;
	/** The parsed JSON, or the text where it is none; undefined without a body. */
	body: unknown;
	/**
	 * Which connection it came over, in the order of their first request; a client that keeps one has
	 * the same number again.
	 */
	connection: number;
	/** HTTP status of the answer; 0 while there is none, and for ever where the connection was dropped. */
	status: number;
	fault?: string;
}

/** Everything that one sandbox remembers. */
export interface SandboxState {
	/**
	 * The true time in milliseconds: for the journal, the request log, the age of tokens and the wait
	 * before a listing.
	 */
	now: () => number;
	/** The time by the service's own clock, which `clockOffset` shifts: for all that the service states. */
	serviceNow: () => number;
	beforeAnswer: NonNullable<SandboxOptions['beforeAnswer']>;
	settings: Settings;
	/** Which pair of API keys counts. */
	account: number;
	tokens: TokenStore;
	messages: MessageStore;
	statuses: ShownStatuses;
	senders: readonly Sender[];
	faults: FaultQueue;
	reserved: ReservedNumbers;
	journal: JournalEntry[];
	requests: RequestEntry[];
	connections: Connections;
	counters: { tokensIssued: number; exchanges: number; inFlight: { now: number; peak: number } };
}

/** A fresh state for these options. Throws a sentence where an option makes no sense. */
export function createState(options: SandboxOptions): SandboxState {
	const { pastMessages = 0, now = Date.now, beforeAnswer = () => undefined } = options;
	const pastSpacing = spacing(options.pastSpacing);
	const changes = { ...options };
	delete changes.port;
	delete changes.pastMessages;
	delete changes.pastSpacing;
	delete changes.now;
	delete changes.beforeAnswer;
	const settings = defaultSettings();
	changeSettings(settings, changes);
	const serviceNow = () => now() + settings.clockOffset;
	return {
		now,
		serviceNow,
		beforeAnswer,
		settings,
		account: 0,
		tokens: new TokenStore(),
		messages: new MessageStore(pastMessages, pastSpacing, serviceNow()),
		statuses: new ShownStatuses(),
		senders: seedSenders(serviceNow()),
		faults: new FaultQueue(),
		reserved: new ReservedNumbers(),
		journal: [],
		requests: [],
		connections: new Connections(),
		counters: { tokensIssued: 0, exchanges: 0, inFlight: { now: 0, peak: 0 } },
	};
}

function spacing(value: unknown = 300_000): number {
	if (typeof value === 'number' && value >= 0 && value < Infinity) return value;
	throw new Error(
		`pastSpacing is a number from 0, not ${typeof value === 'number' ? value : JSON.stringify(value)}.`,
	);
}

/**
 * Back to the start: no journal, no log, no faults, no set statuses, no sent or added messages.
 * Tokens, settings and ids stay as they are.
 */
export function resetState(state: SandboxState): void {
	state.journal.length = 0;
	state.requests.length = 0;
	state.faults.clear();
	state.reserved.clear();
	state.statuses.clear();
	state.messages.forgetSent();
	state.counters.tokensIssued = 0;
	state.counters.exchanges = 0;
	state.counters.inFlight.peak = state.counters.inFlight.now;
}
