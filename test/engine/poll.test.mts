import { gate, TideGauge, until, watching } from './tide-gauge.mts';
import type { Poll, PolledWorkflow } from '../../workbench/engine/poll.mts';

const readingsOf = (polls: readonly Poll[]) => polls.map(({ items }) => items!.map(({ json }) => json.reading));
const outcomes = ({ polls }: PolledWorkflow) => polls.map(({ outcome }) => outcome);
const memoryIn = ({ database }: PolledWorkflow) => database.staticData?.['node:Trigger'];

let gauge: TideGauge;
beforeEach(() => { gauge = new TideGauge(); });

describe('activation', () => {
	it('polls once in trigger mode, saves the baseline, starts nothing and schedules', async () => {
		gauge.readings = [31, 17];
		const workflow = watching(gauge, { parameters: { unit: '={{ "fath" + "om" }}' }, settings: { timezone: 'Pacific/Chatham' } });
		await workflow.activate();
		expect(gauge.seen).toMatchObject([{ mode: 'trigger', activation: 'activate', zone: 'Pacific/Chatham', unit: 'fathom', memory: {} }]);
		expect(outcomes(workflow)).toEqual(['nothing']);
		expect(workflow.executions).toEqual([]);
		const text = '{"node:Trigger":{"polls":1,"told":2}}';
		expect(workflow.database.staticData).toEqual(JSON.parse(text));
		expect(workflow.database.saves).toEqual([{ of: 'static data', characters: text.length }]);
		expect(workflow.schedule).toEqual([expect.stringMatching(/^\d+ \* \* \* \* \*$/)]);
	});

	it('is refused with n8n\'s sentence when the poll fails: nothing saved, recorded or scheduled', async () => {
		gauge.failure = new Error('The gauge ran dry');
		const workflow = watching(gauge);
		await expect(workflow.activate()).rejects.toMatchObject({
			name: 'WorkflowActivationError', message: 'There was a problem activating the workflow: "The gauge ran dry"', cause: gauge.failure,
		});
		expect([workflow.schedule, workflow.database.saves, workflow.failures, outcomes(workflow)]).toEqual([[], [], [], ['failed']]);
		await expect(workflow.poll()).rejects.toThrow('activate the workflow first');
		gauge.failure = undefined;
		await workflow.activate();
		expect(gauge.seen.at(-1)!.memory).toEqual({});
	});

	it('emits at once what came while the workflow was off, and saves once', async () => {
		const workflow = watching(gauge);
		await workflow.activate();
		await workflow.deactivate();
		gauge.readings = [8];
		workflow.database.answers = new Promise((resolve) => setImmediate(resolve));
		await workflow.activate('update');
		expect(gauge.seen.at(-1)).toMatchObject({ activation: 'update', memory: { polls: 1, told: 0 } });
		expect(readingsOf(workflow.executions)).toEqual([[8]]);
		expect(workflow.executions[0]).toMatchObject({ number: 2, cause: 'activation' });
		expect(workflow.database.saves).toHaveLength(2);
	});

	it('takes the parameters as they are by then, and refuses a time that is too short', async () => {
		const workflow = watching(gauge);
		await workflow.activate();
		workflow.parameters = { unit: 'ells' };
		await workflow.poll();
		await workflow.activate('update');
		expect(gauge.seen.map(({ unit }) => unit)).toEqual(['cm', 'cm', 'ells']);
		workflow.parameters = { pollTimes: { item: [{ mode: 'custom', cronExpression: '* * * * * *' }] } };
		await expect(workflow.activate('update')).rejects.toThrow('The polling interval is too short');
	});

	it('is not possible with a node that doesn\'t poll', () => {
		Object.assign(gauge, { poll: undefined });
		expect(() => watching(gauge)).toThrow('The node type "test.tideGauge" doesn\'t poll.');
	});
});

