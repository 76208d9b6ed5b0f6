/**
 * Activating a trigger: a person who publishes it is told why that fails; if n8n starts it by itself, polling goes on.
 */
import { ClientRequest } from 'node:http';
import type { WorkflowActivateMode } from 'n8n-workflow';
import type { Poll, PolledWorkflow } from '../../workbench/engine/poll.mts';
import {
	answering,
	numberOf,
	received,
	service,
	setCredential,
	trigger,
} from '../harness/index.mts';
import { add, saidBy, told, watch } from './watching.mts';

const [asha, bela] = [numberOf(1), numberOf(2)] as const;

/** Activations by a person, and by n8n itself. */
const byPerson: WorkflowActivateMode[] = ['activate', 'update', 'create'];
const byItself: WorkflowActivateMode[] = ['init', 'leadershipChange'];

const errorOf = ({ error }: Poll) => error as Error & { failure?: object };

/** Restarts n8n while the service fails. */
async function restartWhileAway(workflow: PolledWorkflow, mode: WorkflowActivateMode = 'init') {
	service.play({ on: 'messages', kind: 'serverError', status: 503, times: Infinity });
	workflow.kill();
	await workflow.activate(mode);
}

/** Shortens each second of a time-out to a millisecond. Returns the requested time-outs, in seconds. */
function inFastTime(): number[] {
	const seconds: number[] = [];
	const { setTimeout } = ClientRequest.prototype;
	jest.spyOn(ClientRequest.prototype, 'setTimeout').mockImplementation(function (
		this: ClientRequest,
		milliseconds,
		ended,
	) {
		return setTimeout.call(this, milliseconds / 1000, ended);
	});
	const timeout = AbortSignal.timeout.bind(AbortSignal);
	jest.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
		seconds.push(milliseconds / 1000);
		return timeout(milliseconds / 1000);
	});
	return seconds;
}

afterEach(() => jest.restoreAllMocks());

describe('n8n starts the trigger by itself', () => {
	test.each(byItself)(
		'%s, while the service is away: a failed execution says so, and the change is told later, once',
		async (mode) => {
			add([asha]);
			const workflow = await watch();
			service.setStatus(asha, 'Sent');
			await restartWhileAway(workflow, mode);
			expect([workflow.failures.length, workflow.schedule.length]).toEqual([1, 1]);
			const said = saidBy(workflow.failures[0]!);
			for (const part of ['503', 'No change is lost']) expect(said).toContain(part);
			await workflow.poll();
			service.disarm();
			await workflow.poll();
			await workflow.poll();
			expect([workflow.failures.length, told(workflow)]).toEqual([2, [`${asha} Pending>Sent`]]);
		},
	);

	test('with a form that can not be read: a failed execution says what to do', async () => {
		const workflow = await watch();
		workflow.kill();
		workflow.parameters = { filters: { campaign: '={{ $json.nothing.here }}' } };
		await workflow.activate('init');
		expect(saidBy(workflow.failures[0]!)).toContain('publish the workflow again');
		expect(errorOf(workflow.failures[0]!).failure).toEqual({ cause: 'configuration-invalid' });
		expect(workflow.schedule).toHaveLength(1);
	});
});

describe('a person publishes the trigger', () => {
	test.each(byPerson)('%s: the message alone says what is wrong and what to do', async (mode) => {
		service.play({ on: 'messages', kind: 'refusedInBody', times: Infinity });
		const workflow = trigger();
		await expect(workflow.activate(mode)).rejects.toThrow(
			/service refused the request.*Correct what the service reports/,
		);
		expect([workflow.schedule, workflow.failures, workflow.database.saves]).toEqual([[], [], []]);
	});

	test('with a wrong secret: the service is shown it once, however often n8n tries', async () => {
		setCredential({ clientSecret: 'a wrong one' });
		const workflow = trigger();
		await expect(workflow.activate('activate', 5)).rejects.toThrow(
			/refused Client ID and Client Secret.*Copy both again/,
		);
		expect([workflow.polls.length, received('token').length]).toEqual([5, 1]);
		await expect(workflow.activate('activate', 5)).rejects.toThrow(/refused Client ID/);
		expect(received('token')).toHaveLength(2);
	});

	test('a service that is back before n8n tries again is asked again', async () => {
		service.play({ on: 'messages', kind: 'html' });
		const workflow = trigger();
		await workflow.activate('activate', 2);
		expect([workflow.polls.length, workflow.schedule.length]).toEqual([2, 1]);
	});

	test('who corrects the secret between two tries need not publish again', async () => {
		const { clientSecret } = service;
		setCredential({ clientSecret: 'a wrong one' });
		const workflow = trigger();
		const publishing = workflow.activate('activate', 2);
		while (workflow.polls[0]?.outcome !== 'failed') await new Promise(setImmediate);
		setCredential({ clientSecret });
		await publishing;
		expect(received('token').map(({ status }) => status)).toEqual([401, 200]);
	});
});

describe('a service that hangs', () => {
	beforeEach(() => service.play({ on: 'messages', kind: 'hang', times: Infinity }));

	test('ends a publication after a minute, all tries together, in words', async () => {
		const seconds = inFastTime();
		const workflow = trigger();
		await expect(workflow.activate('activate', 5)).rejects.toThrow(
			/took longer than 60 seconds.*lower Watch Hours/,
		);
		expect(seconds.filter((each) => each === 60)).toEqual([60]);
		expect(received('messages').length).toBeLessThanOrEqual(2);
	});

	test.each(['static data', 'durable'] as const)(
		"ends a later poll within n8n's own bound (%s)",
		async (cursors) => {
			service.disarm();
			add([asha]);
			const workflow = await watch({}, { pollBudget: 36_000, cursors });
			service.play({ on: 'messages', kind: 'hang', times: Infinity });
			const seconds = inFastTime();
			const said = saidBy(await workflow.poll());
			expect(said).toMatch(/took longer than 36 seconds.*No change is lost/s);
			expect(seconds).toContain(36);
		},
	);
});

