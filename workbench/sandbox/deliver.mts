import type { ServerResponse } from 'node:http';
import type { Answer } from './answers.mts';

/**
 * Sends an answer, or ends the connection in the way that the answer asks for. `date` is what its Date
 * header states, in milliseconds; without one it has no such header.
 */
export function deliver(response: ServerResponse, answer: Answer, date: number | undefined): void {
	if (answer.ends === 'hang') return;
	if (answer.ends === 'drop') {
		response.destroy();
		return;
	}
	// Node would state its own clock.
	response.sendDate = false;
	const body = Buffer.from(answer.text ?? JSON.stringify(answer.body));
	response.writeHead(answer.status, {
		'content-type': 'application/json; charset=utf-8',
		...(date !== undefined && { date: new Date(date).toUTCString() }),
		...answer.headers,
		'content-length': body.length,
	});
	if (answer.ends === 'cut') {
		response.write(body.subarray(0, Math.floor(body.length / 2)), () => response.destroy());
		return;
	}
	response.end(body);
}
