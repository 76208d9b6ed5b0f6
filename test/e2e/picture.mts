import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from '../../workbench/n8n/browser.mts';
import { page } from './editor.mts';

/** With `--pictures` the README's pictures are taken anew; otherwise nothing is kept. */
const pictures = process.argv.includes('--pictures') ? join(import.meta.dirname, '../../docs/images') : undefined;

/**
 * Takes a picture of a part of the page for the README.
 *
 * @param height cuts off what is empty below
 */
export async function picture(name: string, element: Locator, height = Infinity): Promise<void> {
	if (!pictures) return;
	mkdirSync(pictures, { recursive: true });
	await page().mouse.move(0, 0);
	const box = await element.boundingBox();
	assert.ok(box, `${name} shows nothing`);
	const clip = { ...box, height: Math.min(box.height, height) };
	// n8n's notices and hints come and go over the panels, and the panels slide in.
	await page().screenshot({ path: join(pictures, name), clip, animations: 'disabled', style: '.el-notification, [role=tooltip], [data-reka-popper-content-wrapper] { display: none !important }' });
}
