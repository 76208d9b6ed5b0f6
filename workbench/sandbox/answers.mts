/** What the sandbox answers, and how that is sent. */
import type { ServerResponse } from 'node:http';

export interface Answer {
	status: number;
	/** Sent as JSON; a text is sent as it stands. */
	body: unknown;
	headers?: Record<string, string>;
	/** How the connection ends instead: no answer at all, dropped before its first byte, in the middle of it. */
	ends?: 'hang' | 'drop' | 'cut';
	fault?: string;
}

/** The envelope of the specification (2.4) as HTTP 200, whatever its `responsecode` says. */
export function envelope(responsecode: number, responsemessage: string, data: object = {}): Answer {
	return { status: 200, body: { responsecode, data, responsemessage } };
}

/** A refusal as HTTP status and `responsecode`. The form of refusals is not in the specification. */
export function refusal(status: number, responsemessage: string): Answer {
	return { ...envelope(status, responsemessage), status };
}

/** Thrown where the service refuses what a request asks for; answered as HTTP 422. */
export class Refused extends Error {}

/** Sends an answer, or ends the connection as it asks. Without a date, it has no Date header. */
export function deliver(response: ServerResponse, answer: Answer, date: number | undefined): void {
	if (answer.ends === 'hang') return;
	if (answer.ends === 'drop') return void response.destroy();
	const { status, headers, body } = answer;
	const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
	// Node would state its own clock.
	response.sendDate = false;
	response.writeHead(status, {
		'content-type': 'application/json; charset=utf-8',
		...(date !== undefined && { date: new Date(date).toUTCString() }),
		...headers,
		'content-length': bytes.length,
	});
	if (answer.ends === 'cut')
		response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.destroy());
	else response.end(bytes);
}
