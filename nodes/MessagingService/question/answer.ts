import type { IDataObject } from 'n8n-workflow';

import type { ShownQuestion } from './shown';
import { withoutControls } from '../values/filledIn';
import { givenText } from '../values/given';
import { firstCharacters, showsText } from '../values/text';

/** The most characters of a free-text answer. */
export const mostCharacters = 2000;

/** Length in UTF-16 units that no answer of `mostCharacters` exceeds, whatever its characters are made of. */
const longestRead = 50 * mostCharacters;

/** An answer, in words for the page. It counts only if it has `data` for the output. */
export interface Answer {
	said: string;
	data?: IDataObject;
	/** Reason why a free-text answer doesn't count. If it is too long, `said` is only its beginning. */
	problem?: 'missing' | 'tooLong';
}

/** Reads the answer to a question from the page's form, or from JSON. */
export function readAnswer(body: unknown, { isFreeText, approve, decline }: ShownQuestion): Answer {
	const { approved, text }: IDataObject = Object(body);
	if (isFreeText) return readText(givenText(text) ?? '');
	if (approved === true || approved === 'true') return { said: approve, data: { approved: true } };
	const isNo = approved === false || approved === 'false';
	return { said: decline, data: isNo ? { approved: false } : undefined };
}

function readText(given: string): Answer {
	// Truncates an answer that is far too long before processing it.
	const text = withoutControls(given.slice(0, longestRead)).trim();
	const said = firstCharacters(text, mostCharacters);
	if (given.length > longestRead || said !== text) return { said, problem: 'tooLong' };
	if (!showsText(said)) return { said, problem: 'missing' };
	return { said, data: { text: said } };
}
