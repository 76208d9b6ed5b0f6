/** A Messaging Service on 127.0.0.1: its memory, and the controls for tests. */
import { createServer, type Server } from 'node:http';
import { listen } from '../engine/loopback.mts';
import { FaultQueue } from './faultQueue.mts';
import type { Fault, Operation } from './faults.mts';
import { MessageStore, type MessageFromElsewhere, type SendBody } from './messages.mts';
import { changeSettings, defaultSettings } from './options.mts';
import type { ChangeableOptions, SandboxOptions, Settings } from './options.mts';
import { receive } from './receive.mts';
import { seedSenders, type Sender } from './seeds.mts';
import { startService } from './service.mts';
import { ShownStatuses, type ShownStatus } from './statuses.mts';
import { TokenStore } from './tokens.mts';

export type { Fault, FaultKind } from './faults.mts';
export type { Readings, SandboxOptions } from './options.mts';

export interface JournalEntry {
	messageId: string;
	/** Milliseconds of the true time; `clockOffset` changes only the service's clock. */
	at: number;
	body: SendBody;
	/** The numbers reached: those of the body, or the members of the contact group. */
	recipients: string[];
}

export interface RequestEntry {
	at: number;
	method: string;
	/** Without the query. */
	path: string;
	operation: Operation | 'unknown';
	/** Raw values. A repeated parameter keeps all its values, joined by commas. */
	query: Record<string, string>;
	headers: Record<string, string>;
	/** The parsed body, or its text if it isn't JSON; undefined without a body. */
	body: unknown;
	/** HTTP status of the answer; 0 while there is none, and for good if the connection was dropped. */
	status: number;
	fault?: string;
}

// Methods that tests call are bound, so that they can be passed as callbacks.
export class Sandbox {
	baseUrl = '';
	readonly clientId: string;
	readonly clientSecret: string;
	readonly journal: JournalEntry[] = [];
	readonly requests: RequestEntry[] = [];
	tokensIssued = 0;
	/** Requests in flight, without token exchanges. */
	readonly inFlight = { now: 0, peak: 0 };

	readonly settings: Settings = defaultSettings();
	readonly tokens = new TokenStore();
	readonly statuses = new ShownStatuses();
	readonly faults = new FaultQueue(() => this.now());
	readonly messages: MessageStore;
	readonly senders: readonly Sender[];
	readonly beforeAnswer: NonNullable<SandboxOptions['beforeAnswer']>;
	readonly now: () => number;
	readonly serviceNow = (): number => this.now() + this.settings.clockOffset;

	private server?: Server;

	constructor(options: SandboxOptions) {
		const { now, account, beforeAnswer, pastMessages, pastSpacing, ...changes } = options;
		this.now = now ?? Date.now;
		this.clientId = `sandbox-client-4b7e21c9${account || ''}`;
		this.clientSecret = `sandbox-secret-d0f35a8861e2${account || ''}`;
		this.beforeAnswer = beforeAnswer ?? (() => undefined);
		changeSettings(this.settings, changes);
		this.messages = new MessageStore(this.serviceNow(), pastMessages, pastSpacing);
		this.senders = seedSenders(this.serviceNow());
	}

	get exchanges(): number {
		return this.requests.filter(({ operation }) => operation === 'token').length;
	}

	/** Arms a fault. @throws for one that could never play */
	readonly play = (fault: Fault): void => this.faults.arm(fault);

	readonly disarm = (): void => this.faults.disarm();

	/** Sets the status of a number, in one message or in all. With undefined, it follows from the time again. */
	readonly setStatus = (
		phoneNumber: string,
		status: ShownStatus | undefined,
		{ messageId }: { messageId?: number } = {},
	): void => this.statuses.set(phoneNumber, status, messageId);

	readonly addMessage = (given: MessageFromElsewhere = {}): number => {
		const { id, phoneNumbers } = this.messages.addFromElsewhere(given, this.serviceNow());
		if (given.status !== undefined)
			for (const number of phoneNumbers) this.statuses.set(number, given.status, id);
		return id;
	};

	/** Takes a message out of the list. */
	readonly removeMessage = (id: number): void => this.messages.remove(id);

	readonly expireTokens = (): void => this.tokens.expireAll();

	readonly setOptions = (options: ChangeableOptions): void =>
		changeSettings(this.settings, options);

	/** Restores the initial state. Tokens stay valid, and options unchanged. */
	readonly reset = (): void => {
		this.journal.length = 0;
		this.requests.length = 0;
		this.faults.clear();
		this.statuses.clear();
		this.messages.forgetSent();
		this.tokensIssued = 0;
		this.inFlight.peak = this.inFlight.now;
	};

	async start(port = 0): Promise<void> {
		const service = await startService();
		const server = createServer(
			(request, response) => void receive(this, service, request, response),
		);
		// Closing an idle connection just when a client reuses it would look like a fault.
		server.keepAliveTimeout = 0;
		this.baseUrl = `http://127.0.0.1:${await listen(server, port)}/api`;
		this.server = server;
	}

	/** Ends the server and every open connection, hanging ones too. */
	readonly stop = async (): Promise<void> =>
		await new Promise((resolve) => {
			// The only error that close knows is "not running", and a sandbox may be stopped twice.
			this.server?.close(() => resolve());
			this.server?.closeAllConnections();
		});
}

/** Prints a request to the terminal. For use as `beforeAnswer`. */
export const printRequest = ({ operation, body, query }: RequestEntry): void =>
	console.log(operation, body ?? query);

export async function startSandbox({ port, ...options }: SandboxOptions = {}): Promise<Sandbox> {
	const sandbox = new Sandbox(options);
	await sandbox.start(port);
	return sandbox;
}
