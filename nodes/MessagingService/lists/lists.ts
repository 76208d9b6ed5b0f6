import {
	NodeOperationError,
	type IDataObject,
	type ILoadOptionsFunctions,
	type INodeListSearchItems,
	type INodeListSearchResult,
	type INodePropertyOptions,
} from 'n8n-workflow';

import type { Failure } from '../item';
import { PageCount, readPage } from '../messages/page';
import { statusesOf } from '../operations/queries';
import { failureOfRead } from '../service/failure';
import { requestForm } from '../service/outcome';
import { makeRequest } from '../service/request';
import { Session } from '../service/session';
import { Stop } from '../service/stop';
import { isRecord } from '../values/json';

/** The statuses of a sender ID that the specification names (section 3.1). */
const specifiedStatuses = [
	{ id: 0, label: 'Pending' },
	{ id: 1, label: 'Active' },
	{ id: 2, label: 'Approved' },
	{ id: -1, label: 'Deactivated' },
	{ id: -2, label: 'Suspended' },
	{ id: -3, label: 'Rejected' },
];

/** Whether a sender ID with this status can send: Active and Approved can. */
function canSend(status: number | undefined): boolean {
	return status === 1 || status === 2;
}

/** Milliseconds: somebody is waiting for the list in the editor. */
const timeout = 20_000;

/** As many requests at once as a run makes unless told. */
const concurrency = 10;

/** What was read for a list, or why nothing was; `redact` takes the secrets out of a text beside it. */
type ListAnswer = ({ data: unknown } | { failure: Failure }) & { redact(text: string): string };

/** Reads one answer for a list in the editor, on the same way as every other request. Never rejects. */
async function readForList(
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

/** A sender as the list offers it. */
interface Sender {
	/** What a send request takes as `sender_id`. */
	id: number;
	name: string;
	status?: number;
	/** A status that came as words. */
	statusText?: string;
}

/** Names that a record may give the sender's display name under, the likeliest first. */
const nameFields = [
	'name',
	'sender_name',
	'sender',
	'display_name',
	'displayName',
	'label',
	'title',
	'value',
	'sender_id',
];

/**
 * Reads a record of the sender list, whose shape is not specified (section 2.5; the sample repeats
 * the message record).
 *
 * @returns undefined when the record has no number that could be a sender ID
 */
function readSender(record: IDataObject): Sender | undefined {
	const id = idOf(record);
	if (id === undefined) return undefined;
	const name = nameFields
		.map((field) => record[field])
		.find((value): value is string => typeof value === 'string' && value.trim() !== '');
	const status = wholeNumber(record.status) ?? wholeNumber(record.status_id);
	const statusText =
		status === undefined && typeof record.status === 'string' ? record.status.trim() : undefined;
	return {
		id,
		name: name?.trim() ?? `Sender ${id}`,
		status,
		...(statusText ? { statusText } : {}),
	};
}

function idOf(record: IDataObject): number | undefined {
	// As a text it is the display value (section 2.1), also where that consists of digits.
	if (typeof record.sender_id === 'number') return wholeNumber(record.sender_id);
	// The id of a message record is the message's: sending from it would be sending from a stranger.
	return isMessage(record) ? undefined : wholeNumber(record.id);
}

function isMessage(record: IDataObject): boolean {
	return (
		'sms_recipients' in record ||
		'sms_list_recipients' in record ||
		('message' in record && 'campaign' in record)
	);
}

function wholeNumber(value: unknown): number | undefined {
	if (typeof value === 'number') return Number.isSafeInteger(value) ? value : undefined;
	return typeof value === 'string' && /^-?\d{1,15}$/.test(value.trim()) ? Number(value) : undefined;
}

const perPage = 100;

/**
 * One page of the live sender list, those that can send first.
 *
 * @param filter what the user typed to search for
 * @param paginationToken the number of the page; the first one where it is missing
 * @throws NodeOperationError when the list can't be read; the ID can be typed then
 */
export async function searchSenders(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const number = Number(paginationToken ?? 1);
	const search = filter?.trim();
	const answer = await readForList(this, '/sms/senders', {
		page: number,
		per_page: perPage,
		...(search ? { query: search } : {}),
	});
	const page = 'data' in answer ? readPage(answer.data) : undefined;
	// Some are better than none, so rows that are no records are left out.
	if (!page || (page.oddRows > 0 && page.records.length === 0)) {
		const { what, next } =
			'failure' in answer ? answer.failure : failureOfRead({ type: 'unreadable', status: 200 });
		throw new NodeOperationError(
			this.getNode(),
			`${what} ${next} Or choose By ID and type the numeric sender ID.`,
		);
	}
	const { records } = page;
	const senders = records
		.map(readSender)
		.filter((sender): sender is Sender => sender !== undefined);
	const count = new PageCount(number, perPage);
	count.note(page);
	const more = records.length > 0 && number < (count.last ?? 0);
	// After a page with senders an empty one is just the end of the list.
	if (senders.length === 0 && !more && number === 1)
		return { results: [nothingToOffer(records.length, search && answer.redact(search))] };
	return {
		results: senders.sort(sendersFirst).map(offer),
		...(more ? { paginationToken: String(number + 1) } : {}),
	};
}

function sendersFirst(one: Sender, other: Sender): number {
	const rank = ({ status }: Sender) => (status === undefined || canSend(status) ? 0 : 1);
	return rank(one) - rank(other) || one.name.localeCompare(other.name);
}

function offer({ id, name, status, statusText }: Sender): INodeListSearchItems {
	const known = specifiedStatuses.find((specified) => specified.id === status)?.label;
	const words = statusText ?? known ?? (status === undefined ? undefined : `Status ${status}`);
	const cannot = status !== undefined && !canSend(status) ? ", can't send" : '';
	return { name: words ? `${name} (${words}${cannot})` : name, value: id };
}

/** An empty list would look like a broken one. Its empty value is refused like a missing sender ID. */
function nothingToOffer(records: number, search: string | undefined): INodeListSearchItems {
	const why =
		records > 0
			? 'The service lists senders without a numeric ID'
			: search
				? `No sender matches '${search}'`
				: 'The service lists no senders';
	return { name: `${why}. Choose By ID and type the numeric sender ID.`, value: '' };
}

/** The statuses for a drop-down: live, or the specified ones when the service can't be reached. */
export async function getStatuses(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const answer = await readForList(this, '/system/system-status', {});
	const live = 'data' in answer && isRecord(answer.data) ? statusesOf(answer.data) : [];
	return (live.length > 0 ? live : specifiedStatuses).map(({ id, label }) => ({
		name: label,
		value: id,
		description: `Status ${id}`,
	}));
}
