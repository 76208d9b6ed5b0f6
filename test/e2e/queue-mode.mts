/** n8n's queue mode with one main process and two workers: proves what docs/operations.md calls measured. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { Workflow, WorkflowNode } from '../../workbench/n8n/rest.mts';
import type { QueueMode } from '../../workbench/n8n/queue-mode.mts';
import { stories } from './4-question.e2e.mts';
import { closeEnvironment, emptySandbox, environment } from './environment.mts';
import { openQueueEnvironment } from './environment.mts';
import { credentialFor, pollsOf, toldTo, watching } from './workflows.mts';
import { accepted, assertSuccess, chain, node, numbers, outputs, phones } from './workflows.mts';
import { post, published, send, serviceNode, splitOut, until, type Row } from './workflows.mts';

let queue: QueueMode;

/**
 * Returns a workflow with a webhook that answers as soon as the call is queued, and the nodes that a worker then runs.
 */
function queued(path: string, ...nodes: WorkflowNode[]): Workflow {
	const parameters = { httpMethod: 'POST', path, responseMode: 'onReceived', options: {} };
	const webhook = node('Webhook', 'n8n-nodes-base.webhook', 2, parameters, { webhookId: path });
	return chain(path, [webhook, ...nodes]);
}

const sending = (overrides: Row): WorkflowNode =>
	serviceNode(send({ recipients: '={{ $json.body.phone }}', ...overrides }));

async function call(path: string, body: unknown): Promise<void> {
	const answer = await post(path, body);
	assert.equal(answer.status, 200, await answer.text());
}

/** Returns the executions that the workers' logs report as started, or as finished, successful or not. */
const said = (verb: 'started' | 'finished', workers = queue.workers): string[] =>
	workers
		.flatMap((worker) => [...worker.log().matchAll(/Worker (\w+) execution (\d+)/g)])
		.flatMap(([, what, id]) => (what === verb ? [id!] : []));

/** Returns the index of the worker that started this execution, or -1 if no log reports it. */
const workerOf = (id: string): number =>
	queue.workers.findIndex((worker) => said('started', [worker]).includes(id));

/** Calls `go` for each element, at most `atOnce` at a time. */
async function forEach<T>(all: T[], atOnce: number, go: (one: T, index: number) => Promise<void>) {
	const waiting = [...all.entries()];
	const next = async () => {
		for (let one = waiting.shift(); one; one = waiting.shift()) await go(one[1], one[0]);
	};
	await Promise.all(Array.from({ length: atOnce }, next));
}

/** Calls a webhook once for each number, 20 at a time, and waits until the workers have finished as many executions. */
async function callForEach(path: string, count: number): Promise<void> {
	const { sandbox } = environment();
	sandbox.reset();
	const before = said('finished').length;
	const ended = () => said('finished').length - before;
	await forEach(phones(count), 20, async (row) => await call(path, row));
	const state = () => `ended: ${ended()}, accepted: ${accepted().length}`;
	await until(`${count} executions have ended`, () => ended() >= count, 180, state);
	assert.deepEqual(accepted(), numbers(count));
}

