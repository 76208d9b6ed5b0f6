import { longestText, oneLine } from './plainText';
import type { Remark } from './remarks';
import { labelOf, withLabels } from '../fields/labels';
import { groupedBy } from '../values/collections';
import { withoutStop } from '../wording';

/** A text of one word that is no plain one, such as 'invalid_sender' or 'required'. */
const code = /^(?!\p{Lu}\p{Ll}+[.!]?$)[\x21-\x7e]+$/u;

/**
 * Why the service refused a request, in its own words on one line, with the form's labels for its fields; undefined
 * where its remarks say nothing to people.
 */
export function reasonFrom(remarks: Remark[]): string | undefined {
	const ofFields = remarks.filter(({ field }) => field !== '');
	const keys = new Set(ofFields.flatMap(({ field, key }) => [key, `${field}: ${key}`]));
	const general = remarks.filter(({ field, key }) => field === '' && !keys.has(keyOfFirst(key)));
	const sentences = general.filter(({ text }) => !code.test(text));
	const told = sentences.length + ofFields.length > 0 ? [...sentences, ...ofFields] : general;
	let reason = '';
	for (const [same] of groupedBy(told, ({ field, key }) => `${field}: ${key}`).values()) {
		const { text, field } = same!;
		const end = '.!?:;,…'.includes(reason.slice(-1)) ? '' : '.';
		reason += `${end} ${field ? `${inWords(field)}: ` : ''}${withLabels(text)}`;
		// More is never shown.
		if (reason.length > longestText) break;
	}
	return oneLine(reason) || undefined;
}

/** The key of the first error, where a text says that one and how many more there are, as Laravel's `message` does. */
function keyOfFirst(key: string): string {
	const more = key.lastIndexOf(' (and ');
	return more > 0 && / more errors?\)$/.test(key) ? withoutStop(key.slice(0, more), '.! ') : key;
}

function inWords(field: string): string {
	const [name = '', ...places] = field.split('.');
	return [labelOf(name), ...places].join('.');
}
