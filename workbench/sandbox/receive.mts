import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { inErrorForm, refusal, type Answer } from './answers.mts';
import { control, controlPath } from './control.mts';
import { deliver } from './deliver.mts';
import type { Operation } from './faults.mts';
import type { Service } from './service.mts';
import type { RequestEntry, SandboxState } from './state.mts';

/** Takes in one HTTP request, logs it, has it answered and sends the answer. Never throws. */
export async function receive(
	state: SandboxState,
	service: Service,
	request: IncomingMessage,
	response: ServerResponse,
): Promise<void> {
	try {
		const url = new URL(request.url ?? '/', 'http://127.0.0.1');
		if (url.pathname.startsWith(controlPath)) {
			deliver(
				response,
				control(state, request.method ?? 'GET', url.pathname, await text(request)),
				statedDate(state),
			);
			return;
		}
		const entry = logged(state, service, request, url);
		const release = entry.operation === 'token' ? () => undefined : countInFlight(state, response);
		const body = readBody(await text(request));
		entry.body = body.value;
		const answer = inErrorForm(
			await answerTo(state, service, entry, body, url),
			state.settings.readings.errorBody,
		);
		await state.beforeAnswer(entry);
		if (state.settings.latency > 0) await wait(state.settings.latency, undefined, { ref: false });
		entry.status = answer.ends === undefined ? answer.status : 0;
		if (answer.fault !== undefined) entry.fault = answer.fault;
		// Before the client can see the answer: its next request must not count beside this one.
		if (answer.ends !== 'hang') release();
		deliver(response, answer, statedDate(state));
	} catch (error) {
		if (response.headersSent || response.destroyed) return;
		deliver(
			response,
			refusal(
				500,
				`The sandbox itself failed: ${error instanceof Error ? error.stack : String(error)}`,
			),
			statedDate(state),
		);
	}
}

function statedDate({ settings, serviceNow }: SandboxState): number | undefined {
	return settings.dateHeader === 'on' ? serviceNow() : undefined;
}

function logged(
	state: SandboxState,
	service: Service,
	request: IncomingMessage,
	url: URL,
): RequestEntry {
	const method = request.method ?? 'GET';
	const query: Record<string, string> = {};
	for (const [name, value] of url.searchParams)
		query[name] = name in query ? `${query[name]},${value}` : value;
	const operation = service.matchOperation({
		method,
		path: url.pathname,
		headers: {},
	})?.operationId;
	const entry: RequestEntry = {
		at: state.now(),
		method,
		path: url.pathname,
		operation: (operation as Operation | undefined) ?? 'unknown',
		query,
		headers: request.headers as Record<string, string>,
		body: undefined,
		connection: state.connections.numberOf(request.socket),
		status: 0,
	};
	state.requests.push(entry);
	if (operation === 'token') state.counters.exchanges += 1;
	return entry;
}

// A request that hangs is in flight until its connection ends, so the connection releases it as well.
function countInFlight(state: SandboxState, response: ServerResponse): () => void {
	const { inFlight } = state.counters;
	inFlight.now += 1;
	inFlight.peak = Math.max(inFlight.peak, inFlight.now);
	let counted = true;
	const release = () => {
		if (counted) inFlight.now -= 1;
		counted = false;
	};
	response.once('close', release);
	return release;
}

async function answerTo(
	state: SandboxState,
	service: Service,
	entry: RequestEntry,
	body: ReceivedBody,
	url: URL,
): Promise<Answer> {
	const { maxInFlight } = state.settings;
	if (entry.operation !== 'token' && state.counters.inFlight.now > maxInFlight) {
		return { ...refusal(429, `More than ${maxInFlight} requests at once.`), fault: 'maxInFlight' };
	}
	const unreadable = unreadableBody(entry, body);
	if (unreadable) return unreadable;
	return service.handleRequest(
		{
			method: entry.method,
			path: url.pathname,
			headers: entry.headers,
			query: url.search.slice(1),
			body: body.value as Record<string, unknown> | undefined,
		},
		state,
	);
}

function unreadableBody(entry: RequestEntry, body: ReceivedBody): Answer | undefined {
	if (entry.operation === 'unknown') return undefined;
	if (entry.method !== 'POST') {
		return body.form === 'none'
			? undefined
			: refusal(422, `${entry.method} ${entry.path} takes no body.`);
	}
	if (body.form === 'none') return refusal(422, 'The body is missing.');
	const type = (entry.headers['content-type'] ?? '').split(';')[0].trim();
	if (type !== 'application/json')
		return refusal(415, `The body is application/json, not ${type || 'without a type'}.`);
	if (body.form === 'text') return refusal(400, 'The body is no JSON.');
	return typeof body.value === 'object' && body.value !== null
		? undefined
		: refusal(422, 'The body must be object.');
}

async function text(request: IncomingMessage): Promise<string> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks).toString('utf8');
}

/** The body of a request: its JSON value, or its text where it is no JSON. */
interface ReceivedBody {
	form: 'none' | 'json' | 'text';
	value: unknown;
}

function readBody(raw: string): ReceivedBody {
	if (raw === '') return { form: 'none', value: undefined };
	try {
		return { form: 'json', value: JSON.parse(raw) };
	} catch {
		return { form: 'text', value: raw };
	}
}
