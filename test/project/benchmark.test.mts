/** Figures of the benchmark are of work that was done, all of it, and alike for everybody. Never times. */
import { startService, type Service } from '../../benchmark/service.mts';
import { sentFields } from '../../benchmark/subjects/task.mts';
import { interleaved, startSubject, type Work } from '../../benchmark/rounds.mts';
import { medianOf } from '../../benchmark/scenario.mts';

const sends = { kind: 'sends', numbers: 60 } as const;

let service: Service;
beforeAll(async () => {
	service = await startService(200);
});
afterAll(async () => await service.stop());

const measure = async (work: Partial<Work>, of: Service = service) =>
	await interleaved({ say: () => {} }, of, {
		subjects: ['limit'],
		task: sends,
		rounds: 1,
		...work,
	});

test.each([
	['node', 60],
	['limit', 60],
	['kept', 10],
] as const)(
	'60 sends by %s over %i connections, the same bodies from all',
	async (name, connections) => {
		const subject = await startSubject(name);
		const { seen } = await subject.run(service, { task: sends }, { latency: 150 });
		await subject.stop();
		expect(seen).toEqual({
			accepted: 60,
			reached: 60,
			twice: 0,
			requests: 60,
			refusedAsTooMany: 0,
			exchanges: 0,
			atOnce: 10,
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
		const { baseUrl, token } = service.prepare({});
		await fetch(`${baseUrl}/sms/messages`, {
			method: 'POST',
			headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
			body: JSON.stringify({ ...sentFields, recipients: ['+254733910221'], ...change }),
		});
		expect(service.seen()).toMatchObject({ requests: 1, otherBodies });
	},
);

test('sends that are refused end the benchmark, in the warm-up too, unless that is what is shown', async () => {
	const refused = { maxInFlight: 0 };
	await expect(measure(refused)).rejects.toThrow('whole warm-up. 500 refused.');
	// A warm-up has no latency.
	const later: Service = {
		...service,
		prepare: ({ latency }) => service.prepare(latency ? refused : {}),
	};
	await expect(measure({ latency: 1 }, later)).rejects.toThrow('whole task. 60 refused.');
	const [shown] = await measure({ ...refused, mayFail: ['limit'] });
	expect(shown!.list).toMatchObject([{ items: 0, failure: '60 refused' }]);
});

test('a subject that once did less than its task has no figure', async () => {
	let asked = 0;
	// The second run leaves a send out, as far as the service can tell.
	const forgetful: Service = {
		...service,
		seen: () => ({ ...service.seen(), reached: ++asked === 2 ? 59 : 60 }),
	};
	const [runs] = await measure({ rounds: 2, mayFail: ['limit'] }, forgetful);
	expect(runs!.list.map(({ failure }) => failure)).toEqual([
		'59 numbers were sent to, not 60',
		undefined,
	]);
	expect(medianOf(runs!, 'time', 60)).toBeNaN();
	expect(medianOf(runs!, 'items', 60)).toBe(60);
});

test.each<[string, Partial<Work>, number[]]>([
	['one process for all rounds', {}, [7, 60, 60]],
	['a process for each round', { fresh: true }, [7, 60, 7, 60]],
])('every process is warmed up once: %s', async (_how, work, sent) => {
	const warmUp = { kind: 'sends', numbers: 7 } as const;
	const reached: number[] = [];
	const noting: Service = {
		...service,
		seen: () => {
			const seen = service.seen();
			reached.push(seen.reached);
			return seen;
		},
	};
	await measure({ warmUp, rounds: 2, ...work }, noting);
	expect(reached).toEqual(sent);
});
