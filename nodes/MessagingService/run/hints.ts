import type { NodeExecutionHint } from 'n8n-workflow';

import type { FailedItem, Results } from '../item';
import { isUnknown } from '../errors/itemText';

/**
 * What is worth knowing of a run that did not fail, for n8n's output pane. Nothing when all is plain.
 *
 * @param waited milliseconds that the service had the requests wait
 */
export function hintsOf(results: Results, waited: number): NodeExecutionHint[] {
	const failed = [...results.values()].filter((result): result is Pick<FailedItem, 'failures'> => 'failures' in result);
	const unknown = failed.filter(isUnknown).length;
	const skipped = countSkipped(results);
	const already = [...results.values()].filter((result) => 'outputs' in result && result.alreadySent).length;
	const isIncomplete = [...results.values()].some((result) => 'outputs' in result && result.incomplete);
	return [
		...(unknown > 0 ? [warning(`${counted(unknown, 'message')} may or may not have been sent. Look for ${unknown === 1 ? 'it' : 'them'} with Query Messages before resending.`)] : []),
		...(skipped > 0 ? [warning(`${counted(skipped, 'number')} got nothing. The output's skippedRecipients says which, and why.`)] : []),
		...(isIncomplete ? [warning('The list changed while it was read, so some results may be missing. Run the workflow again.')] : []),
		...(already > 0 ? [info(`${counted(already, 'item')} had the message already, so nothing was sent for ${already === 1 ? 'it' : 'them'}.`)] : []),
		...(waited > 0 ? [info(`The service was receiving too many requests and had this run wait ${seconds(waited)}.`)] : []),
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

function counted(count: number, one: string): string {
	return `${count} ${one}${count === 1 ? '' : 's'}`;
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
