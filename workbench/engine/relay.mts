/** A local proxy between a client and a service, which can read and change requests and answers. */
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import axios from 'axios';
import { listen } from './loopback.mts';

export interface RelayRequest {
	method: string;
	/** Includes the query string. */
	path: string;
	/** Only the headers that the service needs. A header without a value isn't sent. */
	headers: { authorization?: string; 'content-type'?: string };
	body: string;
}

export interface RelayAnswer {
	status: number;
	/** The service's clock, the only one of its headers that is passed on. */
	date?: string;
	body: string;
}

/** Starts a relay that handles one request at a time. Returns its address without a trailing slash, and `stop`. */
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

/** Forwards a request unchanged. Doesn't follow redirects. @throws if no whole answer arrives within 15 seconds */
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

/** Parses a body; undefined if it isn't JSON. */
export function jsonOf(body: string): unknown {
	try {
		return JSON.parse(body);
	} catch {
		return undefined;
	}
}
