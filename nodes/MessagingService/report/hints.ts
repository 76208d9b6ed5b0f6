import type { NodeExecutionHint } from 'n8n-workflow';

import { rangesOf } from './parts';
import { sendingTimesOf } from './sendingTimes';
import { seriesIn } from './series';
import type { Summary } from './summary';
import { yielding } from '../eventLoop';
import type { SendOrder } from '../item';
import type { Outcomes } from '../recipients/outcomes';
import type { Row } from '../recipients/row';
import { reachOf } from '../send/caps';
import { type DryRows, hintSentences, lineOf, sayOutcomes } from '../texts';
import { getOrInsert, groupBy } from '../values/collections';
import { costOf, longestMessage } from '../values/text';
import { columnIn, mayBeEmpty } from '../values/placeholders';
import { invertedOffset } from '../values/timeZone';

interface RunOfSends {
	outcomes: Outcomes;
	/** IANA name of the workflow's time zone. */
	zone: string;
	total: number;
	/** Whether failed items come out in the error branch, rather than with a column `error`. */
	hasErrorBranch: boolean;
	/** The columns of the first row. */
	columns: string[];
	/** Whether Campaign is an expression with the workflow's name. */
	isNamedAfterWorkflow: boolean;
	/** Whether nothing is sent to the recipients of any row. */
	isDry: boolean;
	/** Whether Test Number is added. */
	asksForTest: boolean;
}

/**
 * Returns the hints above the output of sends that did not fail, at most three: what became of the rows, when and where
 * the texts go out, and what to look at. More would push the table off the screen. Yields to the event loop.
 * @param remarks other facts to look at
 */
export async function hintsOfSends(
	summary: Summary,
	run: RunOfSends,
	remarks: Remarks,
): Promise<NodeExecutionHint[]> {
	const { outcomes, zone } = run;
	const became = await becameHint(summary, run);
	const times = await sendingTimesOf(outcomes, zone);
	const facts = await factsToLookAt(summary, run);
	const warnings = [...remarks.warnings, ...facts.warnings];
	const infos = [...facts.infos, ...remarks.infos];
	const { unknown, notSent } = summary.outcomes;
	return [
		...lineOf(unknown.rows + notSent.rows > 0, [became]),
		...lineOf(times?.changesDay === true, [times?.message ?? '']),
		...lineOf(warnings.length > 0, [...warnings, ...infos]),
	];
}

/** Says what became of the rows. Empty for one row that went out plainly, or that tells its fault itself. */
async function becameHint(
	{ outcomes: rows, having }: Summary,
	{ outcomes, total, hasErrorBranch, isDry, asksForTest }: RunOfSends,
): Promise<string> {
	const { unknown, alreadySent, dryRun } = rows;
	const isPlain = unknown.rows + alreadySent.rows + dryRun.rows + having === 0;
	if (total === 1 && isPlain && !asksForTest) return '';
	return sayOutcomes({
		...{ total, outcomes: rows, having, skipping: outcomes.skipping, isDry, asksForTest },
		test: outcomes.reportTest(),
		dry: dryRun.rows > 0 ? await dryRowsOf(outcomes) : undefined,
		place: hasErrorBranch ? 'Error Branch' : 'error column',
	});
}

/** Facts that the reader is to look at: warnings, and facts that only inform. */
interface Remarks {
	warnings: Iterable<string>;
	infos: Iterable<string>;
}

async function factsToLookAt(
	{ repeats, skipped, doubts, abroad, listedOtherwise, oddities }: Summary,
	{ outcomes, zone, total, columns, isNamedAfterWorkflow }: RunOfSends,
) {
	const warnings: string[] = [];
	const infos: string[] = [];
	for (const [what, { code, rows }] of oddities) {
		const isEverywhere = rows.length === total;
		const where = isEverywhere ? undefined : rangesOf(rows, 60);
		const isUnknown = code?.includes('$json') && !columns.includes(columnIn(code) ?? '');
		const shown = isEverywhere && isUnknown ? columns : [];
		const odd = hintSentences.odd(what, rows.length, where, shown);
		(code && mayBeEmpty(code) ? infos : warnings).push(odd);
	}
	if (repeats.length > 0) {
		// In a later run of a list with Skip Already Sent, it is no news.
		const isNews = repeats.some((repeat) => repeat.isNews);
		const isOnlyOne = repeats.length === total - 1;
		(isNews ? warnings : infos).push(hintSentences.repeats(repeats, isOnlyOne));
	}
	const several = total > 1 ? await severalTexts(outcomes) : [];
	if (several.length > 0) warnings.push(hintSentences.severalTexts(several));
	const leftOut = total > 1 ? await textsLeftOut(outcomes) : [];
	if (leftOut.length > 0) warnings.push(hintSentences.textsLeftOut(leftOut));
	if (skipped.size > 0) warnings.push(hintSentences.skipped(skipped));
	const series = await seriesIn(outcomes);
	if (series) warnings.push(hintSentences.inSeries(series));
	for (const [name, offset] of invertedZones(outcomes.orders, zone))
		warnings.push(hintSentences.invertedZone(name, offset));
	if (doubts.size > 0) warnings.push(hintSentences.inDoubt(doubts));
	const [otherwise] = listedOtherwise;
	if (otherwise) warnings.push(hintSentences.listedOtherwise(listedOtherwise.length, otherwise));
	if (isNamedAfterWorkflow && outcomes.skipping === 'on')
		warnings.push(hintSentences.namedAfterWorkflow);
	if (abroad.size > 0) infos.push(hintSentences.abroad(abroad));
	return { warnings, infos };
}

