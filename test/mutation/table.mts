/** The table of figures in docs/mutation.md: one row a file, one a room. */
import { percentOf, sumOf, type Score } from './score.mts';

const begin = '<!-- figures: npm run test:mutation -- --write -->';
const end = '<!-- end of figures -->';

/** How many changes of a file survived, and how many the tests noticed by never ending. */
export interface Figures {
	changes: number;
	survived: number;
	timedOut: number;
	/** The day on which they were taken. */
	day: string;
}

export const figuresOf = ({ killed, timedOut, survivors }: Score, day: string): Figures => ({
	changes: killed + timedOut + survivors.length,
	survived: survivors.length,
	timedOut,
	day,
});

/** The figures that stand in the page, by file. */
export function figuresIn(page: string): Map<string, Figures> {
	const [, table = ''] = page.split(begin);
	const rows = [
		...table
			.split(end)[0]!
			.matchAll(/^\| (\w[\w./-]*) \| (\d+) \| (\d+) \| (\d+) \| [\d.]+ % \| ([\d-]+) \|$/gm),
	];
	return new Map(
		rows.map(([, file, changes, survived, timedOut, day]) => [
			file!,
			{
				changes: Number(changes),
				survived: Number(survived),
				timedOut: Number(timedOut),
				day: day!,
			},
		]),
	);
}

/** The page with these figures in place of those of the same files, and without those of files that there are not. */
export function withFigures(
	page: string,
	taken: ReadonlyMap<string, Figures>,
	rooms: Map<string, string[]>,
): string {
	if (!page.includes(begin) || !page.includes(end))
		throw new Error(`docs/mutation.md has no table between ${begin} and ${end}.`);
	const all = new Map([...figuresIn(page), ...taken]);
	const rows = [...rooms].flatMap(([room, files]) => {
		const known = files.flatMap((file) => (all.has(file) ? [[file, all.get(file)!] as const] : []));
		if (known.length === 0) return [];
		const sum = sumOf(known.map(([, figures]) => scoreOf(figures)));
		const of =
			known.length < files.length ? `${known.length} of ${files.length} files` : 'all files';
		const days = known.map(([, { day }]) => day).sort();
		return [
			...known.map(([file, figures]) => row(file, figures)),
			row(`**${room}, ${of}**`, figuresOf(sum, days[0]!)),
		];
	});
	const table = [
		'| File | Changes | Survived | Timed out | Score | Taken on |',
		'|---|---:|---:|---:|---:|---|',
		...rows,
	].join('\n');
	return `${page.split(begin)[0]}${begin}\n\n${table}\n\n${end}${page.split(end)[1]}`;
}

function scoreOf({ changes, survived, timedOut }: Figures): Score {
	return {
		killed: changes - survived - timedOut,
		timedOut,
		survivors: Array.from({ length: survived }, () => ''),
	};
}

function row(name: string, figures: Figures): string {
	return `| ${name} | ${figures.changes} | ${figures.survived} | ${figures.timedOut} | ${percentOf(scoreOf(figures)).toFixed(1)} % | ${figures.day} |`;
}
