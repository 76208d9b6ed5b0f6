/**
 * Each example does the same in a complete n8n as on the workbench's engine, node by node: what the fast tests find
 * there holds for n8n.
 */
import assert from 'node:assert/strict';
import { mkdtemp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { CredentialStore, loadPackage, runWorkflow } from '../../workbench/engine/engine.mts';
import type { Mail } from '../../workbench/engine/engine.mts';
import { credentialFields, webhookCredential, webhookHeader } from '../../workbench/n8n/bench.mts';
import { exampleWorkflows, filesFolder, layOutFiles } from '../../workbench/n8n/examples.mts';
import { readyToRun } from '../../workbench/n8n/examples.mts';
import { credentialType } from '../../workbench/n8n/package.mts';
import type { Workflow } from '../../workbench/n8n/rest.mts';
import { startSandbox, type Fault, type Sandbox } from '../../workbench/sandbox/sandbox.mts';
import { environment, notStartedHere, theBench } from './environment.mts';
import { openMailbox } from '../../workbench/n8n/mailbox.mts';
import { post, published, run, until, type Row } from './workflows.mts';

export const title = 'The examples, in n8n as on the engine of the workbench';

interface Example {
	/** What the trigger gives, what the webhook is called with, or how often a person presses the button. */
	polled?: Row[];
	calls?: unknown[];
	starts?: number;
	faults?: Array<Omit<Fault, 'on'>>;
	/** The file that it writes, and how many texts and emails are taken. */
	writes?: string;
	texts?: number;
	mails?: number;
}

const [good, lost, refused, unlucky, fifth] = [0, 1, 2, 3, 4].map((end) => `+25471100300${end}`);
const faults: Example['faults'] = [
	{ kind: 'dropAfter', recipient: lost },
	{ kind: 'badRequest', recipient: refused },
	{ kind: 'serverError', recipient: unlucky },
];
const validUntil = new Date(Date.now() + 600_000).toISOString();
const code = (phone?: string, changes = {}) => ({ phone, code: '17-04', validUntil, ...changes });
const order = (number: string, phone?: string) => ({
	customer: { name: 'Amina', phone },
	order: { number, total: 'KES 900' },
});
const undelivered = {
	phone_number: '+256772000404',
	status: 'Failed',
	created_at: '2026-03-09T21:15:02.000000Z',
	message_id: 871,
	category: 'utility',
	previous_status: 'Sent',
};

const examples: Record<string, Example> = {
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
			{ ...undelivered, campaign: 'recalls' },
			{ ...undelivered, category: 'marketing' },
			{ ...undelivered, phone_number: null, created_at: null },
		],
		mails: 1,
	},
	'webhook-one-time-code.json': {
		faults,
		calls: [
			...[good, lost, refused, unlucky, 'mine', `${good}, ${fifth}`].map((phone) => code(phone)),
			code(fifth, { validUntil: 'tonight' }),
			code(fifth, { code: '' }),
			[],
		],
		texts: 2,
	},
	'webhook-order-confirmation.json': {
		faults,
		calls: [
			...[good, lost, refused, unlucky, 'by mail only'].map((phone) => order(`W-${phone}`, phone)),
			order(`W-${good}`, good),
			{},
		],
		texts: 2,
	},
};

interface Ran {
	status: string;
	runs: Record<string, Array<{ data?: { main?: unknown } }>>;
	answer?: unknown[];
}

/** One of the two that run the examples, with a service, a mailbox and a folder of its own. */
interface Player {
	sandbox: Sandbox;
	folder: string;
	mails: Mail[];
	play(workflow: Workflow, example: Example): Promise<Ran[]>;
}

/** Stopped in the end, also where a beginning fails: what listens keeps the tests from ending. */
const opened: Array<{ stop(): unknown }> = [];

async function inN8n(sandbox: Sandbox, folder: string): Promise<Player> {
	const { rest, executions } = environment();
	const mailbox = await openMailbox();
	opened.push(mailbox);
	const fields = credentialFields(sandbox);
	const credentials = {
		[credentialType]: await rest.saveCredential('Examples', credentialType, fields),
		smtp: await rest.saveCredential('Mailbox', 'smtp', mailbox.credential),
		httpHeaderAuth: await webhookCredential(rest),
	};
	const play: Player['play'] = async (given, { calls, polled, starts = 1 }) => {
		const workflow = readyToRun(given, credentials, folder);
		const starter = workflow.nodes.find(({ type }) => /trigger|webhook/i.test(type))!;
		if (polled) workflow.pinData = { [starter.name]: polled.map((json) => ({ json })) };
		const ran: Ran[] = [];
		while (!calls && ran.length < starts) ran.push(await run(workflow, starter.name));
		if (calls)
			await published(workflow, async ({ id }) => {
				const path = String(starter.parameters.path);
				assert.equal((await post(path, {})).status, 403, 'a caller without the header');
				for (const body of calls) {
					const answer = await post(path, body, { [webhookHeader.name]: webhookHeader.value });
					const all = async () => await executions.list(id);
					await until('it has begun', async () => (await all()).length > ran.length);
					const execution = await executions.finished((await all())[0]!.id);
					ran.push({ ...execution, answer: [answer.status, await answer.json()] });
				}
			});
		return ran;
	};
	return { sandbox, folder, mails: mailbox.mails, play };
}

