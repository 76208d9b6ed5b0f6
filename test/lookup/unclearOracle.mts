/**
 * What runs that look up unclear sends may tell, by the sandbox's journal. It shares nothing with the
 * node but the rule of which texts are equal, which `rows.mts` says in its own words.
 */
import type { JournalEntry } from '../../workbench/sandbox/sandbox.mts';
import { itemsOf, nodeName } from '../workbench.mts';
import type { RunResult } from '../../workbench/engine/engine.mts';
import { toldByFailure } from '../run/toldOutcomes.mts';
import {
	contentOf,
	contentOfEntry,
	countsOf,
	identityOfEntry,
	identityOfRow,
	type Row,
} from './rows.mts';

/** An item that came out. */
export interface Out {
	row: Row;
	run: number;
	index: number;
	outcome: string;
	messageId: string;
	byLookUp: boolean;
	error: string;
}

/** What a run told: of each item, or, where it failed as a whole, how many were accepted and which are unknown. */
export type Told =
	| { items: Out[] }
	| { accepted: number; named: Map<string, number[]>; unknown: Set<number>; text: string }
	| 'nothing';

export function toldBy(result: RunResult, rows: Row[], run: number): Told {
	const failure = result.errorOf(nodeName);
	if (failure) {
		const { count, accepted, unknown } = toldByFailure(failure as never, rows.length);
		return {
			accepted: count,
			named: accepted,
			unknown,
			text: `${failure.message} ${failure.description}`,
		};
	}
	const outputs = [...itemsOf(result, 0), ...itemsOf(result, 1)];
	// n8n gives a stopped execution ten milliseconds to come to an end, and then shows what is there.
	if (result.status === 'canceled' && outputs.length === 0) return 'nothing';
	for (const branch of [0, 1]) {
		const places = itemsOf(result, branch).map(
			({ pairedItem }) => (pairedItem as { item: number }).item,
		);
		expect(places).toEqual([...places].sort((one, other) => one - other));
	}
	expect(outputs).toHaveLength(rows.length);
	return {
		items: outputs.map(({ json, pairedItem }) => {
			const { item: index } = pairedItem as { item: number };
			return {
				row: rows[index]!,
				run,
				index,
				outcome: String(json.sendOutcome),
				messageId: String(json.messageId),
				byLookUp: json.confirmedBy === 'lookup',
				error: String(json.error ?? ''),
			};
		}),
	};
}

/** What the runs that were made at the same moment have to do with. */
export interface Judged {
	runs: Row[][];
	told: Told[];
	/** Of these runs alone, in order. */
	journal: JournalEntry[];
	/** All records that the service lists in the end, by their ID. */
	records: Map<string, JournalEntry>;
	combines: boolean;
	/** Whether the service shows a message that was unclear to this run, and nothing keeps the node from believing it. */
	isSettled(identity: string, run: number): boolean;
}

/** Nobody got more than the items ask for, whatever the runs told. */
export function judgeSends({ runs, journal }: Judged): void {
	const asked = countsOf(runs.flat().flatMap(placesOf));
	const sent = countsOf(
		journal.flatMap((entry) => entry.recipients.map((to) => `${contentOfEntry(entry)} ${to}`)),
	);
	for (const [place, count] of sent)
		expect({ place, tooOften: count > (asked.get(place) ?? 0) }).toEqual({
			place,
			tooOften: false,
		});
}

