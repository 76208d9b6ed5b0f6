import type { NodeExecutionHint } from 'n8n-workflow';

import { rangesOf } from './parts';
import { seriesIn } from './series';
import { yielding } from '../eventLoop';
import { type SendOrder, skipsSent } from '../item';
import type { Outcomes } from '../recipients/outcomes';
import type { Row } from '../recipients/row';
import type { RowReport } from '../recipients/rowReport';
import { reachOf } from '../send/caps';
import { type Cost, type Doubt, hintSentences } from '../texts';
import { getOrInsert } from '../values/collections';
import { costOf } from '../values/text';
import { clockOf, invertedOffset } from '../values/timeZone';

interface RunOfSends {
	outcomes: Outcomes;
	/** IANA name of the workflow's time zone. */
	zone: string;
	total: number;
	/** Whether failed items come out in the error branch, rather than with a column `error`. */
	hasErrorBranch: boolean;
	/** Whether Campaign is an expression with the workflow's name. */
	isNamedAfterWorkflow: boolean;
}

/** Returns the hints above the output of sends that did not fail. Yields to the event loop. */
export async function hintsOfSends(
	{ counts, repeats, later, skipped, doubts, listedOtherwise }: Summary,
	{ outcomes, zone, total, hasErrorBranch, isNamedAfterWorkflow }: RunOfSends,
): Promise<NodeExecutionHint[]> {
	const hints: NodeExecutionHint[] = [];
	const inform = (message: string) => hints.push({ type: 'info', message });
	const warn = (message: string) => hints.push({ type: 'warning', message });
	const skips = outcomes.skipping === 'on';
	const { alreadySent, unknown, notSent, dryRun } = counts;
	if (unknown > 0) warn(hintSentences.unknown(unknown, skips));
	if (dryRun > 0) inform(await dryRunHint(dryRun, outcomes));
	const place = hasErrorBranch ? 'Error Branch' : 'error column';
	if ((total > 1 || alreadySent > 0) && dryRun < total)
		(unknown + notSent > 0 ? warn : inform)(hintSentences.ended(counts, place));
	const inWords = (time: string) => clockOf(zone)(Date.parse(time));
	if (later.count > 0)
		inform(hintSentences.later(later.count, inWords(later.first), inWords(later.last), dryRun > 0));
	if (repeats.length > 0) {
		// In a later run of a list with Skip Already Sent, it is no news.
		const isNews = repeats.some((repeat) => repeat.isNews);
		(isNews ? warn : inform)(hintSentences.repeats(repeats, repeats.length === total - 1));
	}
	const several = total > 1 ? await severalTexts(outcomes) : [];
	if (several.length > 0) warn(hintSentences.severalTexts(several));
	const leftOut = total > 1 ? await textsLeftOut(outcomes) : [];
	if (leftOut.length > 0) warn(hintSentences.textsLeftOut(leftOut));
	if (skipped.size > 0) warn(hintSentences.skipped(skipped));
	const series = await seriesIn(outcomes);
	if (series) warn(hintSentences.inSeries(series));
	for (const [name, offset] of invertedZones(outcomes.orders, zone))
		warn(hintSentences.invertedZone(name, offset));
	if (doubts.size > 0) warn(hintSentences.inDoubt(doubts));
	const [otherwise] = listedOtherwise;
	if (otherwise) warn(hintSentences.listedOtherwise(listedOtherwise.length, otherwise));
	if (isNamedAfterWorkflow && skips) warn(hintSentences.namedAfterWorkflow);
	return hints;
}

/** Counts the recipients of each outcome, and collects other facts about all rows for the hints. */
export class Summary {
	readonly counts = { accepted: 0, alreadySent: 0, excluded: 0, dryRun: 0, unknown: 0, notSent: 0 };
	/**
	 * Rows that repeat the messages of other rows, each with the first of these. It is news unless everybody had the
	 * message before this run.
	 */
	readonly repeats: Array<{ index: number; first: number; isNews: boolean }> = [];
	/** Number of messages that go out later, and the first and the last of their times; ISO 8601. */
	readonly later = { count: 0, first: '9', last: '' };
	readonly skipped = new Set<string>();
	readonly doubts = new Map<string, Doubt>();
	/** Rows whose text the service's list seems to have with other punctuation, each with the ID of the record. */
	readonly listedOtherwise: Array<{ index: number; id: string | null }> = [];

	add(report: RowReport, row: Row | undefined): void {
		const { order, recipients, sendOutcome, skipped, scheduledFor } = report;
		const { counts, later } = this;
		for (const [number, doubt] of order?.doubts ?? []) this.doubts.set(number, doubt);
		for (const each of ['accepted', 'alreadySent', 'unknown', 'notSent'] as const)
			counts[each] += recipients[each].length;
		if (sendOutcome === 'dryRun') counts.dryRun++;
		else if (sendOutcome === 'excluded') counts.excluded += order!.skipped.length;
		// A row that can't be read.
		else if (recipients[sendOutcome].length === 0) counts.notSent++;
		for (const { recipient } of skipped) this.skipped.add(recipient);
		const { recipients: all = [], index = 0, listedOtherwise: id } = row ?? {};
		if (id !== undefined) this.listedOtherwise.push({ index, id });
		const firsts = all.flatMap(({ first }) => first ?? []);
		const isNews = firsts.some(({ fate: of }) => of?.became !== 'alreadySent');
		if (firsts.length > 0 && firsts.length === all.length)
			this.repeats.push({ index, first: firsts[0]!.row.index, isNews });
		const isDry = sendOutcome === 'dryRun';
		for (const { fate, first } of all) {
			const time = isDry ? scheduledFor : fate?.receipt?.scheduledFor;
			if (first || !time || !(isDry || fate?.became === 'accepted')) continue;
			later.count++;
			if (time < later.first) later.first = time;
			if (time > later.last) later.last = time;
		}
	}
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

async function dryRunHint(items: number, outcomes: Outcomes): Promise<string> {
	const isDry = (order: SendOrder) => order.isDryRun === true;
	const reach = await reachOf(outcomes, isDry);
	let longest = { segments: 1, index: 0 };
	let costly: { index: number; segments: number; cost: Cost } | undefined;
	let costlyItems = 0;
	let skips = false;
	for await (const { index, order } of yielding(outcomes.rows.values())) {
		if (!order || !isDry(order)) continue;
		const { body, segments } = order;
		if (segments === null) continue;
		if (segments > longest.segments) longest = { segments, index };
		skips ||= skipsSent(order);
		const cost = segments > 1 ? costOf(body.message, segments) : undefined;
		if (!cost) continue;
		costly ??= { index, segments, cost };
		costlyItems++;
	}
	return hintSentences.dryRun({ items, costlyItems, ...reach }, longest, costly, skips);
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
