import { NodeApiError, type IDataObject, type INode, type JsonObject } from 'n8n-workflow';

import { sends, type Run } from './check';
import { fitting, howToGoOn, joined, labelOf, nextOf, placesOf, type RunSoFar } from './howToGoOn';
import type { FailedItem, Failure, Order, Results } from '../item';
import type { Session } from '../service/session';
import type { Stop } from '../service/stop';
import { mostBytes, nothingLost, pollAdvice, runSentences } from '../texts';
import { groupedBy } from '../values/simple';
import { bytesOf, fitted } from '../wording';

interface Texts {
	message: string;
	description: string;
	declared?: Failure['declared'];
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

export function failedIn(results: Results, { rowOf }: Pick<Run, 'rowOf'>): FailedItem[] {
	return [...results]
		.flatMap(([index, result]) =>
			'failures' in result ? [{ index, ...result, row: rowNumberOf(rowOf(index)) }] : [],
		)
		.sort((one, other) => one.index - other.index);
}

/** The item's row in its sheet, as n8n's spreadsheet nodes tell it; undefined where they don't. */
export function rowNumberOf({ row_number: row }: IDataObject): FailedItem['row'] {
	return Number.isSafeInteger(row) ? (row as number) : undefined;
}

/** Whether nobody can say if the item's message was sent. */
export function isUnknown({ failures }: Pick<FailedItem, 'failures'>): boolean {
	return failures.some(({ fate }) => fate === 'unknown');
}

export function itemText(item: FailedItem): string {
	return `${whatOf(item)} ${nextOf(item)} ${labelOf([item])}`;
}

function whatOf({ failures }: Pick<FailedItem, 'failures'>): string {
	return fitted(joined(failures.map(({ what }) => what)), 1500);
}

/** Whether running the same items again texts only the rest. @param orders of the items that could be read */
export function skippingOf(orders: Order[]): RunSoFar['skipping'] {
	let skipping: RunSoFar['skipping'] = orders.length > 0 ? 'on' : 'possible';
	for (const order of orders) {
		if (order.purpose !== 'send' || order.body.recipients === null) return 'impossible';
		if (order.skipSentWithin === undefined) skipping = 'possible';
	}
	return skipping;
}

/** The error that a run without continue-on-fail ends with: what came of all its tries. */
export function failureOfRun(
	run: Run,
	session: Session,
	{
		results,
		skipping,
		stop,
		nothingLeft,
	}: { results: Results; stop: Stop } & Pick<RunSoFar, 'skipping' | 'nothingLeft'>,
): Error {
	const { isStopped } = stop;
	const failed = failedIn(results, run);
	const unknown = failed.filter(isUnknown);
	const refused = failed.filter((item) => !isUnknown(item));
	const soFar = {
		total: run.total,
		sends: sends(run),
		receipts: run.ledger.receipts,
		alreadySent: [...results].flatMap(([index, result]) =>
			'sendOutcome' in result && result.sendOutcome === 'alreadySent' ? [{ index }] : [],
		),
		skipping,
		nothingLeft: nothingLeft && !isStopped,
	};
	const happened = whatHappened(unknown, refused, soFar);
	// Without the word, n8n would file a stopped execution as one that failed.
	const isSaid = !isStopped || happened.includes('canceled');
	const message = session.redact(isSaid ? happened : joined([runSentences.stopped, happened]));
	const description = session.redact(howToGoOn(unknown, refused, soFar));
	// n8n shows the error at one item: the one to look at, or to fix.
	const { index } = [...(nothingLeft ? [] : unknown), ...refused][0]!;
	return errorFor(run.node, { message, description, index }, isStopped);
}

/** Names every unknown item, before ten texts of refused ones: an unknown one that is not named may be sent twice. */
function whatHappened(unknown: FailedItem[], refused: FailedItem[], run: RunSoFar): string {
	const isOnlyItem = run.total === 1;
	const opened = opening(unknown.length, refused.length, run);
	const ofUnknown = told(unknown, isOnlyItem, 2000, (untold) =>
		runSentences.alsoUnknown(placesOf(untold, mostPlaces)),
	);
	const bytes = mostBytes.message - bytesOf(opened + ofUnknown) - 50;
	const ofRefused = told(refused, isOnlyItem, bytes, ({ length }) =>
		runSentences.moreItems(length),
	);
	return fitted(joined([opened, ofUnknown, ofRefused]), mostBytes.message);
}

/** Letters: enough for hundreds of items with others between them. */
const mostPlaces = 1000;

/** Whether anything was sent, and how many items failed where it is more than one. */
function opening(
	unknown: number,
	refused: number,
	{ total, sends, receipts, nothingLeft }: RunSoFar,
): string {
	const hasSent = unknown + receipts.length > 0;
	let sent = '';
	if (sends && !hasSent) sent = runSentences.sentNothing;
	else if (sends && nothingLeft)
		sent = receipts.length > 0 ? runSentences.sentBefore : runSentences.sentNothingNow;
	if (unknown + refused < 2) return sent;
	const ofSends = sends && hasSent ? 'not sent' : 'failed';
	const became = nothingLeft ? 'refused' : ofSends;
	return joined([sent, runSentences.failed(total, unknown, refused, became)]);
}

/** '[item 3] …' for each of the first ten texts, and a sentence for the items that have no room. */
function told(
	items: FailedItem[],
	isOnlyItem: boolean,
	bytes: number,
	ofRest: (untold: FailedItem[]) => string,
): string {
	const groups = [...groupedBy(items, whatOf)];
	const lines = groups
		.slice(0, 10)
		.map(([what, same]) => (isOnlyItem ? what : `${labelOf(same, mostPlaces)} ${what}`));
	const shown = fitting(lines, bytes);
	const untold = groups.slice(shown.length).flatMap(([, same]) => same);
	return joined(untold.length > 0 ? [...shown, ofRest(untold)] : shown);
}

/** The texts of a poll that failed. @param goesOn whether the next poll has a state to go on from */
export function pollFailure(failures: Failure[], goesOn: boolean): Texts {
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
