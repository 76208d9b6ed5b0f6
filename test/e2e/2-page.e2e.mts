/**
 * The page behind the link of Send and Wait, in a browser: on a small phone, accessible to everybody, with any text.
 */
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import axe from 'axe-core';
import { visit } from '../../workbench/n8n/public-address.mts';
import { linkIn } from './4-question.e2e.mts';
import { closeEditor, goTo, openEditor, page, step } from './editor.mts';
import { environment } from './environment.mts';
import { assertSuccess, chain, loopOver, noOp, outputs, send } from './workflows.mts';
import { serviceNode, start, store, trigger, until, type Row } from './workflows.mts';

export const title = 'The page behind the link, in a browser';

export const asking = (message: string, parameters: Row = {}) =>
	serviceNode(
		send({
			operation: 'sendAndWait',
			recipients: '+254733127021',
			campaign: 'approvals',
			message,
			...parameters,
		}),
	);

/** Waits for this many texts, and for the page of the last one. Returns its link. */
export async function linkOfText(texts = 1): Promise<string> {
	const { sandbox } = environment();
	await until('the text is sent', () => sandbox.journal.length === texts);
	const link = linkIn(sandbox.journal.at(-1)!.body.message);
	// Until the execution waits, n8n answers that it is running.
	await until('the page is there', async () => (await visit(link)).ok);
	return link;
}

export async function onPhone(link: string, colorScheme: 'light' | 'dark'): Promise<void> {
	await page().setViewportSize({ width: 320, height: 568 });
	await page().emulateMedia({ colorScheme });
	await page().goto(link);
}

export async function offPhone(): Promise<void> {
	await page().setViewportSize({ width: 1280, height: 940 });
	await page().emulateMedia({ colorScheme: null });
	await goTo('/');
}

/** Starts a workflow that asks. Returns the ID of its execution and the link in the text. */
async function asked(message: string, parameters: Row): Promise<{ id: string; link: string }> {
	const parts = [start(), asking(message, parameters), noOp('After')];
	const { id: workflow } = await store(chain('Asked', parts));
	const id = await environment().executions.start(workflow, trigger);
	return { id, link: await linkOfText() };
}

/** Returns the answer that the workflow received. */
async function answerTo(id: string): Promise<Row> {
	const execution = await environment().executions.finished(id);
	assertSuccess(execution);
	return outputs(execution, 'After')[0]!.data as Row;
}

const width = async () => await page().evaluate('document.documentElement.scrollWidth');

/** Checks the open page against all rules of axe, in light and dark, and that large letters fit its 320 pixels. */
async function assertForEverybody(what: string): Promise<void> {
	const root = page().locator('html');
	// Rules of level AAA and experimental rules are off by default.
	const rules = Object.fromEntries(axe.getRules().map(({ ruleId }) => [ruleId, { enabled: true }]));
	for (const colorScheme of ['light', 'dark'] as const) {
		await page().emulateMedia({ colorScheme });
		await page().evaluate(axe.source);
		const { violations, passes } = await page().evaluate<axe.AxeResults>(
			`axe.run(${JSON.stringify({ rules })})`,
		);
		const told = violations.map(({ id, nodes }) => `${id}: ${nodes[0]!.html}`);
		assert.deepEqual(told, [], `${what}, ${colorScheme}`);
		// axe can't measure the contrast of some scripts, such as Arabic.
		const isMeasured = passes.some(({ id }) => id === 'color-contrast-enhanced');
		assert.ok(isMeasured || what.startsWith('ar'), what);
	}
	assert.equal(await width(), 320, what);
	// Twice the page's font size, as set in the browser, and the text spacing of WCAG 1.4.12.
	const large = 'font-size: 212.5%; letter-spacing: .12em; word-spacing: .16em; line-height: 1.5';
	// Not set as an attribute, which the page's Content Security Policy would ignore.
	await root.evaluate((element, style) => (element.style.cssText = style), large);
	assert.equal(await width(), 320, `${what}, with letters twice as large and apart`);
	await root.evaluate((element) => element.removeAttribute('style'));
}

