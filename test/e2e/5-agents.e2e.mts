/** Whoever calls the node as a tool: it sends once, and says what came of it. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test, type TestContext } from 'node:test';
import { credentialType } from '../../workbench/n8n/bench.mts';
import { exampleWorkflows, readyToRun } from '../../workbench/n8n/examples.mts';
import type { Execution } from '../../workbench/n8n/executions.mts';
import { environment, isOlder } from './environment.mts';
import { click, openMailbox } from '../../workbench/n8n/mailbox.mts';
import { agent, agentWorkflow, callOverMcp, firstReceipt, model, openAiApi } from './tool.mts';
import { openModel, texts, tool, toolAnswers, toolName, toolNode, words } from './tool.mts';
import { assertSuccess, attempted, outputs, retry, run, store, succeed } from './workflows.mts';
import { unclear, until } from './workflows.mts';

export const title = 'As a tool';

const call = { callTool: words };
const done = { say: 'Done.' };
const once = [[[words.recipients], words.text]];

/** Tried again when it fails. Its text tells the time of the try, so that no two tries make the same message. */
const timed = "={{ $fromAI('text', 'what the message says', 'string') }} ({{ $now.toMillis() }})";
const retried = () => toolNode({ message: timed, options: { lookUpUnknown: false } }, retry);

/** All that can be read of the tool's runs: by the model, in the tool's own log, in the run's failure. */
const told = (execution: Execution): string =>
	JSON.stringify([toolAnswers(), execution.runs[tool], execution.error?.message]);

export function tests(): void {
	before(openModel);
	after(() => model.stop());
	beforeEach(() => void (model.requests.length = 0));

	for (const major of [3, 2]) {
		test(`an agent ${major}.x texts once for each of its items, and reads the receipts`, async () => {
			const other = { callTool: { ...words, recipients: '+254712345679' } };
			// An agent 3.x takes all its items as far as a tool call before any call is made.
			model.follow(major === 3 ? [call, other, done, done] : [call, done, other, done]);
			const execution = await succeed(agentWorkflow(major, toolNode(), 2));
			assert.deepEqual(texts(), [...once, [['+254712345679'], words.text]]);
			assert.equal(attempted().length, 2);
			const said = outputs(execution, agent).map(({ output }) => output);
			assert.deepEqual(said, ['Done.', 'Done.']);
			assert.match(JSON.stringify([model.requests, execution.runs[tool]]), firstReceipt());
		});

		test(`an agent ${major}.x: Retry On Fail never repeats an unknown send, a second call is a new one`, async () => {
			environment().sandbox.play({ on: 'send', kind: 'serverError' });
			model.follow([call, call, done]);
			const execution = await run(agentWorkflow(major, retried()));
			assert.match(told(execution), unclear);
			// In n8n 1.x a tool that fails ends the run of an agent 3.x: there is no second call.
			const calls = isOlder && major === 3 ? 1 : 2;
			assert.deepEqual([attempted().length, texts().length], [calls, calls - 1]);
			environment().sandbox.reset();
			environment().sandbox.play({ on: 'send', kind: 'badRequest' });
			model.follow([call, done]);
			await succeed(agentWorkflow(major, retried()));
			assert.deepEqual([attempted().length, texts().length], [2, 1]);
		});
	}

	test('the model reads what the tool does', async () => {
		model.follow([done]);
		await succeed(agentWorkflow(3, toolNode({ operation: 'queryMessages' })));
		const offered = model.requests[0]?.tools?.map((each) => each.function.description);
		assert.deepEqual(offered, ['Query messages in Messaging Service']);
	});

	test('Execute step on the tool sends once, before and after a run of the workflow', async () => {
		const { executions, sandbox } = environment();
		const { id } = await store(agentWorkflow(3));
		// The editor of n8n 1.x sends the arguments as they are, that of 2.x under the tool's name.
		const agentRequest = isOlder
			? { query: words, tool: { name: '' } }
			: { query: { [toolName]: words }, tool: { name: toolName } };
		let runs: unknown;
		for (const state of ['before', 'after']) {
			sandbox.reset();
			const step = await executions.startStep(id, tool, { agentRequest, runs });
			const execution = await executions.finished(step);
			assertSuccess(execution);
			assert.deepEqual([texts(), attempted().length], [once, 1], state);
			assert.match(JSON.stringify(execution.runs[tool]), firstReceipt());
			({ runs } = execution);
		}
	});

	test('a client of the MCP Server Trigger sends once; an unknown outcome is told and not repeated', async () => {
		const good = await callOverMcp(toolNode());
		const names = good.tools.map(({ name }) => name);
		assert.deepEqual([names, good.isError ?? false], [[toolName], false]);
		assert.match(JSON.stringify(good.content), firstReceipt());
		assert.deepEqual([texts(), attempted().length], [once, 1]);
		environment().sandbox.play({ on: 'send', kind: 'serverError' });
		const bad = await callOverMcp(retried());
		assert.match(JSON.stringify(bad.content), unclear);
		assert.equal(attempted().length, 2);
	});

	test('the example whose texts a person approves: once however often one clicks, nothing after a no', async (t: TestContext) => {
		if (isOlder) return t.skip('n8n 1.x has no human review of tool calls.');
		const { rest, executions, sandbox, credential } = environment();
		const mailbox = await openMailbox();
		const smtp = await rest.createCredential('Office mailbox', 'smtp', mailbox.credential);
		const example = (await exampleWorkflows()).get('agent-texts-one-number.json')!;
		const credentials = { [credentialType]: credential, smtp, openAiApi };
		const { id: workflow } = await store(readyToRun(example, credentials));
		const chat = { sessionId: 'e2e', action: 'sendMessage', chatInput: 'Freezer 3 is warm!' };
		const text = 'Freezer 3 is at 9 °C. Please come & <b>look</b>.';
		for (const [buttons, taken] of [
			[['Send It', 'Send It', "Don't Send"], [[['+254711001001'], text]]],
			[["Don't Send", 'Send It'], []],
		] as const) {
			sandbox.reset();
			mailbox.mails.length = 0;
			model.follow([
				{ callTool: { toolParameters: { Message: text }, hitlParameters: {} } },
				{ say: 'So be it.' },
			]);
			const id = await executions.start(workflow, 'Chat', chat);
			await until('the office is asked', async () => (await executions.status(id)) === 'waiting');
			assert.deepEqual(attempted(), []);
			const mail = mailbox.mails[0]!;
			// Markup could hide a part of it from the office.
			assert.ok(mail.text.includes('Please come & ‹b>look‹/b>.'), mail.text);
			for (const button of buttons) await click(mail, button);
			const execution = await executions.finished(id);
			assertSuccess(execution);
			assert.equal(outputs(execution, agent)[0]?.output, 'So be it.');
			assert.deepEqual(texts(), taken);
			assert.match(toolAnswers(), taken.length > 0 ? firstReceipt() : /reject/i);
		}
		mailbox.stop();
	});
}
