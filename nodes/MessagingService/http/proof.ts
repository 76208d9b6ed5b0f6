import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../validation/record';
import { oneLine } from './plainText';

/** What the `data` of an answer proves about the request. */
export type Proof = 'accepted' | 'refused' | 'nothing';

/** Texts by which services say false. */
const falseWords = [
	'',
	'0',
	'false',
	'no',
	'n',
	'off',
	'fail',
	'failed',
	'failure',
	'error',
	'f',
	'rejected',
	'unsuccessful',
	'denied',
	'invalid',
];

/**
 * The proof for a send (specification section 4.2). A message counts as accepted where the service
 * says so or names it, and as refused where it says that it failed, whatever else there is. A
 * `success` of null says neither, and then an id proves nothing.
 */
export function proofOfSend(data: unknown): Proof {
	if (!isRecord(data)) return 'nothing';
	const { success, messageId } = data;
	if (isFalsy(success)) return 'refused';
	if (success === true) return 'accepted';
	return success !== null && isId(messageId) ? 'accepted' : 'nothing';
}

/**
 * The proof for a query. Beside records only false itself says that it failed: a falsy value of
 * another kind may be a number of theirs.
 */
export function proofOfRead(data: unknown): Proof {
	if (typeof data !== 'object' || data === null) return 'nothing';
	const { success, data: records } = data as { success?: unknown; data?: unknown };
	const isFailure = success === false || success === 'false';
	const hasRecords = records !== undefined && records !== null;
	return isFailure || (isFalsy(success) && !hasRecords) ? 'refused' : 'accepted';
}

/**
 * Whether a body that has nothing of the envelope but an empty `data` says that the request failed:
 * `{ "success": false, "message": … }`.
 */
export function refusesWithoutEnvelope({ success, data, responsecode }: IDataObject): boolean {
	const isEmpty =
		data === undefined ||
		data === null ||
		(typeof data === 'object' && Object.keys(data).length === 0);
	return isFalsy(success) && isEmpty && (responsecode === undefined || responsecode === null);
}

function isFalsy(success: unknown): boolean {
	if (typeof success === 'string') return falseWords.includes(oneLine(success).toLowerCase());
	return success === false || success === 0;
}

function isId(value: unknown): boolean {
	return typeof value === 'string'
		? oneLine(value) !== ''
		: typeof value === 'number' && value !== 0;
}
