/** How much is watched at most, in exact numbers. */
import { startWorkbench, type Workbench } from '../workbench.mts';

let bench: Workbench;

afterEach(async () => {
	await bench.sandbox.stop();
});

const group = (first: number, count: number): string[] =>
	Array.from({ length: count }, (_, index) => `+2547${String(first + index).padStart(8, '0')}`);

/** So many recipients, 5,000 in a message. */
function addRecipients(count: number): void {
	for (let first = 0; first < count; first += 5000)
		bench.sandbox.addMessage({
			recipients: group(first, Math.min(5000, count - first)),
			status: 'Pending',
		});
}

it('50,000 recipients are watched, and one more is told to be too much', async () => {
	bench = await startWorkbench({ pastMessages: 0 });
	addRecipients(50_000);
	const workflow = bench.polled();
	await workflow.activate();
	bench.sandbox.setStatus('+254700049999', 'Failed');
	expect((await workflow.poll()).items?.map(({ json }) => json.phone_number)).toEqual([
		'+254700049999',
	]);
	const kept = workflow.database.staticData;
	const saved = JSON.stringify(kept).length;
	expect(saved).toBeLessThan(520_000);
	const added = bench.sandbox.addMessage({ recipients: ['+254799999999'], status: 'Pending' });
	bench.sandbox.setStatus('+254700000001', 'Failed');
	const { error, outcome } = await workflow.poll();
	expect([outcome, error!.message, (error as Error & { description: string }).description]).toEqual(
		[
			'failed',
			'There is more to watch than this trigger can keep in mind: over 50,000 recipients or messages.',
			'Set narrower Filters, such as one campaign or one sender ID, or lower Watch Hours in Options. No change is lost: the next poll that succeeds tells what changed meanwhile.',
		],
	);
	expect([added > 0, workflow.database.staticData]).toEqual([true, kept]);
}, 120_000);

it('more than that refuses the activation, and reads no more pages than that takes', async () => {
	bench = await startWorkbench({ pastMessages: 60_000, pastSpacing: 1000 });
	const workflow = bench.polled({ event: 'messageCreated' });
	await expect(workflow.activate()).rejects.toThrow(
		/more to watch than this trigger can keep in mind/,
	);
	expect(bench.received('messages').length).toBeLessThanOrEqual(531);
	expect(workflow.database.staticData).toBeUndefined();
}, 120_000);
