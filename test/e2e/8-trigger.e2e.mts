/** The trigger, activated and polled by n8n's server: through outages of the service and crashes of n8n. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { tellN8n } from '../../workbench/n8n/launch.mts';
import type { StoredWorkflow } from '../../workbench/n8n/rest.mts';
import { startSandbox, type Sandbox } from '../../workbench/sandbox/sandbox.mts';
import { crash, environment, notStartedHere, theBench } from './environment.mts';
import { credentialFor, pollsOf, store, told, toldTo, until, watching } from './workflows.mts';

export const title = 'The trigger';

const one = '+254733128080';
const other = '+254733128081';

export function tests(): void {
	let sandbox: Sandbox;
	let workflow: StoredWorkflow;
	/** All changes that the workflow was told so far, in order. */
	const changes: string[] = [];

	/** Waits until these changes are told, and for one more poll, which must tell nothing twice. */
	async function tells(...expected: string[]): Promise<void> {
		changes.push(...expected);
		const isTold = async () => (await toldTo(workflow)).length >= changes.length;
		await until(`${expected.join()} is told`, isTold);
		const good = () => pollsOf(sandbox).filter(({ status }) => status === 200).length;
		const polls = good();
		await until('one more poll', () => good() > polls + 1);
		assert.deepEqual(await toldTo(workflow), changes);
	}

	const failed = async () => await environment().executions.list(workflow.id, ['error']);
	/** Returns the errors of the latest failed polls, the newest first. */
	const said = async (count: number) =>
		await Promise.all(
			(await failed())
				.slice(0, count)
				.map(async ({ id }) => told(await environment().executions.read(id))),
		);

	before(async () => void (sandbox = await startSandbox({ pastMessages: 7 })));
	after(async () => {
		await environment().rest.deactivate(workflow);
		await sandbox.stop();
	});
	afterEach(() => sandbox.disarm());

	test('a wrong secret refuses the activation, the message alone says what to do, and the service is shown it once', async () => {
		const { rest } = environment();
		const wrong = await credentialFor(sandbox, { clientSecret: 'not the secret 4711' });
		workflow = await store(watching(wrong));
		const refusal = await rest.activate(workflow).then(String, ({ message }: Error) => message);
		assert.match(refusal, /refused Client ID and Client Secret.*Copy both again/);
		assert.doesNotMatch(refusal, /not the secret/);
		const asked = sandbox.requests.map(({ operation }) => operation);
		assert.deepEqual(asked, ['token']);
		await credentialFor(sandbox);
		await rest.activate(workflow);
		// The next poll time may have come meanwhile.
		const times = pollsOf(sandbox).map(({ at }) => Math.floor(at / 5000));
		assert.equal(times.filter((time) => time === times[0]).length, 1);
	});

	test('what is there at the activation is not told, then each change of each recipient once', async () => {
		sandbox.addMessage({ recipients: [one, other], status: 'Sent' });
		await tells(`${one}: Pending > Sent`, `${other}: Pending > Sent`);
		sandbox.setStatus(one, 'Delivered');
		await tells(`${one}: Sent > Delivered`);
	});

	test('while the service is away each poll is a failed execution that says so, and no change is lost', async () => {
		sandbox.play({ on: 'messages', kind: 'serverError', status: 503, times: -1 });
		sandbox.setStatus(other, 'Failed');
		await until('two polls have failed', async () => (await failed()).length > 1, 120);
		assert.deepEqual(await toldTo(workflow), changes);
		for (const text of await said(2)) assert.match(text, /503.*No change is lost/s);
		sandbox.disarm();
		await tells(`${other}: Sent > Failed`);
	});

	/** Registers a test that needs n8n's process. */
	const besideN8n = (name: string, use: () => Promise<void>) =>
		test(name, { skip: notStartedHere }, use);

	besideN8n(
		'a workflow that is imported over itself while n8n runs, and published again, tells a change once',
		async () => {
			const { rest } = environment();
			const { install, userFolder } = theBench();
			const file = join(userFolder, 'exported.json');
			const tell = async (...words: string[]) => await tellN8n(install, userFolder, ...words);
			const exported = await tell('export:workflow', `--id=${workflow.id}`, `--output=${file}`);
			assert.match(exported, /Successfully exported 1 workflow/);
			const imported = await tell('import:workflow', `--input=${file}`);
			assert.match(imported, /Successfully imported 1 workflow/);
			sandbox.setStatus(one, 'Accepted');
			workflow = await rest.request('GET', `/workflows/${workflow.id}`);
			await rest.activate(workflow);
			await tells(`${one}: Delivered > Accepted`);
			sandbox.setStatus(one, 'Delivered');
			await tells(`${one}: Accepted > Delivered`);
		},
	);

	/** Kills n8n, and starts it again as soon as `meanwhile` is done. */
	async function crashWhile(meanwhile: () => void): Promise<void> {
		const startAgain = await crash();
		meanwhile();
		await startAgain();
	}

	besideN8n(
		'n8n starts while the service is away for 70 seconds: failed executions say so, then the change is told once',
		async () => {
			const before = (await failed()).length;
			await crashWhile(() => {
				sandbox.play({ on: 'messages', kind: 'serverError', status: 503, times: -1 });
				sandbox.setStatus(other, 'Expired');
			});
			await sleep(70_000);
			sandbox.disarm();
			await tells(`${other}: Failed > Expired`);
			const texts = await said((await failed()).length - before);
			assert.ok(texts.length >= 2, `${texts.length} failed executions`);
			for (const text of texts) assert.match(text, /503.*No change is lost/s);
		},
	);

	besideN8n(
		'n8n starts while the service hangs: published within 84 seconds, and the change is told once',
		async () => {
			await crashWhile(() => {
				sandbox.play({ on: 'messages', kind: 'hang', times: -1 });
				sandbox.setStatus(one, 'Archived');
			});
			const started = Date.now();
			const { status } = await environment().rest.publication(workflow.id);
			const seconds = (Date.now() - started) / 1000;
			assert.ok(status === 'published' && seconds < 84, `${status} after ${seconds} s`);
			const says = async () => (await said(1)).join();
			await until('it says so', async () => /longer than 60 sec/.test(await says()), 90, says);
			sandbox.disarm();
			await tells(`${one}: Delivered > Archived`);
		},
	);
}
