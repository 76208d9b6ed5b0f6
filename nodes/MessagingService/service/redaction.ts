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
	private readonly secrets: string[];

	private readonly wholeInData: RegExp;

	/** Short secrets, and the words. */
	private readonly wholeInText: RegExp;

	/** Every ten characters in a row of a secret; made for the first text. */
	private pieces?: Set<string>;

	/**
	 * @param secrets blanks around them don't count
	 * @param words taken out of texts only, whole
	 */
	constructor(secrets: unknown[], words: unknown[] = []) {
		const usable = usableOf(secrets);
		this.secrets = usable.filter(({ length }) => length >= telling);
		this.wholeInData = anyOf(this.secrets);
		const short = usable.filter(({ length }) => length < telling);
		this.wholeInText = anyOf([...short, ...usableOf(words)]);
	}

	/** A text of the service's data. */
	value(text: string): string {
		return text.length < telling ? text : text.replace(this.wholeInData, asterisks);
	}

	/** A text that people will read. */
	text(text: string): string {
		this.pieces ??= new Set(this.secrets.map(inOneCase).flatMap(piecesOf));
		let clean = '';
		let end = 0;
		for (const [start, piece] of piecesOf(inOneCase(text)).entries()) {
			if (!this.pieces.has(piece)) continue;
			// What pieces share is taken out once.
			if (start > end || end === 0) clean += text.slice(end, start) + asterisks;
			end = start + telling;
		}
		return (clean + text.slice(end)).replace(this.wholeInText, asterisks);
	}

	/** The same problem, or failure, in all its texts. */
	problem<P extends Problem & { check?: { to: string; about: string } }>(problem: P): P {
		const { what, next, check } = problem;
		return {
			...problem,
			what: this.text(what),
			next: this.text(next),
			...(check && { check: { to: this.text(check.to), about: this.text(check.about) } }),
		};
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

function usableOf(secrets: unknown[]): string[] {
	return secrets
		.map((secret) => String(secret ?? '').trim())
		.filter(({ length }) => length >= shortestSecret);
}

/** Finds any of these; the longest first, so that nothing is left of one that another begins with. */
function anyOf(texts: string[]): RegExp {
	const patterns = texts
		.sort((one, other) => other.length - one.length)
		.map((text) => {
			const pattern = text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
			return text.length < telling ? `(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])` : pattern;
		});
	// Without any, what nothing matches.
	return new RegExp(patterns.join('|') || '(?!)', 'giu');
}

/**
 * Takes the secrets out of parsed JSON, names of members included. In place, because answers are large, and
 * without recursion, because a body may be nested deeper than the stack.
 *
 * @returns the same object; for a text or a number the clean one
 */
export function redactData(data: unknown, redaction: Redaction): unknown {
	const root: Record<string, unknown> = { data };
	const left = [root];
	for (let next; (next = left.pop()); ) {
		const members = Object.entries(next);
		for (const [name, value] of members) {
			if (typeof value === 'object' && value !== null) left.push(value as typeof root);
			if (typeof value !== 'string' && typeof value !== 'number') continue;
			const clean = redaction.value(String(value));
			if (clean !== String(value)) next[name] = clean;
		}
		if (members.some(([name]) => redaction.value(name) !== name)) rename(next, redaction);
	}
	return root.data;
}

/** All members are put in anew, so that they keep their order. */
function rename(record: Record<string, unknown>, redaction: Redaction): void {
	const members = Object.entries(record);
	for (const [name] of members) delete record[name];
	for (const [name, value] of members) {
		const clean = redaction.value(name);
		let free = clean;
		for (let count = 2; Object.hasOwn(record, free); count++) free = `${clean} ${count}`;
		const property = { value, enumerable: true, writable: true, configurable: true };
		// Not assigned: a member called __proto__ would become the record's prototype.
		Object.defineProperty(record, free, property);
	}
}

/** The same outcome, what it says redacted and then cut: what a cut leaves of a secret is not known for one. */
export function redactOutcome(outcome: Outcome, redaction: Redaction): Outcome {
	const { said, retryAfter } = outcome as { said?: string; retryAfter?: string };
	return {
		...outcome,
		...(said && { said: shortened(redaction.text(said), 300) }),
		...(retryAfter && { retryAfter: redaction.text(retryAfter) }),
	};
}
