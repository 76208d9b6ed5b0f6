/**
 * Opens, fills in and clicks n8n's editor in a browser as a person does, and takes the pictures of it for the pages.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { credentialName } from '../../workbench/n8n/bench.mts';
import { browserNeeds, openBrowser, type Browser } from '../../workbench/n8n/browser.mts';
import { installMissing, missing } from '../../workbench/n8n/programs.mts';
import type { WorkflowNode } from '../../workbench/n8n/rest.mts';
import { running, takesPictures } from './choices.mts';
import { environment, isFrom, leftBehind } from './environment.mts';
import { chain, service, store, until } from './workflows.mts';

let browser: Browser | undefined;

export const page = (): Page => browser!.page;

/** Opens a browser and signs in; does nothing where there is no browser. */
export async function openEditor(): Promise<void> {
	await installMissing(browserNeeds, console.log);
	if (missing(browserNeeds) !== undefined) return;
	// High enough for the whole form of Send Message.
	browser = await openBrowser({ width: 1280, height: 940 });
	await goTo('/signin');
	const email = page().locator('input[type=email], input[name=emailOrLdapLoginId]');
	await email.first().fill(running.owner.email);
	await page().locator('input[type=password]').fill(running.owner.password);
	await page().getByRole('button', { name: 'Sign in' }).click();
	await page().waitForURL(/home|workflow/);
}

export const closeEditor = async (): Promise<void> => await browser?.stop();

/** Registers one step of the journey. It is skipped where there is no browser, and takes a screenshot if it fails. */
export function step(name: string, action: () => Promise<void>): void {
	test(name, async (t) => {
		if (missing(browserNeeds) !== undefined) return t.skip(missing(browserNeeds));
		await action().catch(async (error: unknown) => {
			const path = leftBehind('browser.png');
			await page().screenshot({ path });
			t.diagnostic(`what the browser showed: ${path}`);
			throw error;
		});
	});
}

export const goTo = async (path: string): Promise<void> =>
	void (await page().goto(environment().n8n.origin + path));

export const byTest = (id: string): Locator => page().locator(`[data-test-id="${id}"]`);
export const parameter = (name: string): Locator => byTest(`parameter-input-${name}`);
export const toggle = (name: string): Locator =>
	parameter(name).locator('.el-switch, [role=switch]').first();

/** Returns the column with the fields, from its tabs down. */
export const form = (): Locator => byTest('ndv').locator('.node-settings').first();
export const output = (): Locator => byTest('output-panel');

/** Returns the switch between the ways to show the output. */
export const modes = (): Locator => output().locator('[data-test-id=ndv-run-data-display-mode]');

/** Returns the controls that add a field to each collection, Filters or Options: buttons in n8n 2.x, menus in 1.x. */
export const addButton = (): Locator =>
	form().locator(
		'[data-test-id=collection-parameter-add]:visible, .collection-parameter .el-select:visible',
	);

/** Searches the panel of nodes from an empty workflow, and opens the package's entry. */
export async function openPanel(searched: string): Promise<Locator> {
	await goTo('/workflow/new');
	await byTest('node-creator-plus-button').first().click();
	await byTest('node-creator-search-bar').fill(searched);
	const found = page().locator('[data-test-id^=node-creator-][data-test-id*=item]');
	await found.filter({ hasText: 'Messaging Service' }).first().click();
	await byTest('node-creator').getByText('Triggers (2)').waitFor();
	return byTest('node-creator');
}

/** Picks the sandbox's credential in the node that is open. */
export async function chooseCredential(): Promise<void> {
	await byTest('node-credentials-select').click();
	const items = page().locator('[data-test-id^="node-credentials-select-item-"]');
	await items.filter({ hasText: credentialName }).click();
}

/** Opens a workflow as n8n has it stored, and the node in it. */
export async function open(id: string): Promise<void> {
	await goTo(`/workflow/${id}`);
	await openNode(service);
}

/** Opens a node on the canvas. */
export async function openNode(name: string): Promise<void> {
	const named = page().getByText(name, { exact: true });
	await byTest('canvas-node').filter({ has: named }).first().dblclick();
	await form().waitFor();
}

