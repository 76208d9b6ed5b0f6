import type { IDataObject, ILoadOptionsFunctions } from 'n8n-workflow';

import { failureOfRead } from '../transport/failureOf';
import type { Failure } from '../transport/failure';
import { makeRequest } from '../transport/request';
import { requestForm } from '../transport/requestForm';
import { Session } from '../transport/session';

/** Milliseconds: somebody is waiting for the list in the editor. */
const timeout = 20_000;

/** Reads one answer for a list in the editor, on the same way as every other request. Never rejects. */
export async function readForList(
	functions: ILoadOptionsFunctions,
	url: string,
	qs: IDataObject,
): Promise<{ data: unknown } | { failure: Failure }> {
	const session = await Session.open(functions);
	const outcome = await makeRequest(
		{ requester: functions, session, run: session, limit: 10 },
		'read',
		{ method: 'GET', url, qs, ...requestForm, timeout },
	);
	if (outcome.type === 'answered') return { data: outcome.data };
	return { failure: session.redacted(failureOfRead(outcome)) };
}
