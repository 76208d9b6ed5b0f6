/** How cost grows: a panel a figure, a line each for sends and records. Colors follow the reader's theme. */
import { figures, medianOf, sizeOf, type Finding, type FigureName } from '../scenario.mts';

const panels: FigureName[] = ['timeEach', 'processorEach', 'memoryEach'];
const lines = { sends: '#2f81f7', reads: '#8b949e' };
const [width, height, step] = [200, 130, 270];

const text = (x: number, y: number, said: string, anchor = 'middle'): string =>
	`<text x="${x}" y="${y}" text-anchor="${anchor}">${said}</text>`;

function panel({ scenario, runs }: Finding, figure: FigureName, place: number): string {
	const points = scenario.works.map((work, index) => ({
		kind: work.task.kind as keyof typeof lines,
		size: sizeOf(work),
		value: medianOf(runs[index]![0]!, figure, sizeOf(work)),
	}));
	const most = Math.max(...points.map(({ value }) => value));
	const sizes = [...new Set(points.map(({ size }) => size))].sort((one, other) => one - other);
	const x = (size: number) => Math.round((sizes.indexOf(size) / (sizes.length - 1)) * width);
	const y = (value: number) => height - (value / most) * height;
	const drawn = Object.entries(lines).map(([kind, color], line) => {
		const own = points.filter((point) => point.kind === kind);
		const way = own.map(({ size, value }) => `${x(size)},${y(value).toFixed(1)}`).join(' ');
		const name = kind === 'sends' ? 'sends' : 'records';
		return `<polyline points="${way}" fill="none" stroke="${color}" stroke-width="3"/><text x="${width}" y="${14 + 16 * line}" text-anchor="end" style="fill: ${color}">${name}</text>`;
	});
	const scale = sizes.map((size) => text(x(size), height + 18, size.toLocaleString('en')));
	return `<g transform="translate(${30 + place * step} 50)">
${text(0, -24, figures[figure][0], 'start')}${text(-4, 4, most.toPrecision(2), 'end')}
<path d="M0 0V${height}H${width}" fill="none" stroke="#8b949e"/>
${[...drawn, ...scale].join('\n')}
</g>`;
}

export function chartOf(growth: Finding): string {
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${panels.length * step} 220" role="img" aria-label="Cost of each send and record">
<style>text { font: 12px system-ui, sans-serif; fill: #1f2328; }
@media (prefers-color-scheme: dark) { text { fill: #f0f6fc; } }</style>
${panels.map((figure, place) => panel(growth, figure, place)).join('\n')}
</svg>
`;
}