describe("n8n's queue mode", () => {
	before(async () => void (queue = await openQueueEnvironment(2)));
	after(closeEnvironment);
	beforeEach(emptySandbox);

	test('300 calls: each message is accepted once; a worker logs in at most once, and once more after an expiry', async (t) => {
		const { sandbox } = environment();
		await published(queued('calls', sending({})), async () => {
			await callForEach('calls', 300);
			const shares = queue.workers.map((worker) => said('started', [worker]).length);
			t.diagnostic(`executions: ${shares.join(', ')}; log-ins: ${sandbox.exchanges}`);
			assert.ok(shares.every((share) => share > 0));
			assert.ok(sandbox.exchanges <= 2, `${sandbox.exchanges} log-ins`);
			sandbox.expireTokens();
			await callForEach('calls', 60);
			// One more log-in than workers was seen once, on a machine that was busy with other work.
			assert.ok(sandbox.exchanges >= 1 && sandbox.exchanges <= 3, `${sandbox.exchanges} log-ins`);
		});
	});

	test('each worker asks the list once whether it shows what the service took', async () => {
		const { sandbox } = environment();
		const [began, before] = [said('started'), said('finished').length];
		// Another text, since the workers remember the texts of earlier calls.
		const another = { message: 'Closed on Monday', options: { skipAlreadySent: true } };
		let asked = 0;
		await published(queued('proof', sending(another)), async () => {
			for (const [index, { phone }] of phones(20).entries()) {
				await call('proof', { phone });
				await until('the call is done', () => said('finished').length - before > index);
				if (sandbox.requests.at(-1)!.operation !== 'send') asked++;
			}
		});
		assert.deepEqual(accepted(), numbers(20));
		const ran = said('started').filter((id) => !began.includes(id));
		assert.equal(new Set(ran.map(workerOf)).size, queue.workers.length, 'one had all of it');
		assert.equal(asked, queue.workers.length);
	});

	const oneText = {
		message: '=Order {{ $json.body.order }} is on its way',
		options: { skipAlreadySent: true },
	};
	const anotherText = {
		message: '=Order {{ $json.body.order }} is on its way ({{ Math.random() }})',
		campaign: '=order {{ $json.body.order }}',
		options: { skipAlreadySent: true, sameMessage: 'campaign' },
	};
	const delivered = async (parameters: Row) => {
		const { sandbox, executions } = environment();
		const texting = sending(parameters);
		sandbox.setOptions({ latency: 100 });
		const [began, before] = [said('started'), said('finished').length];
		const ended = () => said('finished').length - before;
		await published(
			queued('orders', { ...texting, onError: 'continueRegularOutput' }),
			async () => {
				await forEach(phones(40), 5, async ({ phone }, index) => {
					await until('the orders before it are done', () => ended() >= 2 * (index - 4), 180);
					const first = call('orders', { order: 4000 + index, phone });
					await new Promise((resolve) => setTimeout(resolve, 30 + (index % 26) * 5));
					await Promise.all([first, call('orders', { order: 4000 + index, phone })]);
				});
				await until('all deliveries are done', () => ended() >= 80);
			},
		);
		const workers = new Map(numbers(40).map((phone) => [phone, new Set<number>()]));
		let taken = 0;
		for (const id of said('started').filter((each) => !began.includes(each))) {
			const execution = await executions.read(id);
			if (outputs(execution)[0]?.sendOutcome === 'accepted') taken++;
			const { phone } = outputs(execution, 'Webhook')[0]?.body as { phone: string };
			workers.get(phone)!.add(workerOf(id));
		}
		const byOne = (phone: string) => workers.get(phone)!.size === 1;
		assert.ok(!numbers(40).every(byOne), 'one worker had all of it');
		const texts = (phone: string) => accepted().filter((each) => each === phone).length;
		const twice = numbers(40).filter((phone) => texts(phone) > 1);
		assert.deepEqual(
			numbers(40).filter((phone) => texts(phone) === 0),
			[],
		);
		assert.deepEqual(twice.filter(byOne), []);
		// With the service's list alone, 11 to 19 of 40 were texted twice.
		assert.ok(twice.length <= 2, twice.join());
		assert.equal(
			taken,
			40 + twice.length,
			'who was texted twice was accepted twice, and is told so',
		);
	};
	const twice = '40 orders that a shop delivers twice';
	const hardlyAny = 'none is lost, one worker texts none twice, two hardly any';
	test(`${twice}: ${hardlyAny}`, async () => await delivered(oneText));
	test(`${twice}, each time in other words, by their campaign: ${hardlyAny}`, async () =>
		await delivered(anotherText));

	test('the trigger polls on the main process alone, and a worker runs what it tells', async () => {
		const { sandbox, executions } = environment();
		const number = '+254733170017';
		const signal = (name: NodeJS.Signals) =>
			queue.workers.forEach(({ pid }) => process.kill(pid, name));
		await published(watching(await credentialFor(sandbox)), async (workflow) => {
			const statuses = async () => (await executions.list(workflow.id)).map(({ status }) => status);
			sandbox.addMessage({ recipients: [number], status: 'Sent' });
			await until('the first change is told', async () => (await toldTo(workflow)).length > 0);
			const [first] = await executions.list(workflow.id);
			assert.ok(workerOf(first!.id) >= 0, 'no worker says that it ran the execution');
			signal('SIGSTOP');
			try {
				sandbox.setStatus(number, 'Delivered');
				await until('an execution waits', async () => (await statuses()).length > 1);
				const before = pollsOf(sandbox).length;
				await until('two more polls', () => pollsOf(sandbox).length >= before + 2);
				assert.deepEqual(await statuses(), ['new', 'success']);
			} finally {
				signal('SIGCONT');
			}
			await until('the second change is told', async () => (await toldTo(workflow)).length > 1);
			const changes = [`${number}: Pending > Sent`, `${number}: Sent > Delivered`];
			assert.deepEqual(await toldTo(workflow), changes);
		});
		// If each process polled, there would be three times as many. The first poll is that of the activation.
		const polls = pollsOf(sandbox).slice(1);
		const times = Math.round((polls.at(-1)!.at - polls[0]!.at) / 5000) + 1;
		assert.ok(polls.length <= times + 1, `${polls.length} polls in ${times} poll times`);
	});

	const batch = (path: string, overrides: Row): Workflow =>
		queued(path, splitOut('body.rows'), serviceNode(send(overrides)));

	test('a worker that is killed in the middle: the list is run again, and only the rest is texted', async () => {
		const { sandbox, executions } = environment();
		const rows = phones(200);
		const parameters = { message: 'Clinic closed', options: { skipAlreadySent: true } };
		await published(batch('killed', parameters), async (workflow) => {
			const newest = async () => (await executions.list(workflow.id))[0]?.id ?? '';
			sandbox.setOptions({ latency: 150 });
			await call('killed', { rows });
			await until('sixty messages accepted', () => sandbox.journal.length >= 60);
			const id = await newest();
			await queue.workers[workerOf(id)]!.kill();
			await until('nothing is under way', () => sandbox.inFlight.now === 0);
			const before = accepted();
			assert.ok(before.length < 200);
			const isGivenUp = async () => (await executions.status(id)) === 'error';
			await until('n8n gives it up', isGivenUp, 120);
			assert.deepEqual(accepted(), before, 'n8n ran the lost execution again by itself');
			sandbox.setOptions({ latency: 0 });
			await call('killed', { rows });
			await until('n8n knows the second run', async () => (await newest()) !== id);
			const second = await executions.finished(await newest());
			assertSuccess(second);
			assert.deepEqual(accepted(), numbers(200));
			assert.deepEqual(
				outputs(second).map(({ sendOutcome }) => sendOutcome),
				numbers(200).map((phone) => (before.includes(phone) ? 'alreadySent' : 'accepted')),
			);
		});
	});

	describe('Send and Wait for Response, asked by a worker', () =>
		stories(async () => await queue.restartMain()));
});
