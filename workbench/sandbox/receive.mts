/** Handles one HTTP request: logs it, gets its answer and sends it. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { deliver, refusal, type Answer } from './answers.mts';
import { control, controlPath } from './control.mts';
import type { RequestEntry, Sandbox } from './sandbox.mts';
import type { Service } from './service.mts';

export async function receive(
	sandbox: Sandbox,
	service: Service,
	request: IncomingMessage,
	response: ServerResponse,
): Promise<void> {
	const date = () => (sandbox.settings.dateHeader === 'on' ? sandbox.serviceNow() : undefined);
	try {
		const { url = '', method } = request;
		if (url.startsWith(controlPath)) {
			const action = `${method} ${url.slice(controlPath.length)}`;
			return deliver(response, control(sandbox, action, await text(request)), date());
		}
		const entry = logged(sandbox, service, request);
		const release = countInFlight(sandbox, entry, response);
		entry.body = valueOf(await text(request));
		const answer = await answerTo(sandbox, service, entry, url.split('?')[1]);
		await sandbox.beforeAnswer(entry);
		const { latency } = sandbox.settings;
		if (latency > 0) await wait(latency, undefined, { ref: false });
		entry.status = answer.ends === undefined ? answer.status : 0;
		if (answer.fault !== undefined) entry.fault = answer.fault;
		// Before the client can see the answer, so that its next request isn't counted beside this one.
		if (answer.ends !== 'hang') release();
		deliver(response, answer, date());
	} catch (error) {
		if (response.headersSent || response.destroyed) return;
		deliver(response, refusal(500, `The sandbox failed: ${(error as Error).stack}`), date());
	}
}

/** Returns the parsed body, or its text if it isn't JSON; undefined if it is empty. */
function valueOf(raw: string): unknown {
	if (raw === '') return undefined;
	try {
		return JSON.parse(raw);
	} catch {
		return raw;
	}
}

function logged(sandbox: Sandbox, service: Service, request: IncomingMessage): RequestEntry {
	const { method = '', url = '', headers } = request;
	const { pathname: path, searchParams } = new URL(url, 'http://127.0.0.1');
	const names = [...new Set(searchParams.keys())];
	const known = service.matchOperation({ method, path, headers: {} })?.operationId;
	const entry: RequestEntry = {
		at: sandbox.now(),
		method,
		path,
		operation: (known as RequestEntry['operation'] | undefined) ?? 'unknown',
		query: Object.fromEntries(names.map((name) => [name, searchParams.getAll(name).join()])),
		headers: headers as Record<string, string>,
		body: undefined,
		status: 0,
	};
	sandbox.requests.push(entry);
	return entry;
}

/**
 * Counts a request as in flight. Returns a function that ends this. A request that hangs stays in flight until its
 * connection closes.
 */
function countInFlight(
	{ inFlight }: Sandbox,
	{ operation }: RequestEntry,
	response: ServerResponse,
): () => void {
	let counted = operation === 'token' ? 0 : 1;
	inFlight.now += counted;
	inFlight.peak = Math.max(inFlight.peak, inFlight.now);
	const release = () => {
		inFlight.now -= counted;
		counted = 0;
	};
	response.once('close', release);
	return release;
}

async function answerTo(
	sandbox: Sandbox,
	service: Service,
	{ method, path, headers, operation, body }: RequestEntry,
	query: string | undefined,
): Promise<Answer> {
	const { maxInFlight } = sandbox.settings;
	if (operation !== 'token' && sandbox.inFlight.now > maxInFlight)
		return { ...refusal(429, `More than ${maxInFlight} requests at once.`), fault: 'maxInFlight' };
	// The validator looks at neither of these.
	if (method === 'GET' && body !== undefined) return refusal(422, 'A query takes no body.');
	if (method === 'POST' && !/^application\/json\b/.test(headers['content-type'] ?? ''))
		return refusal(415, 'The body is not application/json.');
	const request = { method, path, headers, query, body: body as Record<string, unknown> };
	return await service.handleRequest(request, sandbox);
}
