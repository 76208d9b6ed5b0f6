/**
 * Node's own HTTP client with ten requests under way and nothing around it. The limit for a node opens a connection for
 * each request, as n8n has to; `kept` keeps its connections, which a newer n8n could win.
 */
import { Agent, request as makeRequest } from 'node:http';
import { perPage, phoneNumbers, sentFields, underWay, type Place, type Subject } from './task.mts';

interface Answer {
	status: number;
	body: { data?: { data?: unknown[]; meta?: { last_page: number } } };
}

type Ask = (method: string, path: string, body?: object) => Promise<Answer>;

const asking =
	(agent: Agent | false, { baseUrl, token }: Place): Ask =>
	(method, path, body) =>
		new Promise((resolve, reject) => {
			const type = body && { 'content-type': 'application/json' };
			const headers = { authorization: `Bearer ${token}`, ...type };
			const request = makeRequest(`${baseUrl}${path}`, { method, agent, headers }, (response) => {
				const chunks: Buffer[] = [];
				response.on('data', (chunk: Buffer) => chunks.push(chunk));
				response.once('error', reject);
				response.once('end', () => {
					const status = response.statusCode ?? 0;
					resolve({ status, body: JSON.parse(Buffer.concat(chunks).toString()) });
				});
			});
			request.once('error', reject);
			request.end(body && JSON.stringify(body));
		});

/** Does the work for each of these, ten at a time. */
async function each<T>(all: Iterable<T>, work: (one: T) => Promise<void>): Promise<void> {
	const left = all[Symbol.iterator]() as IteratorObject<T>;
	const lane = async () => {
		for (const one of left) await work(one);
	};
	await Promise.all(Array.from({ length: underWay }, lane));
}

const by =
	(agent: Agent | false): Subject =>
	async (task, place) => {
		const ask = asking(agent, place);
		if (task.kind === 'sends') {
			let items = 0;
			await each(phoneNumbers(task), async (number) => {
				const body = { ...sentFields, recipients: [number] };
				if ((await ask('POST', '/sms/messages', body)).status === 200) items++;
			});
			const refused = task.numbers! - items;
			return { items, records: items, failure: refused ? `${refused} refused` : undefined };
		}
		const pages: unknown[][] = [];
		const read = async (number: number) => {
			const { body } = await ask('GET', `/sms/messages?page=${number}&per_page=${perPage}`);
			pages[number - 1] = body.data!.data!;
			return body.data!.meta!.last_page;
		};
		const more = (await read(1)) - 1;
		await each(
			Array.from({ length: more }, (_, place) => place + 2),
			async (number) => void (await read(number)),
		);
		const records = pages.flat().length;
		return { items: records, records };
	};

// An agent without kept connections still hands one on to a request that waits.
export const limit = by(false);
export const kept = by(new Agent({ keepAlive: true, maxSockets: underWay }));
