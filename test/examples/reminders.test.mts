import { startSandbox, type Sandbox } from '../../workbench/sandbox/sandbox.mts';
import { example, play, rowsOf } from './play.mts';

let sandbox: Sandbox;
beforeAll(async () => { sandbox = await startSandbox(); });
afterEach(() => sandbox.reset());
afterAll(async () => await sandbox.stop());

const run = async () => await play(sandbox, example('spreadsheet-reminders.json'));
const reached = () => sandbox.journal.flatMap(({ body }) => body.recipients ?? []);

describe('spreadsheet-reminders.json', () => {
	it('texts each person of the spreadsheet once, completing the numbers that lacked their country code', async () => {
		const result = await run();
		expect(result.error).toBeUndefined();
		expect(rowsOf(result, 'Rows')).toHaveLength(30);
		expect(rowsOf(result, 'Each Row Once')).toHaveLength(29);
		expect(rowsOf(result, 'Reminded')).toHaveLength(19);
		expect(rowsOf(result, 'Reminded at the Second Try').map(({ recipients }) => recipients).flat().sort()).toEqual([
			'+254711001007', '+254711001008', '+254711001009', '+254711001010',
			'+254711001019', '+254711001020', '+254711001024', '+254711001027',
		]);
		expect(sandbox.journal).toHaveLength(27);
		expect(new Set(reached()).size).toBe(27);
		for (const abroad of ['+442079460958', '+33612345678', '+46701234567', '+34612345678']) expect(reached()).toContain(abroad);
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
		expect(left.map(({ name, phone }) => [name, phone])).toEqual([['Samuel Mutua', ''], ['Esther Wambui', 'ask at reception']]);
		for (const { reason } of left) expect(String(reason)).toMatch(/number|digits/i);
	});

	it('never sends again what may have been sent: such rows stop, to be looked up', async () => {
		sandbox.play({ on: 'send', kind: 'dropAfter', recipient: '+254711001001' });
		sandbox.play({ on: 'send', kind: 'errorAfterAccept', recipient: '+254711001002' });
		sandbox.play({ on: 'send', kind: 'badRequest', recipient: '+254711001003' });
		const result = await run();
		expect(result.error).toBeUndefined();
		expect(rowsOf(result, 'Check before Sending Again')).toHaveLength(2);
		expect(reached().filter((number) => number === '+254711001001')).toHaveLength(1);
		expect(reached().filter((number) => number === '+254711001002')).toHaveLength(1);
		// A plain refusal is different: it was not taken, so the second try sends it.
		expect(reached().filter((number) => number === '+254711001003')).toHaveLength(1);
		expect(sandbox.journal).toHaveLength(27);
	});
});
