import { barChart, chartOf } from '../../benchmark/report/bars.mts';
import { page, summary } from '../../benchmark/report/page.mts';
import { chosen, scenarioNames } from '../../benchmark/scenarios/all.mts';
import {
	median,
	medianOf,
	present,
	type Run,
	type Runs,
} from '../../benchmark/scenarios/bench.mts';
import {
	megabytes,
	milliseconds,
	seconds,
	times,
	type Finding,
} from '../../benchmark/scenarios/finding.mts';

const finding: Finding = {
	scenario: 'sends',
	target: '≤ 1.10 ×',
	result: '1.05 ×',
	reached: true,
	runs: 5,
	table: { head: ['', 'time'], rows: [['a | b', '5 ms']] },
	notes: ['A note.'],
};

const quiet = {
	date: '2026-01-02',
	machine: 'a machine',
	cores: 2,
	load: { before: 0.5, highest: 2 },
};

test('the median is the middle value, or the mean of the two in the middle', () => {
	expect(median([9, 1, 5])).toBe(5);
	expect(median([100, 9, 1, 5])).toBe(7);
});

test('a subject has no figure where a single run of it did less than its task', () => {
	const run = (milliseconds: number, failure?: string) => ({ milliseconds, failure }) as Run;
	const runs: Runs = new Map([
		['bareClient', [run(40), run(3, '5 refused'), run(44)]],
		['messagingService', [run(40), run(50), run(44)]],
	]);
	const [failing, whole] = (['bareClient', 'messagingService'] as const).map((name) =>
		medianOf(runs, name, ({ milliseconds: taken }) => taken),
	) as [number, number];
	expect([whole, failing]).toEqual([44, NaN]);
	expect(
		[milliseconds, seconds, megabytes, times].map((text) => [text(failing), text(whole)]),
	).toEqual([
		['–', '44 ms'],
		['–', '0.04 s'],
		['–', '44 MB'],
		['–', '44 ×'],
	]);
	expect(times(whole / failing)).toBe('–');
});

test('the HTTP Request node takes part only where the complete n8n is', () => {
	const bench = { rounds: 1, longRounds: 1, say: () => {} };
	expect(present(bench, ['messagingService', 'httpRequest', 'httpRequestCredential'])).toEqual([
		'messagingService',
	]);
	expect(
		present({ ...bench, completeN8n: 'somewhere' }, ['messagingService', 'httpRequest']),
	).toEqual(['messagingService', 'httpRequest']);
});

test('scenarios can be chosen by name, and run in the order of the page', () => {
	expect(chosen(undefined)).toEqual(scenarioNames);
	expect(chosen('loading, sends')).toEqual(['sends', 'loading']);
	expect(() => chosen('sends,works')).toThrow(
		'There is no scenario "works". There are: rate-limited,',
	);
});

test('the page says what was reached and what was missed, and keeps its tables whole', () => {
	const text = page([finding, { ...finding, scenario: 'reads', reached: false, runs: 1 }], quiet);
	expect(text).toContain('| sends | ≤ 1.10 × | 1.05 × | reached | 5 |');
	expect(text).toContain('| reads | ≤ 1.10 × | 1.05 × | missed | 1 |');
	expect(text).toContain('**Reached:** 1.05 ×. Medians of 5 runs of each.');
	expect(text).toContain('**Missed:** 1.05 ×. One run of each.');
	expect(text).toContain('| a \\| b | 5 ms |');
	expect(summary([{ ...finding, reached: false }])).toMatch(/^MISSED {3}sends\n/);
});

test('the page begins in short, with the sentences of the findings that have one', () => {
	const text = page(
		[
			{ ...finding, inShort: 'All 77 of 77.' },
			finding,
			{ ...finding, inShort: 'Twice as fast at 9 ms latency.' },
		],
		quiet,
	);
	expect(text).toMatch(
		/^# [^\n]*\n\n[^\n]*\n\n- All 77 of 77\.\n- Twice as fast at 9 ms latency\.\n\n/,
	);
});

test('figures of a busy machine are called what they are', () => {
	const text = (before: number, highest: number) =>
		page([finding], { ...quiet, load: { before, highest } });
	expect(text(1, 4)).toContain(
		'Load average: 1.0 before the benchmark began, at most 4.0 with it.\n',
	);
	for (const [before, highest] of [
		[1, 4.1],
		[1.1, 2],
	] as const)
		expect(text(before, highest)).toMatch(/ with it, \*\*so other programs.* a quiet machine\.\n/);
});

/** The numbers of an attribute, in the order of the picture. */
const numbers = (svg: string, attribute: string): number[] =>
	[...svg.matchAll(new RegExp(`<rect[^>]* ${attribute}="([\\d.]+)"`, 'g'))].map(([, value]) =>
		Number(value),
	);

test('bars are as long as their values, and can be read in light and dark', () => {
	const svg = barChart('Times', [
		{
			title: 'sends',
			bars: [
				{ title: 'this <node>', value: 10, says: '10 s', isOwn: true },
				{ title: 'other', value: 5, says: '5 s', isOwn: false },
			],
		},
	]);
	const [long, short] = numbers(svg, 'width');
	expect(long! / short!).toBeCloseTo(2);
	expect(svg).toContain('this &lt;node&gt;');
	expect(svg).toContain('prefers-color-scheme: dark');
});

test('the picture shows the findings that have a chart, each under its heading, in the order of the page', () => {
	const chart = (title: string) => ({
		title,
		bars: [
			{ subject: 'messagingService' as const, value: 7, says: '7 of 7' },
			{ subject: 'httpRequestBatching' as const, value: 3, says: '3 of 7' },
			{ subject: 'combining' as const, value: 1, says: '1 of 7' },
		],
	});
	const svg = chartOf([
		{ ...finding, chart: chart('accepted of 7') },
		finding,
		{ ...finding, chart: chart('time at 9 ms latency') },
	]);
	expect([...svg.matchAll(/class="head">([^<]*)</g)].map(([, heading]) => heading)).toEqual([
		'accepted of 7',
		'time at 9 ms latency',
	]);
	expect(svg.match(/HTTP Request node with Batching/g)).toHaveLength(2);
	const [own, other, combined] = [...svg.matchAll(/<rect[^>]* fill="([^"]+)"/g)].map(
		([, colour]) => colour,
	);
	expect(own).toBe(combined);
	expect(other).not.toBe(own);
});

test('what a rate-limiting service took comes before every time', () => {
	expect(scenarioNames[0]).toBe('rate-limited');
});
