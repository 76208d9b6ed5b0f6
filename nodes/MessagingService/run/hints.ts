import type { NodeExecutionHint } from 'n8n-workflow';

import { reachOf, sends, type Run } from './check';
import { rangesOf } from './parts';
import type { Found } from '../item';
import type { Outcomes } from '../send/outcomes';
import type { Told } from '../send/told';
import { isTurnOver, nextTurn } from '../service/stop';
import { hintSentences, type Doubt, type TextsOfNumber } from '../texts';
import { personOf } from '../values/phoneNumber';

type Add = (type: 'warning' | 'info', message: string) => void;

/**
 * What n8n's output pane says of a run that did not fail. @param skips whether all items have Skip Already Sent
 * @param waited milliseconds that the service's rate limit had it wait
 */
export async function hintsOf(
	rows: Told[],
	run: Run,
	skips: () => boolean,
	waited: number,
): Promise<NodeExecutionHint[]> {
	const hints: NodeExecutionHint[] = [];
	const add: Add = (type, message) => hints.push({ type, message, location: 'outputPane' });
	if (sends(run)) await addOfSends(rows, run, skips, add);
	else
		addOfQueries(
			rows.flatMap((_, index) => run.outcomes.foundAt(index) ?? []),
			add,
		);
	const isNamedAfterWorkflow = String(run.reader.expressionAt('campaign')).includes('$workflow');
	if (isNamedAfterWorkflow && skips()) add('warning', hintSentences.namedAfterWorkflow);
	if (waited > 0) add('info', hintSentences.waited(Math.max(1, Math.round(waited / 1000))));
	return hints;
}

async function addOfSends(
	rows: Told[],
	{ total, node, outcomes }: Run,
	skips: () => boolean,
	add: Add,
): Promise<void> {
	const counts = { accepted: 0, alreadySent: 0, excluded: 0, dryRun: 0, unknown: 0, notSent: 0 };
	let dry = 0;
	let repeats = 0;
	const skipped = new Set<string>();
	const doubts = new Map<string, Doubt>();
	for (const [index, told] of rows.entries()) {
		if (isTurnOver()) await nextTurn();
		const { order, recipients, sendOutcome } = told;
		for (const [number, doubt] of order?.doubts ?? []) doubts.set(number, doubt);
		for (const each of ['accepted', 'alreadySent', 'unknown', 'notSent'] as const)
			counts[each] += recipients[each].length;
		// It may be a row that can't be read.
		if (sendOutcome === 'notSent' && recipients.notSent.length === 0) counts.notSent++;
		if (sendOutcome === 'dryRun') dry++;
		if (sendOutcome === 'excluded') counts.excluded += told.skipped.length;
		for (const { recipient } of told.skipped) skipped.add(recipient);
		if (outcomes.isRepeat(index)) repeats++;
	}
	counts.dryRun = dry;
	const { alreadySent, unknown, notSent } = counts;
	if (unknown > 0) add('warning', hintSentences.unknown(unknown, skips()));
	if (dry > 0) add('info', await dryRunHint(dry, outcomes));
	const place = node.onError === 'continueErrorOutput' ? 'Error Branch' : 'error column';
	if ((total > 1 || alreadySent > 0) && dry < total)
		add(unknown + notSent > 0 ? 'warning' : 'info', hintSentences.ended(counts, place));
	if (repeats > 0) add('warning', hintSentences.repeats(repeats, repeats === total - 1));
	const several = total > 1 ? await severalTexts(outcomes) : [];
	if (several.length > 0) add('warning', hintSentences.severalTexts(several));
	if (skipped.size > 0) add('warning', hintSentences.skipped(skipped.size));
	if (doubts.size > 0) add('warning', hintSentences.inDoubt(doubts));
}

async function dryRunHint(items: number, outcomes: Outcomes): Promise<string> {
	const reach = await reachOf(outcomes, ({ isDryRun }) => isDryRun === true);
	const skips = outcomes.orders.some((each) => each.isDryRun && each.skipSentWithin !== undefined);
	return hintSentences.dryRun({ items, ...reach }, skips);
}

function addOfQueries(all: Found[], add: Add): void {
	let missing = 0;
	let isIncomplete = false;
	let isLimited = false;
	const lookedFor = new Set<string>();
	for (const found of all) {
		const { order, outputs, records } = found;
		missing += found.missing ?? 0;
		isIncomplete ||= found.incomplete === true;
		isLimited ||= order.limitsMessages === true && records === order.pages?.limit;
		if (outputs.length === 0 && order.lookedFor) lookedFor.add(order.lookedFor);
	}
	if (isIncomplete) add('warning', hintSentences.incomplete);
	if (missing > 0) add('warning', hintSentences.missing(missing));
	if (lookedFor.size > 0) add('info', hintSentences.nothingFound([...lookedFor]));
	if (isLimited) add('info', hintSentences.limitsMessages);
}

/** The numbers that get several different texts, and by which items. Works in turns. */
async function severalTexts(outcomes: Outcomes): Promise<TextsOfNumber[]> {
	// Most runs have one text for all, or one number in each row.
	if (new Set(outcomes.orders.map(({ body }) => body.message)).size < 2) return [];
	const firsts = new Map<string, TextOfItem>();
	const several = new Map<string, TextOfItem[]>();
	for (const { index, order, recipients } of outcomes.reached()) {
		const { message: text } = order.body;
		for (const number of order.body.recipients ? recipients : []) {
			if (isTurnOver()) await nextTurn();
			const person = personOf(number);
			const first = firsts.get(person);
			const others = several.get(person);
			if (!first) firsts.set(person, { number, index, text });
			else if (others) others.push({ number, index, text });
			else if (first.text !== text) several.set(person, [first, { number, index, text }]);
		}
	}
	return [...several.values()].map((items) => ({
		number: items[0]!.number,
		texts: new Set(items.map(({ text }) => text)).size,
		items: rangesOf(items.map(({ index }) => index)).replace(/, (\S+)$/, ' and $1'),
	}));
}

interface TextOfItem {
	number: string;
	index: number;
	text: string;
}