/**
 * Returns the time zones of Sending Hours and schedules whose names have an inverted sign, each with its actual offset.
 */
function invertedZones(orders: SendOrder[], workflowZone: string): Map<string, string> {
	const zones = new Map<string, string>();
	for (const { hours, body } of orders) {
		const name = hours?.zone.name ?? (body.schedule === null ? '' : workflowZone);
		const offset = invertedOffset(name);
		if (offset) zones.set(name, offset);
	}
	return zones;
}

async function dryRowsOf(outcomes: Outcomes): Promise<DryRows> {
	const isDry = (order: SendOrder) => order.isDryRun === true;
	const reach = await reachOf(outcomes, isDry);
	const dry: DryRows = { reach, texts: [], costlyItems: 0 };
	const read: Row[] = [];
	for await (const row of yielding(outcomes.rows.values())) {
		const { index, order, reached } = row;
		if (!order || !isDry(order) || reached.length === 0) continue;
		const { body, segments } = order;
		if (segments === null) continue;
		read.push(row);
		const cost = segments > 1 ? costOf(body.message, segments) : undefined;
		if (!cost) continue;
		dry.costly ??= { index, segments, cost };
		dry.costlyItems++;
	}
	return { ...dry, texts: read.length > 0 ? textsToShow(read) : [] };
}

/** Returns the first, the longest and the shortest text, each with its roles: none if all texts are alike. */
function textsToShow(rows: Row[]): DryRows['texts'] {
	const isOne = new Set(rows.map(({ order }) => order!.body.message)).size === 1;
	const length = ({ order }: Row) => order!.segments! * longestMessage + order!.body.message.length;
	const chosen = {
		first: rows[0]!,
		longest: rows.reduce((best, row) => (length(row) > length(best) ? row : best)),
		shortest: rows.reduce((best, row) => (length(row) < length(best) ? row : best)),
	};
	const different = groupBy(Object.entries(chosen), ([, row]) => row);
	return [...different].map(([{ index, order }, roles]) => {
		const { segments, body } = order!;
		const names = isOne ? [] : roles.map(([role]) => role);
		return { roles: names, index, segments: segments!, text: body.message };
	});
}

/**
 * Returns the numbers that get several different texts, with the items that these come from. Yields to the event loop.
 */
async function severalTexts(outcomes: Outcomes) {
	const texts = new Set(outcomes.orders.map(({ body }) => body.message));
	const messages = new Map<string, Array<{ number: string; index: number; text: string }>>();
	// Most runs have one text.
	for (const { index, order, reached } of texts.size > 1 ? outcomes.rows.values() : [])
		for await (const { number, person } of yielding(order?.body.recipients ? reached : []))
			getOrInsert(messages, person, () => []).push({ number, index, text: order!.body.message });
	const several: Array<{ number: string; texts: number; items: string }> = [];
	for await (const same of yielding(messages.values())) {
		const { size } = new Set(same.map(({ text }) => text));
		const items = rangesOf(same.map(({ index }) => index)).replace(/, (\S+)$/, ' and $1');
		if (size > 1) several.push({ number: same[0]!.number, texts: size, items });
	}
	return several;
}

/**
 * Returns the texts that numbers don't get, since they get another row's text of the same campaign. Yields to the event
 * loop.
 */
async function textsLeftOut({ rows }: Outcomes) {
	const left: Array<{ number: string; index: number; first: number }> = [];
	for await (const { index, order, recipients } of yielding(rows.values()))
		for (const { number, first } of order?.isSameByCampaign ? recipients : [])
			if (first && first.order.body.message !== order!.body.message)
				left.push({ number, index, first: first.row.index });
	return left;
}
