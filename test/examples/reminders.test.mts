import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import type { RunOptions, RunResult } from '../../workbench/engine/engine.mts';
import { startSandbox, type Sandbox } from '../../workbench/sandbox/sandbox.mts';
import { credentialsFor, example, examplesFolder, play, rowsOf } from './play.mts';

let sandbox: Sandbox;
// A service each: the node remembers what it sent to one.
beforeEach(async () => { sandbox = await startSandbox({ now: () => Date.now() }); });
afterEach(async () => { jest.restoreAllMocks(); await sandbox.stop(); });

/** Everybody of the spreadsheet who has a number. */
const people = 27;

/** The four places where a row can end. */
const ends = ['Reminded', 'Reminded at the Second Try', 'Start Again Later', 'Needs a Person'] as const;

const run = async (options: Partial<RunOptions> = {}) => await play(sandbox, example('spreadsheet-reminders.json'), {}, options);
const reached = () => sandbox.journal.flatMap(({ body }) => body.recipients ?? []);
const endsOf = (result: RunResult) => ends.map((name) => rowsOf(result, name).length);
const reminded = (result: RunResult): IDataObject[] => [...rowsOf(result, 'Reminded'), ...rowsOf(result, 'Reminded at the Second Try')];
const outcomesOf = (rows: IDataObject[], outcome: string) => rows.filter(({ sendOutcome }) => sendOutcome === outcome).length;

/** Another n8n, or the same one started again: its account counts as another one, so that nothing is remembered of it. */
const elsewhere = (): Partial<RunOptions> => ({ credentials: credentialsFor({ ...sandbox, baseUrl: `${sandbox.baseUrl}/` } as Sandbox) });

const realNow = Date.now.bind(Date);
const minutesLater = (minutes: number) => void jest.spyOn(Date, 'now').mockImplementation(() => realNow() + minutes * 60_000);

/** Runs the example over a changed spreadsheet. */
async function runOver(change: (csv: string) => string): Promise<RunResult> {
	const folder = mkdtempSync(join(tmpdir(), 'reminders-'));
	try {
		writeFileSync(join(folder, 'appointments.csv'), change(readFileSync(join(examplesFolder, 'appointments.csv'), 'utf8')));
		return await run({ workflowFolder: folder });
	} finally {
		rmSync(folder, { recursive: true });
	}
}

