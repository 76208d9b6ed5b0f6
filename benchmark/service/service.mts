/** The service that the subjects talk to, from outside: start it, set it up for a round, read what it saw. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { connectSandbox } from '../../workbench/sandbox/control.mts';
import type { ChangeableOptions } from '../../workbench/sandbox/options.mts';
import { sentFields, type Place } from '../subjects/task.mts';

/** What the service saw of a round. */
export interface Seen {
	/** Sends that it accepted. */
	accepted: number;
	/** Numbers that were sent to, each counted once. */
	reached: number;
	/** Numbers that were sent to more than once. */
	twice: number;
	requests: number;
	refusedAsTooMany: number;
	exchanges: number;
	/** The most requests under way at once. */
	peakInFlight: number;
	/** Connections that its requests came over, each counted once: as many as requests where none is kept. */
	connections: number;
	/** Sends whose body differs in more than its recipients from what every subject has to send. */
	otherBodies: number;
}

export interface Service {
	/** Messages that it has from the start. */
	pastMessages: number;
	/** Empties journal and log, sets the behaviour, and gives the place with a token that is good. */
	prepare(options: Pick<ChangeableOptions, 'latency' | 'maxInFlight'>): Promise<Place>;
	seen(): Promise<Seen>;
	stop(): Promise<void>;
}

/** Whether a send carries what every subject's carry: a shorter text or a field left out would make it cheaper. */
function isTheTasks(body: unknown): boolean {
	return isDeepStrictEqual(
		{ ...(body as object), recipients: null },
		{ ...sentFields, recipients: null },
	);
}

/** How far away the service is from the subjects. */
export type Distance = 'near' | 'far';

/** What the service's process says when it is ready. */
export interface Address extends Omit<Place, 'token'> {
	/** Where the benchmark itself reaches it, the shortest way. */
	control: string;
}

/** Starts the service with so many past messages; far away, it is reached over TLS only. */
export async function startService(
	pastMessages = 0,
	distance: Distance = 'near',
): Promise<Service> {
	const child = fork(join(import.meta.dirname, 'process.mts'), [String(pastMessages), distance], {
		execArgv: ['--disable-warning=ExperimentalWarning'],
	});
	const [{ control: controlUrl, ...address }] = (await once(child, 'message')) as [Address];
	const control = connectSandbox(controlUrl);

	async function freshToken(): Promise<string> {
		const response = await fetch(`${controlUrl}/oauth/token`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ client_id: address.clientId, client_secret: address.clientSecret }),
		});
		return ((await response.json()) as { access_token: string }).access_token;
	}

	return {
		pastMessages,
		async prepare({ latency = 0, maxInFlight = Infinity }) {
			await control.setOptions({ latency: 0, maxInFlight: Infinity });
			const token = await freshToken();
			await control.reset();
			await control.setOptions({ latency, maxInFlight });
			return { ...address, token };
		},
		async seen() {
			const { journal, requests, exchanges, inFlight } = await control.state();
			const numbers = journal.flatMap(({ recipients }) => recipients);
			const distinct = new Set(numbers).size;
			return {
				accepted: journal.length,
				reached: distinct,
				twice: numbers.length - distinct,
				requests: requests.filter(({ operation }) => operation !== 'token').length,
				refusedAsTooMany: requests.filter(({ status }) => status === 429).length,
				exchanges,
				peakInFlight: inFlight.peak,
				connections: new Set(requests.map(({ connection }) => connection)).size,
				otherBodies: requests.filter(
					({ operation, body }) => operation === 'send' && !isTheTasks(body),
				).length,
			};
		},
		async stop() {
			const exit = once(child, 'exit');
			child.disconnect();
			await exit;
		},
	};
}
