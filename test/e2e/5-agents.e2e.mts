/** The node as a tool, for each kind of caller: it sends once, and reports the outcome. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test, type TestContext } from 'node:test';
import { exampleWorkflows, readyToRun } from '../../workbench/n8n/examples.mts';
import type { Execution } from '../../workbench/n8n/executions.mts';
import { connectMcp } from '../../workbench/n8n/mcp-client.mts';
import { credentialType, nodeType } from '../../workbench/n8n/package.mts';
import type { Workflow, WorkflowNode } from '../../workbench/n8n/rest.mts';
import { startScriptedModel, type ScriptedModel } from '../../workbench/n8n/scripted-model.mts';
import { environment, isFrom, notStartedHere, offered, theBench } from './environment.mts';
import { click, openMailbox } from '../../workbench/n8n/mailbox.mts';
import { assertSuccess, attempted, chain, node, outputs, published, retry } from './workflows.mts';
import { rowsFrom, run, send, store, succeed, unknown, until, type Row } from './workflows.mts';

export const title = 'As a tool';

const tool = 'Text a customer';
const agent = 'Agent';
const langchain = '@n8n/n8n-nodes-langchain';

/** The tool's name for its callers: n8n replaces characters of the node's name that are neither letters nor digits. */
const toolName = 'Text_a_customer';

const words = { recipients: '+254712345678', text: 'Your parcel is here.' };

let model: ScriptedModel;
let openAiApi: { id: string; name: string };

async function openModel(): Promise<void> {
	model = await startScriptedModel();
	const fields = { apiKey: 'none', url: model.baseUrl, header: false };
	openAiApi = await environment().rest.saveCredential('Scripted model', 'openAiApi', fields);
}

/** Returns the newest version of a node type within a major version, in the running n8n. */
function newestVersion(type: string, major: number): number {
	const types = offered().filter(({ name }) => name === type);
	const versions = types.flatMap(({ version }) => version);
	return Math.max(...versions.filter((version) => Math.floor(version) === major));
}

/** Returns the node as a tool whose caller chooses recipients and text. */
function toolNode(parameters: Row = {}, settings: Row = {}): WorkflowNode {
	const asked = {
		recipients: "={{ $fromAI('recipients', 'phone numbers with country code', 'string') }}",
		message: "={{ $fromAI('text', 'what the message says', 'string') }}",
	};
	return node(tool, `${nodeType}Tool`, 1, send({ ...asked, ...parameters }), {
		credentials: { [credentialType]: environment().credential },
		...settings,
	});
}

function connect(workflow: Workflow, from: WorkflowNode, to: string, type: string): void {
	workflow.nodes.push(from);
	workflow.connections[from.name] = { [type]: [[{ node: to, type, index: 0 }]] };
}

/**
 * Returns a workflow of an agent whose only tool is the node. The agent works through this many items.
 *
 * @param major the major version of the agent node: 3.x hands its tool calls to n8n's engine, 2.x runs the tools within
 * itself
 */
function agentWorkflow(major: number, connected = toolNode(), items = 1): Workflow {
	const version = newestVersion(`${langchain}.agent`, major);
	const parameters = { promptType: 'define', text: 'Text them.', options: { maxIterations: 6 } };
	const workflow = chain(`Agent ${version}`, [
		...rowsFrom(Array.from({ length: items }, (_, order) => ({ order }))),
		node(agent, `${langchain}.agent`, version, parameters),
	]);
	const scripted = { __rl: true, mode: 'id', value: 'scripted' };
	const chat = { model: scripted, options: { maxRetries: 0 } };
	const credentials = { openAiApi };
	const chatModel = node('Model', `${langchain}.lmChatOpenAi`, 1.2, chat, { credentials });
	connect(workflow, chatModel, agent, 'ai_languageModel');
	connect(workflow, connected, agent, 'ai_tool');
	return workflow;
}

/** Returns the results of tool calls in the last request to the model. */
function toolAnswers(): string {
	const { messages = [] } = model.requests.at(-1) ?? {};
	return JSON.stringify(messages.filter(({ role }) => role === 'tool'));
}

/** Returns a pattern of the first message's receipt, however often the text around it is quoted. */
const firstReceipt = (): RegExp =>
	new RegExp(String.raw`\bmessageId\W+${environment().sandbox.journal[0]?.messageId ?? 'none'}\W`);

/** Returns the recipients and the text of each message that the service accepted. */
const texts = (): unknown[] =>
	environment()
		.sandbox.journal.map(({ recipients, body }) => [recipients, body.message])
		.sort();

