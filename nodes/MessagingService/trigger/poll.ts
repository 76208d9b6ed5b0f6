import type { IDataObject, INodeExecutionData, IPollFunctions, NodeApiError } from 'n8n-workflow';

import { beginPoll, boundOf, publicationOf, startsByItself } from './activation';
import { changesOf, showsStatus, testRows, type WatchOrder } from './changes';
import { forgetLatest, stateAfter, stateOf, type Watched } from './state';
import { openWatch, pollError, readMessages, type Watch } from './watch';
import { isNewestFirst } from '../messages/list';
import type { Account } from '../service/account';
import { type Problem, problems } from '../texts';
import { statusKey } from '../values/fieldValues';
import { HOUR } from '../values/durations';
import { joinSentences, quotedValue } from '../wording';

/** Recipients, or messages. They stand in the workflow's row of n8n's database. */
const mostWatched = 50_000;

const tooMany = {
	...problems.tooManyWatched(mostWatched),
	declared: { cause: 'configuration-invalid' },
} as const;

const mostTested = 10;

/**
 * One poll; null where nothing is to be told. n8n may begin a poll while another is under way, and both would tell the
 * same changes: one of the same activation is left out, one of another activation takes the place of the earlier one.
 * @throws NodeApiError where not everything could be read; the state stays
 */
export async function poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	if (this.getMode() === 'manual') return output(await testEvents(await openWatch(this)));
	// Before anything is waited for: with durable cursors n8n has already given this poll its copy of the state.
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
 * The poll that n8n waits for. Where it throws, n8n doesn't poll on, and whoever publishes the workflow is told why.
 * Where n8n starts the trigger by itself, it would stay dead from n8n 2.40 on: there the error is recorded alone.
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
		// n8n commits a durable cursor after later polls only (poll-trigger-executor.ts).
		if (items.length === 0) await functions.__commitCursor?.();
		return items;
	} catch (thrown) {
		const error = thrown as NodeApiError;
		if (startsByItself(functions)) {
			functions.__emitError(error);
			return [];
		}
		// n8n shows whoever publishes a workflow the message alone.
		error.message = joinSentences([error.message, error.description ?? '']);
		error.description = null;
		// n8n tries again, and the service may lock an account out that shows it a wrong secret five times.
		if (account && error.failure?.cause === 'credential-invalid')
			publication.refusal = { account, error };
		throw error;
	}
}

/** What changed since the poll before, the oldest message first; nothing where another poll is the latest. */
async function changesSinceLast(watch: Watch, isLatest: () => boolean): Promise<IDataObject[]> {
	const { functions, order, identity } = watch;
	const { before, isMissing, keep } = stateOf(functions, identity);
	const goesOn = before !== undefined;
	const seen: Watched['entries'] = new Map();
	const changes: Array<{ createdAt: number; items: IDataObject[] }> = [];
	const { since, failure } = await readMessages(watch, {
		isFirst: !goesOn,
		isEnough: () => seen.size > mostWatched,
		note: (message, createdAt) => {
			recordStatus(message, order);
			const items = changesOf(message, createdAt, order, before, seen);
			if (items.length > 0) changes.push({ createdAt: createdAt ?? 0, items });
		},
	});
	if (!isLatest()) return [];
	const problem = seen.size > mostWatched ? tooMany : (failure ?? blindness(order));
	if (problem) throw pollError(watch, [problem], goesOn);
	// At the end, where nothing can fail: n8n saves the state together with the items (poll-trigger-executor.ts). If
	// that save is lost, the next process finds, and tells, the same changes again.
	keep(stateAfter(seen, since, before));
	if (isMissing && startsByItself(functions))
		functions.__emitError(pollError(watch, [problems.stateLost()]));
	changes.sort((one, other) => one.createdAt - other.createdAt);
	return changes.flatMap(({ items }) => items);
}

/** Notes whether the message shows a status, where those are watched. */
function recordStatus(message: IDataObject, { event, shown }: WatchOrder): void {
	if (event === 'statusChanged') shown.record('Status', showsStatus(message));
}

/** Returns what is wrong where none of the messages that were read shows what is watched. */
function blindness({ shown: { missing } }: WatchOrder): Problem | undefined {
	return missing.length > 0 ? problems.notWatchable(missing) : undefined;
}

/** The newest records as the trigger gives them out, for people who build the rest of the workflow. */
async function testEvents(watch: Watch): Promise<IDataObject[]> {
	const { order } = watch;
	let newest: Array<{ createdAt: number; message: IDataObject }> = [];
	const byNewest = () => newest.sort((one, other) => other.createdAt - one.createdAt);
	const { failure } = await readMessages(watch, {
		isFirst: false,
		isEnough: (page) => newest.length >= mostTested && isNewestFirst(page),
		note: (message, createdAt = 0) => {
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
