import type { IDataObject } from 'n8n-workflow';

import { oddities, type Oddity, problems, type Problem } from '../texts';
import { doubtfulIn } from '../values/filledIn';
import {
	columnIn,
	emptyPlaceholders,
	strayBrackets,
	type Template,
	templateOf,
} from '../values/placeholders';
import { longestMessage } from '../values/text';

/** The rows that come into the node. */
export interface Rows {
	total: number;
	of(index: number): IDataObject;
}

/** The expression of a text: its parts, and what is wrong with it for all rows. */
export interface Composed extends Template {
	problems: Problem[];
}

/** Splits the expression of a text. Refuses stray brackets, and columns that none of several rows has. */
export function composedOf(expression: string, label: string, rows?: Rows): Composed {
	const template = templateOf(expression.slice(1));
	const stray = strayBrackets(template);
	const found = stray ? [problems.strayBrackets(label, ...stray)] : [];
	for (const code of template.codes) {
		const column = columnIn(code);
		if (column !== undefined && rows && isMissing(column, rows))
			found.push(problems.missingColumn(label, code, Object.keys(rows.of(0))));
	}
	return { ...template, problems: found };
}

function isMissing(column: string, { total, of }: Rows): boolean {
	for (let index = 0; index < total; index++) if (Object.hasOwn(of(index), column)) return false;
	// One row alone, such as an order from a webhook, may lack what others have.
	return total > 1;
}

/** Returns what is odd about a text that n8n composed: empty placeholders, and words in place of a value. */
export function odditiesOf(template: Template, label: string, value: unknown): Oddity[] {
	if (typeof value !== 'string') return [];
	const { literals, codes } = template;
	const empty = new Set(emptyPlaceholders(template, value).map((place) => codes[place]!));
	const found = [...empty].map((code) => oddities.emptyPlaceholder(label, code));
	// A longer text is refused, and a list of recipients has no words.
	if (value.length > longestMessage) return found;
	const { words, hasWrongLetters } = doubtfulIn(value);
	for (const word of words)
		if (!literals.some((literal) => literal.includes(word))) found.push(oddities.word(label, word));
	if (hasWrongLetters) found.push(oddities.wrongLetters(label));
	return found;
}