/** Publishes an MCP server with this tool, calls the tool as a client would, and takes the server down. */
async function callOverMcp(connected: WorkflowNode) {
	const { n8n, executions } = environment();
	const path = crypto.randomUUID();
	const type = `${langchain}.mcpTrigger`;
	const server = node('MCP', type, newestVersion(type, 2), { path }, { webhookId: path });
	const workflow = chain('MCP server', [server]);
	connect(workflow, connected, 'MCP', 'ai_tool');
	let called: { isError?: boolean; content: unknown; names: string[] } | undefined;
	await published(workflow, async ({ id }) => {
		const client = await connectMcp(theBench().install, `${n8n.origin}/mcp/${path}`);
		const { tools } = await client.listTools();
		const answer = await client.callTool({ name: toolName, arguments: words });
		// Once its execution has ended, the call has sent everything. n8n 1.x has no execution of a failed call.
		if (isFrom(2) || !answer.isError)
			await until('the call has ended', async () =>
				(await executions.list(id)).some(({ status }) => status === 'success'),
			);
		await client.close();
		called = { ...answer, names: tools.map(({ name }) => name) };
	});
	return called!;
}

const call = { callTool: words };
const done = { say: 'Done.' };
const once = [[[words.recipients], words.text]];

/** The text of a tool that is retried on failure. It has the time of the try, so no two tries make the same message. */
const timed = "={{ $fromAI('text', 'what the message says', 'string') }} ({{ $now.toMillis() }})";
const retried = () => toolNode({ message: timed, options: { lookUpUnknown: false } }, retry);

/** Returns all that the tool's runs tell: to the model, in the tool's own log, and in the run's failure. */
const told = (execution: Execution): string =>
	JSON.stringify([toolAnswers(), execution.runs[tool], execution.error?.message]);

export function tests(): void {
	before(openModel);
	after(() => model.stop());
	beforeEach(() => void (model.requests.length = 0));

	for (const major of [3, 2]) {
		test(`an agent ${major}.x texts once for each of its items, and reads the receipts`, async () => {
			const other = { callTool: { ...words, recipients: '+254712345679' } };
			// An agent 3.x advances all its items to a tool call before any call is made.
			model.follow(major === 3 ? [call, other, done, done] : [call, done, other, done]);
			const execution = await succeed(agentWorkflow(major, toolNode(), 2));
			assert.deepEqual(texts(), [...once, [['+254712345679'], words.text]]);
			assert.equal(attempted().length, 2);
			const offered = model.requests[0]?.tools?.map((each) => each.function.description);
			assert.deepEqual(offered, ['Send a message in Messaging Service']);
			const said = outputs(execution, agent).map(({ output }) => output);
			assert.deepEqual(said, ['Done.', 'Done.']);
			assert.match(JSON.stringify([model.requests, execution.runs[tool]]), firstReceipt());
			// The model gets back nothing of its own call.
			assert.ok(!toolAnswers().includes(words.text), toolAnswers());
		});

		test(`an agent ${major}.x: Retry On Fail never repeats an unknown send, a second call is a new one`, async () => {
			environment().sandbox.play({ on: 'send', kind: 'serverError' });
			model.follow([call, call, done]);
			const execution = await run(agentWorkflow(major, retried()));
			assert.match(told(execution), unknown);
			// In n8n 1.x a tool that fails ends the run of an agent 3.x: there is no second call.
			const calls = isFrom(2) || major < 3 ? 2 : 1;
			assert.deepEqual([attempted().length, texts().length], [calls, calls - 1]);
		});
	}

	test('Execute step on the tool sends once, before and after a run of the workflow', async () => {
		const { executions, sandbox } = environment();
		const { id } = await store(agentWorkflow(3));
		// The editor of n8n 1.x sends the arguments as they are, that of 2.x under the tool's name.
		const agentRequest = isFrom(2)
			? { query: { [toolName]: words }, tool: { name: toolName } }
			: { query: words, tool: { name: '' } };
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

	test('a client of the MCP Server Trigger sends once; an unknown outcome is told and not repeated', async (t) => {
		if (notStartedHere) return t.skip(notStartedHere);
		const good = await callOverMcp(toolNode());
		assert.deepEqual([good.names, good.isError ?? false], [[toolName], false]);
		assert.match(JSON.stringify(good.content), firstReceipt());
		assert.deepEqual([texts(), attempted().length], [once, 1]);
		environment().sandbox.play({ on: 'send', kind: 'serverError' });
		const bad = await callOverMcp(retried());
		assert.match(JSON.stringify(bad.content), unknown);
		assert.equal(attempted().length, 2);
	});

	test('the example whose texts a person approves: once however often one clicks, nothing after a no', async (t: TestContext) => {
		if (!isFrom(2)) return t.skip('n8n 1.x has no human review of tool calls.');
		const { rest, executions, sandbox, credential } = environment();
		const mailbox = await openMailbox();
		const smtp = await rest.saveCredential('Office mailbox', 'smtp', mailbox.credential);
		const example = (await exampleWorkflows()).get('agent-texts-one-number.json')!;
		const credentials = { [credentialType]: credential, smtp, openAiApi };
		const { id: workflow } = await store(readyToRun(example, credentials));
		const chat = { sessionId: 'e2e', action: 'sendMessage', chatInput: 'Freezer 3 is warm!' };
		const text = 'Freezer 3 is at 9 °C. Please come & <b>look</b>.';
		for (const [buttons, taken] of [
			[['Send It', 'Send It', "Don't Send"], [[['+254711001002'], text]]],
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
			// Markup is defused, since it could hide a part of the text from the office.
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
