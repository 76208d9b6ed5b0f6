import { createHash } from 'crypto';

import type { MessageBody } from '../item';

/** What makes two messages to one number the same message. */
export interface Content {
	message: string;
	campaign: string;
	/** A send calls it priority, the list category. */
	category: string;
}

/** The content whose key was asked for last: of one send it is asked several times, and many sends carry one text. */
let last: Content & { key: string } = { message: '', campaign: '', category: '', key: '' };

/**
 * Equal for messages that differ in nothing but what a service may change in what it stores: a text is
 * composed (Unicode NFC), a run of blanks and line breaks counts as one blank, those around it are dropped,
 * and campaign and category are the same in any case. The sender ID is no part of it: the list has only
 * its display name (specification section 2.1).
 */
export function contentKey({ message, campaign, category }: Content): string {
	const isLast =
		message === last.message && campaign === last.campaign && category === last.category;
	if (isLast && last.key) return last.key;
	const parts = [plain(message), plain(campaign).toLowerCase(), plain(category).toLowerCase()];
	const key = createHash('sha256').update(JSON.stringify(parts)).digest('base64').slice(0, 24);
	last = { message, campaign, category, key };
	return key;
}

function plain(text: string): string {
	return text.normalize('NFC').replace(/\s+/g, ' ').trim();
}

/** The same of a message that is to be sent. */
export function contentKeyOf({ message, campaign, priority }: MessageBody): string {
	return contentKey({ message, campaign, category: priority });
}
