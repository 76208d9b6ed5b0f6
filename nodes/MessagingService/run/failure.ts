import { NodeApiError, type IDataObject, type INode, type JsonObject } from 'n8n-workflow';

import { sends, type Run } from './check';
import { howToGoOn, nextOf, type RunSoFar } from './howToGoOn';
import { labelOf, messagesIn, partsWith, placesOf, type Part } from './parts';
import type { Outcomes } from '../send/outcomes';
import type { SendOutcome, Told } from '../send/told';
import type { Stop } from '../service/stop';
import { mostBytes, nothingLost, pollAdvice, runSentences, type Problem } from '../texts';
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

/** The item's row in its sheet, as n8n's spreadsheet nodes tell it; undefined where they don't. */
export function rowNumberOf({ row_number: row }: IDataObject): number | undefined {
	return Number.isSafeInteger(row) ? (row as number) : undefined;
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
export function failureOfRun(
	run: Run,
	rows: Told[],
	{ isStopped }: Stop,
	nothingLeft: boolean,
): Error {
	const parts = (outcome: SendOutcome) =>
		partsWith(outcome, rows, (index) => rowNumberOf(run.rowOf(index)));
	const notSent = parts('notSent');
	const soFar: RunSoFar = {
		total: run.total,
		sends: sends(run),
		unknown: parts('unknown'),
		accepted: parts('accepted'),
		alreadySent: parts('alreadySent'),
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

/** Names every unknown item, before ten texts of refused ones: an unknown one that is not named may be sent twice. */
function whatHappened(run: RunSoFar): string {
	const isOnlyItem = run.total === 1;
	const opened = opening(run);
	const ofUnknown = told(run.unknown, isOnlyItem, 2000, (untold) =>
		runSentences.alsoUnknown(placesOf(untold, mostPlaces)),
	);
	const bytes = mostBytes.message - bytesOf(opened + ofUnknown) - 50;
	const ofRefused = told(run.refused, isOnlyItem, bytes, ({ length }) =>
		runSentences.moreItems(length),
	);
	return fitted(joined([opened, ofUnknown, ofRefused]), mostBytes.message);
}

/** Letters: enough for hundreds of items with others between them. */
const mostPlaces = 1000;

/** Whether anything was sent, and how many messages failed where it is more than one item's. */
function opening({ sends, total, nothingLeft, ...of }: RunSoFar): string {
	const { unknown, accepted, alreadySent, notSent, refused } = of;
	const hasSent = unknown.length + accepted.length > 0;
	let sent = '';
	if (sends && !hasSent) sent = runSentences.sentNothing;
	else if (sends && nothingLeft)
		sent = accepted.length > 0 ? runSentences.sentBefore : runSentences.sentNothingNow;
	if (unknown.length + refused.length < 2) return sent;
	if (!sends || nothingLeft || !hasSent) {
		const became = nothingLeft ? 'refused' : 'failed';
		const items = [total, unknown.length, refused.length] as [number, number, number];
		return joined([sent, runSentences.failed(items, 'item', became)]);
	}
	const all = messagesIn([...unknown, ...accepted, ...alreadySent, ...notSent]);
	const messages = [all, messagesIn(unknown), messagesIn(refused)] as [number, number, number];
	return joined([sent, runSentences.failed(messages, 'message', 'not sent')]);
}

/** '[item 3] …' for each of the first ten texts, and a sentence for the items that have no room. */
function told(
	parts: Part[],
	isOnlyItem: boolean,
	bytes: number,
	ofRest: (untold: Part[]) => string,
): string {
	const groups = [...groupedBy(parts, whatOf)];
	const lines = groups
		.slice(0, 10)
		.map(([what, same]) => (isOnlyItem ? what : `${labelOf(same, mostPlaces)} ${what}`));
	const shown = fitting(lines, bytes);
	const untold = groups.slice(shown.length).flatMap(([, same]) => same);
	return joined(untold.length > 0 ? [...shown, ofRest(untold)] : shown);
}

/** The texts of a poll that failed. @param goesOn whether the next poll has a state to go on from */
export function pollFailure(failures: Problem[], goesOn: boolean): Texts {
	const declared = failures.map((failure) => failure.declared).find(Boolean);
	const ofPolls: Record<string, string> = pollAdvice;
	const advised = failures.map((failure) => ({
		...failure,
		next: ofPolls[failure.id] ?? failure.next,
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
