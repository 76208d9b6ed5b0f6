/** A chart of horizontal bars in groups, each group with a scale of its own. */
import { label, picture, seriesColours } from './picture.mts';

export interface BarGroup {
	title: string;
	bars: Array<{ title: string; value: number; says: string }>;
}

const [width, left, right, step] = [760, 240, 110, 24];

export function barChart(title: string, groups: BarGroup[]): string {
	const parts: string[] = [];
	let y = 24;
	for (const group of groups) {
		parts.push(label(0, y, group.title, { kind: 'head' }));
		y += 12;
		const most = Math.max(...group.bars.map(({ value }) => value));
		for (const [index, bar] of group.bars.entries()) {
			const length = Math.max(2, (bar.value / most) * (width - left - right));
			parts.push(label(left - 10, y + 16, bar.title, { anchor: 'end' }));
			parts.push(`<rect x="${left}" y="${y + 3}" width="${length.toFixed(1)}" height="${step - 6}" rx="3" fill="${seriesColours[index % seriesColours.length]}"/>`);
			parts.push(label(left + length + 8, y + 16, bar.says, { kind: 'quiet' }));
			y += step;
		}
		y += 32;
	}
	return picture(width, y - 24, title, parts);
}
