/** Debian's Chromium, headless, driven by Playwright. */
import type { Needs } from './programs.mts';
import { publicName } from './public-address.mts';

export type Browser = Awaited<ReturnType<typeof openBrowser>>;

const executablePath = '/usr/bin/chromium';

export const browserNeeds: Needs = {
	who: 'The browser tests need',
	packages: { chromium: executablePath },
};

/** Opens a browser with one empty page and a temporary profile. */
export async function openBrowser(viewport: { width: number; height: number }) {
	// Loaded on demand, so that checking whether there is a browser stays fast.
	const { chromium } = await import('playwright-core');
	const browser = await chromium.launch({
		executablePath,
		args: ['--disable-gpu', `--host-resolver-rules=MAP ${publicName} 127.0.0.1`],
	});
	const page = await browser.newPage({ viewport, locale: 'en-GB' });
	page.setDefaultTimeout(30_000);
	return { page, stop: () => browser.close() };
}
