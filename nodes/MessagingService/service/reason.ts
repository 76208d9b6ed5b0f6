import { longestText, oneLine } from './plainText';
import type { Remark } from './remarks';
import { labelOf, withLabels } from '../fields/labels';
import { groupBy } from '../values/collections';
import { withoutFullStop } from '../wording';

/** Matches a single word that is a code rather than prose, such as 'invalid_sender' or 'required'. */
const code = /^(?!\p{Lu}\p{Ll}+[.!]?$)[\x21-\x7e]+$/u;

/**
 * Returns why the service refused a request, in its own words on one line, with the form's labels for its fields.
 * Undefined if its remarks say nothing to people.
 */
export function reasonFrom(remarks: Remark[]): string | undefined {
	const ofFields = remarks.filter(({ field }) => field !== '');
	const keys = new Set(ofFields.flatMap(({ field, key }) => [key, `${field}: ${key}`]));
	const general = remarks.filter(({ field, key }) => field === '' && !keys.has(keyOfFirst(key)));
	const sentences = general.filter(({ text }) => !code.test(text));
	const told = sentences.length + ofFields.length > 0 ? [...sentences, ...ofFields] : general;
	let reason = '';
	for (const [same] of groupBy(told, ({ field, key }) => `${field}: ${key}`).values()) {
		const { text, field } = same!;
		const end = '.!?:;,…'.includes(reason.slice(-1)) ? '' : '.';
		reason += `${end} ${field ? `${inWords(field)}: ` : ''}${withLabels(text)}`;
		// More than this is never shown.
		if (reason.length > longestText) break;
	}
	return oneLine(reason) || undefined;
}

/**
 * Strips the count of further errors from a key, such as ' (and 2 more errors)' in Laravel's `message`. This leaves the
 * key of the first error.
 */
function keyOfFirst(key: string): string {
	const more = key.lastIndexOf(' (and ');
	return more > 0 && / more errors?\)$/.test(key)
		? withoutFullStop(key.slice(0, more), '.! ')
		: key;
}

function inWords(field: string): string {
	const [name = '', ...places] = field.split('.');
	return [labelOf(name), ...places].join('.');
}
