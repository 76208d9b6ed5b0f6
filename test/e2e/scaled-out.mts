import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { outputOf } from '../../workbench/n8n/executions.mts';
import { deliverTwice } from './delivered-twice.mts';
import {
	acceptedNumbers,
	call,
	executionsOf,
	published,
	serviceNode,
	webhookNode,
	workerOf,
} from './queue-workflows.mts';
import {
	closeQueueEnvironment,
	openQueueEnvironment,
	queueEnvironment,
} from './queue-environment.mts';
import { change, everySeconds, pollsOf, toldTo, watch } from './watchers.mts';
import { node, phones, send, service, until } from './workflows.mts';

const callsAtOnce = 20;

/** Calls the webhook once for each row, some at a time. */
async function callForEach(path: string, rows: unknown[]): Promise<void> {
	const waiting = [...rows];
	const caller = async () => {
		for (let row = waiting.shift(); row !== undefined; row = waiting.shift()) await call(path, row);
	};
	await Promise.all(Array.from({ length: callsAtOnce }, caller));
}

/** Calls the webhook once for each row, and waits until the workers have ended as many executions. */
async function runForEach(path: string, workflowId: string, rows: unknown[]): Promise<void> {
	const before = executionsOf('finished').length;
	await callForEach(path, rows);
	await until(
		`${rows.length} executions have ended`,
		() => executionsOf('finished').length - before >= rows.length,
		180,
		async () => await progress(workflowId),
	);
	assert.equal(queueEnvironment().sandbox.journal.length, rows.length, await progress(workflowId));
}

/** How far the run has come, and what the first failed execution says. */
async function progress(workflowId: string): Promise<string> {
	const { sandbox, workers, executions } = queueEnvironment();
	const shares = workers.map(
		(worker) =>
			`${executionsOf('started', [worker]).length} started, ${executionsOf('finished', [worker]).length} finished`,
	);
	const failed = await executions.failed(workflowId);
	const first = failed[0] === undefined ? undefined : await executions.read(failed[0].id);
	const said = first
		? ` ${failed.length} failed, the last with: ${first.error?.message} ${first.error?.description ?? ''}`
		: '';
	return `Accepted: ${sandbox.journal.length}; workers: ${shares.join('; ')}.${said}`;
}

