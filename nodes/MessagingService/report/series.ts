import type { Outcomes } from '../recipients/outcomes';
import { yielding } from '../eventLoop';

/** Fewer may be the lines of one company. */
const shortestSeries = 5;

/** Numbers that count up by one, as a cell that is dragged down in a spreadsheet does. */
export interface Series {
	/** How many numbers are in such series. */
	count: number;
	/** The first and the last one of the longest. */
	first: string;
	last: string;
}

/** Finds the series in a run's numbers, in the order of its rows. Yields to the event loop. */
export async function seriesIn({ rows }: Outcomes): Promise<Series | undefined> {
	let found: Series | undefined;
	let longest = 0;
	let series: string[] = [];
	const end = () => {
		const { length } = series;
		if (length < shortestSeries) return;
		const [first, last] = [series[0]!, series.at(-1)!];
		if (length > longest) found = { count: found?.count ?? 0, first, last };
		longest = Math.max(longest, length);
		found!.count += length;
	};
	for await (const { recipients } of yielding(rows.values()))
		for (const { number } of recipients) {
			// E.164 has 15 digits at most, which a number holds exactly.
			if (Number(number) !== Number(series.at(-1)) + 1) {
				end();
				series = [];
			}
			series.push(number);
		}
	end();
	return found;
}
