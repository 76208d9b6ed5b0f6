import type { Outcome } from './outcome';
import type { Problem } from '../texts';
import { truncate } from '../wording';

/** The number of consecutive characters that give a secret away. Shorter secrets are redacted only as whole words. */
const telling = 10;

/** The fewest characters of a secret. Redacting anything shorter would garble every text. */
const shortestSecret = 4;

const asterisks = '*****';

/** Redacts secrets: whole ones in the service's data, and parts of them in texts too. */
export class Redaction {
	private readonly long: string[];
	private readonly short: string[];
	private readonly wholeInData: RegExp;
	private foundInTexts?: { pieces: Set<string>; whole: RegExp };

	/** @param words redacted in texts only, and only whole */
	constructor(
		secrets: string[],
		private readonly words: string[] = [],
	) {
		this.long = secrets.filter(({ length }) => length >= telling);
		this.short = secrets.filter(({ length }) => length < telling);
		this.wholeInData = anyOf(this.long);
	}

	/** Redacts a text that people will read, parts of secrets included. */
	text(text: string): string {
		const { pieces, whole } = this.inTexts;
		let clean = '';
		let end = 0;
		for (const [start, piece] of piecesOf(inOneCase(text)).entries()) {
			if (!pieces.has(piece)) continue;
			// Overlapping pieces are redacted as one.
			if (start > end || end === 0) clean += text.slice(end, start) + asterisks;
			end = start + telling;
		}
		return (clean + text.slice(end)).replace(whole, asterisks);
	}

	/** Redacts `what`, `next` and `check` of a problem. */
	problem(problem: Problem): Problem {
		const { what, next, check } = problem;
		return {
			...problem,
			what: this.text(what),
			next: this.text(next),
			...(check && { check: { to: this.text(check.to), about: this.text(check.about) } }),
		};
	}

	/**
	 * Redacts parsed JSON, property names included. Works in place, since answers are large, and without recursion, since
	 * they may be deeply nested.
	 */
	data(data: unknown): unknown {
		const root: Record<string, unknown> = { data };
		const left = [root];
		for (let next; (next = left.pop()); ) {
			let hasSecretName = false;
			for (const name of Object.keys(next)) {
				const value = next[name];
				if (typeof value === 'object' && value !== null) left.push(value as typeof root);
				if (typeof value === 'string' || typeof value === 'number') {
					const text = String(value);
					if (this.isIn(text)) next[name] = text.replace(this.wholeInData, asterisks);
				}
				hasSecretName ||= this.isIn(name);
			}
			if (hasSecretName) rename(next, this.wholeInData);
		}
		return root.data;
	}

	/**
	 * The pieces of secrets, of ten characters each, and a pattern of the words to redact whole. Computed on demand: few
	 * runs have a text to redact.
	 */
	private get inTexts() {
		return (this.foundInTexts ??= {
			pieces: new Set(this.long.map(inOneCase).flatMap(piecesOf)),
			whole: anyOf([...this.short, ...this.words]),
		});
	}

	/** Whether a text contains a whole secret. */
	private isIn(text: string): boolean {
		return text.length >= telling && text.search(this.wholeInData) >= 0;
	}
}

/** Returns every run of ten characters in a text, at the index of its start. */
function piecesOf(text: string): string[] {
	const count = Math.max(0, text.length - telling + 1);
	return Array.from({ length: count }, (_, start) => text.slice(start, start + telling));
}

/** Converts to lower case without moving characters: İ is the only letter that becomes longer. */
function inOneCase(text: string): string {
	return text.replaceAll('İ', 'i').toLowerCase();
}

/**
 * Creates a pattern for any of these texts. Longest first, so that nothing remains of a text that begins with another.
 */
function anyOf(texts: string[]): RegExp {
	const patterns = texts
		.filter(({ length }) => length >= shortestSecret)
		.sort((one, other) => other.length - one.length)
		.map((text) => {
			const pattern = text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
			return text.length < telling ? `(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])` : pattern;
		});
	// Without texts, a pattern that matches nothing.
	return new RegExp(patterns.join('|') || '(?!)', 'giu');
}

/** Redacts the property names of a record. Adds all properties again, so that they keep their order. */
function rename(record: object, secrets: RegExp): void {
	const members = Object.entries(record);
	for (const [name] of members) Reflect.deleteProperty(record, name);
	for (const [name, value] of members) {
		const clean = name.replace(secrets, asterisks);
		let free = clean;
		for (let count = 2; Object.hasOwn(record, free); count++) free = `${clean} ${count}`;
		const property = { value, enumerable: true, writable: true, configurable: true };
		// Not assigned: a member called __proto__ would become the record's prototype.
		Object.defineProperty(record, free, property);
	}
}

/** Redacts the texts of an outcome before they are truncated: half a secret would not be found. */
export function redactOutcome(outcome: Outcome, redaction: Redaction): Outcome {
	const redacted = { ...outcome };
	if ('said' in redacted && redacted.said)
		redacted.said = truncate(redaction.text(redacted.said), 300);
	if ('remarks' in redacted && redacted.remarks)
		redacted.remarks = redacted.remarks.map(({ text, field, key }) => ({
			...{ text: redaction.text(text), field: redaction.text(field), key },
		}));
	if ('retryAfter' in redacted && redacted.retryAfter)
		redacted.retryAfter = redaction.text(redacted.retryAfter);
	return redacted;
}
