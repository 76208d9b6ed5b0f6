/**
 * The limit for a node: Node's own HTTP client with ten requests under way and nothing around it. It opens a connection
 * for each request, as n8n has to.
 */
import { request as makeRequest } from 'node:http';
import { perPage, phoneNumbers, sentFields, type Place, type Subject } from './task.mts';

type Body = { data: { data: unknown[]; meta: { last_page: number } } };

/** Asks, and reads the answer; undefined where it is a refusal. */
async function ask({ baseUrl, token }: Place, method: string, query: string, body?: object) {
	const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
	return await new Promise<Body | undefined>((resolve, reject) => {
		// An agent without kept connections would still hand one on to a request that waits.
		const options = { method, agent: false, headers };
		const request = makeRequest(`${baseUrl}/sms/messages${query}`, options, (response) => {
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

export const limit: Subject = async (task, place) => {
	if (task.kind === 'sends') {
		let items = 0;
		await each(phoneNumbers(task), async (number) => {
			if (await ask(place, 'POST', '', { ...sentFields, recipients: [number] })) items++;
		});
		const refused = task.numbers! - items;
		return { items, records: items, failure: refused ? `${refused} refused` : undefined };
	}
	const page = async (number: number) =>
		(await ask(place, 'GET', `?page=${number}&per_page=${perPage}`))!.data;
	const first = await page(1);
	const records = first.data;
	const others = Array.from({ length: first.meta.last_page - 1 }, (_, place) => place + 2);
	await each(others, async (number) => void records.push(...(await page(number)).data));
	return { items: records.length, records: records.length };
};
