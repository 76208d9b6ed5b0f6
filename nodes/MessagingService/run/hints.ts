import type { NodeExecutionHint } from 'n8n-workflow';

import { countNumbers, countSegments } from './caps';
import { isUnknown } from './failure';
import type { FailedItem, Results } from '../item';
import { counted } from '../wording';

/**
 * What is worth knowing of a run that did not fail, for n8n's output pane. Nothing when all is plain.
 * Works in slices.
 *
 * @param waited milliseconds that the service had the requests wait
 * @param skips whether all items have Skip Already Sent on
 * @param isNamedAfterWorkflow whether the campaign is made of the workflow's name
 */
export async function hintsOf(
	results: Results,
	waited: number,
	{ skips = false, isNamedAfterWorkflow = false } = {},
): Promise<NodeExecutionHint[]> {
	const failed = [...results.values()].filter(
		(result): result is Pick<FailedItem, 'failures'> => 'failures' in result,
	);
	const unknown = failed.filter(isUnknown).length;
	const skipped = countSkipped(results);
	const already = [...results.values()].filter(
		(result) => 'outputs' in result && result.alreadySent,
	).length;
	const isIncomplete = [...results.values()].some(
		(result) => 'outputs' in result && result.incomplete,
	);
	const missing = [...results.values()].reduce(
		(sum, result) => sum + (('outputs' in result && result.missing) || 0),
		0,
	);
	return [
		...(unknown > 0
			? [
					warning(
						`${counted(unknown, 'message')} may or may not have been sent. ${howToSendTheRest(unknown, skips)}`,
					),
				]
			: []),
		...(await dryRunHint(results)),
		...(skips && isNamedAfterWorkflow
			? [
					warning(
						"Campaign is the workflow's name. If you rename the workflow, Skip Already Sent sends these messages again. For your next list, type a name of its own into Campaign.",
					),
				]
			: []),
		...(skipped > 0
			? [
					warning(
						`${counted(skipped, 'number')} got nothing. The output's skippedRecipients says which, and why.`,
					),
				]
			: []),
		...(isIncomplete
			? [
					warning(
						'The list changed while it was read, so some results may be missing. Run the workflow again.',
					),
				]
			: []),
		...(missing > 0
			? [
					warning(
						`${counted(missing, 'result')} ${missing === 1 ? 'is' : 'are'} missing: the service counts more than it gave. Run the workflow again. If it happens again, tell the service.`,
					),
				]
			: []),
		...(already > 0
			? [
					info(
						`${counted(already, 'item')} had the message already, so nothing was sent for ${already === 1 ? 'it' : 'them'}.`,
					),
				]
			: []),
		...(waited > 0
			? [
					info(
						`The service was receiving too many requests and had this run wait ${seconds(waited)}.`,
					),
				]
			: []),
	];
}

function howToSendTheRest(unknown: number, skips: boolean): string {
	const them = unknown === 1 ? 'it' : 'them';
	return skips
		? `Run the workflow again in two minutes or later: Skip Already Sent looks for ${them}, and sends only what isn't there.`
		: `Look for ${them} with Query Messages before resending. Or switch on Skip Already Sent, which looks before it sends, and run the workflow again in two minutes or later.`;
}

/** What a dry run comes to in all, so that a person can decide about the real one. */
async function dryRunHint(results: Results): Promise<NodeExecutionHint[]> {
	const dry = [...results.values()].flatMap((result) =>
		'outputs' in result && result.dryRun ? [result.dryRun] : [],
	);
	if (dry.length === 0) return [];
	const numbers = await countNumbers(dry);
	const groups = new Set(dry.flatMap(({ body }) => body.contact_list_id ?? [])).size;
	const segments = countSegments(dry);
	const reached = [
		...(numbers > 0
			? [`${counted(numbers, 'number')} with ${counted(segments, 'segment')} in all`]
			: []),
		...(groups > 0 ? [counted(groups, 'contact group')] : []),
	].join(', and ');
	const notLookedUp = dry.some(({ skipSentWithin }) => skipSentWithin !== undefined)
		? ' Skip Already Sent did not look who has the message already.'
		: '';
	return [
		info(
			`Dry Run is on for ${counted(dry.length, 'item')}, and nothing was sent for ${dry.length === 1 ? 'it' : 'them'}. Without it, ${dry.length === 1 ? 'it' : 'they'} would text ${reached}.${notLookedUp}`,
		),
	];
}

function countSkipped(results: Results): number {
	let count = 0;
	for (const result of results.values()) {
		const skipped = 'outputs' in result ? result.outputs[0]?.skippedRecipients : undefined;
		if (Array.isArray(skipped)) count += skipped.length;
	}
	return count;
}

function seconds(milliseconds: number): string {
	return counted(Math.max(1, Math.round(milliseconds / 1000)), 'second');
}

function warning(message: string): NodeExecutionHint {
	return { message, type: 'warning', location: 'outputPane' };
}

function info(message: string): NodeExecutionHint {
	return { message, type: 'info', location: 'outputPane' };
}
