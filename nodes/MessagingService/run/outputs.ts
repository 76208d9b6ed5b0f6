import type { IDataObject, INode, INodeExecutionData, NodeExecutionHint } from 'n8n-workflow';

import { countNumbers, countSegments, sends, type Run } from './check';
import { errorFor, isUnknown, itemText, rowNumberOf } from './failure';
import type { Failed, Found, Results, SendOrder, Sent } from '../item';
import { isSentByOthers } from '../send/equalRows';
import { isTurnOver, nextTurn } from '../service/stop';
import { hintSentences, type Doubt } from '../texts';

interface OutputForm {
	node: INode;
	isSend: boolean;
	wasStopped: boolean;
	/** The input's columns that an item comes out with. */
	rowOf(index: number): IDataObject;
}

/** The node's output: each item's own, in the order of the input, paired with it. Works in turns. */
export async function outputsOf(
	results: Results,
	run: Run,
	wasStopped: boolean,
): Promise<INodeExecutionData[]> {
	const { node, total, rowOf } = run;
	const form = { node, rowOf, wasStopped, isSend: sends(run) };
	const outputs: INodeExecutionData[] = [];
	for (let index = 0; index < total; index++) {
		const result = results.get(index);
		const pairedItem = { item: index };
		if (!result) continue;
		if ('failures' in result) outputs.push(failedOutput(index, result, form));
		else if ('sendOutcome' in result)
			outputs.push({ json: columnsOf(result, rowOf(index)), pairedItem });
		else
			for (const json of result.outputs) {
				outputs.push({ json, pairedItem });
				if (isTurnOver()) await nextTurn();
			}
		if (isTurnOver()) await nextTurn();
	}
	return outputs;
}

/**
 * n8n takes an item to the error output for the `error` beside its `json` (workflow-execute.ts,
 * handleNodeErrorOutput). Not enumerable: n8n replaces the `json` of an item that still has one there.
 */
export function failedOutput(
	index: number,
	failed: Failed,
	{ node, isSend, wasStopped, rowOf }: OutputForm,
): INodeExecutionData {
	const row = rowOf(index);
	const error = itemText({ index, ...failed, row: rowNumberOf(row) });
	const sendOutcome = isUnknown(failed) ? 'unknown' : 'notSent';
	const isExpression = failed.failures.some(({ id }) => id === 'expressionFailed');
	const json = isSend
		? columnsOf({ sendOutcome, order: failed.order, error }, row)
		: { ...(isExpression ? row : {}), error };
	const output: INodeExecutionData = { json, pairedItem: { item: index } };
	if (node.onError === 'continueErrorOutput') {
		const texts = { message: error, description: '', index };
		Object.defineProperty(output, 'error', { value: errorFor(node, texts, wasStopped) });
	}
	return output;
}

type Outcome = Omit<Partial<Sent>, 'sendOutcome'> & { sendOutcome: string; error?: string };

/** The same columns for every outcome, then the row's own, then what only some have. */
function columnsOf(outcome: Outcome, row: IDataObject): IDataObject {
	const { sendOutcome, messageId = null, sentAt = null, order, ...others } = outcome;
	const { error, confirmedBy, preview, deliveryStatus, receipt } = others;
	const { segments = null, encoding = null, skippedRecipients } = order?.beside ?? {};
	const { recipients, alreadySentRecipients } = recipientsOf(order, sendOutcome);
	const first = { sendOutcome, messageId, recipients, segments, encoding, sentAt };
	const last: IDataObject = {
		error,
		confirmedBy,
		preview,
		deliveryStatus,
		skippedRecipients,
		alreadySentRecipients,
		receipt,
	};
	for (const [name, value] of Object.entries(last)) if (value === undefined) delete last[name];
	// n8n would take an item with a column of this name for one that failed.
	const taken = new Set(['error', ...Object.keys(first), ...Object.keys(last)]);
	const own = Object.entries(row).filter(([name]) => !taken.has(name));
	return { ...first, ...Object.fromEntries(own), ...last };
}

