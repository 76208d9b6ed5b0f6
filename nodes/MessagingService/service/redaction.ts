import type { Outcome } from './outcome';
import type { Problem } from '../texts';
import { shortened } from '../wording';

/** So many characters in a row tell a secret; one of fewer is taken out only where it stands as a word. */
const telling = 10;

/** A shorter one is no secret: to take it out would garble every text. */
const shortestSecret = 4;

const asterisks = '*****';

/** Takes secrets out of the service's data, where they stand whole, and out of texts, where a part of one does. */
export class Redaction {
	private readonly long: string[];
	private readonly short: string[];
	private readonly wholeInData: RegExp;
	private foundInTexts?: { pieces: Set<string>; whole: RegExp };

	/** @param words taken out of texts only, whole */
	constructor(
		secrets: string[],
		private readonly words: string[] = [],
	) {
		this.long = secrets.filter(({ length }) => length >= telling);
		this.short = secrets.filter(({ length }) => length < telling);
		this.wholeInData = anyOf(this.long);
	}

	/** A text that people will read. */
	text(text: string): string {
		const { pieces, whole } = this.inTexts;
		let clean = '';
		let end = 0;
		for (const [start, piece] of piecesOf(inOneCase(text)).entries()) {
			if (!pieces.has(piece)) continue;
			// Pieces that overlap are taken out as one.
			if (start > end || end === 0) clean += text.slice(end, start) + asterisks;
			end = start + telling;
		}
		return (clean + text.slice(end)).replace(whole, asterisks);
	}

	/** The same problem in all its texts. */
	problem(problem: Problem): Problem {
		const { what, next, check } = problem;
		return {
			...problem,
			what: this.text(what),
			next: this.text(next),
			...(check && { check: { to: this.text(check.to), about: this.text(check.about) } }),
		};
	}

	/** Parsed JSON, with the names of members. In place: answers are large. No recursion: they may be nested deep. */
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

	/** Every ten characters in a row of a secret, and what is taken out whole. Few runs have a text to clean. */
	private get inTexts() {
		return (this.foundInTexts ??= {
			pieces: new Set(this.long.map(inOneCase).flatMap(piecesOf)),
			whole: anyOf([...this.short, ...this.words]),
		});
	}

	/** Whether a whole secret stands in this text. */
	private isIn(text: string): boolean {
		return text.length >= telling && text.search(this.wholeInData) >= 0;
	}
}

/** Every ten characters in a row, by the place where they begin. */
function piecesOf(text: string): string[] {
	const count = Math.max(0, text.length - telling + 1);
	return Array.from({ length: count }, (_, start) => text.slice(start, start + telling));
}

/** Lower case makes İ longer, and no other letter; places have to stay the same. */
function inOneCase(text: string): string {
	return text.replaceAll('İ', 'i').toLowerCase();
}

/** Finds any of these; the longest first, so that nothing is left of one that another begins with. */
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

/** All members are put in anew, so that they keep their order. */
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

/** Redacts an outcome's texts before they are cut: half a secret would not be found. */
export function redactOutcome(outcome: Outcome, redaction: Redaction): Outcome {
	const redacted = { ...outcome };
	if ('said' in redacted && redacted.said)
		redacted.said = shortened(redaction.text(redacted.said), 300);
	if ('remarks' in redacted && redacted.remarks)
		redacted.remarks = redacted.remarks.map(({ text, field, key }) => ({
			...{ text: redaction.text(text), field: redaction.text(field), key },
		}));
	if ('retryAfter' in redacted && redacted.retryAfter)
		redacted.retryAfter = redaction.text(redacted.retryAfter);
	return redacted;
}
