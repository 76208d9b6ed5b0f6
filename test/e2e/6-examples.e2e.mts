import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { credentialFields, credentialType, webhookCredential, webhookHeader } from '../../workbench/n8n/bench.mts';
import { exampleWorkflows, examplesFolder, readyToRun, type CredentialsByType } from '../../workbench/n8n/examples.mts';
import { outputOf, type Execution } from '../../workbench/n8n/executions.mts';
import type { StoredWorkflow, Workflow, WorkflowNode } from '../../workbench/n8n/rest.mts';
import { startSandbox } from '../../workbench/sandbox/sandbox.mts';
import { approvedAgent } from './6-agent-approval.e2e.mts';
import { textCodes } from './codes.mts';
import { openMailbox, type Mailbox } from './mailbox.mts';
import { confirmOrdersTwice, type Answer } from './orders.mts';
import { chain, phones, rowsFrom, send, serviceNode, store, trigger, until } from './workflows.mts';
import { world } from './world.mts';

let credentials: CredentialsByType;
let mailbox: Mailbox;

/** Stores an example; with `pinned`, those items are what its node of that name gives. */
async function imported(file: string, pinned?: Workflow['pinData']): Promise<StoredWorkflow> {
	const workflow = (await exampleWorkflows()).get(file);
	assert.ok(workflow, `there is no ${file}`);
	return await store({ ...readyToRun(workflow, credentials), ...(pinned && { pinData: pinned }) });
}

function triggerOf(workflow: StoredWorkflow): WorkflowNode {
	const found = workflow.nodes.find((node) => /trigger|webhook/i.test(node.type));
	assert.ok(found, `${workflow.name} has no trigger`);
	return found;
}

async function run(file: string, item?: Record<string, unknown>): Promise<Execution> {
	const workflow = await imported(file);
	const execution = await world().bench.executions.run(workflow.id, triggerOf(workflow).name, item);
	assert.equal(execution.status, 'success', `${file}: ${execution.error?.message}`);
	return execution;
}

/** Publishes a webhook's workflow, and hands over how to call it; the first call is one without the header that it wants. */
async function withWebhook(file: string, use: (call: (body: unknown) => Promise<Answer>) => Promise<void>): Promise<void> {
	const { bench, sandbox } = world();
	const workflow = await imported(file);
	const address = `${bench.n8n.origin}/webhook/${String(triggerOf(workflow).parameters.path)}`;
	await bench.rest.activate(workflow);
	const post = async (body: unknown, headers: Record<string, string>) =>
		await fetch(address, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) });
	try {
		assert.equal((await post({}, {})).status, 403);
		assert.equal(sandbox.journal.length, 0);
		await use(async (body) => {
			const answer = await post(body, { [webhookHeader.name]: webhookHeader.value });
			return { status: answer.status, body: (await answer.json()) as Answer['body'] };
		});
	} finally {
		await bench.rest.deactivate(workflow);
	}
}

/** Starts the reminders, and presses Stop once some of them are out. */
async function stopReminders(workflow: StoredWorkflow): Promise<void> {
	const { bench: { executions }, sandbox } = world();
	sandbox.setOptions({ latency: 150 });
	const id = await executions.start(workflow.id, triggerOf(workflow).name);
	await until('some reminders are out', () => sandbox.journal.length >= 5);
	await executions.stop(id);
	assert.equal((await executions.finished(id)).status, 'canceled');
	sandbox.setOptions({ latency: 0 });
}

/** Gives today's lists something to show. */
async function sendTwo(): Promise<void> {
	const workflow = await store(chain('Two of today', [...rowsFrom(phones(2)), serviceNode(send())]));
	assert.equal((await world().bench.executions.run(workflow.id, trigger)).status, 'success');
}

function lastOutput(execution: Execution, name: string): Array<Record<string, unknown>> {
	return outputOf(execution, name).map((item) => item.json);
}

