import type { IDataObject, INode, NodeExecutionHint } from 'n8n-workflow';

import { failureOfThrown, type FieldReader } from './fields';
import type { NodeSettings } from './nodeSettings';
import type { Failed, Failure, Item, Results, SendItem, SendOrder } from '../item';
import type { Operation } from '../operations/operation';
import { refuseAlike, shareEqualRows } from '../send/equalRows';
import type { Ledger, SharedEntries } from '../send/ledger';
import type { Requester, Session } from '../service/session';
import { isTurnOver, nextTurn, type AbortSignalLike, type Stop } from '../service/stop';
import { problems, type Problem } from '../texts';
import { readCap } from '../values/simple';

/** One run of the node, whichever way n8n called it. */
export interface Run {
	operation: Operation;
	requester: Requester;
	node: INode;
	total: number;
	reader: FieldReader;
	settings: NodeSettings;
	/** What its earlier tries have sent. */
	ledger: Ledger;
	/** What n8n's workers share; undefined where n8n gives no way to it. */
	sharedEntries?: SharedEntries;
	continuesOnFail: boolean;
	/** Whether an unknown outcome comes out as an output rather than as the failure of the run. */
	givesOutUnknown: boolean;
	signal?: AbortSignalLike;
	rowOf(index: number): IDataObject;
	tell(hints: NodeExecutionHint[]): void;
}

export function sends({ operation }: Run): boolean {
	return operation.method === 'POST';
}

/** The items that may go, and results for those that need not or may not. */
interface Checked {
	items: Item[];
	results: Results;
}

/** Reads and checks all items before anything is sent. Works in turns; ends early when the run is stopped. */
export async function checkItems(run: Run, session: Session, stop: Stop): Promise<Checked> {
	const { reader, ledger, total, continuesOnFail } = run;
	const checked: Checked = { items: [], results: new Map() };
	const { items, results } = checked;
	let unreadableCap: Problem | undefined;
	for (let index = 0; index < total; index++) {
		if (isTurnOver()) await nextTurn();
		const sent = ledger.get(index);
		// Asked before the stop: an item that was sent must never be told as one that was not.
		if (sent && 'sent' in sent) results.set(index, sent.sent);
		else if (sent) results.set(index, { failures: [sent.unknown()], order: sent.order });
		else if (stop.isStopped) results.set(index, { failures: [notReached(run)] });
		else {
			const item = await checkItem(run, session, index);
			if ('order' in item) items.push(item);
			else results.set(index, item);
			// Without continue-on-fail no item goes anyway, and the run fails at the one to fix.
			if ('failures' in item && continuesOnFail) unreadableCap ??= unreadableCapOf(reader, index);
		}
	}
	if (stop.isStopped) return refuseAll(checked, notReached(run));
	if (unreadableCap) return refuseAll(checked, refused(unreadableCap));
	if (!sends(run)) return checked;
	let messages = items as SendItem[];
	if (total > 1) messages = await shareEqualRows(await refuseAlike(messages, results), ledger);
	return await applyCaps(ledger, messages, results);
}

/** Refusals and skipped numbers quote the user's own values, which may be secrets: those are taken out. */
async function checkItem(
	{ operation, reader, settings }: Run,
	session: Session,
	index: number,
): Promise<Item | { failures: Failure[] }> {
	const redacted = (failures: Failure[]) => failures.map((each) => session.redacted(each));
	try {
		const prepared = await inTurns(operation.prepare(reader.read(index)));
		const failures = 'problems' in prepared ? prepared.problems.map(refused) : [];
		if (settings.problem) failures.push(settings.problem);
		if (failures.length > 0 || 'problems' in prepared) return { failures: redacted(failures) };
		const { order } = prepared;
		if (order.purpose === 'send' && order.beside.skippedRecipients)
			session.account.redaction.data(order.beside);
		return { index, ...prepared };
	} catch (error) {
		// A bug of ours, too: thrown on, n8n would hand the rows on under continue-on-fail as if they had gone.
		return { failures: redacted([failureOfThrown(error)]) };
	}
}

async function inTurns(prepared: ReturnType<Operation['prepare']>) {
	if (!(Symbol.iterator in prepared)) return prepared;
	for (;;) {
		const { done, value } = prepared.next();
		if (done) return value;
		if (isTurnOver()) await nextTurn();
	}
}

function refused(problem: Problem): Failure {
	return { ...problem, fate: 'refused' };
}

function notReached(run: Run): Failure {
	const id = sends(run) ? 'sendCanceled' : 'canceled';
	return refused(problems[id]());
}

function refuseAll({ items, results }: Checked, failure: Failure): Checked {
	for (const { index, order } of items) {
		const message = order.purpose === 'send' ? order : undefined;
		results.set(index, { failures: [failure], order: message });
	}
	return { items: [], results };
}

/** The limits of a whole run; of several items' limits the lowest counts, and 0 is none. */
const caps = [
	{ label: 'Max Recipients', option: 'maxRecipients', exceeded: 'tooManyRecipients' },
	{ label: 'Max Total Segments', option: 'maxTotalSegments', exceeded: 'tooManyTotalSegments' },
] as const;

/** Refuses items that come to more than a cap, together with what earlier tries have sent. */
async function applyCaps(ledger: Ledger, items: SendItem[], results: Results): Promise<Checked> {
	const orders = [...ledger.orders, ...items.map(({ order }) => order)];
	for (const { label, option, exceeded } of caps) {
		let cap = Infinity;
		for (const order of orders) if (order[option] > 0) cap = Math.min(cap, order[option]);
		if (cap === Infinity) continue;
		const count = option === 'maxRecipients' ? countNumbers : countSegments;
		const total = await count(orders);
		for (const { index, order } of items) {
			const isGroup = order.body.contact_list_id !== null;
			if (!isGroup && total <= cap) continue;
			const { groupUnderCap, [exceeded]: tooMany } = problems;
			const failure = refused(isGroup ? groupUnderCap(label, cap) : tooMany(total, cap));
			const { failures = [] } = (results.get(index) ?? {}) as Partial<Failed>;
			results.set(index, { failures: [...failures, failure], order });
		}
	}
	return { items: items.filter(({ index }) => !results.has(index)), results };
}

/** How many numbers these orders reach, each counted once. Works in turns. */
export async function countNumbers(orders: SendOrder[]): Promise<number> {
	const numbers = new Set<string>();
	for (const { body } of orders) {
		if (isTurnOver()) await nextTurn();
		for (const number of body.recipients ?? []) numbers.add(number);
	}
	return numbers.size;
}

/** The segments of all messages, each message's once for each of its numbers. */
export function countSegments(orders: SendOrder[]): number {
	let sum = 0;
	for (const { body, beside } of orders) sum += beside.segments * (body.recipients?.length ?? 0);
	return sum;
}

/** What the other items are told where this one can't tell a cap of the run. */
function unreadableCapOf(reader: FieldReader, index: number): Problem | undefined {
	const unreadable = caps.find(({ label, option }) => {
		const path = `options.${option}`;
		if (!reader.isInForm(path)) return false;
		try {
			return readCap(reader.parameter(path, index, label), label).problem;
		} catch {
			return true;
		}
	});
	return unreadable && problems.capOfOtherItem(unreadable.label, index);
}
