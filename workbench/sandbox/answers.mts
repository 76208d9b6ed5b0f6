/** The sandbox's answers, and how they are sent. */
import type { ServerResponse } from 'node:http';
import type { Readings } from './options.mts';

export interface Answer {
	status: number;
	/** Sent as JSON; a string is sent as it is. */
	body: unknown;
	headers?: Record<string, string>;
	/** How the connection fails instead: no answer at all, dropped before the first byte, or cut in the middle. */
	ends?: 'hang' | 'drop' | 'cut';
	fault?: string;
	/** Whether the answer's form is a reading that the OpenAPI document doesn't describe. */
	isOtherForm?: true;
}

/** Returns the envelope of the specification (2.4) as HTTP 200, whatever its `responsecode`. */
export function envelope(responsecode: number, responsemessage: string, data: object = {}): Answer {
	return { status: 200, body: { responsecode, data, responsemessage } };
}

/** Returns a refusal as HTTP status and `responsecode`. The specification doesn't define the form of refusals. */
export function refusal(status: number, responsemessage: string): Answer {
	return { ...envelope(status, responsemessage), status };
}

/** Thrown if the service refuses a request. Each reason begins with the field that it is about. */
export class Refused extends Error {
	readonly reasons: string[];

	constructor(...reasons: string[]) {
		super(reasons.join(' '));
		this.reasons = reasons;
	}
}

/** Returns a refusal in the form that the reading asks for. */
export function refusalFor(reasons: string[], form: Readings['refusals']): Answer {
	if (form === 'envelope') return refusal(422, reasons.join(' '));
	const isOtherForm = true;
	if (form === 'sentence') return { status: 422, body: { error: reasons.join(' ') }, isOtherForm };
	const errors: Record<string, string[]> = {};
	for (const reason of reasons) {
		const [field = ''] = /^[a-z_]+(?:\.\d+)?(?= )/.exec(reason) ?? ['request'];
		(errors[field] ??= []).push(reason);
	}
	if (form === 'data')
		return { ...envelope(422, 'The given data was invalid.', errors), isOtherForm };
	const more = reasons.length - 1;
	const others = more > 0 ? ` (and ${more} more error${more > 1 ? 's' : ''})` : '';
	return { status: 422, body: { message: `${reasons[0]}${others}`, errors }, isOtherForm };
}

/** Sends an answer, or ends the connection as `ends` says. `date` is in milliseconds; without it, no Date header. */
export function deliver(response: ServerResponse, answer: Answer, date: number | undefined): void {
	if (answer.ends === 'hang') return;
	if (answer.ends === 'drop') return void response.destroy();
	const { status, headers, body } = answer;
	const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
	// Node would send the time of its own clock.
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
