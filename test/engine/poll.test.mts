import { until } from '../clock/until.mts';
import { latch, Thermometer, watching } from './thermometer.mts';
import type { Poll, PolledWorkflow } from '../../workbench/engine/poll.mts';

const readingsOf = (polls: readonly Poll[]) =>
	polls.map(({ items }) => items!.map(({ json }) => json.reading));
const outcomes = ({ polls }: PolledWorkflow) => polls.map(({ outcome }) => outcome);
const memoryIn = ({ database }: PolledWorkflow) => database.staticData?.['node:Trigger'];

let thermometer: Thermometer;
beforeEach(() => {
	thermometer = new Thermometer();
});

describe('activation', () => {
	it('polls once in trigger mode, saves the baseline, starts nothing and schedules', async () => {
		thermometer.readings = [31, 17];
		const workflow = watching(thermometer, {
			parameters: { unit: '={{ "kel" + "vin" }}' },
			settings: { timezone: 'Pacific/Chatham' },
		});
		await workflow.activate();
		expect(thermometer.seen).toMatchObject([
			{
				mode: 'trigger',
				activation: 'activate',
				zone: 'Pacific/Chatham',
				unit: 'kelvin',
				memory: {},
			},
		]);
		expect(outcomes(workflow)).toEqual(['nothing']);
		expect(workflow.executions).toEqual([]);
		const text = '{"node:Trigger":{"polls":1,"told":2}}';
		expect(workflow.database.staticData).toEqual(JSON.parse(text));
		expect(workflow.database.saves).toEqual([{ of: 'static data', characters: text.length }]);
		expect(workflow.schedule).toEqual([expect.stringMatching(/^\d+ \* \* \* \* \*$/)]);
	});

	it("is refused with n8n's sentence when the poll fails: nothing saved, recorded or scheduled", async () => {
		thermometer.failure = new Error('The thermometer broke');
		const workflow = watching(thermometer);
		await expect(workflow.activate()).rejects.toMatchObject({
			name: 'WorkflowActivationError',
			message: 'There was a problem activating the workflow: "The thermometer broke"',
			cause: thermometer.failure,
		});
		expect([
			workflow.schedule,
			workflow.database.saves,
			workflow.failures,
			outcomes(workflow),
		]).toEqual([[], [], [], ['failed']]);
		await expect(workflow.poll()).rejects.toThrow('activate the workflow first');
		thermometer.failure = undefined;
		await workflow.activate();
		expect(thermometer.seen.at(-1)!.memory).toEqual({});
	});

	it('emits at once what came while the workflow was off, and saves once', async () => {
		const workflow = watching(thermometer);
		await workflow.activate();
		await workflow.deactivate();
		thermometer.readings = [8];
		workflow.database.answers = new Promise((resolve) => setImmediate(resolve));
		await workflow.activate('update');
		expect(thermometer.seen.at(-1)).toMatchObject({
			activation: 'update',
			memory: { polls: 1, told: 0 },
		});
		expect(readingsOf(workflow.executions)).toEqual([[8]]);
		expect(workflow.executions[0]).toMatchObject({ number: 2, cause: 'activation' });
		expect(workflow.database.saves).toHaveLength(2);
	});

	it('takes the parameters as they are by then, and refuses a time that is too short', async () => {
		const workflow = watching(thermometer);
		await workflow.activate();
		workflow.parameters = { unit: 'kelvin' };
		await workflow.poll();
		await workflow.activate('update');
		expect(thermometer.seen.map(({ unit }) => unit)).toEqual(['°C', '°C', 'kelvin']);
		workflow.parameters = {
			pollTimes: { item: [{ mode: 'custom', cronExpression: '* * * * * *' }] },
		};
		await expect(workflow.activate('update')).rejects.toThrow('The polling interval is too short');
	});

	it("is not possible with a node that doesn't poll", () => {
		Object.assign(thermometer, { poll: undefined });
		expect(() => watching(thermometer)).toThrow('The node type "test.thermometer" doesn\'t poll.');
	});
});

