import { FaultQueue } from './faultQueue.mts';
import type { Operation } from './faults.mts';
import { MessageStore, type SendBody } from './messages.mts';
import { changeSettings, defaultSettings, type SandboxOptions, type Settings } from './options.mts';
import { ReservedNumbers } from './reservedNumbers.mts';
import { seedSenders, type Sender } from './senders.mts';
import { TokenStore } from './tokens.mts';

/** A message that the sandbox accepted. */
export interface JournalEntry {
	messageId: string;
	/** Milliseconds. */
	at: number;
	/** All seven fields as received. */
	body: SendBody;
	/** The numbers reached: those of the body, or the members of the contact group. */
	recipients: string[];
}

/** A request as the sandbox received it. */
export interface RequestEntry {
	/** Milliseconds. */
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
	/** HTTP status of the answer; 0 while there is none, and for ever where the connection was dropped. */
	status: number;
	fault?: string;
}

/** Everything that one sandbox remembers. */
export interface SandboxState {
	now: () => number;
	settings: Settings;
	tokens: TokenStore;
	messages: MessageStore;
	senders: readonly Sender[];
	faults: FaultQueue;
	reserved: ReservedNumbers;
	journal: JournalEntry[];
	requests: RequestEntry[];
	counters: { tokensIssued: number; exchanges: number; inFlight: { now: number; peak: number } };
}

/** A fresh state for these options. Throws a sentence where an option makes no sense. */
export function createState(options: SandboxOptions): SandboxState {
	const { pastMessages = 0, now = Date.now } = options;
	const changes = { ...options };
	delete changes.port;
	delete changes.pastMessages;
	delete changes.now;
	const settings = defaultSettings();
	changeSettings(settings, changes);
	return {
		now,
		settings,
		tokens: new TokenStore(),
		messages: new MessageStore(pastMessages, now()),
		senders: seedSenders(now()),
		faults: new FaultQueue(),
		reserved: new ReservedNumbers(),
		journal: [],
		requests: [],
		counters: { tokensIssued: 0, exchanges: 0, inFlight: { now: 0, peak: 0 } },
	};
}

/** Back to the start: no journal, no log, no faults, no sent messages. Tokens, settings and ids stay as they are. */
export function resetState(state: SandboxState): void {
	state.journal.length = 0;
	state.requests.length = 0;
	state.faults.clear();
	state.reserved.clear();
	state.messages.forgetSent();
	state.counters.tokensIssued = 0;
	state.counters.exchanges = 0;
	state.counters.inFlight.peak = state.counters.inFlight.now;
}
