import type { Answer, Outcome } from './outcome';
import type { Problem } from '../texts';
import { shortened } from '../wording';

/** So many characters in a row of a secret are never shown. */
const longestShown = 9;

/**
 * Any run of ten characters has a whole block of five in it that begins at a multiple of five; so
 * only every fifth place of a text is looked at.
 */
const block = 5;

/** A shorter text is no secret: to take it out would garble every other one. */
const shortestSecret = 4;

const asterisks = '*****';

// Called for every character of megabytes, and in a vm context to look up a global takes longer than to multiply.
const { imul } = Math;

/** The folded form of each UTF-16 unit met so far, 0 for those not met. */
const folds = new Uint16Array(65_536);

/**
 * The same for a character in upper and in lower case. By single characters, because a text may have
 * another length in another case.
 */
function folded(unit: number): number {
	return folds[unit] || (folds[unit] = single(single(unit, 'toUpperCase'), 'toLowerCase'));
}

function single(unit: number, change: 'toUpperCase' | 'toLowerCase'): number {
	const changed = String.fromCharCode(unit)[change]();
	return changed.length === 1 ? changed.charCodeAt(0) : unit;
}

/** A number for the block at this place; different blocks may share one, which costs a comparison. */
function blockAt(text: string, place: number): number {
	let number = 0;
	for (let next = place; next < place + block; next++)
		number = (imul(number, 31) + folded(text.charCodeAt(next))) | 0;
	return number;
}

/** Takes secrets out of texts: any ten characters in a row of one, in whatever case. */
export class Redaction {
	private readonly blocks = new Map<number, Array<[secret: string, place: number]>>();

	private readonly wholeInText: RegExp | undefined;

	/**
	 * @param secrets blanks around them don't count; one of four to nine characters is taken out only of texts
	 * about failures, where it stands as a word: a message ID may have it as a part
	 * @param words the same; a longer one is taken out of these texts whole, wherever it stands
	 */
	constructor(secrets: unknown[], words: unknown[] = []) {
		const usable = usableOf(secrets);
		for (const secret of usable.filter(({ length }) => length > longestShown)) this.index(secret);
		const short = usable.filter(({ length }) => length <= longestShown);
		this.wholeInText = anyOf([...short, ...usableOf(words)]);
	}

	/** A text about a failure, without the secrets and the words. */
	text(text: string): string {
		const clean = this.value(text);
		return this.wholeInText ? clean.replace(this.wholeInText, asterisks) : clean;
	}

	/** The same problem, or failure, its texts without the secrets and the words. */
	problem<P extends Problem & { check?: { to: string; about: string } }>(problem: P): P {
		const { what, next, check } = problem;
		const cleanCheck = check
			? { check: { to: this.text(check.to), about: this.text(check.about) } }
			: {};
		return { ...problem, what: this.text(what), next: this.text(next), ...cleanCheck };
	}

	/** A text of the service's data, without the secrets of ten characters or more. */
	value(text: string): string {
		if (text.length <= longestShown || this.blocks.size === 0) return text;
		let clean = '';
		let kept = 0;
		for (let place = 0; place + block <= text.length; place += block) {
			// Of another run that begins in this one, what is left is too short, or has a block of its own.
			if (place < kept) continue;
			const places = this.blocks.get(blockAt(text, place));
			const run = places && longestRun(text, place, places);
			if (!run) continue;
			// What two runs share is taken out once.
			if (run.start > kept || clean === '') clean += text.slice(kept, run.start) + asterisks;
			kept = Math.max(kept, run.end);
		}
		return kept === 0 ? text : clean + text.slice(kept);
	}

	private index(secret: string): void {
		for (let place = 0; place + block <= secret.length; place++) {
			const number = blockAt(secret, place);
			const places = this.blocks.get(number);
			if (places) places.push([secret, place]);
			else this.blocks.set(number, [[secret, place]]);
		}
	}
}

/** The longest run around the text's block that stands in one of the secrets too; undefined where all are short. */
function longestRun(
	text: string,
	place: number,
	places: Array<[string, number]>,
): { start: number; end: number } | undefined {
	let longest: { start: number; end: number } | undefined;
	const same = (at: number, secret: string, other: number): boolean =>
		folded(text.charCodeAt(at)) === folded(secret.charCodeAt(other));
	for (const [secret, other] of places) {
		const shift = other - place;
		let start = place;
		while (start > 0 && start + shift > 0 && same(start - 1, secret, start - 1 + shift)) start--;
		let end = place;
		while (end < text.length && end + shift < secret.length && same(end, secret, end + shift))
			end++;
		if (end - start > Math.max(longestShown, longest ? longest.end - longest.start : 0))
			longest = { start, end };
	}
	return longest;
}

