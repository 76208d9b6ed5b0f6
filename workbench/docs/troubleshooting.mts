/** The table of failures in docs/troubleshooting.md, as Markdown. */
import { outcomeSentences } from '../../nodes/MessagingService/errors/sentences.ts';
import type { DocumentedFailure, FailureGroup } from './failures.mts';

/** What stands around the table in the page: only what is between is made by the code. */
export const marks = { begin: '<!-- failures: written by npm run docs -->', end: '<!-- end of failures -->' };

function cell(text: string): string {
	return text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
}

/** Whether the message that this failure is about may have reached its recipients. */
export function mayHaveBeenSent({ what }: DocumentedFailure): boolean {
	return what.includes('may or may not have been sent');
}

/** Whether a send can't fail this way: its own sentence has the same name with 'send' before it, or it is about pages. */
function isOfQuery({ id }: DocumentedFailure): boolean {
	const ownOfSend = `send${id.charAt(0).toUpperCase()}${id.slice(1)}`;
	return ownOfSend in outcomeSentences || /Pages?$|^tooManyRecords$|^noSenders?|^sendersWithoutId$|^searchTextTooLong$|^noOwnCountryCode$|^credentialTest/.test(id);
}

/** One table a group. */
export function failureTables(groups: FailureGroup[]): string {
	return groups
		.map(({ title, failures }) => {
			const rows = failures.map((failure) => {
				const sent = mayHaveBeenSent(failure) ? 'unknown' : isOfQuery(failure) ? '–' : 'no';
				return `| ${cell(failure.what)} | ${cell(failure.next)} | ${sent} | \`${failure.id}\` |`;
			});
			return [`### ${title}`, '', '| What it says | How to go on | Sent? | Reason |', '|---|---|---|---|', ...rows].join('\n');
		})
		.join('\n\n');
}

/** The page with its tables renewed. @throws where the page has lost its marks */
export function withTables(page: string, tables: string): string {
	const [before, rest] = page.split(marks.begin);
	const after = rest?.split(marks.end)[1];
	if (before === undefined || after === undefined) throw new Error(`The page has no '${marks.begin}' before '${marks.end}'.`);
	return `${before}${marks.begin}\n\n${tables}\n\n${marks.end}${after}`;
}
