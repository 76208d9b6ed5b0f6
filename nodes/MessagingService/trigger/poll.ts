import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { Changes, firstStatus, recipientsIn, withPrevious } from './changes';
import { readSettings, WatchedMessages, type Settings } from './reading';
import { Watched } from './state';
import type { Failure } from '../item';
import { endsBefore, isNewestFirst } from '../messages/list';
import type { WatchOrder } from '../operations/watchMessages';
import { errorFor, pollFailure } from '../run/failure';
import { Session } from '../service/session';
import { sentences } from '../texts';
import { createdAtOf, shapeFor } from '../values/messageRecord';
import { statusKey } from '../values/simple';

/** A poll that is under way. */
interface Turn {
	/** n8n's functions, the same object for all polls of one activation. */
	functions: object;
	/** Whether a poll of a later activation has begun meanwhile: this one's state is out of date. */
	isOver: boolean;
	end(): void;
}

const underWay = new Map<string, Turn>();

/**
 * n8n starts a poll when its time has come, whether the one before has ended or not. Both would tell the
 * same changes; so the later one is left out. A poll of a later activation, which n8n gave a state of its
 * own, takes the place of one that is still under way.
 *
 * @returns undefined where another poll of the same activation is under way
 */
function takeTurn(functions: IPollFunctions): Turn | undefined {
	const key = JSON.stringify([functions.getWorkflow().id, functions.getNode().id]);
	const other = underWay.get(key);
	if (other?.functions === functions) return undefined;
	if (other) other.isOver = true;
	const turn: Turn = {
		functions,
		isOver: false,
		end: () => {
			if (underWay.get(key) === turn) underWay.delete(key);
		},
	};
	underWay.set(key, turn);
	return turn;
}

/** So many records a test event has at most. */
const most = 10;

/**
 * The newest records as the trigger gives them out, for people who build the rest of the workflow. Those
 * with one of the wanted statuses; where there is none yet, others, since their columns are the same.
 */
async function readTestEvents(
	messages: WatchedMessages,
	order: WatchOrder,
): Promise<{ items: IDataObject[] } | { failures: Failure[] }> {
	let newest: IDataObject[] = [];
	const failure = await messages.read(
		(message) => {
			newest.push(message);
			if (newest.length > 1000) newest = sorted(newest).slice(0, most);
		},
		{
			isEnough: (page, since) =>
				endsBefore(page, since) || (newest.length >= most && isNewestFirst(page)),
			mayMiss: true,
		},
	);
	if (failure) return { failures: [failure] };
	const rows = sorted(newest).flatMap((message) => rowsOf(message, order));
	const wanted = rows.filter(({ status }) => order.statuses?.has(statusKey(status)) !== false);
	const items = (wanted.length > 0 ? wanted : rows).slice(0, most);
	if (items.length > 0) return { items };
	const hours = order.watchedFor / 3_600_000;
	return {
		failures: [
			{
				id: 'nothingToFetch',
				fate: 'refused',
				...sentences.nothingToFetch(
					hours,
					Object.values(order.filters).some((value) => value !== undefined),
				),
			},
		],
	};
}

function rowsOf(message: IDataObject, { event, numbers }: WatchOrder): IDataObject[] {
	if (event === 'messageCreated') return shapeFor('simplified', undefined)(message);
	return recipientsIn(message, numbers).map(({ row }) => withPrevious(row, firstStatus));
}

function sorted(messages: IDataObject[]): IDataObject[] {
	return [...messages].sort((one, other) => (createdAtOf(other) ?? 0) - (createdAtOf(one) ?? 0));
}

/**
 * So many recipients, or messages, are watched at most: what is kept of them stands in the
 * workflow's row of n8n's database.
 */
const mostWatched = 50_000;

/** The member of n8n's static data in which the state is kept. */
const member = 'watched';

/**
 * One poll: reads the messages of Watch Hours, compares them with what was kept of the poll before, and
 * gives out what changed.
 *
 * The state is put into n8n's static data at the very end, when nothing can fail any more. n8n saves it
 * together with what is given out, and when the workflow is activated (n8n-core's poll-trigger-executor.ts
 * and active-workflow-triggers.ts). If a save is lost, the same changes are found, and told, again.
 *
 * @returns null where nothing is to be told: n8n starts no execution then
 * @throws NodeApiError where not everything could be read; the state stays as it was
 */
export async function poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	if (this.getMode() === 'manual') return await testEvent(await openPoll(this));
	// Before anything is waited for: with durable cursors n8n has already given this poll its copy of the state,
	// and another one that ended meanwhile would make it an old one.
	const turn = takeTurn(this);
	if (!turn) return null;
	try {
		return await changesSinceLast(await openPoll(this), turn);
	} finally {
		turn.end();
	}
}

/** What every poll has. */
interface Opened {
	functions: IPollFunctions;
	settings: Settings;
	messages: WatchedMessages;
	/** @param goesOn whether there is a state from which the next poll goes on */
	fail(failures: Failure[], goesOn?: boolean): Error;
}

async function openPoll(functions: IPollFunctions): Promise<Opened> {
	const session = await Session.open(functions);
	const fail: Opened['fail'] = (failures, goesOn = false) => {
		const texts = pollFailure(
			failures.map((failure) => session.redacted(failure)),
			goesOn,
		);
		return errorFor(functions.getNode(), texts, false);
	};
	const settings = readSettings(functions, session);
	if ('failures' in settings) throw fail(settings.failures);
	return {
		functions,
		settings,
		messages: new WatchedMessages(functions, session, settings.order),
		fail,
	};
}

async function testEvent({
	settings: { order },
	messages,
	fail,
}: Opened): Promise<INodeExecutionData[][] | null> {
	const events = await readTestEvents(messages, order);
	if ('failures' in events) throw fail(events.failures);
	return output(events.items);
}

async function changesSinceLast(
	{ functions, settings: { order, identity }, messages, fail }: Opened,
	turn: Turn,
): Promise<INodeExecutionData[][] | null> {
	const kept = functions.getWorkflowStaticData('node');
	const before = Watched.read(kept[member], identity);
	const goesOn = before !== undefined;
	const now = new Watched();
	const changes = new Changes(order, before, now);
	messages.isFirst = !goesOn;
	const failure = await messages.read((message, createdAt) => changes.note(message, createdAt), {
		isEnough: (page, since) => now.size > mostWatched || endsBefore(page, since),
		// The next poll tells what is missing; but after the first one it would count as new.
		mayMiss: goesOn,
	});
	if (turn.isOver) return null;
	if (now.size > mostWatched)
		throw fail(
			[{ id: 'tooManyWatched', fate: 'refused', ...sentences.tooManyWatched(mostWatched) }],
			goesOn,
		);
	if (failure) throw fail([failure], goesOn);
	now.since = now.saidSince = messages.since;
	if (before) now.keepFrom(before);
	kept[member] = now.text(identity);
	return output(changes.items);
}

function output(items: IDataObject[]): INodeExecutionData[][] | null {
	return items.length > 0 ? [items.map((json) => ({ json }))] : null;
}
