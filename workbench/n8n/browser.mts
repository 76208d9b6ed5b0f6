/** Debian's Chromium without a window, driven by playwright. */
import { existsSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { installFromDebian } from './debian.mts';

/** A part of the page, in pixels. */
export type Area = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>;

export interface Browser {
	page: Page;
	stop(): Promise<void>;
}

const chromium = '/usr/bin/chromium';

/** What Debian calls it. */
export const browserPackages = ['chromium'];

/** Why there is no browser, as one sentence; undefined where there is one. */
export function missingBrowser(): string | undefined {
	return existsSync(chromium)
		? undefined
		: 'The browser tests need Chromium. On Debian: apt-get install --no-install-recommends chromium';
}

/** Installs Debian's Chromium where it is missing and can be installed. */
export async function installBrowser(say: (line: string) => void): Promise<void> {
	if (missingBrowser() !== undefined) await installFromDebian(browserPackages, say);
}

/** Opens a browser with one empty page and a profile that ends with it. */
export async function openBrowser(viewport: { width: number; height: number }): Promise<Browser> {
	// Loaded here: whoever asks only whether there is a browser need not wait for it.
	const { chromium: driver } = await import('playwright-core');
	const browser = await driver.launch({
		executablePath: chromium,
		// The first: Chromium refuses to run as root with it. The others: it asks Google's hosts for news at every start.
		args: [
			'--no-sandbox',
			'--disable-gpu',
			'--disable-quic',
			'--no-first-run',
			'--disable-background-networking',
			'--disable-component-update',
			'--disable-sync',
		],
	});
	const page = await browser.newPage({ viewport, locale: 'en-GB' });
	page.setDefaultTimeout(30_000);
	return { page, stop: () => browser.close() };
}
