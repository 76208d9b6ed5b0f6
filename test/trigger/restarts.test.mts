/** What the trigger tells after n8n was down, lost a save, or keeps its cursors durably. */
import type { PolledWorkflow } from '../../workbench/engine/poll.mts';
import { startWorkbench, triggerName, type Workbench } from '../workbench.mts';
import { told } from './told.mts';

let bench: Workbench;

beforeAll(async () => {
	bench = await startWorkbench();
});
beforeEach(() => bench.reset());
afterAll(async () => {
	await bench.sandbox.stop();
});

const [dalia, emre] = ['+905321110001', '+905321110002'] as const;

/** A workflow over a pending message to each of the two numbers. */
function watching(cursors?: 'durable'): PolledWorkflow {
	for (const number of [dalia, emre])
		bench.sandbox.addMessage({ recipients: [number], status: 'Pending' });
	return bench.polled({}, { cursors });
}

describe('after n8n was down', () => {
	it('what changed meanwhile is told at the start', async () => {
		const workflow = watching();
		await workflow.activate();
		bench.sandbox.setStatus(dalia, 'Sent');
		await workflow.poll();
		workflow.kill();
		bench.sandbox.setStatus(emre, 'Failed');
		await workflow.activate('init');
		await workflow.poll();
		expect(told(workflow)).toEqual([`${dalia} Pending>Sent`, `${emre} Pending>Failed`]);
	});

	it('whose save was lost, the changes are told again, and then no more', async () => {
		const workflow = watching();
		await workflow.activate();
		bench.sandbox.setStatus(dalia, 'Sent');
		workflow.database.losesWrites = true;
		await workflow.poll();
		workflow.kill();
		workflow.database.losesWrites = false;
		await workflow.activate('init');
		workflow.kill();
		await workflow.activate('init');
		expect(told(workflow)).toEqual([`${dalia} Pending>Sent`, `${dalia} Pending>Sent`]);
	});

	it('in the middle of a poll, its changes are told by the next process', async () => {
		const workflow = watching();
		await workflow.activate();
		bench.sandbox.setStatus(dalia, 'Sent');
		const underWay = workflow.poll();
		workflow.kill();
		await workflow.activate('init');
		expect((await underWay).outcome).toBe('discarded');
		expect(told(workflow)).toEqual([`${dalia} Pending>Sent`]);
	});

	it('a copy of the saved data goes on in another workflow; without it that begins anew', async () => {
		const workflow = watching();
		await workflow.activate();
		const [copy, empty] = [bench.polled(), bench.polled()];
		copy.database.staticData = workflow.database.staticData;
		bench.sandbox.setStatus(emre, 'Delivered');
		await copy.activate();
		await empty.activate();
		expect([told(copy), told(empty)]).toEqual([[`${emre} Pending>Delivered`], []]);
	});
});

describe('with durable cursors', () => {
	it('the first scheduled poll takes the state, the next ones tell each change once', async () => {
		const workflow = watching('durable');
		await workflow.activate();
		await workflow.poll();
		bench.sandbox.setStatus(dalia, 'Sent');
		await workflow.poll();
		await workflow.poll();
		workflow.kill();
		bench.sandbox.setStatus(emre, 'Sent');
		await workflow.poll();
		expect(told(workflow)).toEqual([`${dalia} Pending>Sent`, `${emre} Pending>Sent`]);
		expect(workflow.database.staticData).toBeUndefined();
	});

	it('a lost commit and a failed poll lose no change', async () => {
		const workflow = watching('durable');
		await workflow.activate();
		await workflow.poll();
		bench.sandbox.setStatus(dalia, 'Sent');
		workflow.database.losesWrites = true;
		expect((await workflow.poll()).outcome).toBe('lost');
		workflow.database.losesWrites = false;
		bench.sandbox.play({ on: 'messages', kind: 'badRequest' });
		expect((await workflow.poll()).outcome).toBe('failed');
		await workflow.poll();
		expect(told(workflow)).toEqual([`${dalia} Pending>Sent`]);
	});

	it('polls that overlap tell a change once', async () => {
		const workflow = watching('durable');
		await workflow.activate();
		await workflow.poll();
		bench.sandbox.setStatus(dalia, 'Sent');
		await Promise.all([workflow.poll(), workflow.poll()]);
		await workflow.poll();
		expect(told(workflow)).toEqual([`${dalia} Pending>Sent`]);
	});
});

describe('Fetch Test Event', () => {
	it('gives the ten newest records and touches no state', async () => {
		const workflow = watching();
		await workflow.activate();
		const kept = workflow.database.staticData;
		for (let count = 10; count < 22; count++)
			bench.sandbox.addMessage({ recipients: [`+9053211101${count}`], status: 'Sent' });
		const rows = (await workflow.fetchTestEvent()).output(triggerName).map(({ json }) => json);
		expect(rows.map(({ phone_number }) => phone_number).sort()).toEqual(
			Array.from({ length: 10 }, (_, index) => `+9053211101${index + 12}`),
		);
		expect([workflow.database.saves.length, workflow.database.staticData]).toEqual([1, kept]);
		expect((await workflow.poll()).items).toHaveLength(12);
	});

	it('says so where there is nothing', async () => {
		const { status, error } = await bench.polled().fetchTestEvent();
		expect([status, error?.message]).toEqual(['error', expect.stringMatching(/72 hours/)]);
	});
});
