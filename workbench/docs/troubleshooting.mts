/** The tables of failures in docs/troubleshooting.md, as Markdown. */
import {
	nothingLost,
	outcomeSentences,
	pollAdvice,
} from '../../nodes/MessagingService/errors/sentences.ts';
import type { DocumentedFailure, FailureGroup } from './failures.mts';

/** What stands around the table in the page: only what is between is made by the code. */
export const marks = {
	begin: '<!-- failures: written by npm run docs -->',
	end: '<!-- end of failures -->',
};

function cell(text: string): string {
	return text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
}

/** Whether the message that this failure is about may have reached its recipients. */
export function mayHaveBeenSent({ what }: DocumentedFailure): boolean {
	return what.includes('may or may not have been sent');
}

/**
 * Whether a send can't fail this way: its own sentence has the same name with 'send' before it, or
 * it is about pages, dates of a query or a trigger.
 */
function isOfQuery({ id }: DocumentedFailure): boolean {
	const ownOfSend = `send${id.charAt(0).toUpperCase()}${id.slice(1)}`;
	return (
		ownOfSend in outcomeSentences ||
		/Pages?$|^tooManyRecords$|^noSenders?|^sendersWithoutId$|^searchTextTooLong$|^noOwnCountryCode$|^unreadableDate$|^missingDate$|^startAfterEnd$|^statusesOfWrongType$|^credentialTest|^tooManyWatched$|^nothingToFetch$/.test(
			id,
		)
	);
}

/** One table a group. */
function failureTables(groups: FailureGroup[]): string {
	return groups
		.map(({ title, failures }) => {
			const rows = failures.map((failure) => {
				const sent = mayHaveBeenSent(failure) ? 'unknown' : isOfQuery(failure) ? '–' : 'no';
				return `| ${cell(failure.what)} | ${cell(failure.next)} | ${sent} | \`${failure.id}\` |`;
			});
			return [
				`### ${title}`,
				'',
				'| What it says | How to go on | Sent? | Reason |',
				'|---|---|---|---|',
				...rows,
			].join('\n');
		})
		.join('\n\n');
}

/** What a failed poll of the trigger says instead, for the failures where it is not the same as in a run. */
function pollTable(failures: DocumentedFailure[]): string {
	const rows = failures.flatMap(({ id, what }) => {
		const next = pollAdvice[id as keyof typeof pollAdvice];
		return next ? [`| ${cell(what)} | ${cell(next)} | \`${id}\` |`] : [];
	});
	const why = `After a failed poll n8n polls again by itself, so the trigger gives other advice for these failures. Where it goes on from what it saw before, the advice ends with "${nothingLost}" A failure that refuses the activation doesn't say that.`;
	return [
		'### After a poll of the trigger',
		'',
		why,
		'',
		'| What it says | How to go on | Reason |',
		'|---|---|---|',
		...rows,
	].join('\n');
}

/** All that is between the marks. */
export function allTables(groups: FailureGroup[]): string {
	return `${failureTables(groups)}\n\n${pollTable(groups.flatMap(({ failures }) => failures))}`;
}

/** The page with its tables renewed. @throws where the page has lost its marks */
export function withTables(page: string, tables: string): string {
	const [before, rest] = page.split(marks.begin);
	const after = rest?.split(marks.end)[1];
	if (before === undefined || after === undefined)
		throw new Error(`The page has no '${marks.begin}' before '${marks.end}'.`);
	return `${before}${marks.begin}\n\n${tables}\n\n${marks.end}${after}`;
}
