import type {
	IAllExecuteFunctions,
	ICredentialDataDecryptedObject,
	IDataObject,
	IHttpRequestOptions,
} from 'n8n-workflow';

import { accountOf, type Account } from './account';
import {
	outcomeOfAnswer,
	outcomeOfError,
	requestForm,
	type Outcome,
	type Purpose,
} from './outcome';
import { redactOutcome } from './redaction';
import type { Stop } from './stop';
import { storedTextOf } from './storedToken';
import { textsToStore, type RequestSettings } from './token';

export const credentialType = 'messagingServiceApi';

/** The part of n8n's functions that a request needs; every kind of context has it. */
export type Requester = Pick<IAllExecuteFunctions, 'getCredentials' | 'getNode' | 'helpers'>;

/** The credential and node settings that calls are made with. */
export interface Caller {
	requester: Requester;
	account: Account;
	/** The credential's data. */
	credential: ICredentialDataDecryptedObject;
	settings: RequestSettings;
	stop: Stop;
}

/** One call: a 'read' is a GET, a 'send' is a POST. */
export interface Call {
	purpose: Purpose;
	/** Relative to {base_url}. */
	url: string;
	qs?: IDataObject;
	/** Caps the node's own Timeout; in milliseconds. */
	timeout?: number;
}

/**
 * Makes one HTTP call by n8n's own way of authenticating. Never rejects.
 * @param leaves called just before the request leaves; returns its body
 */
export async function makeCall(
	caller: Caller,
	call: Call,
	token: string,
	leaves: () => IDataObject | undefined,
): Promise<Outcome> {
	const { requester, account, settings, stop } = caller;
	const { purpose } = call;
	const data = await credentialWith(token, caller);
	if (stop.isStopped) return { type: 'canceled' };
	const body = leaves();
	let outcome: Outcome;
	try {
		const answer = await requester.helpers.httpRequestWithAuthentication.call(
			requester as IAllExecuteFunctions,
			credentialType,
			{ ...requestOf(call, caller), ...(body && { body }) },
			{ credentialsDecrypted: { id: '', name: '', type: credentialType, data } },
		);
		// Redacted before a receipt, a record or a reason is read from it.
		answer.body = account.redaction.data(answer.body);
		outcome = outcomeOfAnswer(purpose, answer, !account.isFresh(token));
	} catch (error) {
		outcome = outcomeOfError(error, settings.proxy);
	}
	return redactOutcome(outcome, account.redaction);
}

function requestOf({ purpose, url, qs, timeout = Infinity }: Call, { account, settings }: Caller) {
	const shorter = Math.min(timeout, settings.timeout ?? Infinity);
	const request: IHttpRequestOptions = {
		...requestForm,
		...settings,
		...(shorter < Infinity && { timeout: shorter }),
		method: purpose === 'send' ? 'POST' : 'GET',
		url: `${account.address.value}${url}`,
		...(qs && { qs }),
	};
	return request;
}

/**
 * Returns the credential's data with this token, or without one so that n8n calls `preAuthentication` and stores the
 * result.
 */
async function credentialWith(
	token: string,
	{ account, requester, credential }: Caller,
): Promise<ICredentialDataDecryptedObject> {
	const text = storedTextOf(token, account);
	let data = { ...credential, accessToken: text };
	if (!account.isStored) {
		account.isStored = true;
		// n8n 1.x stores all of the data, and would restore old keys if somebody has changed them meanwhile.
		const stored = await requester.getCredentials(credentialType).catch(() => undefined);
		if (stored && accountOf(stored) === account) data = { ...stored, accessToken: '' };
	}
	textsToStore.set(data, text);
	return data;
}
