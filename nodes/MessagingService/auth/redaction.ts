import type { Problem } from '../validation/problem';

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
