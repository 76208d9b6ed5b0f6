import {
	createServer as createHttpServer,
	type IncomingMessage,
	type RequestListener,
	type Server,
} from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/** What the stub answers to a request that is no token exchange. */
export interface StubAnswer {
	status?: number;
	/** The words beside the status, where they are not the usual ones. */
	reason?: string;
	headers?: Record<string, string>;
	/** Sent as JSON; a text is sent as it stands. */
	body: unknown;
}

/** A service that answers whatever a test wants: for answers that the sandbox, true to its contract, can't give. */
export interface StubService {
	baseUrl: string;
	/** Method and path of each request, in order. */
	requests: Array<{
		method: string;
		path: string;
		body: unknown;
		headers: IncomingMessage['headers'];
	}>;
	stop(): Promise<void>;
}

/**
 * Listens on 127.0.0.1; with `tls` over https, whose certificate nobody trusts. Tokens are given to
 * everybody unless `answerToken` says otherwise.
 */
export async function startStubService(
	answer: (path: string, count: number) => StubAnswer,
	{
		tls,
		answerToken = () => ({ body: { access_token: 'stub-token' } }),
	}: { tls?: { key: string; cert: string }; answerToken?: () => StubAnswer } = {},
): Promise<StubService> {
	const requests: StubService['requests'] = [];
	const listener: RequestListener = (request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			const path = request.url ?? '';
			const text = Buffer.concat(chunks).toString();
			requests.push({
				method: request.method ?? '',
				path,
				body: text === '' ? undefined : JSON.parse(text),
				headers: request.headers,
			});
			const others = requests.filter((entry) => !entry.path.endsWith('/oauth/token')).length;
			const {
				status = 200,
				reason,
				headers = {},
				body,
			} = path.endsWith('/oauth/token') ? answerToken() : answer(path, others);
			const json = typeof body !== 'string';
			if (reason) response.statusMessage = reason;
			response
				.writeHead(status, { 'content-type': json ? 'application/json' : 'text/html', ...headers })
				.end(json ? JSON.stringify(body) : body);
		});
	};
	const server = tls ? createHttpsServer(tls, listener) : createHttpServer(listener);
	const port = await listening(server);
	return {
		baseUrl: `${tls ? 'https' : 'http'}://127.0.0.1:${port}/api`,
		requests,
		stop: () => closed(server),
	};
}

/** Starts a server on a free port of 127.0.0.1 and gives the port. */
export async function listening(server: Server): Promise<number> {
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return (server.address() as AddressInfo).port;
}

/** Ends a server with its open connections. */
export async function closed(server: Server): Promise<void> {
	await new Promise<void>((resolve) => {
		server.close(() => resolve());
		server.closeAllConnections();
	});
}
