import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { Session } from '../auth/session';
import { errorFor } from '../errors/nodeError';
import { pollFailure } from '../errors/pollFailure';
import { sentences } from '../errors/sentences';
import type { Failure } from '../item';
import { endsBefore } from '../lookup/messageList';
import { Changes } from './changes';
import { WatchedMessages } from './reading';
import { readSettings, type Settings } from './settings';
import { readTestEvents } from './testEvents';
import { takeTurn, type Turn } from './turns';
import { Watched } from './watched';

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
