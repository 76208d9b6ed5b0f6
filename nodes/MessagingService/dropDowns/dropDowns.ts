import {
	type IDataObject,
	type ILoadOptionsFunctions,
	type INodeListSearchItems,
	type INodeListSearchResult,
	type INodePropertyOptions,
	NodeOperationError,
} from 'n8n-workflow';

import { failureOfPage, pageAnswerOf, readPage } from '../messages/page';
import { lastPageOf, mayGoOn, noPages, withPage } from '../messages/pageCount';
import { readPages } from '../messages/pages';
import { listStatuses, querySenders, statusesOf } from '../operations/queries';
import { ListRequest } from '../service/listRequest';
import { Session } from '../service/session';
import { stopAfter } from '../service/stop';
import { problems } from '../texts';
import { wholeNumberOf } from '../values/fieldValues';
import { isRecord } from '../values/given';

/** Statuses of a sender ID in the specification (section 3.1). Active and Approved can send. */
const specifiedStatuses = statusesOf({
	...{ 0: 'Pending', 1: 'Active', 2: 'Approved' },
	...{ '-1': 'Deactivated', '-2': 'Suspended', '-3': 'Rejected' },
});

/** Fields that may hold a sender's display name, the likeliest first. */
const nameFields = ['name', 'sender_name', 'sender', 'display_name', 'label', 'title', 'sender_id'];

const perPage = 100;

/**
 * Returns one page of the service's senders, sorted so that senders that can send come first.
 * @throws NodeOperationError if the page can't be read, or if there is no sender to choose
 */
export async function searchSenders(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const number = Number(paginationToken ?? 1);
	const query = filter?.trim();
	const session = await openSession(this);
	const listBy = (size: number) =>
		new ListRequest(session, {
			url: querySenders.url,
			concurrency,
			perPage: size,
			days: ['none'],
			query: () => (query ? { query } : {}),
		});
	const asked = listBy(perPage).page(number);
	const [outcome, statuses] = await Promise.all([asked, getStatuses.call(this)]);
	const page = outcome.type === 'answered' ? readPage(outcome) : undefined;
	if (page?.isBare && number === 1 && (page.total ?? 0) > 1)
		return { results: offered(await readSingly(listBy(1)), statuses) };
	// Some senders are better than none, so rows that aren't records are skipped.
	if (!page || (page.oddRows > 0 && page.records.length === 0)) {
		const isTooSlow = outcome.type === 'canceled';
		const problem = isTooSlow ? problems.listTooSlow(longest / 1000) : failureOfPage(outcome);
		const { what, next } = session.redacted(problem);
		throw new NodeOperationError(this.getNode(), `${what} ${next} Or ${typeIt}`);
	}
	const senders = offered(page.records, statuses);
	const read = withPage(noPages(number, perPage), page);
	const isLast = number >= (lastPageOf(read) ?? number) && !mayGoOn(read);
	if (page.records.length > 0 && !isLast)
		return { results: senders, paginationToken: String(number + 1) };
	// After a page with senders, an empty one is just the end of the list. n8n itself says that a search found none.
	if (senders.length > 0 || number > 1 || (query && page.records.length === 0))
		return { results: senders };
	// Thrown as an error, since an entry of the list could be chosen.
	const why = page.records.length > 0 ? 'no sender with a numeric ID' : 'no senders';
	const message = `The service lists ${why}. To send anyway, ${typeIt}`;
	throw new NodeOperationError(this.getNode(), message);
}

/** Reads a list that returns one record per page, up to the number that a page should have. */
async function readSingly(list: ListRequest): Promise<IDataObject[]> {
	const records: IDataObject[] = [];
	const ask = async (page: number) => pageAnswerOf(await list.page(page));
	const take = (record: IDataObject) => void records.push(record);
	await readPages({ first: 1, perPage: 1, limit: perPage, concurrency, ask, take });
	return records;
}

const typeIt = 'choose By ID and type the numeric sender ID.';

/** Returns the statuses for a drop-down: the service's own, or the specified ones if it can't be reached. */
export async function getStatuses(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const session = await openSession(this);
	const { url } = listStatuses;
	const outcome = await session.request({ purpose: 'read', url, concurrency });
	const live = outcome.type === 'answered' && isRecord(outcome.data) && statusesOf(outcome.data);
	const statuses = live && live.length > 0 ? live : specifiedStatuses;
	return statuses.map(({ id, label }) => ({ name: label, value: id, description: `Status ${id}` }));
}

/** Time limit in milliseconds: somebody is waiting for the list in the editor. */
const longest = 5_000;

const concurrency = 10;

async function openSession(requester: ILoadOptionsFunctions): Promise<Session> {
	return await Session.open(requester, {
		stop: stopAfter(longest),
		settings: { timeout: longest },
	});
}

/**
 * Returns the senders of these records, whose shape is not specified (section 2.5). Skips records without a sender ID.
 */
function offered(records: IDataObject[], statuses: INodePropertyOptions[]): INodeListSearchItems[] {
	const able: INodeListSearchItems[] = [];
	const unable: INodeListSearchItems[] = [];
	for (const record of records) {
		const value = senderIdOf(record);
		if (value === undefined) continue;
		const text = typeof record.status === 'string' ? record.status.trim() : '';
		const named = statuses.find(({ name }) => name.toLowerCase() === text.toLowerCase());
		const number = wholeNumberOf(record.status) ?? wholeNumberOf(record.status_id);
		const status = number ?? wholeNumberOf(named?.value);
		const canSend = status === undefined || status === 1 || status === 2;
		const label = statuses.find(({ value: id }) => id === status)?.name ?? `Status ${status}`;
		const words = status === undefined ? text : label;
		const about = [words, canSend ? '' : "can't send"].filter(Boolean).join(', ');
		const name = senderName(record) ?? `Sender ${value}`;
		(canSend ? able : unable).push({ name: about ? `${name} (${about})` : name, value });
	}
	const byName = (one: INodeListSearchItems, other: INodeListSearchItems) =>
		one.name.localeCompare(other.name);
	return [...able.sort(byName), ...unable.sort(byName)];
}

function senderIdOf(record: IDataObject): number | undefined {
	// As a text, `sender_id` is the display value (specification section 2.1), even if it consists of digits.
	if (typeof record.sender_id === 'number') return wholeNumberOf(record.sender_id);
	const isMessage =
		'sms_recipients' in record ||
		'sms_list_recipients' in record ||
		('message' in record && 'campaign' in record);
	// In a message record, `id` is the message's: sending from it would be sending from a stranger.
	return isMessage ? undefined : wholeNumberOf(record.id);
}

function senderName(record: IDataObject): string | undefined {
	const names = nameFields.map((field) => record[field]).filter((name) => typeof name === 'string');
	return names.map((name) => name.trim()).find(Boolean);
}
