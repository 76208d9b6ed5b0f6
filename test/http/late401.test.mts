/** A 401 that comes late, on n8n's engine: the token exchange is n8n's own way, and the sandbox counts. */
import { createServer } from 'node:http';
import { closed, listening } from '../stubService.mts';
import { goodSend, startWorkbench, type Workbench } from '../workbench.mts';

let bench: Workbench;
beforeEach(async () => {
	bench = await startWorkbench();
});
afterEach(() => bench.sandbox.stop());

/** The sandbox behind a door that keeps the 401 of these numbers back until a second message was accepted. */
async function startSlowDoor(late: string[]) {
	const events: string[] = [];
	let letGo = (): void => undefined;
	let acceptedSoFar = 0;
	const accepted = new Promise<void>((resolve) => (letGo = resolve));
	const server = createServer(async (request, response) => {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk as Buffer);
		const body = Buffer.concat(chunks).toString();
		const { authorization = '' } = request.headers;
		const answer = await fetch(`${bench.sandbox.baseUrl}${request.url!.replace(/^\/api/, '')}`, {
			method: request.method,
			headers: { authorization, 'content-type': 'application/json' },
			body,
		});
		const text = await answer.text();
		const isLate = answer.status === 401 && late.some((number) => body.includes(number));
		if (isLate) await accepted;
		events.push(
			isLate ? 'late 401' : request.url!.endsWith('/oauth/token') ? 'token' : String(answer.status),
		);
		response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
		if (answer.ok && request.url!.endsWith('/sms/messages') && ++acceptedSoFar === 2) letGo();
	});
	const port = await listening(server);
	return { baseUrl: `http://127.0.0.1:${port}/api`, events, stop: () => closed(server) };
}

test('of seven items: the others had the token renewed, there is no second exchange, and each message is sent once', async () => {
	const numbers = Array.from({ length: 7 }, (_, index) => `+2519110030${index}0`);
	const door = await startSlowDoor([numbers[1]!, numbers[4]!]);
	bench.credentials = bench.store({ baseUrl: door.baseUrl });
	await bench.run({ ...goodSend, recipients: '+251911003099' });
	bench.sandbox.expireTokens();
	const before = bench.sandbox.exchanges;
	door.events.length = 0;
	const result = await bench.run(
		{ ...goodSend, recipients: '={{ $json.number }}' },
		{ items: numbers.map((number) => ({ number })) },
	);
	await door.stop();
	expect(result.error).toBeUndefined();
	expect(door.events.filter((event) => event === 'late 401')).toHaveLength(2);
	expect(door.events.indexOf('late 401')).toBeGreaterThan(door.events.indexOf('token'));
	expect(bench.sandbox.exchanges - before).toBe(1);
	expect(
		bench.sandbox.journal
			.slice(1)
			.flatMap(({ recipients }) => recipients)
			.sort(),
	).toEqual(numbers);
});
