/**
 * Tables and chart of docs/benchmark.md, by their markers there, from the stored results of the last complete
 * benchmark.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { table, written } from './report.mts';
import type { Row } from './scenario.mts';

export const resultsFile = join(import.meta.dirname, 'results.json');

const seconds = (milliseconds?: number) => written(milliseconds && milliseconds / 1000, 's');

export function benchmarkTables(): Record<string, string> {
	const { measured, rows } = JSON.parse(readFileSync(resultsFile, 'utf8')) as {
		measured: string;
		rows: Record<'rateLimited' | 'sends' | 'returnAll' | 'growth' | 'longLists', Row[]>;
	};
	const received = rows.rateLimited.map(({ who, accepted, refused, time }) => {
		return [who, written(accepted), written(refused), time ? seconds(time) : 'the run fails'];
	});
	const times = (what: string, of: Row[]) =>
		of.map(({ who, time, runs }) => [`${what}: ${who}`, seconds(time), written(runs)]);
	const both = [...times('1,000 texts', rows.sends), ...times('10,000 records', rows.returnAll)];
	const texts = rows.growth.filter(({ what }) => what!.endsWith('sends'));
	const records = rows.growth.filter((row) => !texts.includes(row));
	const sizes = texts.map(({ size }) => written(size));
	const lists = (of: Row[]) => of.map(({ size, timeEach = NaN }) => seconds(size * timeEach));
	const each = (of: Row[]) => of.map(({ timeEach = NaN }) => timeEach.toPrecision(3)).join(', ');
	const most = Math.ceil(Math.max(...rows.growth.map(({ timeEach = NaN }) => timeEach)));
	const chart = `xychart-beta
    title "Milliseconds for each text (bars) and each record (line)"
    x-axis "length of the list" ["${sizes.join('", "')}"]
    y-axis "ms" 0 --> ${most}
    bar [${each(texts)}]
    line [${each(records)}]`;
	const totals = [
		['texts', ...lists(texts)],
		['records', ...lists(records)],
	];
	const busy = rows.longLists.map(({ what, requests, processor }) => [
		what!,
		written(requests),
		written(processor, 'ms'),
	]);
	return {
		measured,
		busy: table(['', 'requests', 'processor time'], busy),
		received: table(['', 'texts accepted', 'requests refused', 'time'], received),
		times: table(['', 'time', 'runs'], both),
		growth: `\`\`\`mermaid\n${chart}\n\`\`\`\n\n${table(['', ...sizes], totals)}`,
	};
}
