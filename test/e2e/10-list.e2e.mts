/** The example `list-in-the-browser.json` as a person uses it, from its import to the file of outcomes. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { exampleWorkflows, readyToRun } from '../../workbench/n8n/examples.mts';
import { credentialType } from '../../workbench/n8n/package.mts';
import {
	byTest,
	chooseCredential,
	closeEditor,
	goTo,
	openEditor,
	openNode,
	page,
	picture,
	step,
} from './editor.mts';
import { environment, isFrom, theBench } from './environment.mts';
import { published, type Row } from './workflows.mts';

export const title = 'A list from the browser';

const name = 'list-in-the-browser.json';
const headings = ['Name', 'Phone', 'Time'];

/** Fifteen people. Before they are corrected, three numbers have a fault. */
const people = (isCorrected: boolean): string[][] => {
	const faults = isCorrected ? [] : ['0733 127 122', 'see Otieno', '+25473312'];
	return Array.from({ length: 15 }, (_, index) => {
		const number = faults[index - 4] ?? `+2547331271${10 + 2 * index}`;
		return [`Guest ${index}`, number, `${9 + (index % 8)}:00`];
	});
};
const numbers = people(true).map(([, phone]) => phone!);

type Cell = string | number;

interface Spreadsheets {
	utils: {
		aoa_to_sheet(lines: Cell[][]): object;
		book_new(): object;
		book_append_sheet(book: object, sheet: object): void;
		sheet_to_json(sheet: object): Row[];
	};
	write(book: object, options: { type: 'buffer'; bookType: 'xlsx' }): Buffer;
	read(data: Buffer): { Sheets: Record<string, object>; SheetNames: string[] };
}

/** Returns n8n's own library for spreadsheets. */
function spreadsheets(): Spreadsheets {
	const nodes = join(theBench().install.directory, 'node_modules/n8n-nodes-base/package.json');
	return createRequire(nodes)(isFrom(2) ? '@e965/xlsx' : 'xlsx') as Spreadsheets;
}

const kinds: Record<string, (lines: Cell[][]) => Buffer> = {
	csv: (lines) => Buffer.from(lines.map((line) => line.join(',')).join('\r\n')),
	xlsx: (lines) => {
		const { utils, write } = spreadsheets();
		const book = utils.book_new();
		utils.book_append_sheet(book, utils.aoa_to_sheet(lines));
		return write(book, { type: 'buffer', bookType: 'xlsx' });
	},
};

let clicks = 0;

async function press(target: Locator): Promise<void> {
	clicks++;
	await target.click();
}

/** What is entered on the first page. */
interface Entered {
	kind: string;
	rows: Cell[][];
	text?: string;
	column?: string;
	country?: string;
}

/** Each kind of file has a text of its own: n8n's process remembers for ten minutes what it has sent. */
const days: Record<string, string> = { csv: 'Monday', xlsx: 'Tuesday' };

/** Fills in the first page, and presses Check. */
async function check(
	form: Page,
	{ kind, rows, text, column = 'Phone', country }: Entered,
): Promise<void> {
	await form.getByText('Column with the phone numbers').waitFor();
	const chooser = form.waitForEvent('filechooser');
	await press(form.locator('input[type=file]'));
	const buffer = kinds[kind]!([headings, ...rows]);
	await (await chooser).setFiles({ name: `guests.${kind}`, mimeType: '', buffer });
	await form.locator('input[type=text]').first().fill(column);
	await form
		.locator('textarea')
		.fill(text ?? `Dear {Name},\nwe expect you on ${days[kind]} at {Time}.`);
	if (country) await form.locator('select').selectOption(country);
	await press(form.getByRole('button', { name: 'Check' }));
}

/** Returns what the second page says. */
async function found(form: Page): Promise<string> {
	await form.getByText('Look before you send').waitFor();
	return await form.locator('body').innerText();
}

/** Returns what the last page says after `act`, and the rows of the file that it downloads. */
async function ending(
	form: Page,
	act: () => Promise<void>,
): Promise<{ said: string; rows: Row[] }> {
	const download = form.waitForEvent('download');
	await act();
	const { utils, read } = spreadsheets();
	const { Sheets, SheetNames } = read(await readFile(await (await download).path()));
	const rows = utils.sheet_to_json(Sheets[SheetNames[0]!]!);
	return { said: await form.locator('body').innerText(), rows };
}

const texted = () => environment().sandbox.journal.flatMap(({ recipients }) => recipients);