/** An item's numbers, and apart from them those that have its message already, if only some do. */
function recipientsOf(order: SendOrder | undefined, sendOutcome: string) {
	if (!order?.body.recipients) return { recipients: null };
	const { repeats } = order;
	const own = order.body.recipients;
	const sentBefore = order.sentBefore ?? (sendOutcome === 'dryRun' ? repeats : undefined);
	if (!sentBefore) return { recipients: [...own, ...(repeats?.keys() ?? [])] };
	const having = [...sentBefore.keys()];
	if (own.length === 0) return { recipients: having };
	return { recipients: own, alreadySentRecipients: having.length > 0 ? having : undefined };
}

type Add = (type: 'warning' | 'info', message: string) => void;

/**
 * What n8n's output pane says of a run that did not fail. @param skips whether all items have Skip Already Sent
 * @param waited milliseconds that the service's rate limit had it wait
 */
export async function hintsOf(
	results: Results,
	run: Run,
	skips: () => boolean,
	waited: number,
): Promise<NodeExecutionHint[]> {
	const hints: NodeExecutionHint[] = [];
	const add: Add = (type, message) => hints.push({ type, message, location: 'outputPane' });
	// Results come in the order in which requests end.
	const inOrder = [...results].sort(([one], [other]) => one - other).map(([, result]) => result);
	if (sends(run)) await addOfSends(inOrder as Array<Sent | Failed>, run, skips, add);
	else addOfQueries(inOrder as Array<Found | Failed>, add);
	const isNamedAfterWorkflow = String(run.reader.expressionAt('campaign')).includes('$workflow');
	if (isNamedAfterWorkflow && skips()) add('warning', hintSentences.namedAfterWorkflow);
	if (waited > 0) add('info', hintSentences.waited(Math.max(1, Math.round(waited / 1000))));
	return hints;
}

async function addOfSends(
	results: Array<Sent | Failed>,
	{ total, node }: Run,
	skips: () => boolean,
	add: Add,
): Promise<void> {
	const counts = { accepted: 0, alreadySent: 0, excluded: 0, dryRun: 0, unknown: 0, notSent: 0 };
	const dry: SendOrder[] = [];
	let skipped = 0;
	let repeats = 0;
	const doubts = new Map<string, Doubt>();
	for (const result of results) {
		if (isTurnOver()) await nextTurn();
		for (const [number, doubt] of result.order?.doubts ?? []) doubts.set(number, doubt);
		if ('failures' in result) counts[isUnknown(result) ? 'unknown' : 'notSent']++;
		else {
			counts[result.sendOutcome]++;
			skipped += result.order.beside.skippedRecipients?.length ?? 0;
			if (result.sendOutcome === 'dryRun') dry.push(result.order);
		}
		if (result.order && isSentByOthers(result.order)) repeats++;
	}
	const { alreadySent, unknown, notSent } = counts;
	if (unknown > 0) add('warning', hintSentences.unknown(unknown, skips()));
	if (dry.length > 0) add('info', await dryRunHint(dry));
	const place = node.onError === 'continueErrorOutput' ? 'Error Branch' : 'error column';
	if ((total > 1 || alreadySent > 0) && dry.length < total)
		add(unknown + notSent > 0 ? 'warning' : 'info', hintSentences.ended(counts, place));
	if (repeats > 0) add('warning', hintSentences.repeats(repeats, repeats === total - 1));
	if (skipped > 0) add('warning', hintSentences.skipped(skipped));
	if (doubts.size > 0) add('warning', hintSentences.inDoubt(doubts));
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
	if (isIncomplete) add('warning', hintSentences.incomplete);
	if (missing > 0) add('warning', hintSentences.missing(missing));
	if (lookedFor.size > 0) add('info', hintSentences.nothingFound([...lookedFor]));
	if (isLimited) add('info', hintSentences.limitsMessages);
}
