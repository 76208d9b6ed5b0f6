import type { NodeExecutionHint } from 'n8n-workflow';

import { reachOf } from './check';
import type { Run } from './run';
import { rangesOf } from './parts';
import { campaign } from '../fields/send';
import type { SendOrder } from '../item';
import { isSend } from '../operations/operation';
import type { Outcomes } from '../send/outcomes';
import { recipientsOf } from '../send/recipients';
import { hintSentences, problems, type Doubt, type Problem } from '../texts';
import { isTurnOver, nextTurn } from '../turns';
import { LargeMap } from '../values/largeMap';
import { personOf } from '../values/phoneNumber';

type Add = (type: 'warning' | 'info', message: string) => void;

/**
 * What n8n's output pane says of a run that did not fail. @param skips whether all items have Skip Already Sent
 * @param waited milliseconds that the service's rate limit had it wait
 */
export async function hintsOf(
	run: Run,
	skips: () => boolean,
	waited: number,
): Promise<NodeExecutionHint[]> {
	const hints: NodeExecutionHint[] = [];
	const add: Add = (type, message) => hints.push({ type, message, location: 'outputPane' });
	if (isSend(run.operation)) await addOfSends(run, skips, add);
	else addOfQueries(run.outcomes, add);
	const isNamedAfterWorkflow = String(run.parameters.expressionAt(campaign)).includes('$workflow');
	if (isNamedAfterWorkflow && skips()) add('warning', hintSentences.namedAfterWorkflow);
	if (waited > 0) add('info', hintSentences.waited(Math.max(1, Math.round(waited / 1000))));
	return hints;
}

async function addOfSends(
	{ total, node, outcomes }: Run,
	skips: () => boolean,
	add: Add,
): Promise<void> {
	const counts = { accepted: 0, alreadySent: 0, excluded: 0, dryRun: 0, unknown: 0, notSent: 0 };
	let repeats = 0;
	const skipped = new Set<string>();
	const doubts = new Map<string, Doubt>();
	for (let index = 0; index < total; index++) {
		if (isTurnOver()) await nextTurn();
		const { order, recipients, sendOutcome, skipped: ofRow } = outcomes.tell(index);
		for (const [number, doubt] of order?.doubts ?? []) doubts.set(number, doubt);
		for (const each of ['accepted', 'alreadySent', 'unknown', 'notSent'] as const)
			counts[each] += recipients[each].length;
		if (sendOutcome === 'dryRun') counts.dryRun++;
		else if (sendOutcome === 'excluded') counts.excluded += order!.skipped.length;
		// A row that can't be read.
		else if (recipients[sendOutcome].length === 0) counts.notSent++;
		for (const { recipient } of ofRow) skipped.add(recipient);
		const fates = [...outcomes.rows.get(index)!.fates.values()];
		const sharing = fates.filter((fate) => 'row' in fate);
		if (order && sharing.length > 0 && sharing.length === recipientsOf(order).length) repeats++;
	}
	const { alreadySent, unknown, notSent, dryRun } = counts;
	if (unknown > 0) add('warning', hintSentences.unknown(unknown, skips()));
	if (dryRun > 0) add('info', await dryRunHint(dryRun, outcomes));
	const place = node.onError === 'continueErrorOutput' ? 'Error Branch' : 'error column';
	if ((total > 1 || alreadySent > 0) && dryRun < total)
		add(unknown + notSent > 0 ? 'warning' : 'info', hintSentences.ended(counts, place));
	if (repeats > 0) add('warning', hintSentences.repeats(repeats, repeats === total - 1));
	const several = total > 1 ? await severalTexts(outcomes) : [];
	if (several.length > 0) add('warning', hintSentences.severalTexts(several));
	if (skipped.size > 0) add('warning', hintSentences.skipped(skipped.size));
	if (doubts.size > 0) add('warning', hintSentences.inDoubt(doubts));
}

async function dryRunHint(items: number, outcomes: Outcomes): Promise<string> {
	const isDry = (order: SendOrder) => order.isDryRun === true;
	const reach = await reachOf(outcomes, isDry);
	const orders = outcomes.orders.filter(isDry);
	const skips = orders.some(({ skipSentWithin }) => skipSentWithin !== undefined);
	return hintSentences.dryRun({ items, ...reach }, skips);
}

/** The numbers that get several different texts, and by which items. Works in turns. */
async function severalTexts(outcomes: Outcomes) {
	const texts = new Set(outcomes.orders.map(({ body }) => body.message));
	const messages = new LargeMap<Array<{ number: string; index: number; text: string }>>();
	// Most runs have one text.
	for (const [index, { order }] of texts.size > 1 ? outcomes.rows : [])
		for (const number of order?.body.recipients ? outcomes.ownAt(index) : []) {
			if (isTurnOver()) await nextTurn();
			const person = personOf(number);
			const ofPerson = messages.get(person) ?? [];
			messages.set(person, ofPerson);
			ofPerson.push({ number, index, text: order!.body.message });
		}
	const several: Array<{ number: string; texts: number; items: string }> = [];
	for (const same of messages.values()) {
		if (isTurnOver()) await nextTurn();
		const { size } = new Set(same.map(({ text }) => text));
		const items = rangesOf(same.map(({ index }) => index)).replace(/, (\S+)$/, ' and $1');
		if (size > 1) several.push({ number: same[0]!.number, texts: size, items });
	}
	return several;
}

function addOfQueries({ rows }: Outcomes, add: Add): void {
	let missing = 0;
	let isIncomplete = false;
	let isLimited = false;
	const warnOf = ({ what, next }: Problem) => add('warning', `${what} ${next}`);
	const lookedFor = new Set<string>();
	// They came in the order in which requests ended.
	const inOrder = [...rows].sort(([one], [other]) => one - other);
	for (const [, { found }] of inOrder) {
		if (!found) continue;
		const { order, outputs, records } = found;
		missing += found.missing ?? 0;
		isIncomplete ||= found.incomplete === true;
		isLimited ||= order.limitsMessages === true && records === order.pages?.limit;
		if (outputs.length === 0 && order.lookedFor) lookedFor.add(order.lookedFor);
	}
	if (isIncomplete) warnOf(problems.listChanged());
	if (missing > 0) warnOf(problems.listCutShort(missing));
	if (lookedFor.size > 0) add('info', hintSentences.nothingFound([...lookedFor]));
	if (isLimited) add('info', hintSentences.limitsMessages);
}
