import type { Cost } from './problem';
import { runSentences } from './runs';
import { insteadOf } from './values';
import { atAGlance, formatNumber, joinSentences, pluralize } from '../wording';

/** The rows of a Dry Run, and what they would reach. */
export interface DryRows {
	/** How many different numbers, how many segments to all of them, and how many contact groups. */
	reach: Record<'numbers' | 'segments' | 'groups', number>;
	/** The text of the first item, and the ones with the most and the fewest segments, or else characters. */
	texts: DryText[];
	/** The first item with characters that cost segments; undefined if there is none. */
	costly?: { index: number; segments: number; cost: Cost };
	/** How many items have such characters. */
	costlyItems: number;
}

/** A finished text with its item. */
interface DryText {
	/** Such as 'first' and 'longest'; empty if there is no other text. */
	roles: string[];
	index: number;
	segments: number;
	text: string;
}

/** Rows of one outcome, and the different numbers that they have. */
interface Counted {
	rows: number;
	numbers: ReadonlySet<string>;
}

/** The rows of a run, by their outcome. */
interface Outcome {
	total: number;
	outcomes: Record<
		'unknown' | 'accepted' | 'alreadySent' | 'dryRun' | 'excluded' | 'notSent',
		Counted
	>;
	/** How many numbers have the message, though their row has another outcome. */
	having: number;
	/** Undefined if no row has the outcome `dryRun`. */
	dry?: DryRows;
	/** Whether nothing was sent to the recipients of any row. */
	isDry: boolean;
	/** Whether Test Number is added. */
	asksForTest: boolean;
	/** The test with its item; undefined if no row gave one. */
	test?: { index: number; recipient: string; sendOutcome: string };
	/** Where failed items come out. */
	place: string;
	/** Whether Skip Already Sent is on, can be switched on, or wouldn't help. */
	skipping: 'on' | 'possible' | 'impossible';
}

const lookFirst = 'Look with Query Messages before you send these again.';
const howToLook = {
	on: 'Run the workflow again after two minutes: Skip Already Sent looks for these, and sends only those that are not there.',
	possible: `${lookFirst} Or switch on Skip Already Sent, which looks before it sends, and run the workflow again after two minutes.`,
	impossible: lookFirst,
};

/** Says what became of the rows of a run, counted as n8n's table shows them. */
export function sayOutcomes(run: Outcome): string {
	const { total, outcomes, having, dry, place, skipping } = run;
	const { unknown, accepted, alreadySent, dryRun, excluded, notSent } = outcomes;
	const all: Array<[counted: Counted, became: string]> = [
		[unknown, `may or may not have been sent${numbersOf(unknown)}`],
		[accepted, `accepted${numbersOf(accepted)}`],
		[alreadySent, `had it already${numbersOf(alreadySent)}`],
		[dryRun, dry ? wouldText(dry) : ''],
		[excluded, 'excluded'],
		[notSent, `not sent${numbersOf(notSent)}`],
	];
	const parts = all.filter(([{ rows }]) => rows > 0);
	const counts = parts.map(([{ rows }, became]) => `${formatNumber(rows)} ${became}`);
	const said = parts.length === 1 ? ` ${parts[0]![1]}` : `: ${counts.join(', ')}`;
	const hasFailed = unknown.rows + notSent.rows > 0;
	return joinSentences([
		run.asksForTest ? sayTest(run.test) : sayDryRun(run),
		`${pluralize(total, 'row')}${said}${hasFailed ? `: see the ${place}` : ''}.`,
		having > 0
			? `${pluralize(having, 'more number')} ${having === 1 ? 'has' : 'have'} it: see alreadySentRecipients.`
			: '',
		unknown.rows > 0 ? howToLook[skipping] : '',
		dry ? aboutTexts(dry) : '',
	]);
}

/** Says how many numbers rows have, such as ' (5 numbers)'. Empty if there are no more than rows. */
function numbersOf({ rows, numbers: { size } }: Counted): string {
	return size > rows ? ` (${pluralize(size, 'number')})` : '';
}

function sayDryRun({ isDry, outcomes: { dryRun } }: Outcome): string {
	if (isDry) return 'Dry Run is on, and nothing was sent.';
	return dryRun.rows > 0
		? `Dry Run is on for ${pluralize(dryRun.rows, 'row')}, which sent nothing.`
		: '';
}

function sayTest(test: Outcome['test']): string {
	if (!test) return 'Nothing was sent, not even to Test Number: no row can be read.';
	const { index, recipient, sendOutcome } = test;
	const went =
		sendOutcome === 'accepted'
			? `The text of item ${index} went to ${recipient}: read it on your phone.`
			: `The test to ${recipient} ${sendOutcome === 'unknown' ? 'may or may not have been sent' : 'was not sent'}: see the error of item ${index}.`;
	return joinSentences([went, runSentences.nobodyElse]);
}

function wouldText({ reach: { numbers, segments, groups } }: DryRows): string {
	const reached = [
		numbers > 0
			? `${pluralize(numbers, 'number')} with ${pluralize(segments, 'segment')} in all`
			: '',
		groups > 0 ? pluralize(groups, 'contact group') : '',
	];
	return `would text ${reached.filter(Boolean).join(' and ')}`;
}

function aboutTexts({ texts, costly, costlyItems }: DryRows): string {
	const others = costlyItems > 1 ? `, and ${pluralize(costlyItems - 1, 'more item')} likewise` : '';
	return joinSentences([
		quotedTexts(texts),
		costly
			? `Item ${costly.index} takes ${pluralize(costly.segments, 'segment')} ${insteadOf(costly.cost)}${others}.`
			: '',
	]);
}

/** Quotes finished texts, such as "The first and longest text (item 0, 2 segments): '…'." */
function quotedTexts(texts: DryText[]): string {
	const sentences = texts.map(({ roles, index, segments, text }) => {
		const role = texts.length === 1 ? roles.slice(0, 1) : [roles.join(' and ')];
		const item = roles.length > 0 ? [`item ${index}`] : [];
		const size = segments > 1 ? [pluralize(segments, 'segment')] : [];
		const which = [...item, ...size].join(', ');
		const shown = atAGlance(text);
		const end = /[.!?…]$/.test(shown) ? '' : '.';
		return `The ${[...role, 'text'].join(' ')}${which && ` (${which})`}: '${shown}'${end}`;
	});
	return joinSentences(sentences);
}
