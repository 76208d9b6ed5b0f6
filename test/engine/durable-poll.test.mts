import { until } from '../clock/until.mts';
import { latch, Thermometer, watching } from './thermometer.mts';
import type { PolledWorkflow } from '../../workbench/engine/poll.mts';

const readingsOf = (workflow: PolledWorkflow) =>
	workflow.executions.map(({ items }) => items!.map(({ json }) => json.reading));

let thermometer: Thermometer;
let workflow: PolledWorkflow;
beforeEach(() => {
	thermometer = new Thermometer();
	workflow = watching(thermometer, { cursors: 'durable' });
});

describe('durable cursors', () => {
	it("don't keep what the poll at activation remembered, unless it brought items", async () => {
		thermometer.readings = [3];
		await workflow.activate();
		expect([workflow.database.cursor, workflow.database.saves]).toEqual([{}, []]);
		const other = watching(thermometer, { cursors: 'durable' });
		other.database.staticData = { 'node:Trigger': { told: 0 } };
		await other.activate();
		expect(readingsOf(other)).toEqual([[3]]);
		expect(other.database.cursor).toEqual({ told: 1, polls: 1 });
	});

	it('are committed alone after a poll with nothing new, and with the items of one that has some', async () => {
		await workflow.activate();
		await workflow.poll();
		expect(workflow.database.cursor).toEqual({ polls: 1, told: 0 });
		thermometer.readings = [21];
		await workflow.poll();
		expect(workflow.database.cursor).toEqual({ polls: 2, told: 1 });
		expect(readingsOf(workflow)).toEqual([[21]]);
		expect(workflow.database.saves.map(({ of }) => of)).toEqual(['cursor', 'cursor']);
		expect(workflow.database.staticData).toBeUndefined();
	});

	it('give each poll its own context, activated by an update', async () => {
		await workflow.activate();
		await workflow.poll();
		await workflow.poll();
		expect(new Set(thermometer.seen.map(({ context }) => context)).size).toBe(3);
		expect(thermometer.seen.map(({ activation }) => activation)).toEqual([
			'activate',
			'update',
			'update',
		]);
	});

	it('drop what a failed poll changed', async () => {
		await workflow.activate();
		await workflow.poll();
		thermometer.failure = new Error('Barnacles');
		await workflow.poll();
		expect(workflow.failures.map(({ error }) => error!.message)).toEqual(['Barnacles']);
		thermometer.failure = undefined;
		await workflow.poll();
		expect(thermometer.seen.at(-1)!.memory).toEqual({ polls: 1, told: 0 });
	});

	it('start no execution when the commit is lost, and the next poll brings the items', async () => {
		await workflow.activate();
		await workflow.poll();
		thermometer.readings = [2];
		workflow.database.losesWrites = true;
		expect((await workflow.poll()).outcome).toBe('lost');
		expect(workflow.executions).toEqual([]);
		workflow.database.losesWrites = false;
		await workflow.poll();
		expect(readingsOf(workflow)).toEqual([[2]]);
	});

	it('keep overlapping polls apart: both begin with the committed one, the last to end stays', async () => {
		await workflow.activate();
		await workflow.poll();
		const wait = latch();
		thermometer.latches.push(wait.closed);
		thermometer.readings = [1];
		const slow = workflow.poll();
		await until(() => thermometer.seen.length === 3);
		thermometer.readings = [1, 2];
		await workflow.poll();
		wait.open();
		await slow;
		expect(thermometer.seen.slice(-2).map(({ memory }) => memory)).toEqual([
			{ polls: 1, told: 0 },
			{ polls: 1, told: 0 },
		]);
		expect(readingsOf(workflow)).toEqual([[1, 2], [1]]);
		expect(workflow.database.cursor).toEqual({ polls: 2, told: 1 });
	});

	it("outlive the process and switching off, and a job that is there isn't polled at the start", async () => {
		await workflow.activate();
		await workflow.poll();
		workflow.kill();
		await workflow.activate('init');
		expect(thermometer.seen).toHaveLength(2);
		await workflow.deactivate();
		await expect(workflow.poll()).rejects.toThrow('Nothing is scheduled');
		await workflow.activate();
		expect(thermometer.seen.at(-1)).toMatchObject({
			activation: 'activate',
			memory: { polls: 1, told: 0 },
		});
	});

	it('discard the result of a poll that a switched-off workflow still had under way', async () => {
		await workflow.activate();
		await workflow.poll();
		const wait = latch();
		thermometer.latches.push(wait.closed);
		thermometer.readings = [1];
		const underWay = workflow.poll();
		await until(() => thermometer.seen.length === 3);
		await workflow.deactivate();
		wait.open();
		expect([(await underWay).outcome, workflow.executions]).toEqual(['discarded', []]);
	});

	it('leave no job behind a refused activation', async () => {
		thermometer.failure = new Error('Ice');
		await expect(workflow.activate()).rejects.toThrow(
			'There was a problem activating the workflow: "Ice"',
		);
		expect(workflow.database.scheduled).toBe(false);
	});
});
