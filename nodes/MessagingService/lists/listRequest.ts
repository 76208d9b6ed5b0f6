import type { IDataObject, ILoadOptionsFunctions } from 'n8n-workflow';

import { failureOfRead } from '../errors/failureOf';
import type { Failure } from '../item';
import { makeRequest } from '../http/request';
import { requestForm } from '../http/requestForm';
import { Stop } from '../http/stop';
import { Session } from '../auth/session';

/** Milliseconds: somebody is waiting for the list in the editor. */
const timeout = 20_000;

/** As many requests at once as a run makes unless told. */
const concurrency = 10;

/** What was read for a list, or why nothing was; `redact` takes the secrets out of a text beside it. */
type ListAnswer = ({ data: unknown } | { failure: Failure }) & { redact(text: string): string };

/** Reads one answer for a list in the editor, on the same way as every other request. Never rejects. */
export async function readForList(
	functions: ILoadOptionsFunctions,
	url: string,
	qs: IDataObject,
): Promise<ListAnswer> {
	const session = await Session.open(functions);
	const outcome = await makeRequest(
		{ requester: functions, session, run: session, stop: new Stop() },
		'read',
		{ method: 'GET', url, qs, ...requestForm, timeout },
		concurrency,
	);
	const redact = (text: string): string => session.redact(text);
	if (outcome.type === 'answered') return { data: outcome.data, redact };
	return { redact, failure: session.redacted(failureOfRead(outcome)) };
}
