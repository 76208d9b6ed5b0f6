import type { IDataObject } from 'n8n-workflow';

import type { SentQuestion } from '../item';
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
	/** Reason why a free-text answer doesn't count, as a sentence. */
	problem?: string;
	/** Whether `said` is only the beginning of the answer. */
	isCut?: true;
}

/** Reads the answer to a question from the page's form, or from JSON. */
export function readAnswer(body: unknown, { approve, decline, send }: SentQuestion): Answer {
	const { approved, text }: IDataObject = Object(body);
	if (send) return readText(givenText(text) ?? '');
	if (approved === true || approved === 'true') return { said: approve, data: { approved: true } };
	const isNo = approved === false || approved === 'false';
	return { said: decline || '✗', data: isNo ? { approved: false } : undefined };
}

function readText(given: string): Answer {
	// Truncates an answer that is far too long before processing it.
	const text = withoutControls(given.slice(0, longestRead)).trim();
	const said = firstCharacters(text, mostCharacters);
	if (given.length > longestRead || said !== text)
		return { said, isCut: true, problem: 'Your answer is too long.' };
	if (!showsText(said)) return { said, problem: 'Your answer is missing.' };
	return { said, data: { text: said } };
}