/** Stores a workflow that ends with the node, and opens the node. */
export async function openNew(name: string, parts: WorkflowNode[]): Promise<string> {
	const { id } = await store(chain(name, parts));
	await open(id);
	return id;
}

export const type = async (name: string, text: string): Promise<void> =>
	await parameter(name).locator('input, textarea').first().fill(text);

export async function choose(name: string, option: string): Promise<void> {
	await parameter(name).click();
	const choices = page().locator('.el-select-dropdown__item:visible, [role=option]:visible');
	await choices.filter({ hasText: option }).last().click();
}

/** Adds a field to the first collection of the form. */
export async function add(field: string): Promise<void> {
	await addButton().first().click();
	const options = '[data-test-id=collection-parameter-option], .el-select-dropdown__item';
	await page().locator(options).locator('visible=true').filter({ hasText: field }).first().click();
}

/** Presses Execute step and waits until the output shows this text. */
export async function runStep(shown: string | RegExp): Promise<string> {
	await byTest('node-execute-button').click();
	await output().getByText(shown).first().waitFor();
	return await output().innerText();
}

export const showAs = async (mode: 'schema' | 'table'): Promise<void> =>
	await modes().locator(`[data-test-id=radio-button-${mode}]`).click();

/** Makes the output about this many pixels wide, by the handle above the form. */
export async function widenOutput(width: number): Promise<void> {
	const [whole, fields] = [await byTest('ndv').boundingBox(), await form().boundingBox()];
	await byTest('panel-drag-button').dragTo(byTest('ndv'), {
		force: true,
		targetPosition: { x: whole!.width - width - fields!.width / 2, y: 10 },
	});
}

const project = join(import.meta.dirname, '../..');

/** Whether pictures are kept. An older editor looks different. */
const isTaking = () => takesPictures && isFrom(2);

/** Space below the last element in a picture, in pixels. */
const margin = 12;

/** Returns the words that a page promises of a picture: "What it is: one term, another term". */
function promised(name: string): string[] {
	const pages = ['README.md', 'docs/reference.md'].map((file) => readFileSync(join(project, file)));
	const images = pages.join('').match(/<img .*?>|!\[.*?\)/g)!;
	const image = images.find((each) => each.includes(`images/${name}`)) ?? '';
	const terms = /(?:alt="|!\[)[^":\]]*:([^"\]]*)/.exec(image)?.[1];
	assert.ok(terms, `No page names what ${name} shows. Write "What it is: term, term".`);
	return terms.split(/[\s,]+/).filter(Boolean);
}

/** Returns the words in a part of the page: its texts, and the values or placeholders of its fields. */
async function wordsIn(part: Locator): Promise<string[]> {
	const valuesOf = (all: unknown[]) =>
		(all as Array<Record<string, string>>).map(({ value, placeholder }) => value || placeholder);
	const values = await part.locator('input, textarea').evaluateAll(valuesOf);
	return [await part.innerText(), ...values].join(' ').split(/[\s,"]+/);
}

async function boxOf(element: Locator) {
	await element.waitFor();
	return (await element.boundingBox())!;
}

/**
 * Takes a picture of one part of the page or of several that stand side by side, once they show what the pages promise.
 *
 * @param last the last element in it; below it the parts are empty, or of no interest
 * @param rightmost the last element at the right, if there are only buttons beyond
 */
export async function picture(
	name: string,
	shown: Locator | Locator[],
	last: Locator,
	rightmost?: Locator,
): Promise<void> {
	const parts = [shown].flat();
	let missing: string[] = [];
	// Some of n8n's buttons and labels are visible only under the mouse.
	await page().mouse.move(0, 0);
	const isSeen = async () => {
		const seen = (await Promise.all(parts.map(wordsIn))).flat();
		missing = promised(name).filter((word) => !seen.some((each) => each.includes(word)));
		return missing.length === 0;
	};
	await until(`${name} shows what its page names`, isSeen, 30, () => missing.join(', '));
	const boxes = await Promise.all(parts.map(boxOf));
	const [end, side] = [await boxOf(last), rightmost && (await boxOf(rightmost))];
	if (!isTaking()) return;
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