function usableOf(secrets: unknown[]): string[] {
	const texts = secrets.map((secret) => String(secret ?? '').trim());
	return [...new Set(texts)].filter(({ length }) => length >= shortestSecret);
}

/**
 * Finds any of these, a short one where it stands as a word; the longest first, so that nothing is left of
 * one that another begins with.
 */
function anyOf(texts: string[]): RegExp | undefined {
	if (texts.length === 0) return undefined;
	const longestFirst = [...texts].sort((one, other) => other.length - one.length);
	return new RegExp(longestFirst.map(patternOf).join('|'), 'giu');
}

function patternOf(text: string): string {
	const pattern = text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
	return text.length > longestShown ? pattern : `(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`;
}

/**
 * Takes the secrets out of parsed JSON, names of members included. In place, because answers are
 * large, and without recursion, because a body may be nested deeper than the stack.
 *
 * @returns the same object; for a text or a number the clean one
 */
export function redactData(data: unknown, redaction: Redaction): unknown {
	const root = [data];
	const left: object[] = [root];
	for (let next; (next = left.pop()); ) {
		if (Array.isArray(next)) redactList(next, redaction, left);
		else redactRecord(next as Record<string, unknown>, redaction, left);
	}
	return root[0];
}

function redactList(list: unknown[], redaction: Redaction, left: object[]): void {
	for (let index = 0; index < list.length; index++) {
		const clean = redactValue(list[index], redaction, left);
		if (clean !== list[index]) list[index] = clean;
	}
}

function redactRecord(record: Record<string, unknown>, redaction: Redaction, left: object[]): void {
	let renamed = false;
	for (const name of Object.keys(record)) {
		const clean = redactValue(record[name], redaction, left);
		if (clean !== record[name]) record[name] = clean;
		renamed ||= redaction.value(name) !== name;
	}
	if (renamed) rename(record, redaction);
}

/** All members are put in anew, so that they keep their order. */
function rename(record: Record<string, unknown>, redaction: Redaction): void {
	const members = Object.entries(record);
	for (const [name] of members) delete record[name];
	for (const [name, value] of members) {
		const clean = redaction.value(name);
		let free = clean;
		for (let count = 2; Object.hasOwn(record, free); count++) free = `${clean} ${count}`;
		// Not assigned: a member called __proto__ would become the record's prototype.
		Object.defineProperty(record, free, {
			value,
			enumerable: true,
			writable: true,
			configurable: true,
		});
	}
}

function redactValue(value: unknown, redaction: Redaction, left: object[]): unknown {
	if (typeof value === 'string') return redaction.value(value);
	if (typeof value === 'number') return redactNumber(value, redaction);
	if (typeof value === 'object' && value !== null) left.push(value);
	return value;
}

/** A number that quotes a secret becomes a text. */
function redactNumber(value: number, redaction: Redaction): unknown {
	const text = String(value);
	const clean = redaction.value(text);
	return clean === text ? value : clean;
}

/** The characters of the service's own reason that a sentence of ours has room for. */
const longestReason = 300;

/**
 * Takes the secrets out of an answer before anything is read out of it, so that what a receipt, a
 * record or a reason is made of has none. In place: answers are large.
 */
export function redactAnswer(answer: Answer, redaction: Redaction): Answer {
	answer.body = redactData(answer.body, redaction);
	return answer;
}

/**
 * The same outcome, what it says redacted and then cut. Redacted once more where the answer was: what
 * is left of a text without its markup may have joined what stood apart. Never the other way round:
 * the half of a client ID that a cut leaves is not known for one.
 */
export function redactOutcome(outcome: Outcome, redaction: Redaction): Outcome {
	const said =
		'said' in outcome && outcome.said
			? { said: shortened(redaction.text(outcome.said), longestReason) }
			: {};
	const wait =
		'retryAfter' in outcome && outcome.retryAfter
			? { retryAfter: redaction.text(outcome.retryAfter) }
			: {};
	return { ...outcome, ...said, ...wait };
}
