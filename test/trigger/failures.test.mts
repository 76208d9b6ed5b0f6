/** What people read when a poll fails, and that what it would have told is told later. */
import type { Poll } from '../../workbench/engine/poll.mts';
import type { FaultKind } from '../../workbench/sandbox/sandbox.mts';
import { startWorkbench, type Workbench } from '../workbench.mts';

let bench: Workbench;

beforeAll(async () => {
	bench = await startWorkbench({ pastMessages: 0 });
});
beforeEach(() => bench.reset());
afterAll(async () => {
	await bench.sandbox.stop();
});

const number = '+254733000111';

function textsOf({ error }: Poll): [string, string] {
	const { message, description } = error as Error & { description: string };
	return [message, description];
}

it.each([
	[
		'refusedInBody',
		/^The service refused the request/,
		/^Fix what the service names\. No change is lost/,
	],
	[
		'html',
		/^The service answered this query with an answer this node can't read/,
		/No change is lost/,
	],
	[
		'hugeLastPage',
		/^The service says there are .* pages, but page 2 is empty\.$/,
		/^If it goes on, set narrower Filters or lower Watch Hours in Options, and tell the service\. No change is lost: the next poll that succeeds tells what changed meanwhile\.$/,
	],
	[
		'unauthorized',
		/^The service refused the access token/,
		/^Test the credential\..* No change is lost/,
	],
] as Array<[FaultKind, RegExp, RegExp]>)(
	'a poll that meets %s says so, and the next one tells the change',
	async (kind, message, description) => {
		bench.sandbox.addMessage({ recipients: [number], status: 'Pending' });
		const workflow = bench.polled();
		await workflow.activate();
		bench.sandbox.setStatus(number, 'Failed');
		bench.sandbox.play({ on: 'messages', kind, times: Infinity });
		const texts = textsOf(await workflow.poll());
		expect(texts).toEqual([expect.stringMatching(message), expect.stringMatching(description)]);
		expect(texts.join(' ')).not.toMatch(/\brun the workflow|node settings/i);
		expect([workflow.failures.length, workflow.executions.length]).toEqual([1, 0]);
		bench.sandbox.disarm();
		await workflow.poll();
		expect(workflow.executions.map(({ items }) => items!.map(({ json }) => json.status))).toEqual([
			['Failed'],
		]);
	},
);

it('says nothing of what is not lost where there is nothing to go on from', async () => {
	bench.sandbox.play({ on: 'messages', kind: 'refusedInBody' });
	const workflow = bench.polled();
	await expect(workflow.activate()).rejects.toThrow(/The service refused the request/);
	expect(textsOf(workflow.polls[0]!)[1]).not.toMatch(/lost/);
});

it('a secret that the service repeats stands nowhere', async () => {
	const workflow = bench.polled();
	await workflow.activate();
	const secret = String(bench.stored.clientSecret);
	bench.sandbox.addMessage({ recipients: [number], status: 'Failed', campaign: `for ${secret}` });
	const poll = await workflow.poll();
	expect(poll.items).toHaveLength(1);
	expect(JSON.stringify([poll, workflow.database])).not.toContain(secret);
});

it('a secret in a field stands nowhere', async () => {
	const secret = String(bench.stored.clientSecret);
	const workflow = bench.polled({ filters: { phoneNumber: secret } });
	await expect(workflow.activate()).rejects.toThrow(/Phone Number/);
	expect(JSON.stringify([workflow.polls, workflow.polls.map(textsOf)])).not.toContain(secret);
});

it.each([
	['Event isn\'t on offer: "statusLost"', { event: 'statusLost' }, /Event/],
	['Watch Hours', { options: { watchHours: 0 } }, /Watch Hours/],
	['Statuses', { options: { statuses: '={{ ({}) }}' } }, /Statuses/],
	['Phone Number', { filters: { phoneNumber: '0712345678' } }, /Phone Number/],
	[
		'an expression',
		{ filters: { campaign: '={{ $json.nothing.at.all }}' } },
		/expression in Campaign failed/i,
	],
])("a form that can't be taken refuses the activation: %s", async (_, parameters, message) => {
	const workflow = bench.polled(parameters);
	await expect(workflow.activate()).rejects.toThrow(message);
	expect([bench.received('messages'), workflow.schedule]).toEqual([[], []]);
});