/** Opens the first page. @param isWaiting whether the run before waits for Send */
type Open = (isWaiting: boolean) => Promise<Page>;

/** Uploads a list with three faults, reads about them, uploads it corrected, and sends it. */
async function checkAndSend(open: Open, kind: string, width = Infinity): Promise<void> {
	const fits = async (form: Page) => {
		// A page that has just opened has no document yet.
		await form
			.getByText(/Text a list|Look before you send|Sent/)
			.first()
			.waitFor();
		const own = Number(await form.evaluate('document.documentElement.scrollWidth'));
		assert.ok(own <= width, `${own} pixels wide`);
	};
	let form = await open(false);
	await fits(form);
	await check(form, { kind, rows: people(false) });
	const said = await found(form);
	const goesOut = String.raw`It goes out (?:at once|\w+day 20\d\d-.*:\d\d \(.*\))\.`;
	const counts = new RegExp(`12 people would get this text\n+12 SMS segments in all\\. ${goesOut}`);
	assert.match(said, counts);
	const first =
		/The first three texts\n+\+254733127110\nDear Guest 0,\nwe expect you on \w+day at 9:00\.\n/;
	assert.match(said, first);
	assert.match(said, /\n3 rows can't go\n/);
	assert.match(
		said,
		/\nRow 6: '0733 127 122' in Phone has no country code\. .* or choose its country on the first page\.\n/,
	);
	assert.match(said, /\nRow 7: 'see Otieno' in Phone .*\nRow 8: '\+25473312' in Phone /);
	await fits(form);
	if (width < Infinity) await takePicture();

	form = await open(true);
	await check(form, { kind, rows: people(true) });
	assert.match(await found(form), /15 people would get this text/);
	assert.deepEqual(texted(), []);
	const sender = form.locator('select');
	clicks += 2;
	await sender.selectOption('CLINIC (101)');
	const offered = (await sender.locator('option').allInnerTexts()).join();
	assert.doesNotMatch(offered, /NEWCOMER|OLDNAME|PAUSED|REFUSED/, 'they may not send');
	const link = form.url();
	const end = await ending(form, async () => {
		await press(form.getByRole('button', { name: 'Send' }));
	});
	assert.match(end.said, /^Sent\n+15 rows: accepted by the service\.\n+The file outcomes\.xlsx/m);
	await fits(form);
	assert.deepEqual(texted(), numbers);
	const { message, sender_id: from } = environment().sandbox.journal[1]!.body;
	assert.deepEqual(
		[message, from],
		[`Dear Guest 1,\nwe expect you on ${days[kind]} at 10:00.`, 101],
	);
	const outcomes = end.rows.map(({ sendOutcome, Phone, messageId }) => [
		sendOutcome,
		Phone,
		!!messageId,
	]);
	assert.deepEqual(
		outcomes,
		numbers.map((phone) => ['accepted', phone, true]),
	);
	// Whoever goes back in the browser can press Send again.
	const pressed = new FormData();
	pressed.set('field-1', 'CLINIC (101)');
	const { pathname, search } = new URL(link);
	const again = environment().n8n.origin + pathname + search;
	// n8n doesn't answer it.
	const signal = AbortSignal.timeout(3_000);
	await fetch(again, { method: 'POST', body: pressed, signal }).catch(() => undefined);
	assert.equal(texted().length, 15);
}

/** Takes the picture of the second page for README, on a phone that shows all of it. */
async function takePicture(): Promise<void> {
	await page().setViewportSize({ width: 390, height: 1000 });
	await picture('list-check.png', page().locator('body'), page().getByRole('button'));
}

/** Uploads the list once more: everybody has the text. */
async function checkAgain(open: Open, kind: string): Promise<void> {
	const form = await open(false);
	const act = async () => await check(form, { kind, rows: people(true) });
	const { said, rows } = await ending(form, act);
	assert.match(
		said,
		/^Nothing was sent\n+15 rows: had this text already, from before or from a row above, and got nothing more\./m,
	);
	assert.deepEqual(new Set(rows.map(({ sendOutcome }) => sendOutcome)), new Set(['alreadySent']));
	assert.equal(texted().length, 15);
}

/** Publishes the example, and opens its form on a phone. */
async function onPhone(use: (open: Open) => Promise<void>): Promise<void> {
	const example = (await exampleWorkflows()).get(name)!;
	const workflow = readyToRun(example, { [credentialType]: environment().credential });
	const { path } = workflow.nodes.find(({ type }) => type.endsWith('formTrigger'))!.parameters;
	await published(workflow, async () => {
		await use(async () => {
			await goTo(`/form/${String(path)}`);
			await page().setViewportSize({ width: 390, height: 844 });
			return page();
		});
	});
	await page().setViewportSize({ width: 1280, height: 940 });
}

/** Chooses the credential in a node on the canvas, which n8n 1.x doesn't do by itself. */
async function chooseCredentialIn(node: string): Promise<void> {
	await openNode(node);
	await chooseCredential();
	await byTest('back-to-canvas').click();
}

export function tests(): void {
	before(openEditor);
	after(closeEditor);

	step(
		'imported in the editor, it needs no setting; a .csv file goes out by thirteen clicks',
		async () => {
			clicks = 0;
			await goTo('/workflow/new');
			await press(byTest('workflow-menu').first());
			const chooser = page().waitForEvent('filechooser');
			if (isFrom(2)) await press(page().getByText('Import', { exact: true }));
			await press(page().getByText(/^(?:Import )?from file/i));
			await (await chooser).setFiles(join(import.meta.dirname, '../../examples', name));
			if (isFrom(2)) await page().getByText('Credentials auto-added').waitFor();
			else for (const node of ['Check', 'Senders', 'Send']) await chooseCredentialIn(node);
			const open = async (isWaiting: boolean) => {
				const stop = byTest('stop-execution-button');
				if (isWaiting) await press(stop);
				await stop.waitFor({ state: 'hidden' });
				const popup = page().waitForEvent('popup');
				await press(byTest('execute-workflow-button').first());
				return await popup;
			};
			await checkAndSend(open, 'csv');
			assert.equal(clicks, isFrom(2) ? 13 : 12);
			await checkAgain(open, 'csv');
		},
	);

	step('published, on a phone: an .xlsx file is checked, corrected and sent', async () => {
		await onPhone(async (open) => {
			await checkAndSend(open, 'xlsx', 390);
			await checkAgain(open, 'xlsx');
		});
	});

	step(
		'a heading that the spreadsheet lacks, no rows, empty cells, repeats, times of an .xlsx file and markup are told',
		async () => {
			await onPhone(async (open) => {
				const rows = [
					['<b>$&</b>', numbers[0]!, ''],
					['Cem', '', '12:00'],
					['<b>$&</b>', '0733 127 110', ''],
				];
				const country = 'Kenya (KE)';
				const faults: Array<[changes: Partial<Entered>, missing: string]> = [
					[{ text: 'Dear {Nmae}, {Time}' }, 'Nmae'],
					[{ column: 'Mobile' }, 'Mobile'],
				];
				for (const [changes, missing] of faults) {
					const form = await open(false);
					const act = async () => await check(form, { kind: 'csv', rows, ...changes });
					const { said } = await ending(form, act);
					const sentence = `The spreadsheet has no column "${missing}". Its columns are Name, Phone, Time.`;
					assert.ok(said.startsWith('Nothing was sent') && said.includes(sentence), said);
				}
				for (const kind of Object.keys(kinds)) {
					const form = await open(false);
					const act = async () => await check(form, { kind, rows: [] });
					const { said } = await ending(form, act);
					assert.match(
						said,
						/^Nothing was sent\n+The spreadsheet can't be read, or has no rows below/,
					);
				}
				const form = await open(false);
				await check(form, { kind: 'csv', rows, text: 'Dear {Name}: { Time }', country });
				const page = await found(form);
				assert.match(page, /^1 person would get this text\n+1 SMS segment in all\./m);
				const repeat = '1 row: the same text to the same number as a row above. It goes out once.';
				assert.ok(page.includes(repeat), page);
				assert.match(page, /\n⚠ Time is empty in rows 2, 4\.\n/);
				assert.ok(page.includes('Dear <b>$&</b>:\n'), page);
				assert.match(page, /\n1 row can't go\n+Row 3: Phone has no phone number\. /);
				const times = await open(false);
				const rowsOfExcel = [
					['Ann', numbers[0]!, 9],
					['Ben', numbers[1]!, 0.375],
				];
				await check(times, { kind: 'xlsx', rows: rowsOfExcel });
				assert.match(
					await found(times),
					/\n⚠ Time is 0\.375 in row 3\. If that is a date or a time, save/,
				);
				assert.deepEqual(texted(), []);
			});
		},
	);
}
