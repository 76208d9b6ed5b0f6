import type { RunOptions, RunResult } from '../../workbench/engine/engine.mts';
import {
	startSandbox,
	type Sandbox,
	type SandboxOptions,
} from '../../workbench/sandbox/sandbox.mts';
import { turns, until } from '../clock/until.mts';
import { FilesFolder } from './filesFolder.mts';
import { credentialsFor, example, play } from './play.mts';

jest.mock('../../nodes/MessagingService/http/pause.ts', () =>
	jest.requireActual('../clock/quickPause.mts'),
);

const file = 'appointments.csv';
let sandbox: Sandbox;
let folder: FilesFolder;
/** What happens while a request is under way. */
let underWay: NonNullable<SandboxOptions['beforeAnswer']>;
// A service each: the node remembers what it sent to one.
beforeEach(async () => {
	underWay = () => undefined;
	sandbox = await startSandbox({
		now: () => Date.now(),
		beforeAnswer: (request) => underWay(request),
	});
	folder = new FilesFolder(file);
});
afterEach(async () => {
	jest.restoreAllMocks();
	folder.remove();
	await sandbox.stop();
});

/** Everybody of the spreadsheet who has a number. */
const people = 27;

const run = async (options: Partial<RunOptions> = {}): Promise<RunResult> =>
	await play(
		sandbox,
		example('spreadsheet-reminders.json'),
		{},
		{ workflowFolder: folder.path, ...options },
	);
const reached = () => sandbox.journal.flatMap(({ body }) => body.recipients ?? []);

/**
 * Another n8n, or the same one started again: its account counts as another one, so that nothing is
 * remembered of it.
 */
const elsewhere = (): Partial<RunOptions> => ({
	credentials: credentialsFor({ ...sandbox, baseUrl: `${sandbox.baseUrl}/` } as Sandbox),
});
const places: Array<[string, () => Partial<RunOptions>]> = [
	['in the same n8n', () => ({})],
	['in another one', elsewhere],
];

const realNow = Date.now.bind(Date);
const minutesLater = (minutes: number) =>
	void jest.spyOn(Date, 'now').mockImplementation(() => realNow() + minutes * 60_000);

/** How many rows of the file have which outcome. */
function outcomes(): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const { 'SMS outcome': outcome } of folder.rows(file))
		counts[outcome!] = (counts[outcome!] ?? 0) + 1;
	return counts;
}

const namesWith = (outcome: string) =>
	folder
		.rows(file)
		.filter((row) => row['SMS outcome'] === outcome)
		.map(({ name }) => name);

/** Nobody has two texts, everybody has one, no row is lost, and each tells of the text that the service has. */
function expectEverybodyOnce(): void {
	expect(sandbox.journal).toHaveLength(people);
	expect(new Set(reached()).size).toBe(people);
	const rows = folder.rows(file);
	expect(rows).toHaveLength(30);
	const taken = new Set(sandbox.journal.map(({ messageId }) => messageId));
	for (const row of rows) {
		if (row['SMS outcome'] === 'notSent')
			expect(row).toMatchObject({ 'SMS message ID': '', 'SMS reason': expect.stringMatching(/./) });
		else expect([row.name, taken.has(row['SMS message ID']!)]).toEqual([row.name, true]);
	}
}

it('finds what was sent although its receipt was lost, and texts at the next start what was refused', async () => {
	sandbox.play({ on: 'send', kind: 'dropAfter', recipient: '+254711001001' });
	sandbox.play({ on: 'send', kind: 'errorAfterAccept', recipient: '+254711001007' });
	sandbox.play({ on: 'send', kind: 'badRequest', recipient: '+254711001003' });
	await run();
	expect(outcomes()).toEqual({ accepted: 26, alreadySent: 1, notSent: 3 });
	expect(namesWith('notSent')).toContain('Wanjiku "Shiko" Mwangi');
	expect(sandbox.journal).toHaveLength(people - 1);
	await run();
	expect(outcomes()).toEqual({ accepted: 1, alreadySent: 27, notSent: 2 });
	expectEverybodyOnce();
});

