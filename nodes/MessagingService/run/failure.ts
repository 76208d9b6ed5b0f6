import { NodeApiError, type INode } from 'n8n-workflow';

import type { Run } from './run';
import { howToGoOn, runSoFarOf, whatHappened } from '../send/failedRun';
import type { Stop } from '../service/stop';
import { runSentences, type Problem } from '../texts';
import { joined } from '../wording';

/** An error that n8n shows as it is. n8n files each with the word "canceled" as stopped (workflow-execute.ts). */
export function errorFor(
	node: INode,
	{ what, next, declared }: Problem,
	{ index, wasStopped = false }: { index?: number; wasStopped?: boolean } = {},
): NodeApiError {
	const options = { message: what, description: next, itemIndex: index };
	const error = new NodeApiError(node, {}, options);
	// Again: the constructor replaces texts that have a code of Node.js (n8n-workflow's node.error.ts).
	error.message = wasStopped ? what : what.replaceAll('canceled', 'cancelled');
	error.description = next;
	// The constructor of an older n8n doesn't know it.
	if (declared) error.failure = declared;
	return error;
}

/** The error of a run without continue-on-fail. @param madeNoRequest whether items were refused before its first one */
export async function failureOfRun(
	{ operation, node, total, outcomes, rowOf }: Run,
	{ isStopped }: Stop,
	madeNoRequest: boolean,
): Promise<Error> {
	const soFar = await runSoFarOf(
		outcomes,
		{ total, isSend: operation.purpose === 'send', madeNoRequest: madeNoRequest && !isStopped },
		rowOf,
	);
	const happened = whatHappened(soFar);
	// Without the word, n8n would file a stopped execution as one that failed.
	const isSaid = !isStopped || happened.includes('canceled');
	const what = isSaid ? happened : joined([runSentences.stopped, happened]);
	// n8n shows the error at one item: the one to look at, or to fix.
	const { index } = [...(madeNoRequest ? [] : soFar.unknown), ...soFar.refused][0]!;
	return errorFor(node, { what, next: howToGoOn(soFar) }, { index, wasStopped: isStopped });
}
