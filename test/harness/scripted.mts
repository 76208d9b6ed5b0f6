/** A service that answers whatever a test wants: for answers that the sandbox, true to its contract, can't give. */
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
	/** With the query. */
	path: string;
	body: unknown;
	headers: IncomingHttpHeaders;
	/** How many requests but token exchanges have come, this one included. */
	count: number;
}

/** What is answered; `undefined` never answers, `drop` ends the connection. */
export interface ScriptedAnswer {
	status?: number;
	/** The words beside the status, where they are not the usual ones. */
	reason?: string;
	headers?: Record<string, string>;
	/** Sent as JSON; a text is sent as it stands. */
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
 * Tokens are given to everybody unless `token` says otherwise. With `tls`, over https with a certificate that
 * nobody trusts.
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

/** Starts a server on a free port of 127.0.0.1 and gives the port. */
export async function listening(server: Server): Promise<number> {
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return (server.address() as AddressInfo).port;
}
