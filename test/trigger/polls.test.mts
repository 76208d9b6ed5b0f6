/** The trigger as n8n polls it: against the sandbox, with n8n's saves and without them. */
import type { IDataObject } from 'n8n-workflow';
import type { Poll, PolledWorkflow } from '../../workbench/engine/poll.mts';
import { startWorkbench, type Workbench } from '../workbench.mts';
import { told } from './told.mts';

let bench: Workbench;

beforeAll(async () => {
	bench = await startWorkbench();
});
beforeEach(() => bench.reset());
afterAll(async () => {
	await bench.sandbox.stop();
});

/** The numbers of the clinic's patients. */
const [asha, bela, chidi] = ['+254722310001', '+254722310002', '+254722310003'] as const;

const rowsOf = ({ items = [] }: Poll): IDataObject[] => items.map(({ json }) => json);

/** A workflow that is watching, with one pending message to each of these numbers. */
async function watching(...numbers: string[]): Promise<PolledWorkflow> {
	for (const number of numbers)
		bench.sandbox.addMessage({ recipients: [number], status: 'Pending' });
	const workflow = bench.polled();
	await workflow.activate();
	return workflow;
}

describe('activation', () => {
	it('takes the present state, starts nothing and saves', async () => {
		bench.sandbox.addMessage({ recipients: [asha, bela], status: 'Undeliverable' });
		const workflow = await watching(chidi);
		expect(workflow.polls).toEqual([{ number: 1, cause: 'activation', outcome: 'nothing' }]);
		expect(workflow.database.saves).toHaveLength(1);
		expect((await workflow.poll()).outcome).toBe('nothing');
		expect(workflow.schedule).toHaveLength(1);
	});

	it("is refused when the service can't be read", async () => {
		const workflow = bench.polled({}, { credentials: bench.store({ clientSecret: 'an old one' }) });
		await expect(workflow.activate()).rejects.toThrow(
			/^There was a problem activating the workflow: ".*[Cc]lient.*"$/s,
		);
		expect([workflow.schedule, workflow.database.saves, workflow.database.staticData]).toEqual([
			[],
			[],
			undefined,
		]);
	});

	it('with other filters starts anew, with the same goes on', async () => {
		const workflow = await watching(asha, bela);
		await workflow.deactivate();
		bench.sandbox.setStatus(asha, 'Sent');
		await workflow.activate();
		expect(told(workflow)).toEqual([`${asha} Pending>Sent`]);
		bench.sandbox.setStatus(bela, 'Failed');
		workflow.parameters = { filters: { category: 'marketing' } };
		await workflow.activate('update');
		expect(workflow.executions).toHaveLength(1);
		bench.sandbox.setStatus(bela, 'Expired');
		await workflow.poll();
		expect(told(workflow).slice(1)).toEqual([`${bela} Failed>Expired`]);
	});
});

