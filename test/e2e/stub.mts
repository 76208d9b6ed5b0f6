/** A service that answers whatever a test wants, for answers that the sandbox, true to its contract, can't give. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

interface StubAnswer {
	status: number;
	headers?: Record<string, string>;
	body?: unknown;
}

export const stubToken = 'token-of-the-stub-4711';

/** It gives tokens to everybody; the rest is answered as told. */
export async function startStub(answer: (request: IncomingMessage) => StubAnswer) {
	const paths: string[] = [];
	const server = createServer((request, response) => {
		const { url = '' } = request.resume();
		paths.push(url);
		const isExchange = url.endsWith('/oauth/token');
		const token = { status: 200, body: { access_token: stubToken } };
		const { status, headers, body }: StubAnswer = isExchange ? token : answer(request);
		response.writeHead(status, { 'content-type': 'application/json', ...headers });
		response.end(JSON.stringify(body ?? ''));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
		/** What it was asked for, in order. */
		paths,
		stop: () => server.close().closeAllConnections(),
	};
}
