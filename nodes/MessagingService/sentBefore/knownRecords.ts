import type { IDataObject } from 'n8n-workflow';

import { MASK, longestShown, wantedMessage } from './shown';
import { mayBeShownAs, shownAs } from './shownRecipients';
import type { Recipient } from '../recipients/row';
import { HashSet, RollingHash } from '../values/hashSet';
import { asRead, lettersOf } from '../values/sameText';
import { latestInstant } from '../values/time';

/**
 * Records of the service's list, as some 60 bytes for each recipient. Tells for sure that none of them is, or may be,
 * of a message to send. It tells nothing else: whether somebody has a message, and its delivery status, only the list
 * itself can tell.
 */
export class KnownRecords {
	private readonly keys = new HashSet();
	/** Hashes of how recipients are shown: alone, with the letters of the text, and with the campaign. */
	private readonly signs = new HashSet();
	/** Lengths of these parts. A record may show only the beginning of each. */
	private readonly lengths = {
		recipient: new Set<number>(),
		text: new Set<number>(),
		campaign: new Set<number>(),
	};
	/** Creation time of the newest record, in milliseconds since 1970. The latest possible one without a zone. */
	newest = -Infinity;

	/** Number of records. */
	get size(): number {
		return this.keys.size;
	}

	/** Number of hashes, of at most 22 bytes each. */
	get hashes(): number {
		return this.keys.size + this.signs.size;
	}

	/** Adds a record. @param key as `recordKey` returns it */
	add(record: IDataObject, key: string): void {
		this.keys.add(hashOf(key));
		this.newest = Math.max(this.newest, latestInstant(record.created_at) ?? -Infinity);
		const text = lettersOf(beginningOf(record.message));
		const campaign = folded(beginningOf(record.campaign));
		this.lengths.text.add(text.length);
		this.lengths.campaign.add(campaign.length);
		for (const recipient of shownAs(record)) {
			this.lengths.recipient.add(recipient.length);
			this.signs.add(hashOf(recipient));
			this.signs.add(signOf(recipient, 'text').add(text).value);
			this.signs.add(signOf(recipient, 'campaign').add(campaign).value);
		}
	}

	/** Adds all records of another set. */
	addAll(others: KnownRecords): void {
		const { keys, signs, lengths } = others;
		this.newest = Math.max(this.newest, others.newest);
		for (const key of keys) this.keys.add(key);
		for (const sign of signs) this.signs.add(sign);
		for (const part of ['recipient', 'text', 'campaign'] as const)
			for (const length of lengths[part]) this.lengths[part].add(length);
	}

	/** Returns how many records another set has that this one doesn't have. */
	countNew(others: KnownRecords): number {
		let news = 0;
		for (const key of others.keys) if (!this.keys.has(key)) news++;
		return news;
	}

	/** Whether one of the records may be of this recipient's message. */
	mayConcern({ person, order }: Recipient): boolean {
		const shown = mayBeShownAs(person, this.lengths.recipient);
		const known = shown.filter((each) => this.signs.has(hashOf(each)));
		if (known.length === 0) return false;
		const { message, campaign } = wantedMessage(order);
		return known.some((recipient) =>
			message === undefined
				? this.hasBeginning(recipient, 'campaign', folded(campaign))
				: this.hasBeginning(recipient, 'text', lettersOf(message)),
		);
	}

	private hasBeginning(recipient: string, part: 'text' | 'campaign', wanted: string): boolean {
		const sign = signOf(recipient, part);
		for (let length = 0; ; length++) {
			if (this.lengths[part].has(length) && this.signs.has(sign.value)) return true;
			if (length === wanted.length) return false;
			sign.add(wanted[length]!);
		}
	}
}

function hashOf(text: string): number {
	return new RollingHash().add(text).value;
}

function signOf(recipient: string, part: string): RollingHash {
	return new RollingHash().add(`${recipient} ${part} `);
}

/** Returns the part of a text that a record shows for sure, up to its first mark of something hidden. */
function beginningOf(shown: unknown): string {
	if (typeof shown !== 'string' || shown.length > longestShown) return '';
	return asRead(shown.split(MASK, 1)[0]!);
}

/** Folds the case, for a beginning as for the whole: a Greek sigma is another small letter at the end of a word. */
function folded(text: string): string {
	return asRead(text).toLowerCase().toUpperCase();
}
