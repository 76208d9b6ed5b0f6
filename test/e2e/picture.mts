import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import type { Area } from '../../workbench/n8n/browser.mts';
import { imagesOf, shows, termsOf } from '../docs/imageTexts.mts';
import { page } from './editor.mts';
import { visibleTexts } from './visibleTexts.mts';
import { until } from './workflows.mts';

const project = join(import.meta.dirname, '../..');
const folder = 'docs/images';

/**
 * With `--pictures` the README's pictures are taken anew; otherwise nothing is kept. An older
 * editor looks different.
 */
const isTaking = process.argv.includes('--pictures') && !process.argv.includes('--older');

/** What is left free below the last thing that a picture shows, in pixels. */
const margin = 12;

interface Scene {
	parts: readonly Locator[];
	last: Locator;
	rightmost: Locator | undefined;
}

/** What the README says that a picture shows. */
function promised(name: string): string[] {
	const image = imagesOf(readFileSync(join(project, 'README.md'), 'utf8')).find(
		({ path }) => path === `${folder}/${name}`,
	);
	assert.ok(
		image,
		`README.md does not have ${folder}/${name}. Add the image with a text such as "Send Message's form: Sender ID CLINIC, Recipients".`,
	);
	const terms = termsOf(image.alt);
	assert.ok(
		terms.length > 0,
		`The text of ${name} in README.md names nothing that the picture shows: "${image.alt}". Write "What it is: term, term".`,
	);
	return terms;
}

async function boxOf(element: Locator, what: string): Promise<Area> {
	await element.waitFor();
	const box = await element.boundingBox();
	assert.ok(box, what);
	return box;
}

/**
 * What is seen of parts that stand side by side, down to the last thing and as far to the right as
 * the rightmost one.
 */
async function areaOf(name: string, { parts, last, rightmost }: Scene): Promise<Area> {
	const boxes = await Promise.all(
		parts.map(async (part) => await boxOf(part, `${name} shows nothing`)),
	);
	const end = await boxOf(last, `${name} does not show what it should end with`);
	const side =
		rightmost && (await boxOf(rightmost, `${name} does not show what it should reach to`));
	const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
	const right = Math.min(
		Math.max(...boxes.map((box) => box.x + box.width)),
		side ? side.x + side.width + margin / 2 : Infinity,
	);
	const bottom = Math.min(
		Math.max(...boxes.map((box) => box.y + box.height)),
		end.y + end.height + margin,
	);
	return { x, y, width: right - x, height: bottom - y };
}

/**
 * Takes a picture for the README, of one part of the page or of several that stand side by side, and
 * checks that it shows each thing that its text there names.
 *
 * @param last what the picture ends with; below it the parts are empty, or of no interest
 * @param rightmost what it ends with at the right, where there are only buttons beyond
 */
export async function picture(
	name: string,
	shown: Locator | readonly Locator[],
	last: Locator,
	rightmost?: Locator,
): Promise<void> {
	const scene: Scene = { parts: 'boundingBox' in shown ? [shown] : shown, last, rightmost };
	const terms = promised(name);
	let texts: string[] = [];
	const missing = (): string[] => terms.filter((term) => !shows(texts, term));
	// Some of n8n's buttons and labels are seen only where the mouse is.
	await page().mouse.move(0, 0);
	await until(
		`${name} shows what its text in README.md names`,
		async () => {
			const area = await areaOf(name, scene);
			texts = (
				await Promise.all(scene.parts.map(async (part) => await visibleTexts(part, area)))
			).flat();
			return missing().length === 0;
		},
		30,
		() =>
			`It does not show: ${missing().join(', ')}. It shows: ${texts.map((text) => text.trim()).join(' | ')}`,
	);
	if (!isTaking) return;
	mkdirSync(join(project, folder), { recursive: true });
	// n8n's notices and hints come and go over the panels, and the panels slide in.
	const style =
		'.el-notification, [role=tooltip], [data-reka-popper-content-wrapper] { display: none !important }';
	await page().screenshot({
		path: join(project, folder, name),
		clip: await areaOf(name, scene),
		animations: 'disabled',
		style,
	});
}
