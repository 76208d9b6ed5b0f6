import type { IDataObject, INodeExecutionData, IPollFunctions, NodeApiError } from 'n8n-workflow';

import { beginPoll, boundOf, publicationOf, startsByItself } from './activation';
import { changesOf, showsStatus, testRows, type WatchOrder } from './changes';
import { readMessages } from './reading';
import { forgetLatest, type Rotation, stateAfter, stateOf, type Watched } from './state';
import { openWatch, pollError, type Watch } from './watch';
import { isNewestFirst } from '../messages/list';
import type { Account } from '../service/account';
import { type Problem, problems } from '../texts';
import { statusKey } from '../values/fieldValues';
import { HOUR } from '../values/durations';
import { joinSentences, quotedValue } from '../wording';

/** The most recipients, or messages, to watch. Their state is stored in the workflow's row of n8n's database. */
const mostWatched = 50_000;

const tooMany = {
	...problems.tooManyWatched(mostWatched),
	declared: { cause: 'configuration-invalid' },
} as const;

const mostTested = 10;

/**
 * Runs one poll. Returns null if there is nothing to report.
 *
 * n8n may begin a poll while another is in progress, and both would report the same changes. One of the same activation
 * is skipped. One of another activation replaces the earlier one.
 *
 * @throws NodeApiError if not everything could be read; the state stays unchanged
 */
export async function poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	if (this.getMode() === 'manual') return output(await testEvents(await openWatch(this)));
	// Before the first await: with durable cursors, n8n has already given this poll its copy of the state.
	const turn = beginPoll(this);
	if (!turn) return null;
	try {
		if (turn.isFirst) return output(await firstPoll(this, turn.isLatest));
		return output(await changesSinceLast(await openWatch(this, boundOf(this)), turn.isLatest));
	} finally {
		turn.end();
	}
}

function output(items: IDataObject[]): INodeExecutionData[][] | null {
	return items.length > 0 ? [items.map((json) => ({ json }))] : null;
}

/**
 * Runs the poll that n8n waits for. If it throws, n8n stops polling and shows the error to whoever publishes the
 * workflow. If n8n activates the trigger by itself, the error is only recorded: thrown, it would leave the trigger dead
 * from n8n 2.40 on.
 */
async function firstPoll(functions: IPollFunctions, isLatest: () => boolean) {
	forgetLatest(functions);
	const publication = publicationOf(functions);
	let account: Account | undefined;
	try {
		const watch = await openWatch(functions, publication.bound);
		({ account } = watch.session);
		if (publication.refusal?.account === account) throw publication.refusal.error;
		const items = await changesSinceLast(watch, isLatest);
		// n8n itself commits a durable cursor only after later polls (poll-trigger-executor.ts).
		if (items.length === 0) await functions.__commitCursor?.();
		return items;
	} catch (thrown) {
		const error = thrown as NodeApiError;
		if (startsByItself(functions)) {
			functions.__emitError(error);
			return [];
		}
		// n8n shows only the message to whoever publishes a workflow.
		error.message = joinSentences([error.message, error.description ?? '']);
		error.description = null;
		// n8n tries again, and the service may lock an account after five attempts with a wrong secret.
		if (account && error.failure?.cause === 'credential-invalid')
			publication.refusal = { account, error };
		throw error;
	}
}

/**
 * Returns the changes since the poll before, oldest message first. Returns none if a newer poll has replaced this one.
 */
export async function changesSinceLast(
	watch: Watch,
	isLatest: () => boolean,
): Promise<IDataObject[]> {
	const { functions, order, identity } = watch;
	const { before, isMissing, keep } = stateOf(functions, identity);
	const goesOn = before !== undefined;
	let read = await readChanges(watch, before, before?.rotation);
	const isPart = !read.isWhole;
	// A message that is watched only because Watch Hours was raised must not count as new in a later slice.
	const isWider = isPart && read.since < before!.since;
	if (isPart && (read.failure || isWider || blindness(order)))
		read = await readChanges(watch, before);
	if (!isLatest()) return [];
	const after = stateAfter(read.seen, read, before);
	const watched = read.isWhole ? read.seen.size : after.entries.size;
	const problem = watched > mostWatched ? tooMany : (read.failure ?? blindness(order));
	if (problem) throw pollError(watch, [problem], goesOn);
	// Last, since nothing can fail after it: n8n saves the state together with the items (poll-trigger-executor.ts). If
	// that save is lost, the next process finds and reports the same changes again.
	keep(after);
	if (isMissing && startsByItself(functions))
		functions.__emitError(pollError(watch, [problems.stateLost()]));
	read.changes.sort((one, other) => one.createdAt - other.createdAt);
	return read.changes.flatMap(({ items }) => items);
}

/** Reads the messages, all of them without a rotation, and compares them with the state before. */
async function readChanges(watch: Watch, before: Watched | undefined, rotation?: Rotation) {
	const { order } = watch;
	const seen: Watched['entries'] = new Map();
	const changes: Array<{ createdAt: number; items: IDataObject[] }> = [];
	const read = await readMessages(watch, {
		isFirst: before === undefined,
		rotation,
		isEnough: () => seen.size > mostWatched,
		onMessage: (message, createdAt) => {
			recordStatus(message, order);
			const items = changesOf(message, createdAt, order, before, seen);
			if (items.length > 0) changes.push({ createdAt: createdAt ?? 0, items });
		},
	});
	return { ...read, seen, changes };
}

/** Records whether the message shows a status, if statuses are watched. */
function recordStatus(message: IDataObject, { event, seen }: WatchOrder): void {
	if (event === 'statusChanged') seen.record('Status', { isShown: showsStatus(message) });
}

/** Returns a problem if none of the messages read shows a field that is watched. */
function blindness({ seen: { missing } }: WatchOrder): Problem | undefined {
	return missing.length > 0 ? problems.notWatchable(missing) : undefined;
}

/**
 * Returns test events: the newest records as the trigger outputs them, for building the rest of the workflow.
 * @throws NodeApiError if the list can't be read, or has none to show
 */
async function testEvents(watch: Watch): Promise<IDataObject[]> {
	const { order } = watch;
	let newest: Array<{ createdAt: number; message: IDataObject }> = [];
	const byNewest = () => newest.sort((one, other) => other.createdAt - one.createdAt);
	const { failure } = await readMessages(watch, {
		isFirst: false,
		isEnough: (page) => newest.length >= mostTested && isNewestFirst(page),
		onMessage: (message, createdAt = 0) => {
			recordStatus(message, order);
			newest.push({ createdAt, message });
			if (newest.length > 1000) newest = byNewest().slice(0, mostTested);
		},
	});
	const problem = failure ?? blindness(order);
	if (problem) throw pollError(watch, [problem]);
	const rows = byNewest().flatMap(({ message }) => testRows(message, order));
	const wanted = rows.filter(({ status }) => order.statuses?.has(statusKey(status)) !== false);
	if (wanted.length > 0) return wanted.slice(0, mostTested);
	if (rows.length > 0) {
		const seen = [...new Set(rows.map(({ status }) => quotedValue(status)))].slice(0, mostTested);
		throw pollError(watch, [problems.noneOfTheStatuses(seen)]);
	}
	const isFiltered = order.keeps !== undefined || Object.keys(order.query).length > 0;
	throw pollError(watch, [problems.nothingToFetch(order.watchedFor / HOUR, isFiltered)]);
}
