/** A headless Chromium, driven by the playwright-core that the complete n8n brings along. */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installFromDebian } from './debian.mts';
import type { CompleteN8n } from './install.mts';

/** A part of the page, in pixels. */
export interface Area {
	x: number;
	y: number;
	width: number;
	height: number;
}

/**
 * What the tests use of playwright's locators: they wait by themselves until the thing is there,
 * and fail after half a minute.
 */
export interface Locator {
	click(): Promise<void>;
	dblclick(): Promise<void>;
	dragTo(
		target: Locator,
		options: { force: boolean; targetPosition: { x: number; y: number } },
	): Promise<void>;
	fill(text: string): Promise<void>;
	innerText(): Promise<string>;
	allInnerTexts(): Promise<string[]>;
	waitFor(): Promise<void>;
	blur(): Promise<void>;
	boundingBox(): Promise<Area | null>;
	/** Calls a function in the page, with the element and with something that JSON can hold. */
	evaluate<Result, Given>(
		inPage: (element: never, given: Given) => Result,
		given: Given,
	): Promise<Result>;
	locator(selector: string): Locator;
	getByText(text: string | RegExp, options?: { exact: boolean }): Locator;
	filter(options: { hasText: string | RegExp }): Locator;
	first(): Locator;
	last(): Locator;
}

export interface Page {
	goto(address: string): Promise<unknown>;
	setContent(html: string): Promise<unknown>;
	locator(selector: string): Locator;
	getByRole(role: string, options: { name: string }): Locator;
	waitForURL(address: RegExp): Promise<void>;
	screenshot(options: {
		path: string;
		clip?: Area;
		style?: string;
		animations?: 'disabled';
	}): Promise<unknown>;
	mouse: { move(x: number, y: number): Promise<void> };
}

export interface Browser {
	page: Page;
	stop(): Promise<void>;
}

interface Context {
	newPage(): Promise<Page & { setDefaultTimeout(milliseconds: number): void }>;
	close(): Promise<void>;
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

/** Opens a browser with one empty page and a profile that goes with it. */
export async function openBrowser(
	install: CompleteN8n,
	viewport: { width: number; height: number },
): Promise<Browser> {
	const load = createRequire(join(install.directory, 'package.json'));
	const { chromium: driver } = load('playwright-core') as {
		chromium: { launchPersistentContext(folder: string, options: unknown): Promise<Context> };
	};
	const profile = await mkdtemp(join(tmpdir(), 'messaging-service-browser-'));
	const context = await driver.launchPersistentContext(profile, {
		executablePath: chromium,
		headless: true,
		viewport,
		locale: 'en-GB',
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
	const page = await context.newPage();
	page.setDefaultTimeout(30_000);
	return {
		page,
		stop: async () => {
			await context.close();
			await rm(profile, { recursive: true, force: true });
		},
	};
}
