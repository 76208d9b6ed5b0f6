/**
 * The example that tells the office of failed texts, published as a person would, while mail server
 * and service fail.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { credentialType } from '../../workbench/n8n/bench.mts';
import { exampleWorkflows, readyToRun } from '../../workbench/n8n/examples.mts';
import type { StoredWorkflow } from '../../workbench/n8n/rest.mts';
import { startSandbox, type Sandbox } from '../../workbench/sandbox/sandbox.mts';
import { openMailbox, type Mailbox } from './mailbox.mts';
import { credentialFor, everySeconds } from './watchers.mts';
import { store, until } from './workflows.mts';
import { environment } from './environment.mts';

let mailbox: Mailbox;
let sandbox: Sandbox;
let workflow: StoredWorkflow;

/** Who the office was told of, in order, each as often as it was told. */
const told = () =>
	mailbox.mails.flatMap(({ text }) => text.split('\n').map((line) => line.split(': Failed')[0]));
const textOf = (recipients: string[], status: string) =>
	void sandbox.addMessage({ recipients, status, category: 'utility' });
const failedRuns = async () =>
	(await environment().bench.executions.failed(workflow.id)).map(({ id }) => id);

export default function tests(): void {
	describe('The office is told of each failed text once', () => {
		before(async () => {
			[mailbox, sandbox] = await Promise.all([openMailbox(), startSandbox({ pastMessages: 40 })]);
			const { bench } = environment();
			const credential = await credentialFor(bench, sandbox, 'Texts of the office');
			const smtp = await bench.rest.createCredential(
				'Mailbox of the office',
				'smtp',
				mailbox.credential,
			);
			const example = (await exampleWorkflows()).get('undelivered-email-the-office.json');
			assert.ok(example);
			const { nodes, ...others } = readyToRun(example, { [credentialType]: credential, smtp });
			const often = nodes.map((node) =>
				node.name === 'Not Delivered'
					? { ...node, parameters: { ...node.parameters, pollTimes: everySeconds(5) } }
					: node,
			);
			workflow = await store({ ...others, nodes: often });
			await bench.rest.activate(workflow);
		});
		after(async () => {
			await environment().bench.rest.deactivate(workflow);
			await mailbox.stop();
			await sandbox.stop();
		});

		test('with the mail server away for all three tries: Retry of the failed execution tells it', async () => {
			mailbox.refuse(3);
			textOf(['+256772610001', '+256772610002'], 'Failed');
			await until('the execution has failed', async () => (await failedRuns()).length > 0, 60);
			assert.deepEqual(told(), []);
			const [id] = await failedRuns();
			await environment().bench.rest.request('POST', `/executions/${id}/retry`, {
				loadWorkflow: false,
			});
			await until('the office is told', () => mailbox.mails.length > 0);
			assert.deepEqual(told().sort(), ['+256772610001', '+256772610002']);
		});

		test('with the mail server away once: the second try tells it', async () => {
			mailbox.mails.length = 0;
			mailbox.refuse(1);
			textOf(['+256772620001'], 'Failed');
			await until('the office is told', () => mailbox.mails.length > 0, 60);
			assert.deepEqual(told(), ['+256772620001']);
		});

		test('with the service away: the first look after that tells what failed meanwhile', async () => {
			mailbox.mails.length = 0;
			const before = (await failedRuns()).length;
			sandbox.play({ on: 'messages', kind: 'serverError', status: 503, times: -1 });
			textOf(['+256772630001'], 'Failed');
			textOf(['+256772630002'], 'Delivered');
			await until('a look has failed', async () => (await failedRuns()).length > before, 120);
			textOf(['+256772630003'], 'Failed');
			sandbox.disarm();
			await until('the office is told', () => mailbox.mails.length > 0, 60);
			const looks = () =>
				sandbox.requests.filter(
					({ operation, status }) => operation === 'messages' && status === 200,
				).length;
			const then = looks();
			await until('one more look', () => looks() > then, 60);
			assert.deepEqual(told().sort(), ['+256772630001', '+256772630003']);
			assert.equal(mailbox.mails.length, 1);
		});
	});
}
