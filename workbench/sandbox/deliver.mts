import type { ServerResponse } from 'node:http';
import type { Answer } from './answers.mts';

/** Sends an answer, or ends the connection in the way that the answer asks for. */
export function deliver(response: ServerResponse, answer: Answer): void {
	if (answer.ends === 'hang') return;
	if (answer.ends === 'drop') {
		response.destroy();
		return;
	}
	const body = Buffer.from(answer.text ?? JSON.stringify(answer.body));
	response.writeHead(answer.status, {
		'content-type': 'application/json; charset=utf-8',
		...answer.headers,
		'content-length': body.length,
	});
	if (answer.ends === 'cut') {
		response.write(body.subarray(0, Math.floor(body.length / 2)), () => response.destroy());
		return;
	}
	response.end(body);
}
