import type { IDataObject } from 'n8n-workflow';

import type { SendOrder } from '../item';
import { givenText } from '../values/given';
import { type Due, keepsCase, readListedMessage } from '../values/messageRecord';
import { asRead } from '../values/sameText';
import { longestMessage } from '../values/text';

// Whether a record of the list is a wanted message, by what it shows. The list of a service may leave out, cut or mask
// what another one shows, and silence is no proof that nobody has the message.

/** 'unclear': what is shown agrees, and isn't the whole. */
type Verdict = 'yes' | 'no' | 'unclear';

/** The fields of a record that decide whether it is a message. */
export type DecidingField = 'message' | 'campaign' | 'category' | 'sms_recipients';

// In place of what is cut off or hidden.
const MASK = /[*\u2022\u25cf\u2588\u2026]|\.{3}/;

/** A store may write each character of the longest message as an entity. */
const longestShown = 6 * longestMessage;

/** Characters of the shortest campaign that counts as cut without a mark: order-1 is no beginning of order-10. */
const shortestCut = 20;

/**
 * Compares a field's value with a text, whole, cut at its end or with hidden parts.
 * @param least characters of a beginning that counts as cut
 */
function textVerdict(shown: unknown, wanted: string, least = 1): Verdict {
	const text = givenText(shown)?.trim();
	if (!text) return 'unclear';
	if (text.length > longestShown) return 'no';
	const whole = asRead(text);
	if (whole === wanted) return 'yes';
	// Cut without a word, as a column of a database does it.
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

/** A record that agrees with a wanted message in all that it shows, and doesn't show whether it is that message. */
export interface OpenRecord {
	/** The fields that decide, and aren't shown whole. */
	fields: DecidingField[];
	id?: string;
	due: Due;
	/** Names of fields that the specification doesn't have: one may hold what is missing. */
	others: string[];
}

/** What of a message decides, as people read it; of a message that goes by its campaign, that alone. */
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

/** Returns the record as one that may be this message, but for its recipients; undefined where it is another one. */
export function openRecord(record: IDataObject, wanted: WantedMessage): OpenRecord | undefined {
	const fields: DecidingField[] = [];
	const own = asRead(givenText(record.category) ?? '').toLowerCase();
	if (wanted.category !== undefined && own !== wanted.category) {
		// The three names are the specification's: another one is the service's own for one of them.
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

/** Specification section 2.1, with the sender's own fields. */
const specified = new Set([
	...['id', 'sender_id', 'category', 'campaign', 'message', 'schedule', 'creator', 'status'],
	...['created_at', 'updated_at', 'sms_recipients', 'sms_list_recipients'],
]);

/** What is told of such records: how many, the first ID, the fields, and what one has that nobody specified. */
export function summarize(open: OpenRecord[]) {
	return {
		count: open.length,
		id: open.find(({ id }) => id !== undefined)?.id,
		fields: [...new Set(open.flatMap(({ fields }) => fields))],
		others: open.find(({ others }) => others.length > 0)?.others.slice(0, 5) ?? [],
	};
}
