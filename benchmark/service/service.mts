/** The service that the subjects talk to, from outside: start it, set it up for a run, read what it saw. */
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { connectSandbox } from '../../workbench/sandbox/control.mts';
import { startChild } from '../child.mts';
import { sentFields, type Place } from '../subjects/task.mts';

/** How the service behaves in a run. */
export interface Behaviour {
	/** Milliseconds. */
	latency?: number;
	/** It answers 429 to more requests at once. */
	maxInFlight?: number;
	/** It takes each send and answers 500. */
	losesReceipts?: boolean;
}

export type Service = Awaited<ReturnType<typeof startService>>;
/** What the service saw of a run. */
export type Seen = Awaited<ReturnType<Service['seen']>>;

/** Whether a send carries what every subject's carry: a shorter text or a field left out would make it cheaper. */
function isTheTasks(body: unknown): boolean {
	const all = { ...sentFields, recipients: null };
	return isDeepStrictEqual({ ...(body as object), recipients: null }, all);
}

/** Starts the service, with so many messages that are there already. */
export async function startService(pastMessages = 0) {
	const child = await startChild(join(import.meta.dirname, 'process.mts'), String(pastMessages));
	const address = child.ready as Omit<Place, 'token'>;
	const control = connectSandbox(address.baseUrl);

	return {
		pastMessages,
		/** Empties journal and log, sets the behaviour, and gives the place with a token that is good. */
		async prepare({ latency = 0, maxInFlight = Infinity, losesReceipts }: Behaviour) {
			const { baseUrl, clientId, clientSecret } = address;
			await control.setOptions({ latency: 0, maxInFlight: Infinity });
			const response = await fetch(`${baseUrl}/oauth/token`, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify({ client_id: clientId, client_secret: clientSecret }),
			});
			const { access_token: token } = (await response.json()) as { access_token: string };
			await control.reset();
			await control.setOptions({ latency, maxInFlight });
			if (losesReceipts) await control.play({ on: 'send', kind: 'errorAfterAccept', times: -1 });
			return { ...address, token };
		},
		async seen() {
			const { journal, requests, exchanges, inFlight } = await control.state();
			const numbers = journal.flatMap(({ recipients }) => recipients);
			const reached = new Set(numbers).size;
			const sends = requests.filter(({ operation }) => operation === 'send');
			return {
				accepted: journal.length,
				reached,
				/** Numbers that were sent to once more. */
				twice: numbers.length - reached,
				requests: requests.filter(({ operation }) => operation !== 'token').length,
				refusedAsTooMany: requests.filter(({ status }) => status === 429).length,
				exchanges,
				/** The most requests under way at once. */
				atOnce: inFlight.peak,
				/** As many as requests where none is kept. */
				connections: new Set(requests.map(({ connection }) => connection)).size,
				otherBodies: sends.filter(({ body }) => !isTheTasks(body)).length,
			};
		},
		stop: child.stop,
	};
}