describe("n8n's queue mode, one main process and two workers", () => {
	before(openQueueEnvironment);
	after(closeQueueEnvironment);
	beforeEach(() => {
		queueEnvironment().sandbox.reset();
		queueEnvironment().sandbox.setOptions({ latency: 0 });
	});

	test('300 webhook calls: each message is accepted exactly once, and a worker exchanges for a token at most once', async (t) => {
		const { sandbox, workers } = queueEnvironment();
		const rows = phones(300);
		const workflow = await published('Queue', [
			webhookNode('queue-order'),
			serviceNode(send({ recipients: '={{ $json.body.phone }}' })),
		]);
		const began = workers.map((worker) => executionsOf('started', [worker]).length);
		await runForEach('queue-order', workflow.id, rows);
		assert.deepEqual(
			acceptedNumbers(),
			rows.map((row) => row.phone),
		);
		const shares = workers.map(
			(worker, index) => executionsOf('started', [worker]).length - (began[index] ?? 0),
		);
		t.diagnostic(
			`executions per worker: ${shares.join(', ')}; token exchanges: ${sandbox.exchanges}; most requests at once: ${sandbox.inFlight.peak}`,
		);
		assert.equal(
			shares.reduce((sum, share) => sum + share, 0),
			rows.length,
		);
		assert.ok(
			shares.every((share) => share > 0),
			'a worker had nothing to do',
		);
		assert.ok(
			sandbox.exchanges >= 1 && sandbox.exchanges <= workers.length,
			`${sandbox.exchanges} exchanges`,
		);

		sandbox.reset();
		sandbox.expireTokens();
		await runForEach('queue-order', workflow.id, rows.slice(0, 60));
		assert.equal(acceptedNumbers().length, 60);
		t.diagnostic(`after the token expired: ${sandbox.exchanges} exchanges for 60 executions`);
		// One more than workers was seen once, on a machine that was busy with other work.
		assert.ok(
			sandbox.exchanges >= 1 && sandbox.exchanges <= workers.length + 1,
			`${sandbox.exchanges} exchanges after the expiry`,
		);
	});

	test("a worker holds its own limit over all its executions: the service sees the workers' limits added up", async (t) => {
		const { sandbox, workers } = queueEnvironment();
		const limit = 3;
		const rows = phones(60);
		const parameters = send({
			recipients: '={{ $json.body.phone }}',
			options: { maxConcurrentRequests: limit },
		});
		const workflow = await published('Limit', [
			webhookNode('queue-limit'),
			serviceNode(parameters),
		]);
		sandbox.setOptions({ latency: 400 });
		await runForEach('queue-limit', workflow.id, rows);
		assert.deepEqual(
			acceptedNumbers(),
			rows.map((row) => row.phone),
		);
		t.diagnostic(
			`most requests at once: ${sandbox.inFlight.peak}, with ${workers.length} workers and a limit of ${limit}`,
		);
		assert.ok(
			sandbox.inFlight.peak <= workers.length * limit,
			`${sandbox.inFlight.peak} requests at once`,
		);
	});

	test('an order that a shop delivers twice: nobody is forgotten, one worker never texts twice, and two hardly ever', async (t) => {
		const result = await deliverTwice({
			orders: 40,
			latency: 100,
			atOnce: 5,
			options: { skipAlreadySent: true },
		});
		t.diagnostic(JSON.stringify(result));
		assert.ok(result.byBothWorkers > 0, 'one worker had all of it');
		assert.equal(result.lost, 0);
		assert.equal(result.twiceByOneWorker, 0);
		// By the service's list alone it is 11 to 19 of 40.
		assert.ok(result.twice <= 2, `${result.twice} orders were texted twice`);
		// Who was texted twice was accepted twice, and the node says so.
		const { accepted, alreadySent = 0, unknown = 0 } = result.outcomes;
		assert.deepEqual([accepted, alreadySent + unknown], [40 + result.twice, 40 - result.twice]);
	});

	test('an order that a shop delivers twice, behind a counter: each is texted exactly once', async (t) => {
		const result = await deliverTwice({
			orders: 20,
			latency: 100,
			atOnce: 10,
			options: { skipAlreadySent: true },
			counts: true,
		});
		t.diagnostic(JSON.stringify(result));
		assert.ok(result.byBothWorkers > 0, 'one worker had all of it');
		assert.deepEqual({ twice: result.twice, lost: result.lost }, { twice: 0, lost: 0 });
		assert.deepEqual(result.outcomes, { accepted: 20, alreadySent: 20 });
	});

	test('the trigger polls on the main process alone, and a worker runs what it tells', async (t) => {
		const environment = queueEnvironment();
		const { sandbox, workers, executions, rest } = environment;
		const seconds = 5;
		const number = '+254733170017';
		const workflow = await watch(
			environment,
			'Watched by the main process',
			environment.credential,
			{ pollTimes: everySeconds(seconds) },
		);
		const changes = async () => (await toldTo(environment, workflow)).flat().map(change);
		const signal = (name: NodeJS.Signals) => workers.forEach(({ pid }) => process.kill(pid, name));
		await rest.activate(workflow);
		try {
			assert.equal(pollsOf(sandbox).length, 1, 'the poll at the activation');
			sandbox.addMessage({ recipients: [number], status: 'Sent' });
			await until('the first change is told', async () => (await changes()).length > 0, 60);
			const [first] = await executions.list(workflow.id);
			assert.ok(workerOf(first?.id ?? '') >= 0, 'no worker says that it ran the execution');

			signal('SIGSTOP');
			sandbox.setStatus(number, 'Delivered');
			await until(
				'an execution waits for a worker',
				async () => (await executions.list(workflow.id)).length > 1,
				60,
			);
			const before = pollsOf(sandbox).length;
			await until('two more polls', () => pollsOf(sandbox).length >= before + 2, 60);
			assert.deepEqual(
				(await executions.list(workflow.id)).map(({ status }) => status),
				['new', 'success'],
			);
			signal('SIGCONT');
			await until('the second change is told', async () => (await changes()).length > 1, 60);
			assert.deepEqual(await changes(), [
				`${number}: Pending > Sent`,
				`${number}: Sent > Delivered`,
			]);
		} finally {
			signal('SIGCONT');
			await rest.deactivate(workflow);
		}
		// With one for each process there were three times as many.
		const polls = pollsOf(sandbox).slice(1);
		const times =
			Math.round(((polls.at(-1)?.at ?? 0) - (polls[0]?.at ?? 0)) / (seconds * 1000)) + 1;
		t.diagnostic(`${polls.length} polls in ${times} poll times`);
		assert.ok(polls.length <= times + 1, `${polls.length} polls in ${times} poll times`);
	});

	test('a worker killed in the middle of a run: the same list is run again, and only the rest is texted', async (t) => {
		const { sandbox, workers, executions } = queueEnvironment();
		const rows = phones(200);
		const parameters = send({
			message: 'Clinic closed on Friday',
			campaign: 'Batch 4711',
			options: { skipAlreadySent: true },
		});
		const workflow = await published('Killed', [
			webhookNode('queue-batch'),
			node('Rows', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'body.rows', options: {} }),
			serviceNode(parameters),
		]);
		const newest = async () => (await executions.list(workflow.id))[0]?.id ?? '';
		sandbox.setOptions({ latency: 150 });
		await call('queue-batch', { rows });
		await until('sixty messages accepted', () => sandbox.journal.length >= 60, 60);
		const id = await newest();
		const victim = workers[workerOf(id)];
		assert.ok(victim, `no worker says that it started execution ${id}`);
		const killed = Date.now();
		await victim.kill();
		await until('nothing is under way', () => sandbox.inFlight.now === 0);
		const accepted = acceptedNumbers();
		assert.ok(accepted.length < rows.length);

		await until(
			'n8n has given the run up',
			async () => (await executions.status(id)) !== 'running',
			120,
		);
		const status = await executions.status(id);
		const seconds = Math.round((Date.now() - killed) / 1000);
		const stored = await executions.read(id).catch((error: Error) => error);
		const said =
			stored instanceof Error
				? `nothing readable (${stored.message})`
				: `'${stored.error?.message ?? 'no error'}'`;
		t.diagnostic(
			`accepted when the worker died: ${accepted.length} of ${rows.length}; n8n's status after ${seconds} s: ${status}; it says ${said}`,
		);
		assert.deepEqual(acceptedNumbers(), accepted, 'n8n ran the lost execution again by itself');

		sandbox.setOptions({ latency: 0 });
		await call('queue-batch', { rows });
		await until('n8n knows the second run', async () => (await newest()) !== id);
		const second = await executions.finished(await newest());
		assert.equal(second.status, 'success', second.error?.message);
		assert.deepEqual(
			acceptedNumbers(),
			rows.map((row) => row.phone),
		);
		const outcomes = outputOf(second, service).map(({ json }) => ({
			phone: (json.recipients as string[])[0],
			outcome: json.sendOutcome,
		}));
		const expected = rows.map(({ phone }) => ({
			phone,
			outcome: accepted.includes(phone) ? 'alreadySent' : 'accepted',
		}));
		assert.deepEqual(outcomes, expected);
	});

	test('a worker that is asked to end finishes its run first', async (t) => {
		const { sandbox, workers, executions } = queueEnvironment();
		const rows = phones(30);
		const workflow = await published('Asked to end', [
			webhookNode('queue-ended'),
			node('Rows', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'body.rows', options: {} }),
			serviceNode(
				send({ recipients: '={{ $json.phone }}', options: { maxConcurrentRequests: 2 } }),
			),
		]);
		sandbox.setOptions({ latency: 150 });
		await call('queue-ended', { rows });
		await until('six messages accepted', () => sandbox.journal.length >= 6, 60);
		const accepted = sandbox.journal.length;
		await Promise.all(workers.map(async (worker) => await worker.stop()));
		const [execution] = await executions.list(workflow.id);
		t.diagnostic(
			`accepted when the worker was asked to end: ${accepted} of ${rows.length}; when it had ended: ${sandbox.journal.length}; n8n's status: ${execution?.status}`,
		);
		assert.deepEqual(
			acceptedNumbers(),
			rows.map((row) => row.phone),
		);
		assert.equal(execution?.status, 'success');
	});
});
