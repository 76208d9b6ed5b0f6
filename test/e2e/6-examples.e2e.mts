import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import {
	credentialFields,
	credentialType,
	webhookCredential,
	webhookHeader,
} from '../../workbench/n8n/bench.mts';
import {
	exampleWorkflows,
	readyToRun,
	type CredentialsByType,
} from '../../workbench/n8n/examples.mts';
import type { StoredWorkflow, Workflow, WorkflowNode } from '../../workbench/n8n/rest.mts';
import { n8nLabels } from '../examples/n8nLabels.mts';
import { startSandbox } from '../../workbench/sandbox/sandbox.mts';
import { approvedAgent } from './6-agent-approval.e2e.mts';
import { checkedWithFiles } from './6-spreadsheet.e2e.mts';
import { textCodes } from './codes.mts';
import { openMailbox, type Mailbox } from './mailbox.mts';
import { confirmOrdersTwice, type Answer } from './orders.mts';
import { isOlderN8n } from './tool.mts';
import { store } from './workflows.mts';
import { environment } from './environment.mts';

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

async function run(file: string): Promise<void> {
	const workflow = await imported(file);
	const execution = await environment().bench.executions.run(workflow.id, triggerOf(workflow).name);
	assert.equal(execution.status, 'success', `${file}: ${execution.error?.message}`);
}

/**
 * Publishes a webhook's workflow, and hands over how to call it; the first call is one without the
 * header that it wants.
 */
async function withWebhook(
	file: string,
	use: (call: (body: unknown) => Promise<Answer>) => Promise<void>,
): Promise<void> {
	const { bench, sandbox } = environment();
	const workflow = await imported(file);
	const address = `${bench.n8n.origin}/webhook/${String(triggerOf(workflow).parameters.path)}`;
	await bench.rest.activate(workflow);
	const post = async (body: unknown, headers: Record<string, string>) =>
		await fetch(address, {
			method: 'POST',
			headers: { 'content-type': 'application/json', ...headers },
			body: JSON.stringify(body),
		});
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

/** One test for each example: what a person would look at after running it. */
const checks: Record<string, () => Promise<void>> = {
	'daily-delivery-report.json': async () => {
		// Its clock goes ahead, which would stay in the node's memory of the sandbox that all share.
		const sandbox = await startSandbox({ pastMessages: 250 });
		const shared = credentials[credentialType]!;
		try {
			credentials[credentialType] = await environment().bench.rest.createCredential(
				'Another clock',
				credentialType,
				credentialFields(sandbox),
			);
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
		assert.equal(
			lines.split('\n').reduce((sum, line) => sum + Number(line.split(': ')[1]), 0),
			total,
		);
		assert.ok(full.text.endsWith(`Recipients in all: ${total}`));
		assert.match(empty.subject, new RegExp(`^Texts of ${day}: 0$`));
		assert.match(
			empty.text,
			new RegExp(
				`^No texts were handed to the service on ${day}\\. This report works: it comes on days without texts, too\\.$`,
			),
		);
	},
	'undelivered-email-the-office.json': async () => {
		const failed = {
			phone_number: '+256772000404',
			status: 'Failed',
			created_at: '2026-03-09T21:15:02.000000Z',
			message_id: 871,
			category: 'utility',
			campaign: 'recalls',
			previous_status: 'Sent',
		};
		const polled = [
			failed,
			{ ...failed, category: 'marketing' },
			{ ...failed, phone_number: null, campaign: null, created_at: null },
		];
		const pinned = await imported('undelivered-email-the-office.json', {
			'Not Delivered': polled.map((json) => ({ json })),
		});
		const { status, error } = await environment().bench.executions.run(pinned.id, 'Not Delivered');
		assert.equal(status, 'success', error?.message);
		// Without pinned items n8n fetches test events: the sandbox's newest messages of this status.
		await run('undelivered-email-the-office.json');
		const [told, fetched, ...others] = mailbox.mails;
		assert.ok(fetched && others.length === 0, JSON.stringify(mailbox.mails));
		assert.match(fetched.subject, /^\d+ texts: Failed$/);
		for (const line of fetched.text.split('\n'))
			assert.match(
				line,
				/^\+254700000404: Failed \(was Pending\), campaign campaign-\d, message \d+, handed over \d+ \w+ \d\d:\d\d$/,
			);
		assert.deepEqual(told, {
			from: 'texts@example.com',
			to: 'office@example.com',
			subject: '2 texts: Failed',
			text: '+256772000404: Failed (was Sent), campaign recalls, message 871, handed over 10 Mar 00:15\nNumber not told: Failed (was Sent), campaign not told, message 871',
		});
	},
	'webhook-one-time-code.json': async () =>
		await withWebhook('webhook-one-time-code.json', textCodes),
	'webhook-order-confirmation.json': async () =>
		await withWebhook('webhook-order-confirmation.json', confirmOrdersTwice),
};

export default function tests(): void {
	describe('The example workflows', () => {
		before(async () => {
			const {
				bench: { rest },
				credential,
			} = environment();
			mailbox = await openMailbox();
			const smtp = await rest.createCredential('Mailbox', 'smtp', mailbox.credential);
			credentials = {
				[credentialType]: credential,
				httpHeaderAuth: await webhookCredential(rest),
				smtp,
			};
		});
		after(async () => await mailbox.stop());
		beforeEach(() => {
			environment().sandbox.reset();
			mailbox.mails.length = 0;
		});

		test('have a check each', async () => {
			assert.deepEqual(
				[...(await exampleWorkflows()).keys()],
				[...Object.keys(checks), approvedAgent, ...checkedWithFiles].sort(),
			);
		});

		test("have notes that call n8n's own fields as this n8n does", (t) => {
			if (isOlderN8n()) return t.skip('The notes go by the newest n8n.');
			for (const [type, labels] of Object.entries(n8nLabels)) {
				const shown = JSON.stringify(
					environment().bench.nodeTypes.filter(({ name }) => name === type),
				);
				for (const label of labels)
					assert.ok(shown.includes(`ame":${JSON.stringify(label)}`), `${type} has no '${label}'`);
			}
		});

		for (const [file, check] of Object.entries(checks)) test(`${file} runs`, check);
	});
}
