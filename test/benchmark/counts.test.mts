/** The benchmark's quick form: what the service counts when the subjects work, each in its own process. Never times. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService, type Service } from '../../benchmark/service/service.mts';
import {
	startSubject,
	type RunningSubject,
	type SubjectName,
} from '../../benchmark/subjects/pool.mts';
import { sentFields } from '../../benchmark/subjects/task.mts';
import {
	interleaved,
	medianOf,
	runOnce,
	type Run,
	type Setting,
} from '../../benchmark/scenarios/bench.mts';

const sixtySends = { kind: 'sends', items: 60 } as const;
const messages = 2_000;

// Processes that load n8n's engine: on a machine that others keep busy each takes its time to start.
jest.setTimeout(240_000);

let service: Service;
const subjects = new Map<SubjectName, RunningSubject>();
beforeAll(async () => {
	service = await startService(messages);
});
afterAll(async () => {
	for (const subject of subjects.values()) await subject.stop();
	await service.stop();
});

/** Each is started by the test that first needs it, so that none waits for all of them. */
async function runOf(
	name: SubjectName,
	task: Setting['task'],
	setting: Parameters<typeof runOnce>[3] = {},
): Promise<Run> {
	const subject = subjects.get(name) ?? (await startSubject(name));
	subjects.set(name, subject);
	return await runOnce(service, subject, task, setting);
}

test('60 sends: 60 requests, 10 in flight, no exchange while the token is good', async () => {
	const run = await runOf('messagingService', sixtySends, { latency: 150 });
	expect(run.failure).toBeUndefined();
	expect(run).toMatchObject({ items: 60, paired: 60 });
	expect(run.seen).toEqual({
		accepted: 60,
		reached: 60,
		twice: 0,
		requests: 60,
		refusedAsTooMany: 0,
		exchanges: 0,
		peakInFlight: 10,
		connections: 60,
		otherBodies: 0,
	});
});

test('60 sends at a service that takes 20 at once: all accepted, none refused', async () => {
	const run = await runOf('messagingService', sixtySends, { latency: 150, maxInFlight: 20 });
	expect(run.seen).toMatchObject({ accepted: 60, twice: 0, refusedAsTooMany: 0 });
});

test('the same by a plain declarative node: most are refused, and no item comes out', async () => {
	const run = await runOf('plainDeclarative', sixtySends, { latency: 1_000, maxInFlight: 20 });
	expect(run.failure).toBeDefined();
	expect(run.items).toBe(0);
	// Never fewer accepted than the service has room for. On a slow machine some answers may be out
	// before the last requests are in.
	const { accepted, refusedAsTooMany } = run.seen;
	expect(accepted).toBeGreaterThanOrEqual(20);
	expect(refusedAsTooMany).toBeGreaterThan(0);
	expect(accepted + refusedAsTooMany).toBe(60);
});

test('250 items combined: 3 requests, an output for each item', async () => {
	const run = await runOf('combining', { kind: 'sends', items: 250 });
	expect(run.failure).toBeUndefined();
	expect(run).toMatchObject({ items: 250, paired: 250 });
	expect(run.seen).toMatchObject({ accepted: 3, reached: 250, twice: 0, requests: 3 });
});

test.each([
	['messagingService', 10],
	['bareClient', 10],
	['plainDeclarative', 1],
] as const)(
	'Return All by %s, 2,000 messages: 20 requests, %i in flight',
	async (name, peakInFlight) => {
		const run = await runOf(name, { kind: 'returnAll' }, { latency: 150 });
		expect(run.failure).toBeUndefined();
		expect(run).toMatchObject({ items: messages, records: messages });
		expect(run.seen).toMatchObject({ requests: 20, peakInFlight });
	},
);

test('the bare client is held to the same: 60 sends accepted, each number once', async () => {
	const run = await runOf('bareClient', sixtySends);
	expect(run).toMatchObject({
		items: 60,
		paired: 60,
		seen: { accepted: 60, reached: 60, twice: 0 },
	});
	expect(run.failure).toBeUndefined();
});

const bench = { rounds: 2, longRounds: 1, say: () => {} };

test('where a run may fail, failing is an outcome with its reason, and each round asks every subject once', async () => {
	const runs = await interleaved(bench, service, {
		subjects: ['bareClient', 'httpRequest'],
		task: sixtySends,
		maxInFlight: 0,
		rounds: 2,
		mayFail: ['bareClient'],
	});
	expect([...runs.keys()]).toEqual(['bareClient']);
	for (const run of runs.get('bareClient')!) {
		expect(run).toMatchObject({ items: 0, failure: '60 refused' });
		expect(run.seen).toMatchObject({ accepted: 0, refusedAsTooMany: 60 });
	}
	expect(runs.get('bareClient')).toHaveLength(2);
});

test('anywhere else a subject whose sends are refused ends the benchmark', async () => {
	const refused = interleaved(bench, service, {
		subjects: ['bareClient'],
		task: sixtySends,
		maxInFlight: 0,
		rounds: 1,
	});
	await expect(refused).rejects.toThrow('bareClient did not do its whole task. 60 refused.');
});