describe('a scheduled poll', () => {
	it('with nothing new keeps its change in memory and saves nothing', async () => {
		const workflow = watching(thermometer);
		await workflow.activate();
		expect(await workflow.poll()).toEqual({ number: 2, cause: 'schedule', outcome: 'nothing' });
		await workflow.poll();
		expect(thermometer.seen.map(({ memory }) => memory.polls)).toEqual([undefined, 1, 2]);
		expect(memoryIn(workflow)).toEqual({ polls: 1, told: 0 });
		expect(workflow.database.saves).toHaveLength(1);
		expect(new Set(thermometer.seen.map(({ context }) => context)).size).toBe(1);
	});

	it('with something new starts an execution with copies of its items and saves', async () => {
		const workflow = watching(thermometer);
		await workflow.activate();
		thermometer.readings = [4, 44];
		expect((await workflow.poll()).outcome).toBe('items');
		expect(readingsOf(workflow.executions)).toEqual([[4, 44]]);
		expect(memoryIn(workflow)).toEqual({ polls: 2, told: 2 });
		expect((await workflow.poll()).outcome).toBe('nothing');
		expect(workflow.database.saves).toHaveLength(2);
	});

	it('that fails is recorded, saves nothing, leaves the memory as the node left it, and polling goes on', async () => {
		const workflow = watching(thermometer);
		await workflow.activate();
		thermometer.readings = [5];
		thermometer.failure = new Error('Rust');
		await workflow.poll();
		expect(workflow.failures).toEqual([
			{ number: 2, cause: 'schedule', outcome: 'failed', error: thermometer.failure },
		]);
		expect(workflow.database.saves).toHaveLength(1);
		thermometer.failure = undefined;
		await workflow.poll();
		expect(thermometer.seen.at(-1)!.memory).toEqual({ polls: 2, told: 0 });
		expect(readingsOf(workflow.executions)).toEqual([[5]]);
	});

	it("may overlap another, and each result is its own poll's", async () => {
		const workflow = watching(thermometer);
		await workflow.activate();
		const [first, second] = [latch(), latch()];
		thermometer.latches.push(first.closed, second.closed);
		thermometer.readings = [1];
		const slow = workflow.poll();
		await until(() => thermometer.seen.length === 2);
		thermometer.readings = [1, 2];
		const quick = workflow.poll();
		await until(() => thermometer.seen.length === 3);
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
			const workflow = watching((thermometer = new Thermometer()));
			await workflow.activate();
			const wait = latch();
			thermometer.latches.push(wait.closed);
			thermometer.readings = [6];
			const underWay = workflow.poll();
			await until(() => thermometer.seen.length === 2);
			await workflow[end]();
			const before = workflow.executions.length;
			wait.open();
			expect([end, (await underWay).outcome, workflow.executions.length]).toEqual([
				end,
				'discarded',
				before,
			]);
		}
	});
});

describe('Fetch Test Event', () => {
	it('runs the node in manual mode on the saved data and saves nothing', async () => {
		const workflow = watching(thermometer);
		await workflow.activate();
		await workflow.poll();
		thermometer.readings = [7, 9];
		const result = await workflow.fetchTestEvent();
		expect(result.output('Trigger').map(({ json }) => json)).toEqual([{ reading: 9 }]);
		expect(thermometer.seen.at(-1)).toMatchObject({
			mode: 'manual',
			activation: 'manual',
			memory: { polls: 1, told: 0 },
		});
		expect([
			workflow.database.saves.length,
			workflow.polls.length,
			workflow.executions.length,
		]).toEqual([1, 2, 0]);
		expect(readingsOf([await workflow.poll()])).toEqual([[7, 9]]);
	});

	it("shows the node's failure", async () => {
		thermometer.failure = new Error('No reading today');
		const result = await watching(thermometer).fetchTestEvent();
		expect([result.status, result.error?.message]).toEqual(['error', 'No reading today']);
	});
});
