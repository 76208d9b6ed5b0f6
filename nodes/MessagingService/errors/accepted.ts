import { plainText } from '../http/plainText';
import type { Receipt } from '../item';
import { bytesOf, fitted } from './bounds';
import { placesOf } from './places';

/** How many messages are named; the others are counted. */
const mostNamed = 20;

const longestId = 60;

/** Bytes of what is said beside the messages that are named. */
const beside = 300;

/**
 * What a failed run has sent all the same: how many messages were accepted, the first twenty of them
 * with their items, and how to find the others. '' where none was.
 *
 * @param room bytes, at least 400
 */
export function acceptedText(receipts: Receipt[], room: number): string {
	if (receipts.length === 0) return '';
	const { ids, withoutId } = byMessage(receipts);
	const named = namedWithin(ids, room - beside);
	const rest = ids.size - named.length;
	const count = new Set(
		receipts.filter(({ messageId }) => messageId !== undefined).map(({ request }) => request),
	).size;
	return [
		...(count > 0
			? [
					`${count === 1 ? '1 message of this run was' : `${count} messages of this run were`} accepted: ${named.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}.`,
				]
			: []),
		...(withoutId.length > 0
			? [
					`${withoutId.length === 1 ? '1 item was' : `${withoutId.length} items were`} accepted without a message ID: ${placesOf(withoutId, 60)}.`,
				]
			: []),
		...(rest > 0 ? [`Query Messages lists them all${inCampaign(receipts)}.`] : []),
	].join(' ');
}

function byMessage(receipts: Receipt[]): { ids: Map<string, number[]>; withoutId: number[] } {
	const ids = new Map<string, number[]>();
	const withoutId: number[] = [];
	for (const { index, messageId } of receipts) {
		const indexes = messageId === undefined ? withoutId : (ids.get(messageId) ?? []);
		indexes.push(index);
		if (messageId !== undefined) ids.set(messageId, indexes);
	}
	return { ids, withoutId };
}

function namedWithin(ids: Map<string, number[]>, room: number): string[] {
	const named: string[] = [];
	let left = room;
	for (const [id, indexes] of ids) {
		const text = `ID ${fitted(plainText(id), longestId)} (${placesOf(indexes, 60)})`;
		left -= bytesOf(text) + 2;
		if (named.length === mostNamed || (named.length > 0 && left < 0)) break;
		named.push(text);
	}
	return named;
}

function inCampaign(receipts: Receipt[]): string {
	const campaigns = new Set(receipts.map(({ campaign }) => campaign));
	return campaigns.size === 1 ? ` (campaign '${fitted([...campaigns].join(''), 80)}')` : '';
}
