import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Fault } from './faults.mts';
import { addFromElsewhere, type MessageFromElsewhere } from './messageFromElsewhere.mts';
import type { ChangeableOptions, SandboxOptions } from './options.mts';
import { changeSettings } from './options.mts';
import { receive } from './receive.mts';
import { startService } from './service.mts';
import { setStatus } from './setStatus.mts';
import { createState, resetState, type JournalEntry, type RequestEntry } from './state.mts';
import { keysOf } from './tokens.mts';

export type { Fault, FaultKind } from './faults.mts';
export type { MessageFromElsewhere } from './messageFromElsewhere.mts';
export type { SandboxOptions } from './options.mts';
export type { Readings } from './readings.mts';
export type { JournalEntry, RequestEntry } from './state.mts';

/** An embedded Messaging Service on 127.0.0.1. */
export interface Sandbox {
	/** `http://127.0.0.1:PORT/api` */
	readonly baseUrl: string;
	readonly clientId: string;
	readonly clientSecret: string;
	/** Every accepted message, in order. */
	readonly journal: JournalEntry[];
	/** Every request to the API, as it came in. */
	readonly requests: RequestEntry[];
	/** Exchanges of the client id and secret that succeeded. */
	readonly tokensIssued: number;
	/** All calls of the token endpoint. */
	readonly exchanges: number;
	/** Requests under way, the token endpoint's not counted. */
	readonly inFlight: { now: number; peak: number };
	/** Arms a fault. Throws a sentence for one that could never play. */
	play(fault: Fault): void;
	/** Takes back every armed fault that has not been played to its end. */
	disarm(): void;
	/**
	 * From now on every recipient record with this number shows this status, whatever the time: any text, or null for a
	 * record without status. With `messageId`, the record's `id`, only that message's. Undefined takes it back: the
	 * message goes by its number again, the number (in all its messages) by time. Throws a sentence
	 * for what could never show.
	 */
	setStatus(
		phoneNumber: string,
		status: string | null | undefined,
		only?: { messageId?: number | string },
	): void;
	/** Puts a message into the list that no client sent, and not into the journal. Gives its id. */
	addMessage(message?: MessageFromElsewhere): number;
	/** Rejects every token issued so far. */
	expireTokens(): void;
	/** From now on the API keys are others. A client that remembers something of an account has nothing of this one. */
	nextAccount(): void;
	/**
	 * Changes latency, listing delay, clock, caps, readings, token lifetime and so on; throws a
	 * sentence for an unknown one.
	 */
	setOptions(options: ChangeableOptions): void;
	/**
	 * Empties the journal, the log, the faults, the set statuses, the counters, the sent and the
	 * added messages. Tokens stay valid.
	 */
	reset(): void;
	/** Ends the server and every open connection, hanging ones too. */
	stop(): Promise<void>;
}

/** Starts a sandbox. Rejects when the port is taken or an option makes no sense. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const state = createState(options);
	const service = await startService();
	const server = createServer(
		(request, response) => void receive(state, service, request, response),
	);
	// An idle connection that the server closes while a client takes it up again would look like a fault.
	server.keepAliveTimeout = 0;
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(options.port ?? 0, '127.0.0.1', resolve);
	});
	const { port } = server.address() as AddressInfo;

	return {
		baseUrl: `http://127.0.0.1:${port}/api`,
		get clientId() {
			return keysOf(state.account).clientId;
		},
		get clientSecret() {
			return keysOf(state.account).clientSecret;
		},
		journal: state.journal,
		requests: state.requests,
		get tokensIssued() {
			return state.counters.tokensIssued;
		},
		get exchanges() {
			return state.counters.exchanges;
		},
		get inFlight() {
			return { ...state.counters.inFlight };
		},
		play: (fault) => state.faults.arm(fault),
		disarm: () => state.faults.clear(),
		setStatus: (phoneNumber, status, only) => setStatus(state, { ...only, phoneNumber, status }),
		addMessage: (message) => addFromElsewhere(state, message),
		expireTokens: () => state.tokens.expireAll(),
		nextAccount: () => void state.account++,
		setOptions: (changes) => changeSettings(state.settings, changes),
		reset: () => resetState(state),
		stop: () =>
			new Promise<void>((resolve) => {
				// The only error that close knows is "not running", and a sandbox may be stopped twice.
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}
