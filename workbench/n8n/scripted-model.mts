/** A scripted language model behind the chat route that OpenAI's clients use. */
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from '../engine/loopback.mts';

/** One turn of the model: a call of the offered tool with these arguments, or a final text. */
export type Turn = { callTool: Record<string, unknown> } | { say: string };

export interface ChatRequest {
	messages: Array<{ role: string; content: unknown }>;
	tools?: Array<{ function: { name: string; description?: string; parameters?: unknown } }>;
}

function completion(turn: Turn, request: ChatRequest, id: number): unknown {
	const tool = request.tools?.[0]?.function.name;
	const calls = 'callTool' in turn && tool !== undefined;
	const called = calls && { name: tool, arguments: JSON.stringify(turn.callTool) };
	const message = called
		? { content: null, tool_calls: [{ id: `call_${id}`, type: 'function', function: called }] }
		: { content: 'say' in turn ? turn.say : 'No tool was offered.' };
	return {
		id: `chatcmpl-${id}`,
		object: 'chat.completion',
		created: 0,
		model: 'scripted',
		choices: [
			{
				index: 0,
				message: { role: 'assistant', ...message },
				finish_reason: called ? 'tool_calls' : 'stop',
			},
		],
		usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
	};
}

export async function startScriptedModel() {
	let script: Turn[] = [];
	const requests: ChatRequest[] = [];
	const server = createServer(async (request, response) => {
		const given = await text(request);
		let body: unknown = { object: 'list', data: [{ id: 'scripted', object: 'model' }] };
		if (request.method === 'POST') {
			requests.push(JSON.parse(given) as ChatRequest);
			const turn = script.shift() ?? { say: 'The script is over.' };
			body = completion(turn, requests.at(-1)!, requests.length);
		}
		response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
	});
	const port = await listen(server);
	return {
		/** Base URL for n8n's OpenAI credential. */
		baseUrl: `http://127.0.0.1:${port}/v1`,
		requests,
		/** Replaces the rest of the script. When the script is over, the model says so and calls nothing. */
		follow: (turns: Turn[]) => void (script = [...turns]),
		stop: () => server.close().closeAllConnections(),
	};
}

export type ScriptedModel = Awaited<ReturnType<typeof startScriptedModel>>;
