/** A server on this machine between a client and a service: it sees requests and answers, and may change them. */
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import axios from 'axios';
import { listen } from './loopback.mts';

export interface RelayRequest {
	method: string;
	/** With the query. */
	path: string;
	/** Those that the service needs; without a value it isn't sent. */
	headers: { authorization?: string; 'content-type'?: string };
	body: string;
}

export interface RelayAnswer {
	status: number;
	/** Of the headers, only the service's clock goes on. */
	date?: string;
	body: string;
}

/** Handles one request after the other. Gives the relay's address without a slash, and what ends it. */
export async function startRelay(handle: (request: RelayRequest) => Promise<RelayAnswer>) {
	let last: Promise<unknown> = Promise.resolve();
	const server = createServer(async (incoming, response) => {
		const { method = '', url: path = '', headers } = incoming;
		const { authorization, 'content-type': type } = headers;
		const passed = { authorization, 'content-type': type };
		const request = { method, path, headers: passed, body: await text(incoming) };
		const turn = last.then(async () => await handle(request));
		last = turn.catch(() => undefined);
		const { status, date, body } = await turn;
		response.sendDate = false;
		if (date !== undefined) response.setHeader('date', date);
		response.writeHead(status, { 'content-type': 'application/json' }).end(body);
	});
	const address = `http://127.0.0.1:${await listen(server)}`;
	return { address, stop: () => server.close().closeAllConnections() };
}

/** Hands a request on, as it is; a redirect is an answer like others. @throws where no answer comes within 15 s */
export async function handOn(
	address: string,
	{ method, path, headers, body }: RelayRequest,
): Promise<RelayAnswer> {
	const signal = AbortSignal.timeout(15_000);
	const answer = await axios
		.request<string>({
			...{ method, url: address + path, headers, data: body || undefined, signal },
			maxContentLength: 10_000_000,
			maxRedirects: 0,
			transformResponse: (raw: string) => raw,
			validateStatus: () => true,
		})
		.catch((error: Error) => {
			throw signal.aborted ? new Error('it was not whole within 15 seconds') : error;
		});
	const { status, data, headers: told } = answer;
	return { status, date: told.date, body: data };
}

/** The JSON value of a body; undefined where it is none. */
export function jsonOf(body: string): unknown {
	try {
		return JSON.parse(body);
	} catch {
		return undefined;
	}
}
