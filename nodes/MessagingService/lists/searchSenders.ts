import {
	NodeOperationError,
	type ILoadOptionsFunctions,
	type INodeListSearchItems,
	type INodeListSearchResult,
} from 'n8n-workflow';

import { failureOfRead } from '../errors/failureOf';
import { readablePage } from '../query/page';
import { PageCount } from '../query/pageCount';
import { readForList } from './listRequest';
import { readSender, type Sender } from './senderRecord';
import { canSend, specifiedStatuses } from './specifiedStatuses';

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
	const page = 'data' in answer ? readablePage(answer.data) : undefined;
	if (!page) {
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
	const last = new PageCount(page, number, perPage).last;
	const more = last !== undefined && number < last;
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
