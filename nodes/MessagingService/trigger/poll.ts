import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import {
	changesOf,
	firstStatus,
	readWatched,
	stateAfter,
	watchedRecipients,
	watchedText,
	withPrevious,
	type Watched,
} from './changes';
import { openWatch, pollError, readMessages, type Watch } from './watch';
import { isNewestFirst } from '../messages/list';
import { problems } from '../texts';
import { rowOf, shapeFor } from '../values/messageRecord';
import { statusKey } from '../values/simple';
import { quotedValue } from '../wording';

/** Recipients, or messages. They stand in the workflow's row of n8n's database. */
const mostWatched = 50_000;

const mostTested = 10;

/** The latest poll under way, by workflow and node: n8n's functions, the same for all polls of one activation. */
const underWay = new Map<string, IPollFunctions>();

/**
 * One poll; null where nothing is to be told. n8n starts it whether the one before has ended or not. Both would tell
 * the same changes, so the later one is left out. But a poll of a later activation, which n8n gave a state of its own,
 * takes the place of the one under way. @throws NodeApiError where not everything could be read; the state stays
 */
export async function poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	if (this.getMode() === 'manual') return output(await testEvents(await openWatch(this)));
	// Before anything is waited for: with durable cursors n8n has already given this poll its copy of the state.
	const { id, name } = this.getNode();
	// With the name: in workflows that older versions of n8n stored, two nodes may have one ID.
	const key = JSON.stringify([this.getWorkflow().id, id, name]);
	if (underWay.get(key) === this) return null;
	underWay.set(key, this);
	const isLatest = () => underWay.get(key) === this;
	try {
		return output(await changesSinceLast(await openWatch(this), isLatest));
	} finally {
		if (isLatest()) underWay.delete(key);
	}
}

function output(items: IDataObject[]): INodeExecutionData[][] | null {
	return items.length > 0 ? [items.map((json) => ({ json }))] : null;
}

/** What changed since the poll before, the oldest message first. Once it isn't the latest, its state is out of date. */
async function changesSinceLast(watch: Watch, isLatest: () => boolean): Promise<IDataObject[]> {
	const { functions, order, identity } = watch;
	const kept = functions.getWorkflowStaticData('node');
	const before = readWatched(kept.watched, identity);
	const goesOn = before !== undefined;
	const seen: Watched['entries'] = new Map();
	const changes: Array<{ createdAt: number; items: IDataObject[] }> = [];
	const { since, failure } = await readMessages(watch, {
		isFirst: !goesOn,
		isEnough: () => seen.size > mostWatched,
		note: (message, createdAt) => {
			const items = changesOf(message, createdAt, order, before, seen);
			if (items.length > 0) changes.push({ createdAt: createdAt ?? 0, items });
		},
	});
	if (!isLatest()) return [];
	const problem = seen.size > mostWatched ? problems.tooManyWatched(mostWatched) : failure;
	if (problem) throw pollError(watch, [problem], goesOn);
	// Nothing can fail any more. n8n saves it together with what is given out (n8n-core's
	// poll-trigger-executor.ts); if that save is lost, the same changes are found, and told, again.
	kept.watched = watchedText(stateAfter(seen, since, before), identity);
	changes.sort((one, other) => one.createdAt - other.createdAt);
	return changes.flatMap(({ items }) => items);
}

/** The newest records as the trigger gives them out, for people who build the rest of the workflow. */
async function testEvents(watch: Watch): Promise<IDataObject[]> {
	const { event, persons, statuses, watchedFor } = watch.order;
	let newest: Array<{ createdAt: number; message: IDataObject }> = [];
	const byNewest = () => newest.sort((one, other) => other.createdAt - one.createdAt);
	const { failure } = await readMessages(watch, {
		isFirst: false,
		isEnough: (page) => newest.length >= mostTested && isNewestFirst(page),
		note: (message, createdAt = 0) => {
			newest.push({ createdAt, message });
			if (newest.length > 1000) newest = byNewest().slice(0, mostTested);
		},
	});
	if (failure) throw pollError(watch, [failure]);
	const rows = byNewest().flatMap(({ message }) =>
		event === 'messageCreated'
			? shapeFor('simplified')(message)
			: watchedRecipients(message, persons).map((recipient) =>
					withPrevious(rowOf(message, recipient), firstStatus),
				),
	);
	const wanted = rows.filter(({ status }) => statuses?.has(statusKey(status)) !== false);
	if (wanted.length > 0) return wanted.slice(0, mostTested);
	if (rows.length > 0) {
		const seen = [...new Set(rows.map(({ status }) => quotedValue(status)))].slice(0, mostTested);
		throw pollError(watch, [problems.noneOfTheStatuses(seen)]);
	}
	throw pollError(watch, [problems.nothingToFetch(watchedFor / 3_600_000, watch.isFiltered)]);
}
