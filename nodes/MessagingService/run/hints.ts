import type { NodeExecutionHint } from 'n8n-workflow';

import { countNumbers, countSegments, sends, type Run } from './check';
import { isUnknown } from './failure';
import type { Failed, Found, Results, SendOrder, Sent } from '../item';
import { isSentByOthers } from '../send/equalRows';
import { hintSentences } from '../texts';

type Add = (type: 'warning' | 'info', message: string | false) => void;

/**
 * What n8n's output pane says of a run that did not fail. @param skips whether all items have Skip Already Sent
 * @param waited milliseconds that the service's rate limit had it wait
 */
export async function hintsOf(
	results: Results,
	run: Run,
	skips: boolean,
	waited: number,
): Promise<NodeExecutionHint[]> {
	const hints: NodeExecutionHint[] = [];
	const add: Add = (type, message) => {
		if (message) hints.push({ type, message, location: 'outputPane' });
	};
	if (sends(run)) await addOfSends([...results.values()] as Array<Sent | Failed>, run, skips, add);
	else addOfQueries([...results.values()] as Array<Found | Failed>, add);
	const isNamedAfterWorkflow = String(run.reader.expressionAt('campaign')).includes('$workflow');
	add('warning', isNamedAfterWorkflow && skips && hintSentences.namedAfterWorkflow);
	add('info', waited > 0 && hintSentences.waited(Math.max(1, Math.round(waited / 1000))));
	return hints;
}

async function addOfSends(
	results: Array<Sent | Failed>,
	{ total, node }: Run,
	skips: boolean,
	add: Add,
): Promise<void> {
	const counts = { accepted: 0, alreadySent: 0, excluded: 0, dryRun: 0, unknown: 0, notSent: 0 };
	const dry: SendOrder[] = [];
	let skipped = 0;
	let repeats = 0;
	for (const result of results) {
		const order = result.order as SendOrder | undefined;
		if ('failures' in result) counts[isUnknown(result) ? 'unknown' : 'notSent']++;
		else {
			counts[result.sendOutcome]++;
			skipped += result.order.beside.skippedRecipients?.length ?? 0;
			if (result.sendOutcome === 'dryRun') dry.push(result.order);
		}
		if (order && isSentByOthers(order)) repeats++;
	}
	const { alreadySent, unknown, notSent } = counts;
	add('warning', unknown > 0 && hintSentences.unknown(unknown, skips));
	if (dry.length > 0) add('info', await dryRunHint(dry));
	const place = node.onError === 'continueErrorOutput' ? 'Error Branch' : 'error column';
	if ((total > 1 || alreadySent > 0) && dry.length < total)
		add(unknown + notSent > 0 ? 'warning' : 'info', hintSentences.ended(counts, place));
	add('warning', repeats > 0 && hintSentences.repeats(repeats, repeats === total - 1));
	add('warning', skipped > 0 && hintSentences.skipped(skipped));
}

async function dryRunHint(orders: SendOrder[]): Promise<string> {
	const groups = new Set(orders.flatMap(({ body }) => body.contact_list_id ?? []));
	const numbers = await countNumbers(orders);
	const segments = countSegments(orders);
	const sum = { items: orders.length, numbers, segments, groups: groups.size };
	const skips = orders.some(({ skipSentWithin }) => skipSentWithin !== undefined);
	return hintSentences.dryRun(sum, skips);
}

function addOfQueries(results: Array<Found | Failed>, add: Add): void {
	let missing = 0;
	let isIncomplete = false;
	let isLimited = false;
	const lookedFor = new Set<string>();
	for (const result of results) {
		if ('failures' in result) continue;
		const { order, outputs, records } = result;
		missing += result.missing ?? 0;
		isIncomplete ||= result.incomplete === true;
		isLimited ||= order.limitsMessages === true && records === order.pages?.limit;
		if (outputs.length === 0 && order.lookedFor) lookedFor.add(order.lookedFor);
	}
	add('warning', isIncomplete && hintSentences.incomplete);
	add('warning', missing > 0 && hintSentences.missing(missing));
	add('info', lookedFor.size > 0 && hintSentences.nothingFound([...lookedFor]));
	add('info', isLimited && hintSentences.limitsMessages);
}
