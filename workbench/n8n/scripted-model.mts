/**
 * A language model that says what a script tells it, behind the chat route that OpenAI's clients speak.
 * It stands in for a real one wherever a test needs an agent to call a tool.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One turn of the model: it calls the tool it was offered with these arguments, or it ends with a text. */
export type Turn = { callTool: Record<string, unknown> } | { say: string };

export interface ChatRequest {
	messages: Array<{ role: string; content: unknown }>;
	tools?: Array<{ function: { name: string; description?: string; parameters?: unknown } }>;
}

export interface ScriptedModel {
	/** The address that goes into n8n's OpenAI credential. */
	baseUrl: string;
	/** Every chat request as received, in order. */
	requests: ChatRequest[];
	/** Replaces what is left of the script. When the script is over, the model says so and calls nothing. */
	follow(turns: Turn[]): void;
	stop(): Promise<void>;
}

async function readBody(request: IncomingMessage): Promise<string> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks).toString();
}

function reply(response: ServerResponse, body: unknown, status = 200): void {
	response.writeHead(status, { 'content-type': 'application/json' });
	response.end(JSON.stringify(body));
}

function completion(turn: Turn, request: ChatRequest, id: number): unknown {
	const tool = request.tools?.[0]?.function.name;
	const calls = 'callTool' in turn && tool !== undefined;
	const message = calls
		? {
				role: 'assistant',
				content: null,
				tool_calls: [
					{
						id: `call_${id}`,
						type: 'function',
						function: { name: tool, arguments: JSON.stringify(turn.callTool) },
					},
				],
			}
		: { role: 'assistant', content: 'say' in turn ? turn.say : 'No tool was offered.' };
	return {
		id: `chatcmpl-${id}`,
		object: 'chat.completion',
		created: 0,
		model: 'scripted',
		choices: [{ index: 0, message, finish_reason: calls ? 'tool_calls' : 'stop' }],
		usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
	};
}

/** Starts the model on a free port of 127.0.0.1. */
export async function startScriptedModel(): Promise<ScriptedModel> {
	let script: Turn[] = [];
	const requests: ChatRequest[] = [];
	const server = createServer((request, response) => {
		void readBody(request).then((text) => {
			if (request.method === 'GET')
				return reply(response, { object: 'list', data: [{ id: 'scripted', object: 'model' }] });
			if (request.url !== '/v1/chat/completions')
				return reply(
					response,
					{ error: { message: `The scripted model has no route ${request.url}.` } },
					404,
				);
			const body = JSON.parse(text) as ChatRequest;
			requests.push(body);
			return reply(
				response,
				completion(script.shift() ?? { say: 'The script is over.' }, body, requests.length),
			);
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
		requests,
		follow: (turns) => (script = [...turns]),
		stop: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