describe('a poll', () => {
	it('tells each change once, with all its columns, a recipient an item', async () => {
		const messageId = bench.sandbox.addMessage({
			recipients: [asha, bela],
			campaign: 'jabs',
			category: 'utility',
			senderId: 103,
			createdAt: new Date(Date.now() - 7_200_000).toISOString(),
			status: 'Sent',
		});
		const workflow = await watching();
		bench.sandbox.setStatus(bela, 'Undeliverable', { messageId });
		const [row, ...others] = rowsOf(await workflow.poll());
		expect(others).toEqual([]);
		expect(row).toEqual({
			phone_number: bela,
			status: 'Undeliverable',
			previous_status: 'Sent',
			reference: `SBX-${messageId}-2`,
			created_at: expect.stringMatching(/002Z$/),
			message_id: messageId,
			message_status: expect.any(String),
			sender_id: expect.any(String),
			category: 'utility',
			campaign: 'jabs',
		});
		await workflow.poll();
		bench.sandbox.setStatus(asha, 'Delivered');
		bench.sandbox.setStatus(bela, 'Sent');
		await workflow.poll();
		expect(told(workflow)).toEqual([
			`${bela} Sent>Undeliverable`,
			`${asha} Sent>Delivered, ${bela} Undeliverable>Sent`,
		]);
		expect(workflow.database.saves).toHaveLength(3);
	});

	it('reads all pages, and tells a change of the last one', async () => {
		const anHourAgo = new Date(Date.now() - 3_600_000).toISOString();
		const first = bench.sandbox.addMessage({
			recipients: [chidi],
			status: 'Pending',
			createdAt: anHourAgo,
		});
		for (let count = 1; count <= 210; count++)
			bench.sandbox.addMessage({
				recipients: [`+2547310${String(count).padStart(5, '0')}`],
				status: 'Pending',
			});
		const workflow = await watching();
		bench.sandbox.setStatus(chidi, 'Rejected');
		bench.sandbox.setStatus('+254731000104', 'Sent');
		const before = bench.received('messages').length;
		const rows = rowsOf(await workflow.poll());
		expect(rows.map(({ message_id, status }) => [message_id, status])).toEqual([
			[first, 'Rejected'],
			[first + 104, 'Sent'],
		]);
		expect(
			bench
				.received('messages')
				.slice(before)
				.map(({ query }) => query.page)
				.sort(),
		).toEqual(['1', '2', '3']);
	});

	it('tells a message that it first sees as delivered, and none that it first sees as pending', async () => {
		const workflow = await watching(asha);
		bench.sandbox.addMessage({ recipients: [bela], status: 'Delivered' });
		bench.sandbox.addMessage({ recipients: [chidi], status: 'Pending' });
		await workflow.poll();
		bench.sandbox.setStatus(chidi, 'Delivered');
		await workflow.poll();
		expect(told(workflow)).toEqual([`${bela} Pending>Delivered`, `${chidi} Pending>Delivered`]);
	});

	it('tells new messages under the other event', async () => {
		bench.sandbox.addMessage({ recipients: [asha] });
		const workflow = bench.polled({ event: 'messageCreated' });
		await workflow.activate();
		const id = bench.sandbox.addMessage({ recipients: [bela], message: 'Your results are in' });
		expect(rowsOf(await workflow.poll())).toMatchObject([{ id, message: 'Your results are in' }]);
		bench.sandbox.setStatus(bela, 'Failed');
		expect((await workflow.poll()).outcome).toBe('nothing');
	});

	it('that fails is a failed execution and changes nothing: the next one tells what this one missed', async () => {
		for (let count = 1; count <= 130; count++)
			bench.sandbox.addMessage({
				recipients: [`+2547320${String(count).padStart(5, '0')}`],
				status: 'Pending',
			});
		const workflow = await watching(asha);
		const kept = workflow.database.staticData;
		bench.sandbox.setStatus(asha, 'Failed');
		// The first page, on which the change is, comes; the second doesn't.
		bench.sandbox.play({ on: 'messages', kind: 'badRequest', after: 1 });
		await workflow.poll();
		expect(
			workflow.failures.map(({ error }) => [
				error!.name,
				(error as Error & { description: string }).description,
			]),
		).toEqual([['NodeApiError', expect.stringContaining('No change is lost')]]);
		expect([
			workflow.executions,
			workflow.database.saves.length,
			workflow.database.staticData,
		]).toEqual([[], 1, kept]);
		await workflow.poll();
		expect(told(workflow)).toEqual([`${asha} Pending>Failed`]);
	});

	it('that begins while another is under way asks nothing and tells nothing', async () => {
		const workflow = await watching(asha);
		bench.sandbox.setStatus(asha, 'Sent');
		const before = bench.received('messages').length;
		const polls = await Promise.all([workflow.poll(), workflow.poll(), workflow.poll()]);
		expect(polls.map(({ outcome }) => outcome).sort()).toEqual(['items', 'nothing', 'nothing']);
		expect(bench.received('messages')).toHaveLength(before + 1);
		bench.sandbox.setStatus(asha, 'Delivered');
		await workflow.poll();
		expect(told(workflow)).toEqual([`${asha} Pending>Sent`, `${asha} Sent>Delivered`]);
	});
});
