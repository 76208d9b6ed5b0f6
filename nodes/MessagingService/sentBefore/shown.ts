import type { IDataObject } from 'n8n-workflow';

import type { SendOrder } from '../item';
import { givenText } from '../values/given';
import { type Due, keepsCase, readListedMessage } from '../values/messageRecord';
import { asRead } from '../values/sameText';
import { longestMessage } from '../values/text';

// Decides whether a record of the service's list is of a message to send. The list of one service may leave out,
// truncate or mask fields that another shows, and a missing field is no proof that nobody has the message.

/** 'unclear': the part that is shown agrees, but it isn't the whole. */
type Verdict = 'yes' | 'no' | 'unclear';

/** Fields of a record that decide whether it is of a certain message. */
export type DecidingField = 'message' | 'campaign' | 'category' | 'sms_recipients';

// Characters that stand for truncated or hidden text.
export const MASK = /[*\u2022\u25cf\u2588\u2026]|\.{3}/;

/**
 * The longest text to compare, in characters: a data store may write each character of the longest message as an
 * entity.
 */
export const longestShown = 6 * longestMessage;

/** Length of the shortest campaign that counts as truncated without a mark: order-1 is not a truncated order-10. */
const shortestCut = 20;

/**
 * Compares a field's value with a text. The value may be whole, truncated at its end, or have hidden parts.
 * @param least length of the shortest value that counts as truncated without a mark
 */
function textVerdict(shown: unknown, wanted: string, least = 1): Verdict {
	const text = givenText(shown)?.trim();
	if (!text) return 'unclear';
	if (text.length > longestShown) return 'no';
	const whole = asRead(text);
	if (whole === wanted) return 'yes';
	// Truncated without a mark, as by a database column.
	if (whole.length >= least && wanted.startsWith(whole)) return 'unclear';
	// A value of another type may stand for the text.
	if (typeof shown !== 'string') return 'unclear';
	if (!MASK.test(text)) return 'no';
	return hasInOrder(wanted, text.split(new RegExp(MASK, 'g')).map(asRead)) ? 'unclear' : 'no';
}

/** Whether the text begins with the first of these pieces, and has the others in their order. */
export function hasInOrder(text: string, pieces: string[]): boolean {
	if (!text.startsWith(pieces[0]!)) return false;
	let from = 0;
	for (const piece of pieces) {
		const place = text.indexOf(piece, from);
		if (place < 0) return false;
		from = place + piece.length;
	}
	return true;
}

/**
 * A record that agrees with a message in everything that it shows, but may not show enough to prove that it is of that
 * message.
 */
export interface OpenRecord {
	/** Deciding fields that aren't shown in full. */
	fields: DecidingField[];
	id?: string;
	due: Due;
	/** Names of fields that the specification doesn't have: one of them may hold the missing part. */
	others: string[];
}

/**
 * The parts of a message that a record is compared with, as people read them. With Same Message set to Same Campaign,
 * only its campaign.
 */
export interface WantedMessage {
	message?: string;
	campaign: string;
	category?: string;
}

export function wantedMessage({
	body,
	isSameByCampaign,
}: Pick<SendOrder, 'body' | 'isSameByCampaign'>): WantedMessage {
	const campaign = asRead(body.campaign);
	if (isSameByCampaign) return { campaign };
	return { message: asRead(body.message), campaign, category: body.priority };
}

const categories = ['authentication', 'utility', 'marketing'];

/**
 * Returns the record as an open one if, apart from its recipients, it may be of this message; undefined if it is of
 * another message.
 */
export function openRecord(record: IDataObject, wanted: WantedMessage): OpenRecord | undefined {
	const fields: DecidingField[] = [];
	const own = asRead(givenText(record.category) ?? '').toLowerCase();
	if (wanted.category !== undefined && own !== wanted.category) {
		// The specification has only these three names. Any other is the service's own name for one of them.
		if (categories.includes(own)) return undefined;
		fields.push('category');
	}
	const verdicts: Array<[DecidingField, Verdict]> = [
		['campaign', campaignVerdict(record.campaign, wanted.campaign)],
	];
	if (wanted.message !== undefined)
		verdicts.push(['message', textVerdict(record.message, wanted.message)]);
	for (const [field, verdict] of verdicts) {
		if (verdict === 'no') return undefined;
		if (verdict === 'unclear') fields.push(field);
	}
	const { id, due } = readListedMessage(record, []);
	return { fields, id, due, others: Object.keys(record).filter((name) => !specified.has(name)) };
}

function campaignVerdict(shown: unknown, wanted: string): Verdict {
	if (typeof shown !== 'string' || keepsCase(shown)) return textVerdict(shown, wanted, shortestCut);
	return textVerdict(shown.toLowerCase(), wanted.toLowerCase(), shortestCut);
}

/** Fields of a message record: those of specification section 2.1, and `updated_at`. */
const specified = new Set([
	...['id', 'sender_id', 'category', 'campaign', 'message', 'schedule', 'creator', 'status'],
	...['created_at', 'updated_at', 'sms_recipients', 'sms_list_recipients'],
]);

/**
 * Summarizes open records for a text: their number, the first ID, the fields that aren't shown in full, and up to five
 * unspecified fields of one of them.
 */
export function summarize(open: OpenRecord[]) {
	return {
		count: open.length,
		id: open.find(({ id }) => id !== undefined)?.id,
		fields: [...new Set(open.flatMap(({ fields }) => fields))],
		others: open.find(({ others }) => others.length > 0)?.others.slice(0, 5) ?? [],
	};
}
