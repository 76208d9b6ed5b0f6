/** A scripted service, for answers that the sandbox can't give, as it keeps to its contract. */
import {
	createServer as createHttpServer,
	type IncomingHttpHeaders,
	type RequestListener,
	type Server,
} from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { clock } from './clock.mts';

export interface ScriptedRequest {
	method: string;
	/** The path with its query. */
	path: string;
	body: unknown;
	headers: IncomingHttpHeaders;
	/** Number of requests so far, this one included. Token exchanges are counted by themselves. */
	count: number;
}

/** An answer. In its place, a script returns `undefined` to never answer, or `drop` to end the connection. */
export interface ScriptedAnswer {
	status?: number;
	/** The reason phrase, if it is not the status's usual one. */
	reason?: string;
	headers?: Record<string, string>;
	/** The body, sent as JSON. A string is sent as it is. */
	body?: unknown;
}

export type Script = (
	request: ScriptedRequest,
) => ScriptedAnswer | 'drop' | undefined | Promise<ScriptedAnswer | 'drop' | undefined>;

export interface Scripted {
	baseUrl: string;
	/** All requests but token exchanges, in order. */
	requests: ScriptedRequest[];
	/** The token exchanges, in order. */
	exchanges: ScriptedRequest[];
	stop(): Promise<void>;
}

/**
 * Starts a scripted service. It issues a token to everybody, unless `token` answers otherwise. With `tls`, it serves
 * https with a certificate that nobody trusts.
 */
export type ScriptOf = (
	answer: Script,
	options?: { tls?: { key: string; cert: string }; token?: Script },
) => Promise<Scripted>;

export const startScripted: ScriptOf = async (answer, { tls, token = givesToken } = {}) => {
	const requests: ScriptedRequest[] = [];
	const exchanges: ScriptedRequest[] = [];
	const listener: RequestListener = (incoming, response) => {
		const chunks: Buffer[] = [];
		incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
		incoming.on('end', async () => {
			const { method = '', url: path = '', headers } = incoming;
			const text = Buffer.concat(chunks).toString();
			const body: unknown = text === '' ? undefined : JSON.parse(text);
			const isToken = path.endsWith('/oauth/token');
			const list = isToken ? exchanges : requests;
			const request = { method, path, body, headers, count: list.length + 1 };
			list.push(request);
			const came = await (isToken ? token : answer)(request);
			if (came === 'drop') incoming.socket.destroy();
			if (came === 'drop' || came === undefined) return;
			const given = came.body ?? '';
			const isText = typeof given === 'string';
			if (came.reason) response.statusMessage = came.reason;
			response
				.writeHead(came.status ?? 200, {
					'content-type': isText ? 'text/html' : 'application/json',
					date: new Date(clock.now()).toUTCString(),
					...came.headers,
				})
				.end(isText ? given : JSON.stringify(given));
		});
	};
	const server = tls ? createHttpsServer(tls, listener) : createHttpServer(listener);
	const port = await listening(server);
	return {
		baseUrl: `${tls ? 'https' : 'http'}://127.0.0.1:${port}/api`,
		requests,
		exchanges,
		stop: async () =>
			await new Promise<void>((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
};

const givesToken: Script = () => ({ body: { access_token: 'a-scripted-token' } });

/** Starts a server on a free port of 127.0.0.1 and returns the port. */
export async function listening(server: Server): Promise<number> {
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return (server.address() as AddressInfo).port;
}
