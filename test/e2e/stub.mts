/** A service that answers whatever a test wants, for answers that the sandbox, true to its contract, can't give. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

interface StubRequest {
	path: string;
	headers: IncomingHttpHeaders;
	body: string;
}

export interface StubAnswer {
	status?: number;
	headers?: Record<string, string>;
	body?: unknown;
}

export const stubToken = 'token-of-the-stub-4711';

/** Tokens are given to everybody. Sends, lists and so on are answered as told. */
export async function startStub(answer: (request: StubRequest) => StubAnswer) {
	const requests: StubRequest[] = [];
	const server = createServer(async (incoming, response) => {
		const { url: path = '', headers } = incoming;
		const request = { path, headers, body: await text(incoming) };
		requests.push(request);
		const isExchange = path.endsWith('/oauth/token');
		const given = isExchange ? { body: { access_token: stubToken } } : answer(request);
		response
			.writeHead(given.status ?? 200, { 'content-type': 'application/json', ...given.headers })
			.end(JSON.stringify(given.body ?? ''));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
		requests,
		stop: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
