/** Figures of the benchmark are of work that was done, all of it, and alike for everybody. Never times. */
import { startService, type Service } from '../../benchmark/service/service.mts';
import { startSubject, type RunningSubject } from '../../benchmark/subjects/pool.mts';
import { sentFields } from '../../benchmark/subjects/task.mts';
import { interleaved, medianOf, runOnce, type Setting } from '../../benchmark/scenarios/bench.mts';

const sends = { kind: 'sends', items: 60 } as const;
const bench = { rounds: 2, longRounds: 1, say: () => {} };

let service: Service;
beforeAll(async () => {
	service = await startService(200);
});
afterAll(async () => await service.stop());

const measure = async (setting: Partial<Setting>, of: Service = service) =>
	await interleaved(bench, of, {
		subjects: ['bareClient'],
		task: sends,
		rounds: 1,
		...setting,
	});

test.each([
	['messagingService', 60],
	['bareClient', 10],
] as const)(
	'60 sends by %s over %i connections, the same bodies from all',
	async (name, connections) => {
		const subject: RunningSubject = await startSubject(name);
		const { seen } = await runOnce(service, subject, sends, { latency: 150 });
		await subject.stop();
		expect(seen).toEqual({
			accepted: 60,
			reached: 60,
			twice: 0,
			requests: 60,
			refusedAsTooMany: 0,
			exchanges: 0,
			peakInFlight: 10,
			connections,
			otherBodies: 0,
		});
	},
);

test.each<[string, object, number]>([
	['other recipients', { recipients: ['+254733910220'] }, 0],
	['a shorter text', { message: 'Tomorrow' }, 1],
	['a field too few', { campaign: undefined }, 1],
])(
	'the service notices a send with another body than the task has: %s',
	async (_what, change, otherBodies) => {
		const { baseUrl, token } = await service.prepare({});
		await fetch(`${baseUrl}/sms/messages`, {
			method: 'POST',
			headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
			body: JSON.stringify({ ...sentFields, recipients: ['+254733910221'], ...change }),
		});
		expect(await service.seen()).toMatchObject({ requests: 1, otherBodies });
	},
);

test('sends that are refused end the benchmark, in the warm-up too, unless that is what is shown', async () => {
	const refused = { maxInFlight: 0 };
	await expect(measure(refused)).rejects.toThrow('whole task. 60 refused.');
	const cold: Partial<Setting> = { ...refused, task: { kind: 'returnAll' }, warmUp: sends };
	await expect(measure(cold)).rejects.toThrow('whole warm-up. 60 refused.');
	const shown = await measure({ ...refused, mayFail: ['bareClient'] });
	expect(shown.get('bareClient')).toMatchObject([{ items: 0, failure: '60 refused' }]);
});

test('a subject that once did less than its task has no figure', async () => {
	let asked = 0;
	// The second run leaves a send out, as far as the service can tell.
	const forgetful: Service = {
		...service,
		seen: async () => ({ ...(await service.seen()), reached: ++asked === 2 ? 59 : 60 }),
	};
	const runs = await measure({ rounds: 2, mayFail: ['bareClient'] }, forgetful);
	expect(runs.get('bareClient')!.map(({ failure }) => failure)).toEqual([
		undefined,
		'59 numbers were sent to, not 60',
	]);
	expect(medianOf(runs, 'bareClient', ({ milliseconds }) => milliseconds)).toBeNaN();
});

test.each<[string, Partial<Setting>, [number, number]]>([
	['one process for all rounds', {}, [1, 2]],
	['a process for each round', { fresh: true }, [1, 1]],
])('every subject is warmed up once: %s', async (_how, setting, earlier) => {
	const warmUp = { kind: 'sends', items: 7 } as const;
	const runs = await measure({
		subjects: ['messagingService', 'bareClient'],
		warmUp,
		rounds: 2,
		...setting,
	});
	expect([...runs.values()].map((list) => list.map((run) => run.earlier))).toEqual([
		earlier,
		earlier,
	]);
});