function onEngine(sandbox: Sandbox, workflowFolder: string): Player {
	const mails: Mail[] = [];
	const packages = [loadPackage(join(import.meta.dirname, '../..'))];
	const data = { ...credentialFields(sandbox), accessToken: '' } as never;
	const account = { name: 'Messaging Service account', type: credentialType, data };
	const common = { packages, credentials: new CredentialStore({ account }), workflowFolder };
	const play: Player['play'] = async (workflow, { calls, polled, starts = 1 }) => {
		const inputs = calls?.map((body) => [{ json: { body } }]) ?? [
			polled?.map((json) => ({ json })),
		];
		const mode = calls ? 'webhook' : polled ? 'trigger' : 'manual';
		const ran: Ran[] = [];
		for (let count = 0; count < (calls?.length ?? starts); count++) {
			const options = { ...common, mode, input: inputs[count] as never } as const;
			const result = await runWorkflow(workflow as never, options);
			const { status, run: all, answer } = result;
			mails.push(...result.mails);
			const runs = all!.data.resultData.runData as unknown as Ran['runs'];
			ran.push({ status, runs, ...(answer && { answer: [answer.statusCode, answer.body] }) });
		}
		return ran;
	};
	return { sandbox, folder: workflowFolder, mails, play };
}

/** What each node gave by the outputs that lead on, but the first one and those whose emails are looked at. */
function outputsOf({ nodes, connections }: Workflow, runs: Ran['runs']): unknown[] {
	const isMail = (name: string) => nodes.some((n) => n.name === name && /email/i.test(n.type));
	return Object.entries(runs)
		.slice(1)
		.flatMap(([name, all]) => {
			const count = (connections[name] as { main: unknown[] } | undefined)?.main.length ?? 1;
			const outputs = (all.at(-1)?.data?.main ?? []) as Array<Array<{ json: unknown }> | null>;
			const given = outputs.slice(0, count).map((items) => (items ?? []).map(({ json }) => json));
			return isMail(name) ? [] : [{ name, given }];
		});
}

/** All that came of an example, as text, without what no two runs have in common. */
async function told({ sandbox, folder, mails, play }: Player, file: string): Promise<string> {
	const example = examples[file]!;
	const workflow = (await exampleWorkflows()).get(file)!;
	sandbox.reset();
	mails.length = 0;
	for (const fault of example.faults ?? []) sandbox.play({ on: 'send', ...fault });
	const ran = (await play(workflow, example)).map(({ status, runs, answer }) => ({
		status,
		answer,
		outputs: outputsOf(workflow, runs),
	}));
	const texts = sandbox.journal.map(({ body }) => JSON.stringify(body)).sort();
	assert.deepEqual([texts.length, mails.length], [example.texts ?? 0, example.mails ?? 0]);
	const written = example.writes && (await readFile(join(folder, example.writes), 'utf8'));
	// What a call brings along beside its body.
	const envelope = /^(headers|params|query|webhookUrl|executionMode)$/;
	const bare = (key: string, value: unknown) => (envelope.test(key) ? undefined : value);
	let text = JSON.stringify({ ran, texts, mails, written }, bare, 1).replaceAll(`${folder}/`, '');
	for (const { messageId, recipients } of sandbox.journal)
		text = text.replaceAll(new RegExp(`\\b${messageId}\\b`, 'g'), `ID of ${recipients.join()}`);
	// Those for people have no seconds, and the minute may end between the two players.
	return text.replaceAll(/\d{4}-\d\d-\d\d[T ]\d\d[:.]\d\d([:.]\d\d[\d.]*Z?)?/g, 'TIME');
}

export function tests(): void {
	let players: [Player, Player];

	before(async () => {
		if (notStartedHere) return;
		const files = filesFolder(theBench().userFolder);
		await layOutFiles(files);
		// The service's clock stands still, so that both have the same messages at the same times.
		const at = Date.now();
		const open = async () => {
			const folder = await mkdtemp(join(files, 'player-'));
			await layOutFiles(folder);
			const past = { pastMessages: 250, pastSpacing: 1_800_000 };
			const sandbox = await startSandbox({ ...past, now: () => at });
			opened.push(sandbox);
			return [sandbox, folder] as const;
		};
		players = [await inN8n(...(await open())), onEngine(...(await open()))];
	});
	after(() => Promise.all(opened.map((each) => each.stop())));

	test('are all run', async () => {
		const files = [...(await exampleWorkflows()).keys()];
		// An agent's model and a person's approval are beyond the engine: see 4-approval and 5-agents.
		const others = ['agent-texts-one-number.json', 'purchase-approval.json'];
		assert.deepEqual(files, [...others, ...Object.keys(examples)].sort());
	});

	for (const file of Object.keys(examples))
		test(file, async (t) => {
			if (notStartedHere) return t.skip(notStartedHere);
			const [complete, standIn] = await Promise.all(players.map((each) => told(each, file)));
			assert.equal(standIn, complete);
		});
}
