import { createServer } from 'node:http';
import { closed, listening } from './stubService.mts';

/** A service that gives answers a byte at a time, and what happened at it, in order. */
export interface DrippingService {
	baseUrl: string;
	/**
	 * `METHOD path` when a request came; of one whose answer drips `… answered` when all of it was
	 * given, `… cut off` when its connection was closed before.
	 */
	events: string[];
	stop(): Promise<void>;
}

/**
 * Milliseconds from byte to byte, and how many bytes come before the answer itself: far more than
 * any Timeout of a test lasts.
 */
const [pace, bytes] = [5, 600];

/**
 * Answers requests whose path has `drips` in it a blank at a time, so that its connection is never idle
 * for long; after three seconds the answer itself comes, for code that would wait for ever. All others
 * are answered at once.
 *
 * @param behind the address of the service that answers in truth; its answer drips
 */
export async function startDrippingService(
	drips: string,
	{ behind }: { behind?: string } = {},
): Promise<DrippingService> {
	const events: string[] = [];
	const server = createServer(async (request, response) => {
		const path = String(request.url)
			.split('?')[0]!
			.replace(/^\/api/, '');
		const event = `${request.method} ${path}`;
		events.push(event);
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk as Buffer);
		response.writeHead(200, { 'content-type': 'application/json' });
		const { authorization = '' } = request.headers;
		const asked = {
			method: request.method,
			headers: { authorization, 'content-type': 'application/json' },
			...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
		};
		const body = behind
			? await (await fetch(`${behind}${path}`, asked)).text()
			: JSON.stringify(
					path === '/oauth/token'
						? { access_token: 'drop-by-drop-7' }
						: { responsecode: 200, data: { success: true, messageId: 'late', data: [] } },
				);
		if (!path.includes(drips)) {
			response.end(body);
			return;
		}
		response.flushHeaders();
		let given = 0;
		const timer = setInterval(() => {
			if (given++ < bytes) return void response.write(' ');
			clearInterval(timer);
			response.end(body);
		}, pace);
		response.on('close', () => {
			clearInterval(timer);
			events.push(`${event} ${response.writableFinished ? 'answered' : 'cut off'}`);
		});
	});
	const port = await listening(server);
	return { baseUrl: `http://127.0.0.1:${port}/api`, events, stop: () => closed(server) };
}

/** Resolves as soon as a service has seen this so many times. */
export async function seen({ events }: DrippingService, event: string, times = 1): Promise<void> {
	while (events.filter((each) => each === event).length < times)
		await new Promise((resolve) => setTimeout(resolve, 2));
}
