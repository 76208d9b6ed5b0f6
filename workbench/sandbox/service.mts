import Module, { createRequire } from 'node:module';
import path from 'node:path';
import type { Context, OpenAPIBackend, ParsedRequest } from 'openapi-backend';
import { refusal, refusalInBody, type Answer } from './answers.mts';
import { DatesRefused } from './dateRange.mts';
import * as operations from './operations.mts';
import type { SandboxState } from './state.mts';
import { refusedFields } from './refusedFields.mts';

// Node's own loader, whoever loads this file: Jest's stumbles over the ECMAScript module that
// openapi-backend requires, and Node's compiles the library once for all the test files of a worker.
const here = path.join(import.meta.dirname, 'service.mts');
const library: typeof import('openapi-backend') = new Module(here).require(
	createRequire(here).resolve('openapi-backend'),
);

type Handler = (context: Context, state: SandboxState) => Answer;

/** The service as its OpenAPI document describes it: routes, bearer, fields, answers. */
export type Service = OpenAPIBackend;

let started: Promise<Service> | undefined;

/**
 * The service, compiled once in a process: the state comes with each request, so any number of
 * sandboxes share it. Rejects when openapi.yaml is no OpenAPI document.
 */
export function startService(): Promise<Service> {
	started ??= new library.OpenAPIBackend({
		definition: path.join(import.meta.dirname, 'openapi.yaml'),
		apiRoot: '/api',
		strict: true,
		// A trailing slash is another route: the specification has none.
		ignoreTrailingSlashes: false,
		// Query values arrive as text; the handlers get the numbers that the document names.
		coerceTypes: true,
		ajvOpts: { allErrors: true },
		securityHandlers: { bearer: hasBearer },
		handlers: {
			token: (context, state: SandboxState) => operations.token(state, context.request.requestBody),
			send: (context, state: SandboxState) => operations.send(state, context.request.requestBody),
			messages: readsDates((context, state) => operations.messages(state, context.request.query)),
			senders: readsDates((context, state) => operations.senders(state, context.request.query)),
			statuses: (_context, state: SandboxState) => operations.statuses(state),
			notFound: (context) => refusal(404, `The service has no ${context.request.path}.`),
			methodNotAllowed: (context) =>
				refusal(
					405,
					`The service has no ${context.request.method.toUpperCase()} ${context.request.path}.`,
				),
			unauthorizedHandler: (context, state: SandboxState) => refusedToken(context.request, state),
			validationFail: (context) => refusal(422, refusedFields(context.validation.errors ?? [])),
			postResponseHandler: checkedAnswer,
		},
	}).init();
	return started;
}

function hasBearer(context: Context, state: SandboxState): boolean {
	const header = context.request.headers.authorization;
	if (header === undefined) return !state.settings.readings.bearerRequired;
	const [scheme, token] = String(header).split(' ');
	return (
		scheme === 'Bearer' && state.tokens.use(token ?? '', state.settings.tokenLifetime, state.now())
	);
}

function refusedToken(request: ParsedRequest, state: SandboxState): Answer {
	if (request.headers.authorization === undefined) {
		return refusal(401, 'The request has no Authorization header with a bearer token.');
	}
	const text = 'The bearer token is not valid, or it has expired.';
	return state.settings.expiryTold === 'body' ? refusalInBody(401, text) : refusal(401, text);
}

function readsDates(handler: Handler): Handler {
	return (context, state) => {
		try {
			return handler(context, state);
		} catch (error) {
			if (error instanceof DatesRefused) return refusal(422, error.message);
			throw error;
		}
	};
}

/** Holds the sandbox's own answer against the document. Faults break it on purpose and are let through. */
function checkedAnswer(context: Context, state: SandboxState): Answer {
	const answer: Answer = context.response;
	if (!state.settings.validateAnswers || answer.fault !== undefined || !context.operation)
		return answer;
	const { errors } = context.api.validateResponse(answer.body, context.operation, answer.status);
	if (!errors) return answer;
	return refusal(
		500,
		`The sandbox's own answer breaks its OpenAPI document: ${JSON.stringify(errors)}`,
	);
}