describe('spreadsheet-reminders.json', () => {
	it('texts each person of the spreadsheet once, completing the numbers that lacked their country code', async () => {
		const result = await run();
		expect(result.error).toBeUndefined();
		expect(rowsOf(result, 'Rows')).toHaveLength(30);
		expect(endsOf(result)).toEqual([20, 8, 0, 2]);
		expect(rowsOf(result, 'Reminded at the Second Try').map(({ recipients }) => recipients).flat().sort()).toEqual([
			'+254711001007', '+254711001008', '+254711001009', '+254711001010',
			'+254711001019', '+254711001020', '+254711001024', '+254711001027',
		]);
		expect(sandbox.journal).toHaveLength(people);
		expect(new Set(reached()).size).toBe(people);
		for (const abroad of ['+442079460958', '+33612345678', '+46701234567', '+34612345678']) expect(reached()).toContain(abroad);
	});

	it('texts a row that stands there twice once, and gives the second one the first one\'s message', async () => {
		const rows = rowsOf(await run(), 'Reminded').filter(({ recipients }) => (recipients as string[]).includes('+254711001011'));
		expect(rows.map(({ sendOutcome }) => sendOutcome)).toEqual(['accepted', 'alreadySent']);
		expect(rows[1]!.messageId).toBe(rows[0]!.messageId);
	});

	it('texts it once also where one of the two lacks the country code', async () => {
		const result = await runOver((csv) => `${csv}Tom Baraka,0711 001 029,Tue 24 Nov,14:20,again\n`);
		expect(endsOf(result)).toEqual([20, 9, 0, 2]);
		expect(outcomesOf(rowsOf(result, 'Reminded at the Second Try'), 'alreadySent')).toBe(1);
		expect(reached().filter((number) => number === '+254711001029')).toHaveLength(1);
	});

	it('writes names as they are, and a row without one too', async () => {
		await run();
		const text = (number: string) => sandbox.journal.find(({ body }) => body.recipients?.includes(number))?.body.message;
		expect(text('+254711001003')).toBe('Hello Wanjiku "Shiko" Mwangi, this is a reminder of your appointment on Mon 23 Nov at 09:40. To change it, call 0711 000 100.');
		expect(text('+254711001002')).toContain('Hello Müller, Zoë, this');
		expect(text('+254711001017')).toContain('Hello there, this');
	});

	it('hands the rows that nothing can be sent to over to a person, with the reason', async () => {
		const left = rowsOf(await run(), 'Needs a Person');
		expect(left.map(({ name, phone, outcome }) => [name, phone, outcome])).toEqual([['Samuel Mutua', '', 'notSent'], ['Esther Wambui', 'ask at reception', 'notSent']]);
		for (const { reason } of left) expect(String(reason)).toMatch(/number|digits/i);
	});

	it('finds what was sent although its receipt was lost, and tries again only what was refused', async () => {
		sandbox.play({ on: 'send', kind: 'dropAfter', recipient: '+254711001001' });
		sandbox.play({ on: 'send', kind: 'errorAfterAccept', recipient: '+254711001007' });
		sandbox.play({ on: 'send', kind: 'badRequest', recipient: '+254711001003' });
		const result = await run();
		expect(endsOf(result)).toEqual([19, 9, 0, 2]);
		expect(reminded(result).filter(({ confirmedBy }) => confirmedBy === 'lookup').map(({ recipients }) => recipients)).toEqual([['+254711001001'], ['+254711001007']]);
		expect(new Set(reached()).size).toBe(people);
		expect(sandbox.journal).toHaveLength(people);
	});

	it('leaves what may have been sent alone, and texts it when it is started again a few minutes later', async () => {
		sandbox.play({ on: 'send', kind: 'serverError', recipient: '+254711001001' });
		sandbox.play({ on: 'send', kind: 'dropBefore', recipient: '+33612345678' });
		sandbox.play({ on: 'send', kind: 'dropBefore', recipient: '+254711001027' });
		const first = await run();
		expect(rowsOf(first, 'Start Again Later').map(({ name, sendOutcome }) => [name, sendOutcome])).toEqual([['Amina Otieno', 'unknown'], ['Chloé Dubois', 'unknown']]);
		expect(rowsOf(first, 'Needs a Person').map(({ name, outcome }) => [name, outcome])).toContainEqual(['Patrick Omondi', 'unknown']);
		expect(sandbox.requests.filter(({ operation }) => operation === 'send')).toHaveLength(people);
		expect(sandbox.journal).toHaveLength(people - 3);

		// Too early to know: nothing is sent.
		const second = await run();
		expect(sandbox.journal).toHaveLength(people - 3);
		expect(rowsOf(second, 'Start Again Later')).toHaveLength(2);

		minutesLater(3);
		const third = await run();
		expect(endsOf(third)).toEqual([20, 8, 0, 2]);
		expect(outcomesOf(reminded(third), 'accepted')).toBe(3);
		expect(new Set(reached()).size).toBe(people);
		expect(sandbox.journal).toHaveLength(people);
	});

	it.each([['in the same n8n', () => ({})], ['in another one', elsewhere]])('sends nothing when it is started again %s six days later, but to a row that was corrected', async (_where, options) => {
		await run();
		minutesLater(6 * 24 * 60);
		const again = await run(options());
		expect(endsOf(again)).toEqual([20, 8, 0, 2]);
		expect(outcomesOf(reminded(again), 'alreadySent')).toBe(28);
		expect(sandbox.journal).toHaveLength(people);

		const corrected = await runOver((csv) => csv.replace('ask at reception', '0711 001 014'));
		expect(endsOf(corrected)).toEqual([20, 9, 0, 1]);
		expect(reached().slice(people)).toEqual(['+254711001014']);
	});

	it.each([['in the same n8n', () => ({})], ['in another one', elsewhere]])('texts only the rest when it was stopped in the middle and is started again %s', async (_where, options) => {
		const stop = new AbortController();
		sandbox.setOptions({ latency: 30 });
		// Some are accepted then, some under way, some have not begun.
		const watch = setInterval(() => sandbox.journal.length >= 12 && stop.abort(), 1);
		const stopped = await run({ signal: stop.signal }).finally(() => clearInterval(watch));
		expect(stopped.status).toBe('canceled');
		const before = sandbox.journal.length;
		expect(before).toBeLessThan(people);
		await run(options());
		minutesLater(3);
		const last = await run(options());
		expect(endsOf(last)).toEqual([20, 8, 0, 2]);
		expect(sandbox.journal).toHaveLength(people);
		expect(new Set(reached()).size).toBe(people);
	});

	it.each([['in the same n8n', () => ({})], ['in another one', elsewhere]])('texts only the rest when the service failed in the middle and it is started again %s', async (_where, options) => {
		sandbox.play({ on: 'send', kind: 'errorAfterAccept', after: 6, times: 4 });
		sandbox.play({ on: 'send', kind: 'serverError', status: 503, after: 10, times: 11 });
		// The list can't be read either, but at the start of each node.
		sandbox.play({ on: 'messages', kind: 'badRequest', status: 403, after: 1, times: 3 });
		const failed = await run();
		expect(endsOf(failed).reduce((sum, rows) => sum + rows)).toBe(30);
		const before = sandbox.journal.length;
		expect(before).toBeLessThan(people - 8);
		expect(reminded(failed).length).toBeLessThan(before);
		minutesLater(3);
		const last = await run(options());
		expect(endsOf(last)).toEqual([20, 8, 0, 2]);
		expect(sandbox.journal).toHaveLength(people);
		expect(new Set(reached()).size).toBe(people);
	});
});
