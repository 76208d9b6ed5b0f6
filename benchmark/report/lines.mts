/**
 * How cost grows, as a chart and as a table. The chart has two logarithmic scales: a straight line
 * that rises like the grid's diagonal is linear growth.
 */
import type { Line } from '../scenarios/growth.mts';
import { label, picture, seriesColours } from './picture.mts';

const [width, height, left, right, top, bottom] = [760, 400, 70, 250, 20, 50];

interface Scale {
	at(value: number): number;
	decades: number[];
}

function scale(values: number[], from: number, to: number): Scale {
	const low = Math.floor(Math.log10(Math.min(...values)));
	const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...values))));
	return {
		at: (value) => from + ((Math.log10(value) - low) / (high - low)) * (to - from),
		decades: Array.from({ length: high - low + 1 }, (_, index) => 10 ** (low + index)),
	};
}

function duration(milliseconds: number): string {
	return milliseconds < 1000
		? `${milliseconds} ms`
		: `${(milliseconds / 1000).toLocaleString('en')} s`;
}

export function lineChart(title: string, lines: Line[]): string {
	const points = lines.flatMap((line) => line.points);
	const x = scale(
		points.map(({ items }) => items),
		left,
		width - right,
	);
	const y = scale(
		points.map(({ milliseconds }) => milliseconds),
		height - bottom,
		top,
	);
	const parts: string[] = [];
	for (const items of x.decades) {
		parts.push(
			`<line class="grid" x1="${x.at(items)}" y1="${top}" x2="${x.at(items)}" y2="${height - bottom}"/>`,
		);
		parts.push(
			label(x.at(items), height - bottom + 18, items.toLocaleString('en'), {
				anchor: 'middle',
				kind: 'quiet',
			}),
		);
	}
	for (const value of y.decades) {
		parts.push(
			`<line class="grid" x1="${left}" y1="${y.at(value)}" x2="${width - right}" y2="${y.at(value)}"/>`,
		);
		parts.push(label(left - 8, y.at(value) + 4, duration(value), { anchor: 'end', kind: 'quiet' }));
	}
	parts.push(
		label((left + width - right) / 2, height - 8, 'items', { anchor: 'middle', kind: 'quiet' }),
	);
	for (const [index, line] of lines.entries()) {
		const colour = seriesColours[index % seriesColours.length];
		const path = line.points.map(
			({ items, milliseconds }) => `${x.at(items).toFixed(1)},${y.at(milliseconds).toFixed(1)}`,
		);
		parts.push(
			`<polyline points="${path.join(' ')}" fill="none" stroke="${colour}" stroke-width="2"/>`,
		);
		parts.push(
			...path.map(
				(place) =>
					`<circle cx="${place.split(',')[0]}" cy="${place.split(',')[1]}" r="3.5" fill="${colour}"/>`,
			),
		);
		parts.push(
			`<rect x="${width - right + 16}" y="${top + index * 24 - 1}" width="12" height="12" rx="3" fill="${colour}"/>`,
		);
		parts.push(label(width - right + 34, top + index * 24 + 10, line.title));
	}
	return picture(width, height, title, parts);
}

/** The same as rows, the first of them the head. */
export function growthTable(lines: Line[]): string[][] {
	const sizes = [...new Set(lines.flatMap(({ points }) => points.map(({ items }) => items)))];
	const cell = (line: Line, size: number) => {
		const point = line.points.find(({ items }) => items === size);
		return point ? `${Math.round(point.milliseconds).toLocaleString('en')} ms` : 'the run fails';
	};
	return [
		['items', ...lines.map((line) => line.title)],
		...sizes.map((size) => [size.toLocaleString('en'), ...lines.map((line) => cell(line, size))]),
	];
}
