import type { NodeExecutionHint } from 'n8n-workflow';

import { countNumbers, countSegments } from './check';
import { isUnknown } from './failure';
import type { Results, SendOrder } from '../item';
import { hintSentences } from '../texts';

/** What n8n's output pane says of a run that did not fail. @param waited milliseconds, for the service's rate limit */
export async function hintsOf(
	results: Results,
	waited: number,
	{ skips, isNamedAfterWorkflow }: { skips: boolean; isNamedAfterWorkflow: boolean },
): Promise<NodeExecutionHint[]> {
	let unknown = 0;
	let already = 0;
	let skipped = 0;
	let missing = 0;
	let isIncomplete = false;
	const dry: SendOrder[] = [];
	for (const result of results.values()) {
		if ('failures' in result) {
			if (isUnknown(result)) unknown++;
			continue;
		}
		const skippedRecipients = result.outputs[0]?.skippedRecipients;
		if (Array.isArray(skippedRecipients)) skipped += skippedRecipients.length;
		if (result.alreadySent) already++;
		if (result.incomplete) isIncomplete = true;
		if (result.dryRun) dry.push(result.dryRun);
		missing += result.missing ?? 0;
	}
	const hints: NodeExecutionHint[] = [];
	const add = (type: 'warning' | 'info', message: string): void => {
		hints.push({ type, message, location: 'outputPane' });
	};
	if (unknown > 0) add('warning', hintSentences.unknown(unknown, skips));
	if (dry.length > 0) add('info', await dryRunHint(dry));
	if (skips && isNamedAfterWorkflow) add('warning', hintSentences.namedAfterWorkflow);
	if (skipped > 0) add('warning', hintSentences.skipped(skipped));
	if (isIncomplete) add('warning', hintSentences.incomplete);
	if (missing > 0) add('warning', hintSentences.missing(missing));
	if (already > 0) add('info', hintSentences.alreadySent(already));
	if (waited > 0) add('info', hintSentences.waited(Math.max(1, Math.round(waited / 1000))));
	return hints;
}

async function dryRunHint(orders: SendOrder[]): Promise<string> {
	const groups = new Set(orders.flatMap(({ body }) => body.contact_list_id ?? []));
	const numbers = await countNumbers(orders);
	const segments = countSegments(orders);
	const sum = { items: orders.length, numbers, segments, groups: groups.size };
	const skips = orders.some(({ skipSentWithin }) => skipSentWithin !== undefined);
	return hintSentences.dryRun(sum, skips);
}
