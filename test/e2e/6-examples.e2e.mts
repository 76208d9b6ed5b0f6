/** Each example in a complete n8n: whom it texts and emails, what it answers and writes. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { DateTime } from 'luxon';
import { credentialFields, webhookCredential, webhookHeader } from '../../workbench/n8n/bench.mts';
import { exampleWorkflows, filesFolder, layOutFiles } from '../../workbench/n8n/examples.mts';
import { readyToRun } from '../../workbench/n8n/examples.mts';
import { openMailbox } from '../../workbench/n8n/mailbox.mts';
import { credentialType } from '../../workbench/n8n/package.mts';
import type { Credential, Workflow } from '../../workbench/n8n/rest.mts';
import { startSandbox, type Sandbox } from '../../workbench/sandbox/sandbox.mts';
import { answer, linkIn } from './4-question.e2e.mts';
import { environment, notStartedHere, theBench } from './environment.mts';
import { assertSuccess, outputs, post, published, run, told } from './workflows.mts';
import { until, type Row } from './workflows.mts';

export const title = 'The examples';

const [good, lost, refused, unlucky, fifth] = [0, 1, 2, 3, 4].map((end) => `+25471100300${end}`);
const minute = 60_000;
const day = 24 * 60 * minute;

export function tests(): void {
	const opened: Array<{ stop(): unknown }> = [];
	let sandbox: Sandbox;
	let mailbox: Awaited<ReturnType<typeof openMailbox>>;
	let folder: string;
	let examples: Map<string, Workflow>;
	let credentials: Record<string, Credential>;

	before(async () => {
		examples = await exampleWorkflows();
		if (notStartedHere) return;
		const files = filesFolder(theBench().userFolder);
		await layOutFiles(files);
		folder = await mkdtemp(join(files, 'examples-'));
		await layOutFiles(folder);
		// The service's clock stands still, so that the messages of today and yesterday stay those of today and yesterday.
		const at = Date.now();
		sandbox = await startSandbox({ pastMessages: 250, pastSpacing: 30 * minute, now: () => at });
		opened.push(sandbox);
		mailbox = await openMailbox();
		opened.push(mailbox);
		const { rest } = environment();
		const fields = credentialFields(sandbox);
		credentials = {
			[credentialType]: await rest.saveCredential('Examples', credentialType, fields),
			smtp: await rest.saveCredential('Mailbox', 'smtp', mailbox.credential),
			httpHeaderAuth: await webhookCredential(rest),
		};
	});
	beforeEach(() => {
		if (notStartedHere) return;
		sandbox.reset();
		mailbox.mails.length = 0;
	});
	after(() => Promise.all(opened.map((each) => each.stop())));

	/** Registers a test of one example, whose workflow is made ready to run. */
	const testOf = (file: string, does: (workflow: Workflow, starter: string) => Promise<void>) =>
		test(file, async (t) => {
			if (notStartedHere) return t.skip(notStartedHere);
			const workflow = readyToRun(examples.get(file)!, credentials, folder);
			await does(workflow, workflow.nodes.find(({ type }) => /trigger|webhook/i.test(type))!.name);
		});

	/** Runs an example's list. Its texts are all filled in, so no hint says that something in them is empty. */
	async function assertFilledIn(workflow: Workflow, starter: string): Promise<void> {
		const execution = await run(workflow, starter);
		assertSuccess(execution);
		assert.doesNotMatch(
			JSON.stringify(execution.runs),
			/ in (Message|Campaign|Recipients) is empty/,
		);
	}

	const texted = (): string[] => sandbox.journal.flatMap(({ recipients }) => recipients).sort();

	/**
	 * Calls the workflow with each body, one after the other. Returns the outcomes in the answers, which all must be 200.
	 */
	async function outcomesOf(workflow: Workflow, bodies: unknown[]): Promise<unknown[]> {
		const { path } = workflow.nodes.find(({ type }) => /webhook$/i.test(type))!.parameters;
		const header = { [webhookHeader.name]: webhookHeader.value };
		const outcomes: unknown[] = [];
		await published(workflow, async () => {
			assert.equal((await post(`${path}`, {})).status, 403, 'a caller without the header');
			for (const body of bodies) {
				const answer = await post(`${path}`, body, header);
				const text = await answer.text();
				assert.equal(answer.status, 200, text);
				assert.doesNotMatch(text, /17-04/, 'the code');
				outcomes.push((JSON.parse(text) as Row).outcome);
			}
		});
		return outcomes;
	}

	const faultsOfCalls = () => {
		sandbox.play({ on: 'send', kind: 'dropAfter', recipient: lost });
		sandbox.play({ on: 'send', kind: 'badRequest', recipient: refused });
		sandbox.play({ on: 'send', kind: 'serverError', recipient: unlucky });
	};

	test('are all run', () => {
		const elsewhere = [
			'agent-texts-one-number.json',
			'list-in-the-browser.json',
			'purchase-approval.json',
		];
		const here = ['ask-which-day', 'campaign-report', 'campaign-tomorrow-morning', 'look-around'];
		here.push('spreadsheet-reminders', 'undelivered-email-the-office');
		here.push('webhook-one-time-code', 'webhook-order-confirmation');
		const all = [...elsewhere, ...here.map((name) => `${name}.json`)];
		assert.deepEqual([...examples.keys()], all.sort());
	});

	testOf('spreadsheet-reminders.json', async (workflow, starter) => {
		const sheet = await readFile(join(folder, 'appointments.csv'), 'utf8');
		const people = parse<Row>(sheet, { columns: true, bom: true }).map(({ name }) => name);
		sandbox.play({ on: 'send', kind: 'dropAfter', recipient: '+34612345678' });
		sandbox.play({ on: 'send', kind: 'badRequest', recipient: '+254711001029' });
		for (const expected of [
			{ accepted: 26, alreadySent: 1, notSent: 3 },
			{ accepted: 1, alreadySent: 27, notSent: 2 },
		]) {
			await assertFilledIn(workflow, starter);
			const written = await readFile(join(folder, 'appointments outcomes.csv'));
			const rows = parse<Record<string, string>>(written, { columns: true, bom: true });
			const counts: Record<string, number> = {};
			for (const { sendOutcome } of rows) counts[sendOutcome!] = (counts[sendOutcome!] ?? 0) + 1;
			assert.deepEqual(counts, expected);
			const names = rows.map(({ name }) => name);
			assert.deepEqual(names, people);
		}
		assert.deepEqual([texted().length, new Set(texted()).size], [27, 27]);
		assert.equal(await readFile(join(folder, 'appointments.csv'), 'utf8'), sheet);
	});

	testOf('campaign-tomorrow-morning.json', async (workflow, starter) => {
		const stopList = join(folder, 'stop-list.csv');
		const numbers = await readFile(stopList, 'utf8');
		await writeFile(stopList, numbers.replace('phone', 'Telephone'));
		assert.match(told(await run(workflow, starter)), /Exclude Numbers/);
		assert.deepEqual(sandbox.requests, []);
		await writeFile(stopList, numbers);
		for (let start = 0; start < 2; start++) await assertFilledIn(workflow, starter);
		const ends = ['01', '02', '04', '06', '07', '09', '10', '11', '12', '14'];
		const customers = ends.map((end) => `+2547110020${end}`).concat('+33612345679');
		assert.deepEqual([sandbox.journal.length, texted()], [1, customers]);
		const tomorrow = DateTime.now().setZone('Africa/Nairobi').plus({ days: 1 });
		const nine = +tomorrow.startOf('day').set({ hour: 9 });
		assert.equal(Date.parse(sandbox.journal[0]!.body.schedule!), nine);
	});

	testOf('ask-which-day.json', async (workflow) => {
		const { executions } = environment();
		const header = { [webhookHeader.name]: webhookHeader.value };
		const sheet = join(folder, 'answers.csv');
		const lines = async () => (await readFile(sheet, 'utf8')).trim().split('\n');
		const [people, answers] = [
			['Amina', 'Zoë "Zee"'],
			['Ijumaa, au Jumamosi 🙏', '=1+1'],
		] as const;
		await published(workflow, async ({ id }) => {
			for (const [index, name] of people.entries()) {
				const call = { name, phone: [good, fifth][index], when: 'Monday at 9:00' };
				assert.equal((await post('appointment-off', call, header)).status, 200);
			}
			await until('both are asked', () => sandbox.journal.length === 2);
			const isWaiting = async () =>
				(await executions.list(id)).every(({ status }) => status === 'waiting');
			await until('both wait', isWaiting);
			for (const [index, phone] of [good, fifth].entries()) {
				const { body } = sandbox.journal.find(({ recipients }) => recipients[0] === phone)!;
				assert.match(body.message, /^Which day suits you, /);
				const page = await answer(linkIn(body.message), { text: answers[index]! });
				assert.match(await page.text(), /Thank you, we will call you/);
				await until('the answer is in the sheet', async () => (await lines()).length === index + 2);
			}
		});
		const rows = parse<Row>(await readFile(sheet), { columns: true, bom: true });
		assert.deepEqual(
			rows.map(({ name, phone, answer }) => [name, phone, answer]),
			[
				[people[0], good, answers[0]],
				[people[1], fifth, "'=1+1"],
			],
		);
	});

	testOf('webhook-order-confirmation.json', async (workflow) => {
		faultsOfCalls();
		const order = (phone?: string) => ({
			customer: { name: 'Amina', phone },
			order: { number: `W-${phone}`, total: 'KES 900' },
		});
		const calls = [good, lost, refused, unlucky, 'by mail only', good].map(order);
		assert.deepEqual(await outcomesOf(workflow, [...calls, {}]), [
			...['accepted', 'accepted', 'notSent', 'unknown', 'notSent', 'alreadySent', 'notSent'],
		]);
		assert.deepEqual(texted(), [good, lost]);
	});

	testOf('webhook-one-time-code.json', async (workflow) => {
		faultsOfCalls();
		const validUntil = new Date(Date.now() + 10 * minute).toISOString();
		const code = { code: '17-04', validUntil };
		const phones = [good, lost, refused, unlucky, 'mine', `${good}, ${fifth}`];
		const calls = phones.map((phone) => ({ ...code, phone }));
		const spoilt = [{ ...code, phone: fifth, validUntil: 'tonight' }];
		spoilt.push({ ...code, phone: fifth, code: '' });
		assert.deepEqual(await outcomesOf(workflow, [...calls, ...spoilt, []]), [
			...['accepted', 'accepted', 'notSent', 'unknown'],
			...Array<string>(5).fill('notSent'),
		]);
		assert.deepEqual(texted(), [good, lost]);
		assert.match(sandbox.journal[0]!.body.message, /17-04 is your code/);
	});

	testOf('undelivered-email-the-office.json', async (workflow, starter) => {
		const failed = {
			phone_number: '+256772000404',
			status: 'Failed',
			created_at: '2026-03-09T21:15:02.000000Z',
			message_id: 871,
			category: 'utility',
			previous_status: 'Sent',
		};
		const polled = [
			{ ...failed, campaign: 'recalls' },
			{ ...failed, category: 'marketing' },
			{ ...failed, phone_number: null, created_at: null },
		];
		workflow.pinData = { [starter]: polled.map((json) => ({ json })) };
		assertSuccess(await run(workflow, starter));
		assert.equal(mailbox.mails.length, 1);
		const { to, subject, text } = mailbox.mails[0]!;
		assert.deepEqual([to, subject], ['office@example.com', '2 texts: Failed']);
		assert.deepEqual(text.split('\n'), [
			'+256772000404: Failed (was Sent), campaign recalls, message 871, handed over 10 Mar 00:15',
			'Number not given: Failed (was Sent), campaign not given, message 871',
		]);
	});

	/** Returns the service's messages of one day, this many days before today, by the service's own days. */
	const daysAgo = (days: number) => {
		const now = sandbox.now();
		const today = now - (now % day);
		const [from, to] = [today - days * day, today - (days - 1) * day];
		const all = sandbox.messages.find(now, 0);
		return all.filter(({ createdAt }) => createdAt >= from && createdAt < to);
	};

	testOf('campaign-report.json', async (workflow, starter) => {
		const reminders = readyToRun(examples.get('spreadsheet-reminders.json')!, credentials, folder);
		// n8n's process knows for ten minutes that it has texted people with the example's own campaign.
		for (const { parameters } of [...reminders.nodes, ...workflow.nodes])
			if ('campaign' in parameters) parameters.campaign = 'reminders-of-a-report';
		assertSuccess(await run(reminders, starter));
		const { length } = sandbox.journal;
		assertSuccess(await run(workflow, starter));
		assert.equal(sandbox.journal.length, length, 'a report sends nothing');
		assert.equal(mailbox.mails.length, 1);
		const { to, subject, text: html } = mailbox.mails[0]!;
		assert.deepEqual(
			[to, subject],
			['office@example.com', 'Report on reminders-of-a-report: 28 of 30 rows have it'],
		);
		assert.match(html, /<p>Pending: 28<br>To correct: 2<br>Segments: 31<\/p>/);
		const rows = html.split('<tr>').slice(1);
		assert.equal(rows.length, 31);
		assert.match(rows[2]!, /<td>M\u00fcller, Zo\u00eb<\/td>.*<td>Pending<\/td><td>20/);
		assert.match(rows[13]!, /<td>Samuel Mutua<\/td>.*<td>To correct<\/td>.*has no phone number/);
	});

	testOf('look-around.json', async (workflow, starter) => {
		const execution = await run(workflow, starter);
		assertSuccess(execution);
		const found = ["Today's Messages", 'Senders', 'Statuses'].map(
			(node) => outputs(execution, node).length,
		);
		assert.deepEqual([...found, texted().length], [daysAgo(0).length, 64, 6, 0]);
	});
}
