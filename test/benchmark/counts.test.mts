/** The benchmark's quick form: what the service counts when its subjects work, in their own processes. Never times. */
import { interleaved, withService, type Run, type Setting } from '../../benchmark/works/bench.mts';
import type { SubjectName } from '../../benchmark/subjects/pool.mts';

/** One run of a subject: its outcome, and what the service saw. */
async function runOf(subject: SubjectName, setting: Omit<Setting, 'subjects' | 'rounds'>, pastMessages = 0): Promise<Run> {
	const bench = { rounds: 1, longRounds: 1, say: () => {} };
	const runs = await withService(pastMessages, (service) => interleaved(bench, service, { ...setting, subjects: [subject], rounds: 1 }));
	return runs.get(subject)![0]!;
}

const sixtySends = { task: { kind: 'sends', items: 60 }, latency: 150 } as const;

test('60 sends: 60 requests, 10 in flight, no exchange while the token is good', async () => {
	const run = await runOf('messagingService', sixtySends);
	expect(run).toMatchObject({ items: 60, paired: 60, failure: undefined });
	expect(run.seen).toEqual({ accepted: 60, twice: 0, requests: 60, refusedAsTooMany: 0, refusedToken: 0, exchanges: 0, peakInFlight: 10 });
});

test('60 sends with an expired token: one exchange, and only those in flight are rejected', async () => {
	const run = await runOf('messagingService', { ...sixtySends, expired: true });
	expect(run.seen).toMatchObject({ accepted: 60, twice: 0, exchanges: 1, refusedToken: 10 });
});

test('60 sends at a service that takes 20 at once: all accepted, none refused; without the hook most are lost', async () => {
	const run = await runOf('messagingService', { ...sixtySends, maxInFlight: 20 });
	expect(run.seen).toMatchObject({ accepted: 60, twice: 0, refusedAsTooMany: 0 });

	const other = await runOf('withoutHook', { ...sixtySends, latency: 2_000, maxInFlight: 20 });
	expect(other.failure).toBeDefined();
	expect(other.items).toBe(0);
	expect(other.seen).toMatchObject({ accepted: 20, refusedAsTooMany: 40 });
});

test('250 items combined: 3 requests, an output for each item', async () => {
	const run = await runOf('messagingService', { task: { kind: 'sends', items: 250, combine: true } });
	expect(run).toMatchObject({ items: 250, paired: 250, failure: undefined });
	expect(run.seen).toMatchObject({ accepted: 3, twice: 0, requests: 3 });
});

test.each([
	['messagingService', 10],
	['bareClient', 10],
	['withoutHook', 1],
] as const)('Return All by %s, 2,000 messages: 20 requests, %i in flight', async (subject, peakInFlight) => {
	const run = await runOf(subject, { task: { kind: 'returnAll' }, latency: 150 }, 2_000);
	expect(run).toMatchObject({ items: 2_000, failure: undefined });
	expect(run.seen).toMatchObject({ requests: 20, peakInFlight });
});

test("n8n's own work asks nobody", async () => {
	const run = await runOf('n8nAlone', { task: { kind: 'sends', items: 60 } });
	expect(run).toMatchObject({ items: 60, failure: undefined });
	expect(run.seen.requests).toBe(0);
});

test('a run that fails is an outcome with its reason, not an exception', async () => {
	const run = await runOf('bareClient', { ...sixtySends, expired: true });
	expect(run).toMatchObject({ items: 0, failure: '60 refused' });
	expect(run.seen).toMatchObject({ accepted: 0, refusedToken: 60 });
});
