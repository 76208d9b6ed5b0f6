import { yielding } from '../eventLoop';
import type { Outcomes } from '../recipients/outcomes';

/** Length of the shortest series. Fewer numbers may be the lines of one company. */
const shortestSeries = 5;

/** Phone numbers that count up by one, as a cell does that is dragged down in a spreadsheet. */
export interface Series {
	/** Number of phone numbers in all series of the run. */
	count: number;
	/** First and last number of the longest series. */
	first: string;
	last: string;
}

/**
 * Finds series among a run's numbers, in the order of its rows; undefined if there are none. Yields to the event loop.
 */
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
			// A phone number has at most 15 digits (E.164), which a JavaScript number holds exactly.
			if (Number(number) !== Number(series.at(-1)) + 1) {
				end();
				series = [];
			}
			series.push(number);
		}
	end();
	return found;
}
