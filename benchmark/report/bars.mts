/** A chart of horizontal bars in groups, each group with a scale of its own. */
import { titles, type Finding } from '../scenarios/finding.mts';
import { label, othersColour, ownColour, picture } from './picture.mts';

export interface BarGroup {
	title: string;
	/** Whether a bar is this node's own: these have a colour that the others don't. */
	bars: Array<{ title: string; value: number; says: string; isOwn: boolean }>;
}

const [width, left, right, step] = [780, 260, 150, 24];

export function barChart(title: string, groups: BarGroup[]): string {
	const parts: string[] = [];
	let y = 24;
	for (const group of groups) {
		parts.push(label(0, y, group.title, { kind: 'head' }));
		y += 12;
		const most = Math.max(...group.bars.map(({ value }) => value));
		for (const bar of group.bars) {
			const length = Math.max(2, (bar.value / most) * (width - left - right));
			parts.push(label(left - 10, y + 16, bar.title, { anchor: 'end' }));
			parts.push(
				`<rect x="${left}" y="${y + 3}" width="${length.toFixed(1)}" height="${step - 6}" rx="3" fill="${bar.isOwn ? ownColour : othersColour}"/>`,
			);
			parts.push(label(left + length + 8, y + 16, bar.says, { kind: 'quiet' }));
			y += step;
		}
		y += 32;
	}
	return picture(width, y - 24, title, parts);
}

/** The findings that have a chart, in their order. */
export function chartOf(findings: Finding[]): string {
	const groups = findings
		.flatMap(({ chart }) => chart ?? [])
		.map(({ title, bars }) => ({
			title,
			bars: bars.map(({ subject, value, says }) => ({
				title: titles[subject],
				value,
				says,
				isOwn: subject === 'messagingService' || subject === 'combining',
			})),
		}));
	return barChart(
		'Messages accepted by a service that refuses more than 20 requests at once, then times, by subject',
		groups,
	);
}
