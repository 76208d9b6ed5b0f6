import { until } from '../clock/until.mts';
import { latch, Thermometer, watching } from './thermometer.mts';
import type { Poll, PolledWorkflow } from '../../workbench/engine/poll.mts';

const readingsOf = (polls: readonly Poll[]) =>
	polls.map(({ items }) => items!.map(({ json }) => json.reading));
const memoryIn = ({ database }: PolledWorkflow) => database.staticData?.['node:Trigger'];

let thermometer: Thermometer;
beforeEach(() => {
	thermometer = new Thermometer();
});

describe('what is kept', () => {
	it('a save that is lost before the process ends lets the next one see the state before', async () => {
		const workflow = watching(thermometer);
		await workflow.activate();
		thermometer.readings = [12];
		workflow.database.losesWrites = true;
		await workflow.poll();
		workflow.kill();
		workflow.database.losesWrites = false;
		await expect(workflow.poll()).rejects.toThrow('Nothing is scheduled');
		await workflow.activate('init');
		expect(thermometer.seen.at(-1)).toMatchObject({
			activation: 'init',
			memory: { polls: 1, told: 0 },
		});
		expect(readingsOf(workflow.executions)).toEqual([[12], [12]]);
	});

	it('a save that failed is made up for with the next items, also where these change nothing more', async () => {
		const workflow = watching(thermometer);
		await workflow.activate();
		thermometer.hasty = true;
		const [first, second] = [latch(), latch()];
		thermometer.latches.push(first.closed, second.closed);
		thermometer.readings = [12];
		const failing = workflow.poll();
		await until(() => thermometer.seen.length === 2);
		thermometer.readings = [12, 13];
		const later = workflow.poll();
		await until(() => thermometer.seen.length === 3);
		workflow.database.losesWrites = true;
		first.open();
		await failing;
		expect(memoryIn(workflow)).toEqual({ polls: 1, told: 0 });
		workflow.database.losesWrites = false;
		second.open();
		await later;
		expect(memoryIn(workflow)).toEqual({ polls: 3, told: 2 });
		expect(readingsOf(workflow.executions)).toEqual([[12], [13]]);
	});

	it('what was only in memory is gone after switching off, and dropped data is a new beginning', async () => {
		const workflow = watching(thermometer);
		await workflow.activate();
		await workflow.poll();
		await workflow.deactivate();
		expect([workflow.schedule, workflow.database.saves.length]).toEqual([[], 1]);
		await expect(workflow.poll()).rejects.toThrow('Nothing is scheduled');
		await workflow.activate();
		expect(thermometer.seen.at(-1)!.memory).toEqual({ polls: 1, told: 0 });
		workflow.database.staticData = undefined;
		await workflow.activate();
		expect(thermometer.seen.at(-1)!.memory).toEqual({});
	});

	it('a change made while a save is under way loses its mark, so its items are emitted and not saved, as in n8n', async () => {
		const workflow = watching(thermometer);
		await workflow.activate();
		const [answer, end] = [latch(), latch()];
		workflow.database.answers = answer.closed;
		thermometer.readings = [1];
		const saving = workflow.poll();
		await until(() => workflow.database.saves.length === 2);
		thermometer.hasty = true;
		thermometer.latches.push(end.closed);
		thermometer.readings = [1, 2];
		const during = workflow.poll();
		await until(() => thermometer.seen.length === 3);
		answer.open();
		await saving;
		end.open();
		await during;
		expect(readingsOf(workflow.executions)).toEqual([[1], [2]]);
		expect(memoryIn(workflow)).toEqual({ polls: 2, told: 1 });
	});
});
