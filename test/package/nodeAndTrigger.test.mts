/** Node and trigger of the built package, in one process: one limiter and one account for both. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { loadPackage, type NodePackage } from '../../workbench/engine/engine.mts';
import { requireFile } from '../../workbench/engine/n8n-modules.mts';
import type { PolledWorkflow } from '../../workbench/engine/poll.mts';
import { startWorkbench, type Workbench } from '../workbench.mts';

const project = resolve(import.meta.dirname, '../..');
const dist = join(project, 'dist/nodes/MessagingService');

let bench: Workbench;
let built: NodePackage;
beforeAll(async () => {
	if (!existsSync(dist)) throw new Error('There is no built package to test: npm run build.');
	built = loadPackage(project);
	// A minute apart: 1,500 of them are of the last 25 hours.
	bench = await startWorkbench({ pastMessages: 1500, pastSpacing: 60_000, latency: 30 });
});
afterAll(async () => await bench.sandbox.stop());

/** A trigger of the built package that watches a day. */
function trigger(stored: ICredentialDataDecryptedObject = {}): PolledWorkflow {
	return bench.polled(
		{ options: { watchHours: 24, maxConcurrentRequests: 3 } },
		{ packages: [built], credentials: bench.store(stored) },
	);
}

const readAll = {
	operation: 'queryMessages',
	returnAll: true,
	options: { maxConcurrentRequests: 3 },
};

it('have one file with one class each', () => {
	const node = requireFile(join(dist, 'MessagingService.node.js')) as Record<string, unknown>;
	const ofTrigger = requireFile(join(dist, 'MessagingServiceTrigger.node.js')) as Record<
		string,
		unknown
	>;
	expect(Object.keys(node).sort()).toEqual(['MessagingService', 'MessagingServiceTrigger']);
	expect(Object.keys(ofTrigger)).toEqual(['MessagingServiceTrigger']);
	expect(ofTrigger.MessagingServiceTrigger).toBe(node.MessagingServiceTrigger);
});

it('a run and a poll at the same moment log in once, and keep to one limit together', async () => {
	const watching = trigger();
	const [run] = await Promise.all([bench.run(readAll, { packages: [built] }), watching.activate()]);
	expect(run.error).toBeUndefined();
	expect(run.output('Messaging Service')).toHaveLength(1500);
	expect(watching.polls.map(({ outcome }) => outcome)).toEqual(['nothing']);
	const { requests, exchanges, inFlight } = bench.sandbox;
	expect(
		requests.filter(({ query }) => query.date_created === 'custom').length,
	).toBeGreaterThanOrEqual(14);
	expect([exchanges, inFlight.peak]).toEqual([1, 3]);
});

it("a poll goes on with the token that a run has renewed, whatever n8n's store still has", async () => {
	const outdated = bench.stored.accessToken;
	bench.sandbox.reset();
	bench.sandbox.expireTokens();
	expect((await bench.run(readAll, { packages: [built] })).error).toBeUndefined();
	expect(bench.sandbox.exchanges).toBe(1);
	const before = bench.sandbox.requests.length;
	await trigger({ accessToken: outdated! }).activate();
	const polled = bench.sandbox.requests.slice(before);
	expect(
		new Set(
			polled.map(({ headers, status }) =>
				[headers.authorization === `Bearer ${String(outdated)}`, status].join(),
			),
		),
	).toEqual(new Set(['false,200']));
	expect(bench.sandbox.exchanges).toBe(1);
});
