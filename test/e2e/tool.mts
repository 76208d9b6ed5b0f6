/** The node as a tool, and those who call it: agents whose model follows a script, and clients of an MCP server. */
import { nodeType, credentialType } from '../../workbench/n8n/bench.mts';
import { connectMcp } from '../../workbench/n8n/mcp-client.mts';
import type { Workflow, WorkflowNode } from '../../workbench/n8n/rest.mts';
import { startScriptedModel, type ScriptedModel } from '../../workbench/n8n/scripted-model.mts';
import { environment, isOlder, theBench } from './environment.mts';
import { chain, node, published, rowsFrom, send, until, type Row } from './workflows.mts';

export const tool = 'Text a customer';
export const agent = 'Agent';
const langchain = '@n8n/n8n-nodes-langchain';

/** The name that callers know the tool by: n8n takes what is no letter or digit out of the node's name. */
export const toolName = 'Text_a_customer';

/** What the caller hands over. */
export const words = { recipients: '+254712345678', text: 'Your parcel is here.' };

export let model: ScriptedModel;
export let openAiApi: { id: string; name: string };

export async function openModel(): Promise<void> {
	model = await startScriptedModel();
	const fields = { apiKey: 'none', url: model.baseUrl, header: false };
	openAiApi = await environment().rest.createCredential('Scripted model', 'openAiApi', fields);
}

/** The newest version of a node type within a major one, in the n8n that runs. */
function newestVersion(type: string, major: number): number {
	const versions = theBench()
		.nodeTypes.filter(({ name }) => name === type)
		.flatMap(({ version }) => version);
	return Math.max(...versions.filter((version) => Math.floor(version) === major));
}

/** The node as a tool that leaves recipients and text to whoever calls it. */
export function toolNode(parameters: Row = {}, settings: Row = {}): WorkflowNode {
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
 * An agent whose only tool is the node; it works through so many items.
 * @param major the first part of the agent node's version: 3.x hands its tool calls to n8n's engine, 2.x runs the
 * tools within itself
 */
export function agentWorkflow(major: number, connected = toolNode(), items = 1): Workflow {
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

/** What the model was told that its tool calls came to. */
export function toolAnswers(): string {
	const { messages = [] } = model.requests.at(-1) ?? {};
	return JSON.stringify(messages.filter(({ role }) => role === 'tool'));
}

/** The first message's receipt, however often the text that quotes it was quoted. */
export const firstReceipt = (): RegExp =>
	new RegExp(String.raw`\bmessageId\W+${environment().sandbox.journal[0]?.messageId ?? 'none'}\W`);

/** What the service accepted: recipients and text of each message. */
export const texts = (): unknown[] =>
	environment().sandbox.journal.map(({ recipients, body }) => [recipients, body.message]);

/** Publishes an MCP server with this tool, calls the tool as a client would, and takes the server down. */
export async function callOverMcp(connected: WorkflowNode) {
	const { n8n, executions } = environment();
	const path = crypto.randomUUID();
	const type = `${langchain}.mcpTrigger`;
	const server = node('MCP', type, newestVersion(type, 2), { path }, { webhookId: path });
	const workflow = chain('MCP server', [server]);
	connect(workflow, connected, 'MCP', 'ai_tool');
	return await published(workflow, async ({ id }) => {
		const client = await connectMcp(theBench().install, `${n8n.origin}/mcp/${path}`);
		const { tools } = await client.listTools();
		const answer = await client.callTool({ name: toolName, arguments: words });
		// What the call would send has been sent when its execution has ended. n8n 1.x makes none of a call that fails.
		if (!(isOlder && answer.isError))
			await until('the call has ended', async () =>
				(await executions.list(id)).some(({ status }) => status === 'success'),
			);
		await client.close();
		return { ...answer, tools };
	});
}
