/** The trigger, activated and polled by n8n's server: through an outage of the service and a crash of n8n. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { StoredWorkflow } from '../../workbench/n8n/rest.mts';
import { startSandbox, type Sandbox } from '../../workbench/sandbox/sandbox.mts';
import { crash, environment } from './environment.mts';
import { store, told, until } from './workflows.mts';
import { credentialFor, pollsOf, toldTo, watching } from './workflows.mts';

export const title = 'The trigger';

const one = '+254733128080';
const other = '+254733128081';

export function tests(): void {
	let sandbox: Sandbox;
	let workflow: StoredWorkflow;
	/** All that it was told so far, in order. */
	const changes: string[] = [];

	/** Waits until these changes are told, and for a poll more, which tells nothing twice. */
	async function tells(...expected: string[]): Promise<void> {
		changes.push(...expected);
		const isTold = async () => (await toldTo(workflow)).length >= changes.length;
		await until(`${expected.join()} is told`, isTold);
		const good = () => pollsOf(sandbox).filter(({ status }) => status === 200).length;
		const polls = good();
		await until('one more poll', () => good() > polls + 1);
		assert.deepEqual(await toldTo(workflow), changes);
	}

	before(async () => void (sandbox = await startSandbox({ pastMessages: 7 })));
	after(() => sandbox.stop());

	test('a wrong secret refuses the activation in words, and the right one is taken', async () => {
		const { rest } = environment();
		const wrong = await credentialFor(sandbox, { clientSecret: 'not the secret 4711' });
		workflow = await store(watching(wrong));
		const refusal = await rest.activate(workflow).then(String, ({ message }: Error) => message);
		assert.match(refusal, /client (id|secret)/i);
		assert.doesNotMatch(refusal, /not the secret/);
		assert.deepEqual(pollsOf(sandbox), []);
		await credentialFor(sandbox);
		await rest.activate(workflow);
		assert.equal(pollsOf(sandbox).length, 1);
	});

	test('what is there at the activation is not told, then each change of each recipient once', async () => {
		sandbox.addMessage({ recipients: [one, other], status: 'Sent' });
		await tells(`${one}: Pending > Sent`, `${other}: Pending > Sent`);
		sandbox.setStatus(one, 'Delivered');
		await tells(`${one}: Sent > Delivered`);
	});

	test('while the service is away each poll is a failed execution that says so, and no change is lost', async () => {
		const { executions } = environment();
		sandbox.play({ on: 'messages', kind: 'serverError', status: 503, times: -1 });
		sandbox.setStatus(other, 'Failed');
		const failed = async () => await executions.list(workflow.id, ['error']);
		await until('two polls have failed', async () => (await failed()).length > 1, 120);
		assert.deepEqual(await toldTo(workflow), changes);
		const [{ id } = { id: '' }] = await failed();
		assert.match(told(await executions.read(id)), /503.*No change is lost/s);
		sandbox.disarm();
		await tells(`${other}: Sent > Failed`);
	});

	test('after a crash of n8n its start tells what changed meanwhile, and nothing twice', async () => {
		const startAgain = await crash();
		sandbox.setStatus(one, 'Read');
		await startAgain();
		await tells(`${one}: Delivered > Read`);
		await environment().rest.deactivate(workflow);
	});
}