describe('a scheduled poll', () => {
	it('with nothing new keeps its change in memory and saves nothing', async () => {
		const workflow = watching(gauge);
		await workflow.activate();
		expect(await workflow.poll()).toEqual({ number: 2, cause: 'schedule', outcome: 'nothing' });
		await workflow.poll();
		expect(gauge.seen.map(({ memory }) => memory.polls)).toEqual([undefined, 1, 2]);
		expect(memoryIn(workflow)).toEqual({ polls: 1, told: 0 });
		expect(workflow.database.saves).toHaveLength(1);
		expect(new Set(gauge.seen.map(({ context }) => context)).size).toBe(1);
	});

	it('with something new starts an execution with copies of its items and saves', async () => {
		const workflow = watching(gauge);
		await workflow.activate();
		gauge.readings = [4, 44];
		expect((await workflow.poll()).outcome).toBe('items');
		expect(readingsOf(workflow.executions)).toEqual([[4, 44]]);
		expect(memoryIn(workflow)).toEqual({ polls: 2, told: 2 });
		expect((await workflow.poll()).outcome).toBe('nothing');
		expect(workflow.database.saves).toHaveLength(2);
	});

	it('that fails is recorded, saves nothing, leaves the memory as the node left it, and polling goes on', async () => {
		const workflow = watching(gauge);
		await workflow.activate();
		gauge.readings = [5];
		gauge.failure = new Error('Rust');
		await workflow.poll();
		expect(workflow.failures).toEqual([{ number: 2, cause: 'schedule', outcome: 'failed', error: gauge.failure }]);
		expect(workflow.database.saves).toHaveLength(1);
		gauge.failure = undefined;
		await workflow.poll();
		expect(gauge.seen.at(-1)!.memory).toEqual({ polls: 2, told: 0 });
		expect(readingsOf(workflow.executions)).toEqual([[5]]);
	});

	it('may overlap another, and each result is its own poll\'s', async () => {
		const workflow = watching(gauge);
		await workflow.activate();
		const [first, second] = [gate(), gate()];
		gauge.gates.push(first.closed, second.closed);
		gauge.readings = [1];
		const slow = workflow.poll();
		await until(() => gauge.seen.length === 2);
		gauge.readings = [1, 2];
		const quick = workflow.poll();
		await until(() => gauge.seen.length === 3);
		expect(outcomes(workflow)).toEqual(['nothing', undefined, undefined]);
		second.open();
		expect((await quick).number).toBe(3);
		first.open();
		await slow;
		expect(workflow.executions.map(({ number }) => number)).toEqual([3, 2]);
		expect(readingsOf(workflow.executions)).toEqual([[1, 2], [1]]);
	});

	it('loses its result when the workflow is switched off or its process ends meanwhile', async () => {
		for (const end of ['deactivate', 'kill', 'activate'] as const) {
			const workflow = watching(gauge = new TideGauge());
			await workflow.activate();
			const wait = gate();
			gauge.gates.push(wait.closed);
			gauge.readings = [6];
			const underWay = workflow.poll();
			await until(() => gauge.seen.length === 2);
			await workflow[end]();
			const before = workflow.executions.length;
			wait.open();
			expect([end, (await underWay).outcome, workflow.executions.length]).toEqual([end, 'discarded', before]);
		}
	});
});

describe('Fetch Test Event', () => {
	it('runs the node in manual mode on the saved data and saves nothing', async () => {
		const workflow = watching(gauge);
		await workflow.activate();
		await workflow.poll();
		gauge.readings = [7, 9];
		const result = await workflow.fetchTestEvent();
		expect(result.output('Trigger').map(({ json }) => json)).toEqual([{ reading: 9 }]);
		expect(gauge.seen.at(-1)).toMatchObject({ mode: 'manual', activation: 'manual', memory: { polls: 1, told: 0 } });
		expect([workflow.database.saves.length, workflow.polls.length, workflow.executions.length]).toEqual([1, 2, 0]);
		expect(readingsOf([await workflow.poll()])).toEqual([[7, 9]]);
	});

	it('shows the node\'s failure', async () => {
		gauge.failure = new Error('No tide today');
		const result = await watching(gauge).fetchTestEvent();
		expect([result.status, result.error?.message]).toEqual(['error', 'No tide today']);
	});
});
