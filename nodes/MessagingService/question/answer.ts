import type { IDataObject } from 'n8n-workflow';

import type { SentQuestion } from '../item';
import { givenText } from '../values/given';
import { firstCharacters, showsText } from '../values/text';

/** The most characters of an answer in words. */
export const mostCharacters = 2000;

/** No answer of so many characters is longer, whatever they are made of. */
const longestRead = 50 * mostCharacters;

/** What somebody answered, in words for the page. It counts where it has `data` for the output. */
export interface Answer {
	said: string;
	data?: IDataObject;
	/** Why an answer in words doesn't count, as a sentence. */
	problem?: string;
	/** Whether `said` is only its beginning. */
	isCut?: true;
}

/** Reads what the page's form, or JSON, says in answer to the question. */
export function readAnswer(body: unknown, { approve, decline, send }: SentQuestion): Answer {
	const { approved, text }: IDataObject = Object(body);
	if (send) return readText(givenText(text) ?? '');
	if (approved === true || approved === 'true') return { said: approve, data: { approved: true } };
	const isNo = approved === false || approved === 'false';
	return { said: decline || '✗', data: isNo ? { approved: false } : undefined };
}

function readText(given: string): Answer {
	// Of one that is far too long, no more is gone through. Browsers send each line break as two characters.
	const text = given.slice(0, longestRead).replace(/\r\n?/g, '\n').trim();
	const said = firstCharacters(text, mostCharacters);
	if (given.length > longestRead || said !== text)
		return { said, isCut: true, problem: 'Your answer is too long.' };
	if (!showsText(said)) return { said, problem: 'Your answer is missing.' };
	return { said, data: { text: said } };
}
