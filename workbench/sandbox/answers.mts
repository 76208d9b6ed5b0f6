import type { Readings } from './readings.mts';

/** What the sandbox answers. */
export interface Answer {
	status: number;
	/** Sent as JSON, unless `text` is given. */
	body?: unknown;
	/** Sent as it stands, for answers that are no JSON. */
	text?: string;
	headers?: Record<string, string>;
	/** How the connection ends otherwise: no answer, dropped before the first byte, dropped in the middle. */
	ends?: 'hang' | 'drop' | 'cut';
	/** The fault that was played, for the request log. */
	fault?: string;
}

/** The envelope of the specification (2.4). */
export function envelope(responsecode: number, data: object, responsemessage: string): object {
	return { responsecode, data, responsemessage };
}

/** A success: HTTP 200, whatever the code in the body. */
export function success(responsecode: number, data: object, responsemessage: string): Answer {
	return { status: 200, body: envelope(responsecode, data, responsemessage) };
}

/** A refusal as HTTP status and `responsecode`. The form of refusals is not in the specification. */
export function refusal(status: number, responsemessage: string): Answer {
	return { status, body: envelope(status, {}, responsemessage) };
}

/** The same refusal as HTTP 200, told only by its `responsecode`. */
export function refusalInBody(responsecode: number, responsemessage: string): Answer {
	return { status: 200, body: envelope(responsecode, {}, responsemessage) };
}

const page =
	'<!DOCTYPE html><html><head><title>Gateway</title></head><body><h1>This is a web page</h1></body></html>';

/** A web page, as a proxy or a wrong address answers. */
export function webPage(status: number): Answer {
	return { status, text: page, headers: { 'content-type': 'text/html; charset=utf-8' } };
}

/** Puts a refusal (HTTP 400 and above) into the form that the reading asks for. */
export function inErrorForm(answer: Answer, form: Readings['errorBody']): Answer {
	if (answer.status < 400 || answer.text !== undefined || form === 'envelope') return answer;
	const message = (answer.body as { responsemessage: string }).responsemessage;
	switch (form) {
		case 'message':
			return { ...answer, body: { message } };
		case 'oauth':
			return {
				...answer,
				body: {
					error: answer.status === 401 ? 'invalid_client' : 'invalid_request',
					error_description: message,
				},
			};
		case 'html':
			return { ...answer, ...webPage(answer.status) };
		case 'empty':
			return { ...answer, text: '' };
	}
}