it('says "unknown" where nobody can know, and texts it when it is started again a few minutes later', async () => {
	sandbox.play({ on: 'send', kind: 'serverError', recipient: '+254711001001' });
	sandbox.play({ on: 'send', kind: 'dropBefore', recipient: '+33612345678' });
	sandbox.play({ on: 'send', kind: 'dropBefore', recipient: '+254711001027' });
	const lost = ['Amina Otieno', 'Chloé Dubois', 'Patrick Omondi'];
	await run();
	expect(namesWith('unknown')).toEqual(lost);
	for (const row of folder.rows(file).filter(({ name }) => lost.includes(name!))) {
		expect(row).toMatchObject({
			'SMS message ID': '',
			'SMS reason': expect.stringContaining('may or may not have been sent'),
		});
	}
	expect(sandbox.journal).toHaveLength(people - 3);

	// Too early to know: nothing is sent.
	await run();
	expect(namesWith('unknown')).toEqual(lost);
	expect(sandbox.journal).toHaveLength(people - 3);

	minutesLater(3);
	await run();
	expect(namesWith('accepted')).toEqual(lost);
	expectEverybodyOnce();
});

it.each(places)(
	'sends nothing when it is started again %s six days later, but to a row that was corrected',
	async (_where, options) => {
		await run();
		const first = folder.rows(file);
		minutesLater(6 * 24 * 60);
		await run(options());
		expect(outcomes()).toEqual({ alreadySent: 28, notSent: 2 });
		expect(folder.rows(file).map((row) => [row.name, row['SMS message ID']])).toEqual(
			first.map((row) => [row.name, row['SMS message ID']]),
		);
		expectEverybodyOnce();

		folder.change(file, (csv) => csv.replace('ask at reception', '0711 001 014'));
		await run(options());
		expect(outcomes()).toEqual({ accepted: 1, alreadySent: 28, notSent: 1 });
		expect(reached().slice(people)).toEqual(['+254711001014']);
	},
);

it.each(places)(
	'texts only the rest when it was stopped in the middle and is started again %s',
	async (_where, options) => {
		const before = folder.read(file);
		const stop = new AbortController();
		// Some are accepted then, some under way, some have not begun.
		underWay = async () => {
			if (sandbox.journal.length >= 12) stop.abort();
			await turns(20);
		};
		const stopped = await run({ signal: stop.signal });
		await until(() => sandbox.inFlight.now === 0);
		underWay = () => undefined;
		expect(stopped.status).toBe('canceled');
		expect(folder.read(file)).toBe(before);
		expect(sandbox.journal.length).toBeLessThan(people);
		await run(options());
		minutesLater(3);
		await run(options());
		expect(outcomes().notSent).toBe(2);
		expectEverybodyOnce();
	},
);

it.each(places)(
	'texts only the rest when the service failed in the middle and it is started again %s',
	async (_where, options) => {
		sandbox.play({ on: 'send', kind: 'errorAfterAccept', after: 6, times: 4 });
		sandbox.play({ on: 'send', kind: 'serverError', status: 503, after: 10, times: 11 });
		// The list can be read at the start only.
		sandbox.play({ on: 'messages', kind: 'badRequest', status: 403, after: 1, times: 3 });
		await run();
		expect(folder.rows(file)).toHaveLength(30);
		expect(sandbox.journal.length).toBe(people - 11);
		expect(outcomes().unknown).toBe(15);
		minutesLater(3);
		await run(options());
		expectEverybodyOnce();
		expect(outcomes()).toEqual({ accepted: 11, alreadySent: 17, notSent: 2 });
	},
);

it.each(places)(
	'texts nobody again %s when the file could not be written',
	async (_where, options) => {
		const before = folder.read(file);
		const failed = await run({
			onNodeFinished: (name) => void (name === 'Send Reminders' && folder.block(file)),
		});
		expect([failed.status, failed.error?.node]).toEqual(['error', 'Write the Spreadsheet']);
		expect(sandbox.journal).toHaveLength(people);
		folder.unblock(file, before);
		await run(options());
		expect(outcomes()).toEqual({ alreadySent: 28, notSent: 2 });
		expectEverybodyOnce();
	},
);

it('texts nobody where the service shows no list, says so in every row, and texts all at the next start', async () => {
	sandbox.play({ on: 'messages', kind: 'badRequest', status: 403 });
	await run();
	expect(sandbox.journal).toEqual([]);
	expect(outcomes()).toEqual({ notSent: 30 });
	expect(folder.rows(file).filter((row) => row['SMS reason'] === '')).toEqual([]);
	await run();
	expectEverybodyOnce();
});

it('texts nobody twice when two people start it at the same moment', async () => {
	underWay = async () => await turns(20);
	await Promise.all([run(), run()]);
	// Not what the file says then: n8n writes it from both executions at once.
	expect(sandbox.journal).toHaveLength(people);
	expect(new Set(reached()).size).toBe(people);
});