export function tests(): void {
	before(openEditor);
	after(closeEditor);

	step('its page holds any text on 320 pixels, and is answered by the keyboard alone', async () => {
		const markup =
			'<b>"Bold" & \'quoted\'</b><script>document.title = "no"</script> 😀 שלום, עולם. ';
		const message = `${markup}${'w'.repeat(400)} ${'A long text. '.repeat(350)}`;
		assert.ok(message.length > 5000);
		const { id, link } = await asked(message, {});
		const wrong: string[] = [];
		page().on('console', (said) => void wrong.push(said.text()));
		for (const colorScheme of ['light', 'dark'] as const) {
			await onPhone(link, colorScheme);
			const quote = page().locator('blockquote');
			assert.equal(await quote.textContent(), message);
			assert.equal(await quote.locator('*').count(), 0);
			assert.equal(await width(), 320);
			assert.equal(await page().title(), 'Your answer is needed');
			const [approve, decline] = await page().locator('button').all();
			const [one, other] = [await approve!.boundingBox(), await decline!.boundingBox()];
			assert.ok(one!.height >= 48 && other!.height >= 48, 'high enough for a thumb');
			assert.ok(other!.y - one!.y - one!.height >= 16, 'far enough apart');
		}
		await assertForEverybody('an approval');
		for (const name of ['Approve', 'Decline']) {
			await page().keyboard.press('Tab');
			assert.equal(await page().locator('button:focus-visible').textContent(), name);
		}
		await page().keyboard.press('Enter');
		await page().getByText('Your answer was recorded').waitFor();
		await assertForEverybody('an approval: recorded');
		assert.deepEqual(wrong, []);
		assert.equal((await answerTo(id)).approved, false);
		await offPhone();
	});

	step(
		'every page is for everybody: light and dark, small, with large letters, read aloud',
		async () => {
			const rows = [
				{ language: 'en' },
				{ language: 'ar', message: 'أي يوم يناسبك؟' },
				{ language: 'sw', message: 'Siku gani inakufaa?' },
			];
			const values = { language: '={{ $json.language }}', asker: 'Kilimani Clinic' };
			const parameters = {
				responseType: 'freeText',
				message: "={{ $json.message ?? 'Which day suits you?' }}",
				options: { page: { values } },
			};
			const workflow = loopOver(rows, asking('', parameters));
			await environment().executions.start((await store(workflow)).id, trigger);
			const field = page().locator('textarea');
			const button = page().getByRole('button');
			let first = '';
			for (const [index, { language }] of rows.entries()) {
				const link = await linkOfText(index + 1);
				if (first) {
					await onPhone(first, 'light');
					await assertForEverybody(`${language}: closed`);
				}
				first ||= link;
				await onPhone(link, 'light');
				assert.equal(await page().locator('html').getAttribute('lang'), language);
				const direction = await page().evaluate(
					"getComputedStyle(document.querySelector('main')).direction",
				);
				assert.equal(direction, language === 'ar' ? 'rtl' : 'ltr');
				await assertForEverybody(`${language}: the question`);
				const long = 'Alhamisi '.repeat(300).trim();
				await field.fill(long);
				await button.click();
				await page().waitForURL(`${link}#answer`);
				assert.ok(
					await field.evaluate((element) => element === element.ownerDocument.activeElement),
				);
				assert.equal(await field.inputValue(), long.slice(0, 2000));
				await assertForEverybody(`${language}: refused`);
				await field.fill('Alhamisi');
				await button.click();
				await page().getByText('Alhamisi', { exact: true }).waitFor();
				await assertForEverybody(`${language}: recorded`);
			}
			await offPhone();
		},
	);

	step(
		'an answer in words is written and sent by the keyboard, and is kept when it could not be sent',
		async () => {
			const { id, link } = await asked('Which day?', { responseType: 'freeText' });
			await onPhone(link, 'light');
			const text = 'Ijumaa 🙏\nau Jumamosi';
			await page().keyboard.press('Tab');
			await page().keyboard.type('Ijumaa 🙏');
			await page().keyboard.press('Enter');
			await page().keyboard.type('au Jumamosi');
			await page().keyboard.press('Tab');
			await page().context().setOffline(true);
			const failed = page().waitForEvent('requestfailed');
			await page().keyboard.press('Enter');
			await failed;
			await page().context().setOffline(false);
			await page().goBack();
			assert.equal(await page().locator('textarea').inputValue(), text);
			await page().getByRole('button', { name: 'Send' }).click();
			await page().getByText('Your answer was recorded').first().waitFor();
			assert.equal((await answerTo(id)).text, text);
			await offPhone();
		},
	);

	step('it works without JavaScript', async () => {
		const { id, link } = await asked('Which day?', { responseType: 'freeText' });
		const context = await page().context().browser()!.newContext({ javaScriptEnabled: false });
		const plain = await context.newPage();
		await plain.goto(link);
		await plain.getByRole('textbox', { name: 'Your answer is needed' }).fill('<b>Friday</b>');
		await plain.getByRole('button', { name: 'Send' }).click();
		await plain.getByText('<b>Friday</b>').waitFor();
		await context.close();
		assert.equal((await answerTo(id)).text, '<b>Friday</b>');
	});
}
