/** The service as its OpenAPI document describes it. Validates routes, bearer, fields and the sandbox's own answers. */
import path from 'node:path';
import { OpenAPIBackend, type Context, type ValidationResult } from 'openapi-backend';
import { envelope, refusal, refusalFor, Refused, type Answer } from './answers.mts';
import { exceeded } from './bounds.mts';
import * as operations from './operations.mts';
import type { Sandbox } from './sandbox.mts';

export type Service = OpenAPIBackend;

let started: Promise<Service> | undefined;

/** Returns the service, compiled once per process. All sandboxes share it, since each request brings its own. */
export function startService(): Promise<Service> {
	started ??= new OpenAPIBackend({
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
			token: handles(({ requestBody }, sandbox) => operations.token(sandbox, requestBody)),
			send: handles(({ requestBody }, sandbox) => operations.send(sandbox, requestBody)),
			messages: handles(({ query }, sandbox) => operations.messages(sandbox, query)),
			senders: handles(({ query }, sandbox) => operations.senders(sandbox, query)),
			statuses: handles((_request, sandbox) => operations.statuses(sandbox)),
			notFound: ({ request }) => refusal(404, `There is no ${request.path}.`),
			methodNotAllowed: ({ request }) =>
				refusal(405, `There is no ${request.method.toUpperCase()} ${request.path}.`),
			unauthorizedHandler: ({ request }, sandbox: Sandbox) =>
				request.headers.authorization !== undefined && sandbox.settings.expiryTold === 'body'
					? envelope(401, 'The bearer token is not valid, or it has expired.')
					: refusal(401, 'The request has no bearer token that is valid.'),
			validationFail: ({ validation, request }, sandbox: Sandbox) => {
				const asked = { ...request.query, ...(request.requestBody as object) };
				// Reports all reasons at once, as validators usually do.
				const reasons = exceeded(sandbox.settings, asked, sandbox.serviceNow());
				const { refusals } = sandbox.settings.readings;
				return refusalFor([sentencesOf(validation), ...reasons], refusals);
			},
			postResponseHandler: checkedAnswer,
		},
	}).init();
	return started;
}

function handles(handler: (request: Context['request'], sandbox: Sandbox) => Answer) {
	return ({ request }: Context, sandbox: Sandbox): Answer => {
		try {
			return handler(request, sandbox);
		} catch (error) {
			if (error instanceof Refused)
				return refusalFor(error.reasons, sandbox.settings.readings.refusals);
			throw error;
		}
	};
}

function hasBearer({ request }: Context, { settings, tokens, now }: Sandbox): boolean {
	const header = request.headers.authorization;
	if (header === undefined) return !settings.readings.bearerRequired;
	const [scheme, token = ''] = String(header).split(' ');
	return scheme === 'Bearer' && tokens.use(token, settings.tokenLifetime, now());
}

function sentencesOf({ errors }: ValidationResult): string {
	const sentences = (errors ?? []).map(({ instancePath, message, params }) => {
		const [, , ...place] = instancePath.split('/');
		const named = params.additionalProperty ?? params.allowedValues ?? '';
		return `${place.join('/')} ${message} ${named}`.trim();
	});
	return `${sentences.join('; ')}.`;
}

/** Validates the sandbox's own answer against the document. Skips faults, which break it on purpose. */
function checkedAnswer({ response, operation, api }: Context, { settings }: Sandbox): Answer {
	const answer: Answer = response;
	const isChecked =
		settings.validateAnswers &&
		settings.shows === 'whole' &&
		answer.fault === undefined &&
		!answer.isOtherForm;
	if (!isChecked || !operation) return answer;
	const { errors } = api.validateResponse(answer.body, operation, answer.status);
	if (!errors) return answer;
	return refusal(500, `The sandbox's answer breaks its document: ${JSON.stringify(errors)}`);
}
