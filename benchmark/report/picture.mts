/** The parts that every chart is drawn with. Colours follow the reader's light or dark theme. */

/** This node's colour, and everybody else's: readable on white and on near black. */
export const [ownColour, othersColour] = ['#2f81f7', '#8b949e'];

export function escaped(text: string): string {
	return text
		.replace(/&/g, '&amp;')
		.replace(/</g, '&lt;')
		.replace(/>/g, '&gt;')
		.replace(/"/g, '&quot;');
}

export function label(
	x: number,
	y: number,
	text: string,
	{ anchor = 'start', kind = '' } = {},
): string {
	return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}"${kind && ` class="${kind}"`}>${escaped(text)}</text>`;
}

/** A whole picture. `title` is read out to who can't see it. */
export function picture(width: number, height: number, title: string, parts: string[]): string {
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${Math.ceil(height)}" width="${width}" height="${Math.ceil(height)}" role="img" aria-label="${escaped(title)}">
<style>
text { font: 13px system-ui, -apple-system, 'Segoe UI', sans-serif; fill: #1f2328; }
.head { font-weight: 600; font-size: 14px; }
.quiet { fill: #59636e; font-size: 12px; }
@media (prefers-color-scheme: dark) { text { fill: #f0f6fc; } .quiet { fill: #9198a1; } }
</style>
${parts.join('\n')}
</svg>
`;
}
