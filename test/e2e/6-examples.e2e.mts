/**
 * Each example does the same in a complete n8n as on the workbench's engine, node by node: what the fast tests find
 * there holds for n8n.
 */
import assert from 'node:assert/strict';
import { mkdtemp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { IWorkflowBase } from 'n8n-workflow';
import {
	CredentialStore,
	loadPackage,
	runWorkflow,
	type Mail,
} from '../../workbench/engine/engine.mts';
import {
	credentialFields,
	credentialType,
	webhookCredential,
	webhookHeader,
} from '../../workbench/n8n/bench.mts';
import {
	exampleWorkflows,
	filesFolder,
	layOutFiles,
	readyToRun,
} from '../../workbench/n8n/examples.mts';
import type { Workflow } from '../../workbench/n8n/rest.mts';
import { startSandbox, type Fault, type Sandbox } from '../../workbench/sandbox/sandbox.mts';
import { environment, isOlder, theBench } from './environment.mts';
import { openMailbox } from './mailbox.mts';
import { post, published, run, until, type Row } from './workflows.mts';

export const title = 'The examples, in n8n and on the engine of the workbench';

interface Case {
	/** What the trigger gives, or who calls the webhook with what, one after the other. */
	polled?: Row[];
	calls?: unknown[];
	/** How often a person presses the button. */
	starts?: number;
	faults?: Array<Omit<Fault, 'on'>>;
	/** The file that it writes. */
	writes?: string;
	/** How many texts the service takes, and how many e-mails the mail server. */
	texts?: number;
	mails?: number;
}

const failed = {
	phone_number: '+256772000404',
	status: 'Failed',
	created_at: '2026-03-09T21:15:02.000000Z',
	message_id: 871,
	category: 'utility',
	campaign: 'recalls',
	previous_status: 'Sent',
};
const soon = new Date(Date.now() + 600_000).toISOString();
const code = (phone: string, changes: Row = {}) => ({
	phone,
	code: '17-04',
	validUntil: soon,
	...changes,
});
const order = (number: string, phone: string) => ({
	customer: { name: 'Amina', phone },
	order: { number, total: 'KES 900' },
});
const lost = '+254711003001';
const refused = '+254711003002';
const unlucky = '+254711003003';
const faults: Case['faults'] = [
	{ kind: 'dropAfter', recipient: lost },
	{ kind: 'badRequest', recipient: refused },
	{ kind: 'serverError', recipient: unlucky },
];

const cases: Record<string, Case> = {
	'campaign-tomorrow-morning.json': { starts: 2, texts: 1 },
	'daily-delivery-report.json': { mails: 1 },
	'look-around.json': {},
	'spreadsheet-reminders.json': {
		starts: 2,
		faults: [
			{ kind: 'dropAfter', recipient: '+34612345678' },
			{ kind: 'badRequest', recipient: '+254711001029' },
		],
		writes: 'appointments.csv',
		texts: 27,
	},
	'undelivered-email-the-office.json': {
		polled: [
			failed,
			{ ...failed, category: 'marketing' },
			{ ...failed, phone_number: null, campaign: null, created_at: null },
		],
		mails: 1,
	},
	'webhook-one-time-code.json': {
		faults,
		calls: [
			code('+254711003000'),
			code(lost),
			code(refused),
			code(unlucky),
			code('+254711003004', { validUntil: 'tonight' }),
			code('+254711003005', { code: '' }),
			code('mine'),
			code('+254711003006, +254711003007'),
			[],
		],
		texts: 2,
	},
	'webhook-order-confirmation.json': {
		faults,
		calls: [
			order('W-1', '+254711003000'),
			order('W-1', '+254711003000'),
			order('W-2', lost),
			order('W-3', refused),
			order('W-4', unlucky),
			order('W-5', 'by mail only'),
			{},
		],
		texts: 2,
	},
};

/** An agent's model and a person's approval are beyond the engine: see 5-agents. */
const elsewhere = 'agent-texts-one-number.json';

/** What one run of an example came to. */
interface Ran {
	status: string;
	outputs: Record<string, unknown>;
	answer?: { status: number; body: unknown };
}

/** One of the two that run the examples, with a service, a mailbox and a folder of its own. */
interface Player {
	sandbox: Sandbox;
	folder: string;
	mails: Mail[];
	play(workflow: Workflow, given: Case): Promise<Ran[]>;
}

type Runs = Record<string, Array<{ data?: { main?: unknown } }>>;

/** What each node gave last, but for the one that the workflow began with. */
function given(runs: Runs): Record<string, unknown> {
	const [, ...others] = Object.entries(runs);
	const jsonOf = (items: Array<{ json: unknown }> | null) => (items ?? []).map(({ json }) => json);
	return Object.fromEntries(
		others.map(([name, all]) => {
			const branches = (all.at(-1)?.data?.main ?? []) as Array<Array<{ json: unknown }> | null>;
			return [name, branches.map(jsonOf).filter((items, index) => index === 0 || items.length > 0)];
		}),
	);
}

const starterOf = (workflow: Workflow) =>
	workflow.nodes.find(({ type }) => /trigger|webhook/i.test(type))!;

let mailbox: Awaited<ReturnType<typeof openMailbox>>;

async function inN8n(sandbox: Sandbox, folder: string): Promise<Player> {
	const { rest, executions } = environment();
	mailbox = await openMailbox();
	const fields = credentialFields(sandbox);
	const credentials = {
		[credentialType]: await rest.createCredential('Examples', credentialType, fields),
		smtp: await rest.createCredential('Mailbox', 'smtp', mailbox.credential),
		httpHeaderAuth: await webhookCredential(rest),
	};
	const play = async (workflow: Workflow, { calls, polled, starts = 1 }: Case): Promise<Ran[]> => {
		const ready = readyToRun(workflow, credentials, folder);
		const starter = starterOf(ready);
		if (polled) ready.pinData = { [starter.name]: polled.map((json) => ({ json })) };
		const ran: Ran[] = [];
		if (!calls)
			for (let count = 0; count < starts; count++) {
				const { status, runs } = await run(ready, starter.name);
				ran.push({ status, outputs: given(runs) });
			}
		else
			await published(ready, async ({ id }) => {
				const path = String(starter.parameters.path);
				assert.equal((await post(path, {})).status, 403, 'a caller without the header');
				for (const body of calls) {
					const answer = await post(path, body, { [webhookHeader.name]: webhookHeader.value });
					const told = { status: answer.status, body: await answer.json() };
					const count = ran.length + 1;
					await until('it ends', async () => (await executions.list(id)).length === count);
					const [newest] = await executions.list(id);
					const { status, runs } = await executions.finished(newest!.id);
					ran.push({ status, outputs: given(runs), answer: told });
				}
			});
		return ran;
	};
	return { sandbox, folder, mails: mailbox.mails, play };
}

function onEngine(sandbox: Sandbox, folder: string): Player {
	const mails: Mail[] = [];
	const packages = [loadPackage(join(import.meta.dirname, '../..'))];
	const data = { ...credentialFields(sandbox), accessToken: '' } as never;
	const account = { name: 'Messaging Service account', type: credentialType, data };
	const credentials = new CredentialStore({ account });
	const play = async (workflow: Workflow, { calls, polled, starts = 1 }: Case): Promise<Ran[]> => {
		const inputs = calls?.map((body) => [{ json: { body } }]) ?? [];
		if (polled) inputs.push(polled.map((json) => ({ json })) as never);
		const ran: Ran[] = [];
		for (let count = 0; count < (calls?.length ?? starts); count++) {
			const result = await runWorkflow(workflow as unknown as IWorkflowBase, {
				packages,
				credentials,
				workflowFolder: folder,
				input: inputs[count] as never,
				mode: calls ? 'webhook' : polled ? 'trigger' : 'manual',
			});
			mails.push(...result.mails);
			const { statusCode: status, body } = result.answer ?? {};
			const answer = result.answer && { status: status as number, body };
			const runs = result.run!.data.resultData.runData as unknown as Runs;
			ran.push({ status: result.status, outputs: given(runs), ...(answer && { answer }) });
		}
		return ran;
	};
	return { sandbox, folder, mails, play };
}

/** All that came of an example, as text, without what no two runs have in common: IDs, times, folders. */
async function told(player: Player, file: string, example: Case): Promise<string> {
	const { sandbox, folder, mails } = player;
	sandbox.reset();
	mails.length = 0;
	for (const fault of example.faults ?? []) sandbox.play({ on: 'send', ...fault });
	const ran = await player.play((await exampleWorkflows()).get(file)!, example);
	const texts = sandbox.journal.map(({ body }) => JSON.stringify(body)).sort();
	assert.deepEqual([texts.length, mails.length], [example.texts ?? 0, example.mails ?? 0]);
	const written = example.writes && (await readFile(join(folder, example.writes), 'utf8'));
	let text = JSON.stringify({ ran, texts, mails, written }, null, 1).replaceAll(folder, 'FOLDER');
	for (const { messageId, recipients } of sandbox.journal)
		text = text.replaceAll(new RegExp(`\\b${messageId}\\b`, 'g'), `ID of ${recipients.join()}`);
	return text.replaceAll(/\d{4}-\d\d-\d\d[T ]\d\d[:.]\d\d[:.]\d\d[\d.]*Z?/g, 'TIME');
}

export function tests(): void {
	let players: [Player, Player];

	before(async () => {
		const files = filesFolder(theBench().userFolder);
		await layOutFiles(files);
		// The service's clock stands still, so that both have the same messages at the same times.
		const at = Date.now();
		const open = async () => {
			const folder = await mkdtemp(join(files, 'player-'));
			await layOutFiles(folder);
			const spacing = { pastMessages: 250, pastSpacing: 1_800_000 };
			return [await startSandbox({ ...spacing, now: () => at }), folder] as const;
		};
		players = [await inN8n(...(await open())), onEngine(...(await open()))];
	});
	after(async () => {
		await mailbox.stop();
		for (const { sandbox } of players) await sandbox.stop();
	});

	test('are all run', async () => {
		const files = [...(await exampleWorkflows()).keys()];
		assert.deepEqual(files, [...Object.keys(cases), elsewhere].sort());
	});

	for (const [file, example] of Object.entries(cases))
		test(file, async () => {
			const [inN8n, onEngine] = players.map(async (each) => await told(each, file, example));
			assert.equal(await onEngine, await inN8n);
		});

	test("have notes that call n8n's own fields as this n8n does", (t) => {
		if (isOlder) return t.skip('The notes go by the newest n8n.');
		const labels: Record<string, string[]> = {
			emailSend: ['From Email', 'To Email', 'Subject', 'Text'],
			emailSendHitlTool: ['From Email', 'To Email', 'Subject', 'Message', 'Limit Wait Time'],
			webhook: ['Path', 'Authentication'],
			respondToWebhook: ['Response Body', 'Response Code'],
			readWriteFile: ['File(s) Selector'],
			googleSheets: ['Get Row(s)', 'Update Row', 'Column to match on'],
			scheduleTrigger: ['Trigger at Hour', 'Trigger at Minute'],
		};
		for (const [type, names] of Object.entries(labels)) {
			const all = theBench().nodeTypes.filter(({ name }) => name === `n8n-nodes-base.${type}`);
			const missing = names.filter((name) => !JSON.stringify(all).includes(`ame":"${name}"`));
			assert.deepEqual([type, missing], [type, []]);
		}
	});
}