/** One test for each example: what a person would look at after running it. */
const checks: Record<string, () => Promise<void>> = {
	'campaign-tomorrow-morning.json': async () => {
		await run('campaign-tomorrow-morning.json');
		const { journal } = world().sandbox;
		assert.equal(journal.length, 1);
		assert.equal(journal[0]?.body.contact_list_id, 502);
		assert.equal(journal[0]?.body.recipients, null);
		// Nine in Nairobi, whatever zone this machine is in.
		assert.match(String(journal[0]?.body.schedule), /T06:00:00(\.0+)?Z$/);
		assert.ok(Date.parse(String(journal[0]?.body.schedule)) > Date.now());
	},
	'daily-delivery-report.json': async () => {
		// Its clock goes ahead, which would stay in the node's memory of the sandbox that all share.
		const sandbox = await startSandbox({ pastMessages: 250 });
		const shared = credentials[credentialType]!;
		try {
			credentials[credentialType] = await world().bench.rest.createCredential('Another clock', credentialType, credentialFields(sandbox));
			// A day later by the service's clock, today's messages are yesterday's; a month later, there are none.
			for (const days of [1, 30]) {
				sandbox.setOptions({ clockOffset: days * 86_400_000 });
				sandbox.play({ on: 'messages', kind: 'serverError', status: 502, times: 2 });
				await run('daily-delivery-report.json');
			}
		} finally {
			credentials[credentialType] = shared;
			await sandbox.stop();
		}
		const [full, empty, ...others] = mailbox.mails;
		assert.ok(full && empty && others.length === 0, JSON.stringify(mailbox.mails));
		const day = String.raw`\w+ \d+ \w+ \d{4}`;
		const total = Number(new RegExp(`^Texts of ${day}: (\\d+)$`).exec(full.subject)?.[1]);
		const [, lines] = full.text.split('\n\n');
		assert.ok(total >= 1 && lines, JSON.stringify(full));
		assert.equal(lines.split('\n').reduce((sum, line) => sum + Number(line.split(': ')[1]), 0), total);
		assert.ok(full.text.endsWith(`Recipients in all: ${total}`));
		assert.match(empty.subject, new RegExp(`^Texts of ${day}: 0$`));
		assert.match(empty.text, new RegExp(`^No texts were handed to the service on ${day}\\. This report works: it comes on days without texts, too\\.$`));
	},
	'senders.json': async () => {
		const execution = await run('senders.json');
		const names = Object.keys(execution.runs).at(-1) ?? '';
		assert.ok(lastOutput(execution, names).length > 0);
	},
	'spreadsheet-reminders.json': async () => {
		const { bench: { executions }, sandbox } = world();
		const workflow = await imported('spreadsheet-reminders.json');
		const records = parse(await readFile(join(examplesFolder, 'appointments.csv'), 'utf8'), { columns: true, bom: true, skip_empty_lines: true, relax_column_count: true }) as unknown[];
		const numbers = () => sandbox.journal.flatMap((entry) => entry.recipients);
		await stopReminders(workflow);
		const stoppedAt = numbers().length;
		const again = await executions.run(workflow.id, triggerOf(workflow).name);
		assert.equal(again.status, 'success', again.error?.message);
		assert.equal(lastOutput(again, 'Rows').length, records.length);
		const reminded = [...lastOutput(again, 'Reminded'), ...lastOutput(again, 'Reminded at the Second Try')];
		const left = [...lastOutput(again, 'Needs a Person'), ...lastOutput(again, 'Start Again Later')];
		assert.equal(reminded.length + left.length, records.length);
		assert.ok(stoppedAt < numbers().length && left.length > 0);
		assert.equal(reminded.filter(({ sendOutcome }) => sendOutcome === 'accepted').length, numbers().length - stoppedAt);
		assert.equal(new Set(numbers()).size, numbers().length, 'nobody twice');
		assert.deepEqual([...new Set(reminded.flatMap(({ recipients }) => recipients as string[]))].sort(), numbers().sort());
		// A third start finds nothing to do.
		const third = await executions.run(workflow.id, triggerOf(workflow).name);
		assert.equal(third.status, 'success', third.error?.message);
		assert.ok(new Set(numbers()).size === numbers().length);
		assert.equal(lastOutput(third, 'Reminded').filter(({ sendOutcome }) => sendOutcome === 'accepted').length, 0);
	},
	'statuses.json': async () => {
		const execution = await run('statuses.json');
		const last = Object.keys(execution.runs).at(-1) ?? '';
		assert.deepEqual(lastOutput(execution, last).map((item) => item.id).sort(), [-1, -2, -3, 0, 1, 2]);
	},
	'todays-messages.json': async () => {
		await sendTwo();
		const execution = await run('todays-messages.json');
		const ids = lastOutput(execution, Object.keys(execution.runs).at(-1) ?? '').map((item) => String(item.id));
		for (const { messageId } of world().sandbox.journal) assert.ok(ids.includes(messageId));
	},
	'undelivered-email-the-office.json': async () => {
		const failed = { phone_number: '+256772000404', status: 'Failed', created_at: '2026-03-09T21:15:02.000000Z', message_id: 871, category: 'utility', campaign: 'recalls', previous_status: 'Sent' };
		const polled = [failed, { ...failed, category: 'marketing' }, { ...failed, phone_number: null, campaign: null, created_at: null }];
		const pinned = await imported('undelivered-email-the-office.json', { 'Not Delivered': polled.map((json) => ({ json })) });
		const { status, error } = await world().bench.executions.run(pinned.id, 'Not Delivered');
		assert.equal(status, 'success', error?.message);
		// Without pinned items n8n fetches test events: the sandbox's newest messages of this status.
		await run('undelivered-email-the-office.json');
		const [told, fetched, ...others] = mailbox.mails;
		assert.ok(fetched && others.length === 0, JSON.stringify(mailbox.mails));
		assert.match(fetched.subject, /^\d+ texts: Failed$/);
		for (const line of fetched.text.split('\n')) assert.match(line, /^\+254700000404: Failed \(was Pending\), campaign campaign-\d, message \d+, handed over \d+ \w+ \d\d:\d\d$/);
		assert.deepEqual(told, {
			from: 'texts@example.com', to: 'office@example.com', subject: '2 texts: Failed',
			text: '+256772000404: Failed (was Sent), campaign recalls, message 871, handed over 10 Mar 00:15\nNumber not told: Failed (was Sent), campaign not told, message 871',
		});
	},
	'webhook-one-time-code.json': async () => await withWebhook('webhook-one-time-code.json', textCodes),
	'webhook-order-confirmation.json': async () => await withWebhook('webhook-order-confirmation.json', confirmOrdersTwice),
};

export default function tests(): void {
	describe('The example workflows', () => {
		before(async () => {
			const { bench: { rest }, credential } = world();
			mailbox = await openMailbox();
			const smtp = await rest.createCredential('Mailbox', 'smtp', mailbox.credential);
			credentials = { [credentialType]: credential, httpHeaderAuth: await webhookCredential(rest), smtp };
		});
		after(async () => await mailbox.stop());
		beforeEach(() => {
			world().sandbox.reset();
			mailbox.mails.length = 0;
		});

		test('have a check each', async () => {
			assert.deepEqual([...(await exampleWorkflows()).keys()], [...Object.keys(checks), approvedAgent].sort());
		});

		for (const [file, check] of Object.entries(checks)) test(`${file} runs`, check);
	});
}
