/** n8n's editor in a browser, for the stories that people click. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { account, credentialName } from '../../workbench/n8n/bench.mts';
import {
	installBrowser,
	missingBrowser,
	openBrowser,
	type Browser,
} from '../../workbench/n8n/browser.mts';
import { leftBehind } from './left-behind.mts';
import { environment } from './environment.mts';

/** High enough for the whole form of Send Message. */
const viewport = { width: 1280, height: 940 };

let browser: Browser | undefined;

export function page(): Page {
	assert.ok(browser, 'The suite has to open the editor first.');
	return browser.page;
}

/** Opens a browser and signs in, once for a suite; does nothing where there is no browser. */
export async function openEditor(): Promise<void> {
	await installBrowser(console.log);
	if (missingBrowser() !== undefined) return;
	environment().sandbox.reset();
	browser = await openBrowser(viewport);
	await goTo('/signin');
	await page()
		.locator('input[type=email], input[name=emailOrLdapLoginId]')
		.first()
		.fill(account.email);
	await page().locator('input[type=password]').fill(account.password);
	await page().getByRole('button', { name: 'Sign in' }).click();
	await page().waitForURL(/home|workflow/);
}

export async function closeEditor(): Promise<void> {
	await browser?.stop();
	browser = undefined;
}

export async function goTo(path: string): Promise<void> {
	await page().goto(environment().bench.n8n.origin + path);
}

export function byTest(id: string): Locator {
	return page().locator(`[data-test-id="${id}"]`);
}

export const parameter = (name: string): Locator => byTest(`parameter-input-${name}`);

/** The entries of the drop-down that is open. */
export const choices = (): Locator =>
	page().locator('.el-select-dropdown__item:visible, [role=option]:visible');

/** Opens the panel of the package's triggers from an empty workflow; n8n folds the actions away there. */
export async function openTriggers(searched: string): Promise<Locator> {
	await goTo('/workflow/new');
	await byTest('node-creator-plus-button').first().click();
	await byTest('node-creator-search-bar').fill(searched);
	const found = '[data-test-id=node-creator-item-name], [data-test-id=node-creator-node-item]';
	await page().locator(found).filter({ hasText: 'Messaging Service' }).first().click();
	const panel = byTest('node-creator');
	await panel.getByText('Triggers (2)').waitFor();
	return panel;
}

/** Opens the panel of the node's actions from an empty workflow. */
export async function openActions(): Promise<Locator> {
	const panel = await openTriggers('Messaging Service');
	await panel.getByText('Actions (4)').click();
	await panel.getByText('Send message', { exact: true }).waitFor();
	return panel;
}

/** Picks the sandbox's credential in the node that is open. */
export async function chooseCredential(): Promise<void> {
	await byTest('node-credentials-select').click();
	await page()
		.locator('[data-test-id^="node-credentials-select-item-"]')
		.filter({ hasText: credentialName })
		.click();
}

/** One step of the story; every step needs the one before. */
export function step(name: string, action: (t: TestContext) => Promise<void>): void {
	test(name, async (t) => {
		if (missingBrowser() !== undefined) return t.skip(missingBrowser());
		try {
			await action(t);
		} catch (error) {
			const path = leftBehind('browser.png');
			await browser?.page.screenshot({ path });
			t.diagnostic(`what the browser showed: ${path}`);
			throw error;
		}
	});
}
