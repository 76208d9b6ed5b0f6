/** What runs with Skip Already Sent may do and tell, by the sandbox's journal. */
import type { JournalEntry } from '../../workbench/sandbox/sandbox.mts';
import type { RunResult } from '../../workbench/engine/engine.mts';
import { itemsOf, nodeName } from '../workbench.mts';
import { toldByFailure } from '../run/toldOutcomes.mts';
import { contentOf, contentOfEntry, countsOf, type Row } from './rows.mts';

/** A row, and whether what was sent before is skipped for it. */
export interface ListRow extends Row {
	skip: boolean;
	/** Stands beside the valid numbers, and is left out. */
	invalid: string[];
	fails?: boolean;
}

/** A message to a number. */
export function placesOf(row: Row): string[] {
	return [...new Set(row.to)].map((to) => placeOf(contentOf(row), to));
}

export function placesOfEntry(entry: JournalEntry): string[] {
	return entry.recipients.map((to) => placeOf(contentOfEntry(entry), to));
}

function placeOf(content: string, to: string): string {
	return `${content} ${to}`;
}

/** How often each message went to each number, but for what is older than the runs look back. */
export function reached(journal: JournalEntry[]): Map<string, number> {
	return countsOf(journal.flatMap(placesOfEntry));
}

/** No number has a message twice that it didn't have twice before. */
export function judgeOnce(journal: JournalEntry[], before: Map<string, number>): void {
	const twice = [...reached(journal)].filter(
		([place, count]) => count > Math.max(1, before.get(place) ?? 0),
	);
	expect(twice).toEqual([]);
}

export interface Told {
	row: ListRow;
	outcome: string;
	error: string;
}

/** What came of each row; undefined where the run failed as a whole, or was stopped and gave nothing. */
export function judgeRun(
	result: RunResult,
	rows: ListRow[],
	journal: JournalEntry[],
): Told[] | undefined {
	const failure = result.errorOf(nodeName);
	if (failure) {
		const { count, unknown } = toldByFailure(failure as never, rows.length);
		expect(count).toBeLessThanOrEqual(journal.length);
		if (unknown.size > 0) expect(failure.message).toContain('may or may not have been sent');
		return undefined;
	}
	const outputs = [...itemsOf(result, 0), ...itemsOf(result, 1)];
	if (result.status === 'canceled' && outputs.length === 0) return undefined;
	expect(outputs).toHaveLength(rows.length);
	for (const branch of [0, 1]) {
		const places = itemsOf(result, branch).map(
			({ pairedItem }) => (pairedItem as { item: number }).item,
		);
		expect(places).toEqual([...places].sort((one, other) => one - other));
	}
	const there = reached(journal);
	const ids = new Map(journal.map((entry) => [entry.messageId, entry]));
	return outputs.map(({ json, pairedItem }) => {
		const row = rows[(pairedItem as { item: number }).item]!;
		const outcome = String(json.sendOutcome);
		const error = String(json.error ?? '');
		expect(outcome).toMatch(/^(accepted|alreadySent|notSent|unknown)$/);
		if (outcome === 'unknown') expect(error).toContain('may or may not have been sent');
		if (/^a/.test(outcome)) {
			const its = [
				...(json.recipients as string[]),
				...((json.alreadySentRecipients ?? []) as string[]),
			];
			expect([...its].sort()).toEqual([...new Set(row.to)].sort());
			expect(placesOf(row).filter((place) => !there.has(place))).toEqual([]);
			expect(
				((json.skippedRecipients ?? []) as Array<{ recipient: string }>).map(
					({ recipient }) => recipient,
				),
			).toEqual(row.invalid);
		}
		if (outcome === 'alreadySent') expect(row.skip).toBe(true);
		if (outcome === 'accepted' && json.confirmedBy === undefined) {
			const entry = ids.get(String(json.messageId));
			expect(entry && placesOfEntry(entry)).toEqual(
				expect.arrayContaining(
					(json.recipients as string[]).map((to) => placeOf(contentOf(row), to)),
				),
			);
		}
		return { row, outcome, error };
	});
}