test('a warm-up whose sends are refused ends it, too, before anything is measured', async () => {
	const said: string[] = [];
	const refused = interleaved({ ...bench, say: (line) => said.push(line) }, service, {
		subjects: ['bareClient'],
		task: { kind: 'returnAll' },
		warmUp: sixtySends,
		maxInFlight: 0,
		rounds: 1,
	});
	await expect(refused).rejects.toThrow(
		/^The benchmark ends: bareClient did not do its whole warm-up\. 60 refused\.$/,
	);
	expect(said).toEqual([]);
});

test('a run that does less than its task without a word has failed, also where it may', async () => {
	const claimsMore: Service = { ...service, pastMessages: messages + 1 };
	const setting: Setting = { subjects: ['bareClient'], task: { kind: 'returnAll' }, rounds: 1 };
	await expect(interleaved(bench, claimsMore, setting)).rejects.toThrow(
		'bareClient did not do its whole task. 2000 records came out, not 2001.',
	);
	const runs = await interleaved(bench, claimsMore, { ...setting, mayFail: ['bareClient'] });
	expect(runs.get('bareClient')).toMatchObject([
		{ records: messages, failure: '2000 records came out, not 2001' },
	]);
	expect(medianOf(runs, 'bareClient', ({ milliseconds }) => milliseconds)).toBeNaN();
});

describe('every subject is as warm as the others', () => {
	const warmUp = { kind: 'sends', items: 7 } as const;

	// Those that run in n8n start slowly: one of them stands for all.
	test.each<[string, SubjectName[], Partial<Setting>, [number, number]]>([
		['with one warm-up', ['messagingService', 'bareClient'], { warmUp }, [1, 2]],
		['without', ['bareClient'], {}, [0, 1]],
		[
			'with a warm-up for each process, where each run has its own',
			['bareClient'],
			{ warmUp, fresh: true },
			[1, 1],
		],
	])('%s: so many tasks before each of two rounds', async (_how, subjects, setting, tasks) => {
		const runs = await interleaved(bench, service, {
			subjects,
			task: { kind: 'sends', items: 3 },
			rounds: 2,
			...setting,
		});
		expect([...runs].map(([name, list]) => [name, ...list.map(({ earlier }) => earlier)])).toEqual(
			subjects.map((name) => [name, ...tasks]),
		);
	});
});

// n8n's HTTP client keeps no connection, neither this node's nor the routing engine's; the bare
// client keeps those it has.
test.each([
	['messagingService', 60, 60],
	['combining', 1, 1],
	['plainDeclarative', 60, 60],
	['bareClient', 60, 10],
] as const)(
	'60 sends by %s: %i requests over %i connections, in the second round as in the first',
	async (name, requests, connections) => {
		for (let round = 0; round < 2; round++)
			expect((await runOf(name, sixtySends, { latency: 20 })).seen).toMatchObject({
				reached: 60,
				requests,
				connections,
			});
	},
);

describe('what a send carries', () => {
	test.each(['messagingService', 'combining', 'plainDeclarative', 'bareClient'] as const)(
		'is the same from %s as from all',
		async (name) => {
			expect((await runOf(name, { kind: 'sends', items: 5 })).seen).toMatchObject({
				reached: 5,
				otherBodies: 0,
			});
		},
	);

	test.each<[string, object, number]>([
		['nothing else', {}, 0],
		['other recipients', { recipients: ['+254733910220', '+254733910221'] }, 0],
		['a shorter text', { message: 'Tomorrow, 9:00.' }, 1],
		['a time', { schedule: '2020-05-05T05:05:05Z' }, 1],
		['a field too few', { campaign: undefined }, 1],
	])('is held against the task by the service: %s', async (_what, change, otherBodies) => {
		const { baseUrl, token } = await service.prepare({});
		const body = JSON.stringify({ ...sentFields, recipients: ['+254733910220'], ...change });
		await fetch(`${baseUrl}/sms/messages`, {
			method: 'POST',
			headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
			body,
		});
		expect(await service.seen()).toMatchObject({ requests: 1, otherBodies });
	});
});

test('the event loop is watched, and a profile kept, where a scenario or a person asks for it', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'messaging-service-profile-'));
	const file = join(folder, 'some.cpuprofile');
	try {
		const plain = await runOf('messagingService', sixtySends);
		expect(plain).not.toHaveProperty('longestHold');
		const watched = await runOf('messagingService', sixtySends, { watch: true });
		expect(watched.longestHold!.milliseconds).toBeGreaterThan(0);
		// Not both at once: the shares would be those of the hold alone, and one in which another
		// program had the processor has none.
		const run = await runOf('messagingService', sixtySends, { profile: { file } });
		expect(Object.values(run.shares!).reduce((sum, share) => sum + share)).toBeCloseTo(1);
		expect(
			(JSON.parse(readFileSync(file, 'utf8')) as { samples: number[] }).samples.length,
		).toBeGreaterThan(0);
	} finally {
		rmSync(folder, { recursive: true });
	}
});
