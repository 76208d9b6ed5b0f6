/** Node's own HTTP client with a limited number of requests in flight and nothing around it: the limit. */
import { Agent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import {
	inFlight,
	perPage,
	phoneNumber,
	sentFields,
	type TaskResult,
	type Place,
	type SendTask,
	type Subject,
} from './task.mts';

const kept = { keepAlive: true, maxSockets: inFlight };
const agents = { http: new Agent(kept), https: new HttpsAgent(kept) };

interface Answer {
	status: number;
	body: { data?: { data?: unknown[]; meta?: { last_page: number } } };
}

function ask(
	{ baseUrl, token }: Place,
	method: string,
	path: string,
	body?: object,
): Promise<Answer> {
	return new Promise((resolve, reject) => {
		const text = body && JSON.stringify(body);
		const headers = {
			authorization: `Bearer ${token}`,
			...(text && {
				'content-type': 'application/json',
				'content-length': Buffer.byteLength(text),
			}),
		};
		const isSecure = baseUrl.startsWith('https:');
		const agent = isSecure ? agents.https : agents.http;
		const make = isSecure ? httpsRequest : httpRequest;
		const request = make(`${baseUrl}${path}`, { method, agent, headers }, (response) => {
			const chunks: Buffer[] = [];
			response.on('data', (chunk: Buffer) => chunks.push(chunk));
			response.once('error', reject);
			response.once('end', () =>
				resolve({
					status: response.statusCode ?? 0,
					body: JSON.parse(Buffer.concat(chunks).toString()) as Answer['body'],
				}),
			);
		});
		request.once('error', reject);
		request.end(text);
	});
}

/** Runs `work` for 0 … count - 1, so many at once as the agent has sockets. */
async function each(count: number, work: (index: number) => Promise<void>): Promise<void> {
	let next = 0;
	const lane = async () => {
		while (next < count) await work(next++);
	};
	await Promise.all(Array.from({ length: inFlight }, lane));
}

async function sends({ items, from = 0 }: SendTask, place: Place): Promise<TaskResult> {
	const results: unknown[] = [];
	let refused = 0;
	await each(items, async (index) => {
		const body = { ...sentFields, recipients: [phoneNumber(from + index)] };
		const answer = await ask(place, 'POST', '/sms/messages', body);
		if (answer.status === 200) results[index] = answer.body.data;
		else refused++;
	});
	const taken = items - refused;
	return {
		items: taken,
		records: taken,
		paired: taken,
		...(refused > 0 ? { failure: `${refused} refused` } : {}),
	};
}

async function returnAll(place: Place): Promise<TaskResult> {
	const page = async (number: number) =>
		(await ask(place, 'GET', `/sms/messages?page=${number}&per_page=${perPage}`)).body.data!;
	const first = await page(1);
	const pages: unknown[][] = [first.data!];
	await each(first.meta!.last_page - 1, async (index) => {
		pages[index + 1] = (await page(index + 2)).data!;
	});
	const records = pages.flat().length;
	return { items: records, records, paired: 1 };
}

export const bareClient: Subject = async (task, place) => {
	if (task.kind === 'sends') return await sends(task, place);
	return await returnAll(place);
};