describe('two live pollers of one workflow, as an import over a running n8n leaves them', () => {
	const both = async () => {
		add([asha]);
		const earlier = await watch({}, { id: 'imported' });
		const later = trigger({}, { id: 'imported', database: earlier.database });
		return { earlier, later };
	};

	test.each([
		['earlier', 'later'],
		['later', 'earlier'],
		// n8n before 2.40 keeps polling with the existing trigger.
		['earlier', 'earlier'],
		['later', 'later'],
	] as const)('tell a change once, where the %s and the %s one poll', async (...order) => {
		const pollers = await both();
		service.setStatus(asha, 'Queued');
		await pollers.later.activate();
		for (const status of ['Sent', 'Lost']) {
			service.setStatus(asha, status);
			for (const each of order) await pollers[each].poll();
		}
		const all = [...told(pollers.later), ...told(pollers.earlier)].sort();
		const expected = ['Pending>Queued', 'Queued>Sent', 'Sent>Lost'];
		expect(all).toEqual(expected.map((change) => `${asha} ${change}`).sort());
	});

	test('where the later one could not begin, the earlier one goes on', async () => {
		const { earlier, later } = await both();
		service.play({ on: 'messages', kind: 'badRequest' });
		await expect(later.activate()).rejects.toThrow();
		service.setStatus(asha, 'Sent');
		await earlier.poll();
		expect(told(earlier)).toEqual([`${asha} Pending>Sent`]);
	});

	test('with another filter each goes on from its own state', async () => {
		const { earlier, later } = await both();
		later.parameters = { filters: { phoneNumber: asha } };
		await later.activate();
		for (const status of ['Sent', 'Lost']) {
			service.setStatus(asha, status);
			await earlier.poll();
			await later.poll();
		}
		const changes = [`${asha} Pending>Sent`, `${asha} Sent>Lost`];
		expect([told(earlier), told(later)]).toEqual([changes, changes]);
	});
});

test('what a poll found while the workflow was unpublished is told once it is published again', async () => {
	add([asha]);
	const workflow = await watch();
	service.setStatus(asha, 'Sent');
	const underWay = workflow.poll();
	await workflow.deactivate();
	expect((await underWay).outcome).toBe('discarded');
	await workflow.activate();
	expect(told(workflow)).toEqual([`${asha} Pending>Sent`]);
});

describe('two triggers in one workflow', () => {
	/**
	 * Activates two triggers, one after the other. n8n keeps the states of a workflow together, and each trigger that it
	 * registers has a copy of all of them.
	 */
	async function addedLater() {
		add([asha]);
		const first = await watch({}, { id: 'two', nodeName: 'First' });
		const options = { id: 'two', nodeName: 'Second', database: first.database };
		const second = await watch({ event: 'messageCreated' }, options);
		return { first, second };
	}

	test('one added later, a crash, a message meanwhile: told that the state was lost', async () => {
		const { first, second } = await addedLater();
		service.setStatus(asha, 'Sent');
		await first.poll();
		for (const each of [first, second]) each.kill();
		add([bela]);
		for (const each of [first, second]) await each.activate('init');
		expect([first.failures, second.failures.length]).toEqual([[], 1]);
		const said = saidBy(second.failures[0]!);
		for (const part of ["can't be told", 'Query Messages', 'a workflow of its own'])
			expect(said).toContain(part);
		await second.poll();
		const id = add([asha]);
		await second.poll();
		expect(second.failures).toHaveLength(1);
		expect(second.executions.map(({ items }) => items![0]!.json.id)).toEqual([id]);
	});

	test.each<[string, () => Promise<PolledWorkflow>]>([
		['a first publication', async () => await watch()],
		['another event at a start', async () => await watch({ event: 'messageCreated' })],
	])('%s has lost nothing', async (_, begin) => {
		const workflow = await begin();
		workflow.kill();
		workflow.parameters = {};
		await workflow.activate('init');
		expect(workflow.failures).toEqual([]);
	});
});

test('with durable cursors a change between publishing and the first scheduled poll is told', async () => {
	add([asha]);
	const workflow = await watch({}, { cursors: 'durable' });
	service.setStatus(asha, 'Sent');
	await workflow.poll();
	expect(told(workflow)).toEqual([`${asha} Pending>Sent`]);
});

describe("what n8n's scheduler of polls is told", () => {
	/** Returns the cause of a later poll's failure, if each request after the first poll gets this answer. */
	async function causeOf(answer: object): Promise<object | undefined> {
		let isGood = true;
		const empty = { body: { responsecode: 200, data: { data: [], meta: {} } } };
		await answering(() => (isGood ? empty : answer));
		const workflow = await watch();
		isGood = false;
		return errorOf(await workflow.poll()).failure;
	}

	test.each<[object, object]>([
		[
			{ status: 429, headers: { 'retry-after': '9' } },
			{ cause: 'rate-limited', retryAfterMs: 9_000 },
		],
		[{ status: 503 }, { cause: 'temporarily-unavailable' }],
		[{ status: 200, body: '<html>' }, { cause: 'temporarily-unavailable' }],
		[{ status: 401 }, { cause: 'credential-invalid' }],
		[{ status: 403 }, { cause: 'credential-invalid' }],
		[{ status: 422 }, { cause: 'configuration-invalid' }],
	])('of %j: %j', async (answer, cause) => {
		expect(await causeOf(answer)).toEqual(cause);
	});
});
