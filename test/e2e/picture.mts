/** Takes the README's pictures, and checks that each shows what the README says of it. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { page } from './editor.mts';
import { isOlder } from './environment.mts';
import { until } from './workflows.mts';

const project = join(import.meta.dirname, '../..');

/** Otherwise nothing is kept. An older editor looks different. */
const isTaking = process.argv.includes('--pictures') && !isOlder;

/** What is left free below the last thing that a picture shows, in pixels. */
const margin = 12;

/** The words that the README promises of a picture: "What it is: one term, another term". */
function promised(name: string): string[] {
	const images = readFileSync(join(project, 'README.md'), 'utf8').match(/<img .*?>|!\[.*?\)/g)!;
	const image = images.find((each) => each.includes(`docs/images/${name}`)) ?? '';
	const terms = /(?:alt="|!\[)[^":\]]*:([^"\]]*)/.exec(image)?.[1];
	assert.ok(terms, `README.md names nothing that ${name} shows. Write "What it is: term, term".`);
	return terms.split(/[\s,]+/).filter(Boolean);
}

/** What is read in a part of the page: its texts, and what stands in its fields. */
async function wordsIn(part: Locator): Promise<string[]> {
	const valuesOf = (all: unknown[]) => all.map((each) => (each as { value: string }).value);
	const values = await part.locator('input, textarea').evaluateAll(valuesOf);
	return [await part.innerText(), ...values].join(' ').split(/[\s,"]+/);
}

async function boxOf(element: Locator) {
	await element.waitFor();
	return (await element.boundingBox())!;
}

/**
 * Takes a picture of one part of the page or of several that stand side by side.
 * @param last what it ends with; below it the parts are empty, or of no interest
 * @param rightmost what it ends with at the right, where there are only buttons beyond
 */
export async function picture(
	name: string,
	shown: Locator | Locator[],
	last: Locator,
	rightmost?: Locator,
): Promise<void> {
	const parts = [shown].flat();
	let missing: string[] = [];
	// Some of n8n's buttons and labels are seen only where the mouse is.
	await page().mouse.move(0, 0);
	const isSeen = async () => {
		const seen = (await Promise.all(parts.map(wordsIn))).flat();
		missing = promised(name).filter((word) => !seen.some((each) => each.includes(word)));
		return missing.length === 0;
	};
	await until(`${name} shows what README.md names`, isSeen, 30, () => missing.join(', '));
	const boxes = await Promise.all(parts.map(boxOf));
	const [end, side] = [await boxOf(last), rightmost && (await boxOf(rightmost))];
	if (!isTaking) return;
	const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
	const right = Math.max(...boxes.map((box) => box.x + box.width));
	const bottom = Math.max(...boxes.map((box) => box.y + box.height));
	const width = Math.min(right, side ? side.x + side.width + margin / 2 : Infinity) - x;
	const height = Math.min(bottom, end.y + end.height + margin) - y;
	// n8n's notices and hints come and go over the panels, and the panels slide in.
	const passing = '.el-notification, [role=tooltip], [data-reka-popper-content-wrapper]';
	await page().screenshot({
		path: join(project, 'docs/images', name),
		clip: { x, y, width, height },
		animations: 'disabled',
		style: `${passing} { display: none !important }`,
	});
}
