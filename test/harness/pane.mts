/**
 * Checks the hints above the output of every send in these tests against its rows: at most three, and counts of rows
 * and numbers that are those of the table below.
 */
import type { IDataObject } from 'n8n-workflow';

const outcomes = {
	'may or may not have been sent': 'unknown',
	accepted: 'accepted',
	'had it already': 'alreadySent',
	'would text': 'dryRun',
	excluded: 'excluded',
	'not sent': 'notSent',
};

const part = new RegExp(
	String.raw`([\d,]+)(?: rows?)? (${Object.keys(outcomes).join('|')})(?: \(([\d,]+) numbers?\)| ([\d,]+) numbers?)?`,
	'g',
);

const count = (text: string | undefined) => Number((text ?? '0').replaceAll(',', ''));

/** Returns the different numbers in a column of some rows. */
const numbersIn = (rows: IDataObject[], column: string): string[] =>
	rows.flatMap((row) => (row[column] ? String(row[column]).split(', ') : []));

/** @throws Error that shows the hints and the first rows, if they disagree */
export function holdAgainstRows(hints: string[], rows: IDataObject[]): void {
	const disagree = (what: string): never => {
		const shown = JSON.stringify(rows.slice(0, 20));
		throw new Error(`The hints disagree with the rows: ${what}\n${hints.join('\n')}\n${shown}`);
	};
	if (hints.length > 3) disagree('more than three');
	const text = hints.join('\n');
	const [, ended = ''] =
		/^(?:Dry Run [^.]*\. |The te(?:xt|st) .*? Nobody else got anything\. |Nothing was sent, [^.]*\. )?([\d,]+ rows?[ :].*)/.exec(
			hints[0] ?? '',
		) ?? [];
	const of = (outcome: string) => rows.filter(({ sendOutcome }) => sendOutcome === outcome);
	if (!ended) {
		if (rows.length > 1) disagree('nothing says what became of them');
		for (const outcome of ['unknown', 'alreadySent', 'dryRun'])
			if (of(outcome).length > 0) disagree(`nothing says what became of the row: ${outcome}`);
		return;
	}
	const total = /^([\d,]+) rows?:/.exec(ended)?.[1];
	if (total !== undefined && count(total) !== rows.length) disagree(`rows in all: ${total}`);
	const said = new Map<string, { rows: number; numbers?: number }>();
	for (const [, number, words, inBrackets, texted] of ended.matchAll(part)) {
		const numbers = inBrackets ?? texted;
		const told = {
			rows: count(number),
			numbers: numbers === undefined ? undefined : count(numbers),
		};
		said.set(outcomes[words as 'accepted'], told);
	}
	for (const outcome of Object.values(outcomes)) {
		const its = of(outcome);
		const told = said.get(outcome) ?? { rows: 0 };
		if (told.rows !== its.length) disagree(`${told.rows} rows ${outcome}`);
		const { size } = new Set(numbersIn(its, 'recipients'));
		// Without a count, the reader takes each row for one number.
		const isRight = told.numbers === undefined ? size <= its.length : told.numbers === size;
		if (outcome === 'dryRun' ? told.numbers !== undefined && !isRight : !isRight)
			disagree(`${told.numbers} numbers ${outcome}`);
	}
	const [, more] = /([\d,]+) more numbers? (?:has|have) it/.exec(text) ?? [];
	const having = numbersIn(rows, 'alreadySentRecipients').length;
	if (count(more) !== having) disagree(`more numbers: ${more}`);
	const left = rows.flatMap((row) => (row.skippedRecipients ?? []) as Array<{ recipient: string }>);
	const [, out] = /([\d,]+) numbers? (?:is|are) left out/.exec(text) ?? [];
	if (count(out) !== new Set(left.map(({ recipient }) => recipient)).size)
		disagree(`left out: ${out}`);
	const times = hints.find((hint) => /^(?:It is|Sending Hours) .* go(?:es)? out /.test(hint)) ?? '';
	const saysLater = / go(?:es)? out (?!now\.)/.test(times);
	const isLater = rows.some(
		(row) => row.scheduledFor && ['accepted', 'dryRun'].includes(String(row.sendOutcome)),
	);
	// A row that is unknown may have numbers whose message goes out later.
	if (isLater ? !saysLater : saysLater && having === 0) disagree('when');
}
