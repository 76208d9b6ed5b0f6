import type { IDataObject } from 'n8n-workflow';

import type { Question } from '../item';
import { givenText } from '../values/given';
import { hasAtMost, showsText } from '../values/text';

/** The most characters of an answer in words. */
export const mostCharacters = 2000;

/** What somebody answered, in words for the page. It counts where it has `data` for the output. */
export interface Answer {
	said: string;
	data?: IDataObject;
	/** Why an answer in words doesn't count, as a sentence. */
	problem?: string;
}

/** Reads what the page's form, or JSON, says in answer to the question. */
export function readAnswer(body: unknown, { approve, decline, send }: Question): Answer {
	const { approved, text }: IDataObject = Object(body);
	if (send) return readText(givenText(text) ?? '');
	if (approved === true || approved === 'true') return { said: approve, data: { approved: true } };
	const isNo = approved === false || approved === 'false';
	return { said: decline || '✗', data: isNo ? { approved: false } : undefined };
}

function readText(given: string): Answer {
	// Browsers send each line break as two characters.
	const said = given.replace(/\r\n?/g, '\n').trim();
	if (!showsText(said)) return { said, problem: 'Your answer is missing.' };
	if (!hasAtMost(said, mostCharacters)) return { said, problem: 'Your answer is too long.' };
	return { said, data: { text: said } };
}
