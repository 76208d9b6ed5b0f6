/**
 * Node's own HTTP client with ten requests under way and nothing around it. The limit for a node opens a connection for
 * each request, as n8n has to; `kept` keeps its connections, which a newer n8n could win.
 */
import { Agent, request as makeRequest } from 'node:http';
import { perPage, phoneNumbers, sentFields, type Place, type Subject } from './task.mts';

type Body = { data: { data: unknown[]; meta: { last_page: number } } };

/** Asks, and reads the answer; undefined where it is a refusal. */
async function ask(
	{ agent, baseUrl, token }: Place & { agent: Agent | false },
	method: string,
	query: string,
	body?: object,
): Promise<Body | undefined> {
	const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
	return await new Promise((resolve, reject) => {
		const url = `${baseUrl}/sms/messages${query}`;
		const request = makeRequest(url, { method, agent, headers }, (response) => {
			const chunks: Buffer[] = [];
			response.on('data', (chunk: Buffer) => chunks.push(chunk));
			response.once('end', () => {
				const answer = JSON.parse(Buffer.concat(chunks).toString()) as Body;
				resolve(response.statusCode === 200 ? answer : undefined);
			});
		});
		request.once('error', reject);
		request.end(body && JSON.stringify(body));
	});
}

/** Does the work for each of these, ten at a time, as the node does unless told. */
async function each<T>(all: T[], work: (one: T) => Promise<void>): Promise<void> {
	const left = all.values();
	const lane = async () => {
		for (const one of left) await work(one);
	};
	await Promise.all(Array.from({ length: 10 }, lane));
}

const by =
	(agent: Agent | false): Subject =>
	async (task, place) => {
		const way = { ...place, agent };
		if (task.kind === 'sends') {
			let items = 0;
			await each(phoneNumbers(task), async (number) => {
				if (await ask(way, 'POST', '', { ...sentFields, recipients: [number] })) items++;
			});
			const refused = task.numbers! - items;
			return { items, records: items, failure: refused ? `${refused} refused` : undefined };
		}
		const page = async (number: number) =>
			(await ask(way, 'GET', `?page=${number}&per_page=${perPage}`))!.data;
		const first = await page(1);
		const records = first.data;
		const others = Array.from({ length: first.meta.last_page - 1 }, (_, place) => place + 2);
		await each(others, async (number) => void records.push(...(await page(number)).data));
		return { items: records.length, records: records.length };
	};

// An agent without kept connections still hands one on to a request that waits.
export const limit = by(false);
export const kept = by(new Agent({ keepAlive: true, maxSockets: 10 }));
