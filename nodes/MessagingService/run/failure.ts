import { NodeApiError, type INode, type JsonObject } from 'n8n-workflow';

import type { Run } from './run';
import { howToGoOn, mostBytes, nextOf, type RunSoFar } from './howToGoOn';
import { labelOf, messagesIn, partsOf, placesOf, type Part } from './parts';
import { isSend } from '../operations/operation';
import type { Outcomes } from '../send/outcomes';
import type { Stop } from '../service/stop';
import { nothingLost, runSentences, type Problem } from '../texts';
import { groupedBy } from '../values/simple';
import { bytesOf, fitted, fitting, joined } from '../wording';

interface Texts {
	message: string;
	description: string;
	declared?: Problem['declared'];
}

/** An error that n8n shows as it is. n8n files each with the word "canceled" as stopped (workflow-execute.ts). */
export function errorFor(
	node: INode,
	{ message, description, declared, index }: Texts & { index?: number },
	wasStopped: boolean,
): NodeApiError {
	const options = { message, description, itemIndex: index };
	const error = new NodeApiError(node, {} as JsonObject, options);
	// Again: the constructor replaces texts that have a code of Node.js (n8n-workflow's node.error.ts).
	error.message = wasStopped ? message : message.replaceAll('canceled', 'cancelled');
	error.description = description;
	// The constructor of an older n8n doesn't know it.
	if (declared) error.failure = declared;
	return error;
}

function whatOf({ failures }: Pick<Part, 'failures'>): string {
	return fitted(joined(failures.map(({ what }) => what)), 1500);
}

/** What happened to an item, how to go on, and where its sheet has it. */
export function errorText(failures: Problem[], row: number | undefined): string {
	const inSheet = row === undefined ? '' : `[row_number ${row}]`;
	return joined([whatOf({ failures }), nextOf({ failures }), inSheet]);
}

/** Whether running the same items again texts only the rest. */
export function skippingOf(outcomes: Outcomes): RunSoFar['skipping'] {
	const { orders, hasMoved } = outcomes;
	let skipping: RunSoFar['skipping'] = orders.length > 0 ? 'on' : 'possible';
	for (const order of orders) {
		if (order.body.recipients === null || hasMoved) return 'impossible';
		if (order.skipSentWithin === undefined) skipping = 'possible';
	}
	return skipping;
}

/** The error that a run without continue-on-fail ends with: what came of all its tries. */
export async function failureOfRun(
	run: Run,
	{ isStopped }: Stop,
	nothingLeft: boolean,
): Promise<Error> {
	const { unknown, accepted, alreadySent, notSent } = await partsOf(run);
	const soFar: RunSoFar = {
		total: run.total,
		isSplit: run.total > 1 || [...unknown, ...notSent].some(({ others }) => others.length > 0),
		sends: isSend(run.operation),
		unknown,
		accepted,
		alreadySent,
		notSent,
		refused: notSent.filter(({ failures }) => failures.length > 0),
		skipping: skippingOf(run.outcomes),
		nothingLeft: nothingLeft && !isStopped,
	};
	const happened = whatHappened(soFar);
	// Without the word, n8n would file a stopped execution as one that failed.
	const isSaid = !isStopped || happened.includes('canceled');
	const message = isSaid ? happened : joined([runSentences.stopped, happened]);
	// n8n shows the error at one item: the one to look at, or to fix.
	const { index } = [...(nothingLeft ? [] : soFar.unknown), ...soFar.refused][0]!;
	return errorFor(run.node, { message, description: howToGoOn(soFar), index }, isStopped);
}

/** Letters: enough for hundreds of items with others between them. */
const mostPlaces = 1000;

/** Names every unknown item, before ten texts of refused ones: an unknown one that is not named may be sent twice. */
function whatHappened(run: RunSoFar): string {
	const opened = opening(run);
	const [ofUnknown, untold] = told(run.unknown, run.isSplit, 2000);
	if (untold.length > 0) ofUnknown.push(runSentences.alsoUnknown(placesOf(untold, mostPlaces)));
	const bytes = mostBytes.message - bytesOf(joined([opened, ...ofUnknown])) - 50;
	const [ofRefused, others] = told(run.refused, run.isSplit, bytes);
	if (others.length > 0) ofRefused.push(runSentences.moreItems(others.length));
	return fitted(joined([opened, ...ofUnknown, ...ofRefused]), mostBytes.message);
}

/** '[item 3] …' for each of the first ten texts, and the parts that have no room. */
function told(parts: Part[], isSplit: boolean, bytes: number): [string[], Part[]] {
	const groups = [...groupedBy(parts, whatOf)];
	const lines = groups
		.slice(0, 10)
		.map(([what, same]) => (isSplit ? `${labelOf(same, mostPlaces)} ${what}` : what));
	const shown = fitting(lines, bytes);
	return [shown, groups.slice(shown.length).flatMap(([, same]) => same)];
}

/** Whether anything was sent, and how many messages failed where it is more than one item's. */
function opening({ sends: isSend, total, nothingLeft, ...of }: RunSoFar): string {
	const { unknown, accepted, alreadySent, notSent, refused } = of;
	const hasSent = unknown.length + accepted.length > 0;
	let sent = '';
	if (isSend && !hasSent) sent = runSentences.sentNothing;
	else if (isSend && nothingLeft)
		sent = accepted.length > 0 ? runSentences.sentBefore : runSentences.sentNothingNow;
	if (unknown.length + refused.length < 2) return sent;
	const isOfItems = !isSend || nothingLeft || !hasSent;
	const count = (parts: Part[]) => (isOfItems ? parts.length : messagesIn(parts));
	const all = isOfItems ? total : messagesIn([...unknown, ...accepted, ...alreadySent, ...notSent]);
	const became = nothingLeft ? 'refused' : isOfItems ? 'failed' : 'not sent';
	const one = isOfItems ? 'item' : 'message';
	return joined([sent, runSentences.failed(one, all, count(unknown), count(refused), became)]);
}

/** The texts of a poll that failed. @param goesOn whether the next poll has a state to go on from */
export function pollFailure(failures: Problem[], goesOn: boolean): Texts {
	const declared = failures.map((failure) => failure.declared).find(Boolean);
	const advised = failures.map(({ next, nextAfterPoll = next, ...failure }) => ({
		...failure,
		next: nextAfterPoll,
	}));
	return {
		message: whatOf({ failures }),
		description: joined([nextOf({ failures: advised }), goesOn ? nothingLost : '']),
		// Without a cause n8n waits half an hour after some errors.
		declared: declared ?? { cause: 'temporarily-unavailable' },
	};
}

/** Puts the advice into the message: n8n shows whoever publishes a workflow the message alone. */
export function inOneText(error: Error & { description?: string | null }): void {
	error.message = joined([error.message, error.description ?? '']);
	error.description = null;
}
