/** A list of excluded numbers is read once a run, whatever came of it, and in slices. */
import type { INodeParameters } from 'n8n-workflow';
import { forgetPauses, pausesOf } from '../clock/notedPause.mts';
import { goodSend, startWorkbench, type Workbench } from '../workbench.mts';

jest.mock('../../nodes/MessagingService/http/pause.ts', () =>
	jest.requireActual('../clock/notedPause.mts'),
);
const read: string[] = [];
jest.mock('../../nodes/MessagingService/validation/phoneNumber.ts', () => {
	const actual = jest.requireActual<Record<string, (entry: string, ...more: never[]) => unknown>>(
		'../../nodes/MessagingService/validation/phoneNumber.ts',
	);
	return {
		...actual,
		readPhoneNumber: (entry: string, ...more: never[]) => {
			read.push(entry);
			return actual.readPhoneNumber!(entry, ...more);
		},
	};
});

let bench: Workbench;
beforeAll(async () => {
	bench = await startWorkbench();
});
beforeEach(() => void (read.length = 0));
afterEach(() => bench.reset());
afterAll(async () => await bench.sandbox.stop());

const rows = Array.from({ length: 100 }, () => ({ to: '+254733001171' }));
const run = async (excludeNumbers: string, settings: object = {}, items = rows) =>
	await bench.run(
		{
			...goodSend,
			recipients: '={{ $json.to }}',
			options: { excludeNumbers, dryRun: true },
		} as INodeParameters,
		{ items, settings },
	);
const list = "Array.from({ length: 300 }, (_, index) => '+2547' + (33002000 + index))";

test.each([
	['a text', Array.from({ length: 300 }, (_, index) => `+2547${33_002_000 + index}`).join()],
	['a list', `={{ ${list} }}`],
	['a list with nothing in between', `={{ [...${list}, null] }}`],
	['lists in a list', `={{ [${list}, []] }}`],
])('%s of 300 numbers, for 100 items', async (_name, excluded) => {
	expect((await run(excluded)).error).toBeUndefined();
	expect(read).toHaveLength(300 + 100);
});

test.each([
	[
		'a text',
		`abc,${Array.from({ length: 299 }, (_, index) => `+2547${33_002_000 + index}`).join()}`,
	],
	['a list', `={{ ['abc', ...${list}.slice(1)] }}`],
	['a list with nothing in between', `={{ ['abc', null, ...${list}.slice(1)] }}`],
	['lists in a list', `={{ [['abc'], ${list}.slice(1)] }}`],
])('%s of 300 numbers with one that is none, for 100 items', async (_name, excluded) => {
	const { error } = await run(excluded);
	expect(error?.message).toContain("'abc' in Exclude Numbers has no digits.");
	// Each item is told so, and each has its own number read.
	expect(read).toHaveLength(300 + 100);
	read.length = 0;
	await run(excluded, { onError: 'continueRegularOutput' });
	expect(read).toHaveLength(300 + 100);
});

test('a list of a column that is not there', async () => {
	const { error } = await run(`={{ [undefined, ...${list}] }}`);
	expect(error?.message).toContain('Exclude Numbers is empty where a number should be');
	expect(read).toHaveLength(300 + 100);
});

test('1,000 numbers are read in slices of 20 looks at the clock', async () => {
	const given = Array.from({ length: 1_000 }, (_, index) => `+2547${33_002_000 + index}`);
	forgetPauses();
	let now = Date.now();
	jest.spyOn(Date, 'now').mockImplementation(() => now++);
	const { error } = await run(given.join(), {}, rows.slice(0, 1));
	jest.restoreAllMocks();
	expect(error).toBeUndefined();
	expect(pausesOf(0)).toBeGreaterThanOrEqual(45);
	expect(read).toHaveLength(1_000 + 1);
});