/** What is told as accepted was accepted, each message for one request; and nothing was that nobody tells. */
export function judgeTold(judged: Judged): void {
	const { told, journal, records, combines } = judged;
	const items = told.flatMap((run) => (typeof run === 'object' && 'items' in run ? run.items : []));
	const accepted = items.filter(({ outcome }) => outcome === 'accepted');
	const byId = new Map(journal.map((entry) => [entry.messageId, entry]));
	const messages = new Map<string, { entry: JournalEntry; items: Out[] }>();
	for (const item of accepted) {
		const { row, run, messageId, byLookUp } = item;
		const entry = byLookUp ? records.get(messageId) : byId.get(messageId);
		const seen = { run, index: item.index, messageId, byLookUp };
		expect({ ...seen, entry, isOurs: entry !== undefined && journal.includes(entry) }).toEqual({
			...seen,
			entry,
			isOurs: true,
		});
		expect(contentOfEntry(entry!)).toBe(contentOf(row));
		expect(entry!.recipients).toEqual(expect.arrayContaining(row.to));
		const key = combines ? `${run} ${byLookUp} ${messageId}` : `${run} ${item.index}`;
		const message = messages.get(key) ?? { entry: entry!, items: [] };
		message.items.push(item);
		messages.set(key, message);
	}
	for (const { entry, items: its } of messages.values()) {
		expect([...new Set(its.flatMap(({ row }) => row.to))].sort()).toEqual(
			[...new Set(entry.recipients)].sort(),
		);
	}
	const confirmed = [...messages.values()].filter(({ items: [first] }) => first!.byLookUp);
	expect(new Set(confirmed.map(({ items: [first] }) => first!.messageId)).size).toBe(
		confirmed.length,
	);

	const failed = told.filter((run) => typeof run === 'object' && 'accepted' in run);
	for (const { named } of failed) {
		for (const id of named.keys())
			expect({ id, isOurs: byId.has(id) || journal.includes(records.get(id)!) }).toEqual({
				id,
				isOurs: true,
			});
	}
	const mayBe = [
		...failed.map(({ unknown, accepted: count }) => unknown.size + count),
		...items.map(({ outcome }) => (/accepted|unknown/.test(outcome) ? 1 : 0)),
	];
	if (told.includes('nothing')) return;
	expect(
		messages.size + failed.reduce((sum, { accepted: count }) => sum + count, 0),
	).toBeLessThanOrEqual(journal.length);
	expect(journal.length).toBeLessThanOrEqual(mayBe.reduce((sum, one) => sum + one, 0));
	if (failed.length > 0) return;

	const told1 = countsOf([...messages.values()].map(({ entry }) => identityOfEntry(entry)));
	const there = countsOf(journal.map(identityOfEntry));
	for (const [identity, count] of told1)
		expect({ identity, tooMany: count > (there.get(identity) ?? 0) }).toEqual({
			identity,
			tooMany: false,
		});
	// What is there is told as accepted or as unknown.
	const tellable = countsOf(
		items
			.filter(({ outcome }) => /accepted|unknown/.test(outcome))
			.flatMap(({ row }) => placesOf(row)),
	);
	const reached = countsOf(
		journal.flatMap((entry) => entry.recipients.map((to) => `${contentOfEntry(entry)} ${to}`)),
	);
	for (const [place, count] of reached)
		expect({ place, isTold: (tellable.get(place) ?? 0) >= count }).toEqual({ place, isTold: true });
}

/** What the service shows is told as accepted; what it doesn't have stays unknown, with the words for it. */
export function judgeSettled({ told, runs, journal, combines, isSettled }: Judged): void {
	const there = countsOf(journal.map(identityOfEntry));
	const items = told.flatMap((run) => (typeof run === 'object' && 'items' in run ? run.items : []));
	for (const { error } of items.filter(({ outcome }) => outcome === 'unknown'))
		expect(error).toContain('may or may not have been sent');
	for (const run of told)
		if (typeof run === 'object' && 'unknown' in run && run.unknown.size > 0)
			expect(run.text).toContain('may or may not have been sent');
	if (told.includes('nothing')) return;
	if (combines) {
		// Items may have shared a request, so each message is looked at: all of its numbers' items know of it.
		const unknown = items.filter(({ outcome }) => outcome === 'unknown');
		for (const { row, run } of unknown) {
			const without = journal.filter(
				(entry) =>
					contentOfEntry(entry) === contentOf(row) &&
					row.to.every((to) => entry.recipients.includes(to)),
			);
			const others = items.filter(
				(other) => other.outcome === 'accepted' && contentOf(other.row) === contentOf(row),
			);
			const untold = without.filter(
				(entry) =>
					isSettled(identityOfEntry(entry), run) &&
					!entry.recipients.every((to) => others.some((other) => other.row.to.includes(to))),
			);
			expect(untold).toEqual([]);
		}
		return;
	}
	const accepted = countsOf(
		items.filter(({ outcome }) => outcome === 'accepted').map(({ row }) => identityOfRow(row)),
	);
	for (const { row, run, outcome } of items) {
		const identity = identityOfRow(row);
		if (outcome !== 'unknown' || !isSettled(identity, run)) continue;
		expect({ identity, accepted: accepted.get(identity) ?? 0 }).toEqual({
			identity,
			accepted: there.get(identity) ?? 0,
		});
	}
	const failed = told.flatMap((run, place) =>
		typeof run === 'object' && 'unknown' in run ? [{ ...run, place }] : [],
	);
	for (const { unknown, place } of failed) {
		// Of a message that no other item of any run asks for, its item alone can know.
		const asked = countsOf(runs.flat().map(identityOfRow));
		const lost = [...unknown]
			.map((index) => identityOfRow(runs[place]![index]!))
			.filter(
				(identity) =>
					asked.get(identity) === 1 && there.has(identity) && isSettled(identity, place),
			);
		expect(lost).toEqual([]);
	}
}

function placesOf(row: Row): string[] {
	return [...new Set(row.to)].map((to) => `${contentOf(row)} ${to}`);
}
