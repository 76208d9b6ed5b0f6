import type { Run } from './run';
import { failureOfThrown, type Parameters } from '../fields/parameters';
import { options } from '../fields/send';
import type { Item, SendItem } from '../item';
import { isSend } from '../operations/operation';
import { refuseAlike, shareEqualRows } from '../send/equalRows';
import type { Outcomes } from '../send/outcomes';
import { reachOf } from '../send/reach';
import type { Session } from '../service/session';
import type { Stop } from '../service/stop';
import { problems, type Problem } from '../texts';
import { isTurnOver, nextTurn } from '../turns';

/**
 * Reads and checks all items before anything is sent; what may not go is noted as refused. Works in turns, and ends
 * early when the run is stopped. @returns the items that may go
 */
export async function checkItems(run: Run, session: Session, stop: Stop): Promise<Item[]> {
	const { operation, parameters, outcomes, total, continuesOnFail } = run;
	const notReached = problems[isSend(operation) ? 'sendCanceled' : 'canceled']();
	await outcomes.begin(session);
	const items: Item[] = [];
	let unreadableCap: Problem | undefined;
	for (let index = 0; index < total; index++) {
		if (isTurnOver()) await nextTurn();
		const read = stop.isStopped ? { failures: [notReached] } : await readItem(run, index);
		if ('failures' in read) {
			outcomes.refuse(index, read.failures);
			// Without continue-on-fail no item goes anyway, and the run fails at the one to fix.
			if (continuesOnFail) unreadableCap ??= unreadableCapOf(parameters, index);
		} else items.push(isSend(operation) ? outcomes.read(read as SendItem) : read);
	}
	if (stop.isStopped || unreadableCap) {
		const failure = unreadableCap && !stop.isStopped ? unreadableCap : notReached;
		for (const { index } of items) outcomes.refuse(index, [failure]);
		return [];
	}
	if (!isSend(operation)) return items;
	const messages = items as SendItem[];
	if (total > 1) {
		await refuseAlike(messages, outcomes);
		await shareEqualRows(messages, outcomes);
	}
	const going = messages.flatMap((item) => outcomes.left(item) ?? []);
	await applyCaps(going, outcomes);
	return going.filter(({ index }) => outcomes.rows.get(index)!.failures.length === 0);
}

async function readItem(
	{ operation, parameters, settings }: Run,
	index: number,
): Promise<Item | { failures: Problem[] }> {
	try {
		const given = parameters.of(index);
		const prepared = await operation.prepare(given);
		if (settings.problem) given.refuse(settings.problem);
		if (!prepared || given.problems.length > 0) return { failures: given.problems };
		return { index, ...prepared };
	} catch (error) {
		// A bug of ours, too: thrown on, n8n would hand the rows on under continue-on-fail as if they had gone.
		return { failures: [failureOfThrown(error)] };
	}
}

/** The limits of a whole run; of several items' limits the lowest counts, and 0 is none. */
const caps = [
	{ option: 'maxRecipients', exceeded: 'tooManyRecipients' },
	{ option: 'maxTotalSegments', exceeded: 'tooManyTotalSegments' },
] as const;

/** Refuses items that come to more than a cap, together with what earlier tries have sent. */
async function applyCaps(going: SendItem[], outcomes: Outcomes): Promise<void> {
	const failures = new Map<SendItem, Problem[]>();
	let reach: Awaited<ReturnType<typeof reachOf>> | undefined;
	for (const { option, exceeded } of caps) {
		let cap = Infinity;
		for (const order of outcomes.orders) if (order[option] > 0) cap = Math.min(cap, order[option]);
		if (cap === Infinity) continue;
		reach ??= await reachOf(outcomes);
		const total = option === 'maxRecipients' ? reach.numbers : reach.segments;
		const tooMany = problems[exceeded](total, cap);
		const ofGroup = problems.notForGroups(options[option].property.displayName);
		for (const item of going) {
			const isGroup = item.order.body.contact_list_id !== null;
			if (isGroup || total > cap)
				failures.set(item, [...(failures.get(item) ?? []), isGroup ? ofGroup : tooMany]);
		}
	}
	for (const [{ index }, problem] of failures) outcomes.refuse(index, problem);
}

/** What the other items are told where this one can't tell a cap of the run. */
function unreadableCapOf(parameters: Parameters, index: number): Problem | undefined {
	for (const { option } of caps) {
		const cap = options[option];
		const given = parameters.of(index);
		try {
			given.read(cap);
		} catch (error) {
			given.refuse(failureOfThrown(error));
		}
		if (given.problems.length > 0) return problems.capOfOtherItem(cap.property.displayName, index);
	}
	return undefined;
}
