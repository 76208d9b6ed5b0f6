/** The node as a tool, and an agent to call it whose model follows a script. */
import { credentialType, nodeType } from '../../workbench/n8n/bench.mts';
import type { Workflow, WorkflowNode } from '../../workbench/n8n/rest.mts';
import { startScriptedModel, type ScriptedModel } from '../../workbench/n8n/scripted-model.mts';
import { chain, node, rowsFrom, send } from './workflows.mts';
import { environment } from './environment.mts';

export const tool = 'Text a customer';
export const agent = 'Agent';
const agentType = '@n8n/n8n-nodes-langchain.agent';

/** The name that callers know the tool by: n8n takes what is no letter or digit out of the node's name. */
export const toolName = 'Text_a_customer';

let model: ScriptedModel | undefined;
let openAi: { id: string; name: string } | undefined;

/** Starts the model and makes n8n's credential for it; once for a suite. */
export async function openModel(): Promise<void> {
	model = await startScriptedModel();
	openAi = await environment().bench.rest.createCredential('Scripted model', 'openAiApi', {
		apiKey: 'none',
		url: model.baseUrl,
		header: false,
	});
}

export function scriptedModel(): ScriptedModel {
	if (!model) throw new Error('The suite has to open the model first.');
	return model;
}

export async function closeModel(): Promise<void> {
	await model?.stop();
	model = undefined;
}

/** Whether this is the n8n of the 1.x line, in which a tool that fails ends the agent's run. */
export const isOlderN8n = (): boolean => environment().bench.install.version.startsWith('1.');

/** The newest version of a node type within a major one, in the n8n that runs. */
export function newestVersion(type: string, major: number): number {
	const versions = environment()
		.bench.nodeTypes.filter(({ name }) => name === type)
		.flatMap(({ version }) => version)
		.filter((version) => Math.floor(version) === major);
	if (versions.length === 0) throw new Error(`This n8n has no ${type} ${major}.x.`);
	return Math.max(...versions);
}

/** The node as a tool that leaves recipients and text to whoever calls it. */
export function toolNode(
	parameters: Record<string, unknown> = {},
	settings: Record<string, unknown> = {},
): WorkflowNode {
	const asked = {
		recipients: "={{ $fromAI('recipients', 'phone numbers with country code', 'string') }}",
		message: "={{ $fromAI('text', 'what the message says', 'string') }}",
	};
	const credentials = { [credentialType]: environment().credential };
	return node(tool, `${nodeType}Tool`, 1, send({ ...asked, ...parameters }), {
		credentials,
		...settings,
	});
}

/** Connects a tool with the node that calls it. */
export function withTool(workflow: Workflow, caller: string, connected: WorkflowNode): Workflow {
	workflow.nodes.push(connected);
	workflow.connections[connected.name] = {
		ai_tool: [[{ node: caller, type: 'ai_tool', index: 0 }]],
	};
	return workflow;
}

export interface AgentOptions {
	/**
	 * The first part of the agent node's version: 3.x hands its tool calls to n8n's engine, 2.x runs
	 * the tools within itself.
	 */
	major: number;
	connected?: WorkflowNode;
	settings?: Record<string, unknown>;
	/** How many items the agent works through, one after the other. */
	items?: number;
}

/** An agent whose only tool is the node. */
export function agentWorkflow({
	major,
	connected = toolNode(),
	settings = {},
	items = 1,
}: AgentOptions): Workflow {
	const rows = Array.from({ length: items }, (_, index) => ({ order: index }));
	const version = newestVersion(agentType, major);
	const parameters = {
		promptType: 'define',
		text: 'Text the customer that the parcel is here.',
		options: { maxIterations: 6 },
	};
	const workflow = chain(`Agent ${version}`, [
		...rowsFrom(rows),
		node(agent, agentType, version, parameters, settings),
	]);
	const model = {
		model: { __rl: true, mode: 'id', value: 'scripted' },
		options: { maxRetries: 0 },
	};
	workflow.nodes.push(
		node('Model', '@n8n/n8n-nodes-langchain.lmChatOpenAi', 1.2, model, {
			credentials: { openAiApi: openAi },
		}),
	);
	workflow.connections.Model = {
		ai_languageModel: [[{ node: agent, type: 'ai_languageModel', index: 0 }]],
	};
	return withTool(workflow, agent, connected);
}

/** What the model was told that its tool calls came to. */
export function toolAnswers(): string[] {
	const last = scriptedModel().requests.at(-1)?.messages ?? [];
	return last
		.filter((message) => message.role === 'tool')
		.map((message) => JSON.stringify(message.content));
}

/**
 * The first message's receipt, however often the text that quotes it was quoted: the number alone
 * stands in most texts by chance.
 */
export function firstReceipt(): RegExp {
	return new RegExp(
		String.raw`\bmessageId\W+${environment().sandbox.journal[0]?.messageId ?? 'no message'}\W`,
	);
}

/** How many sends reached the service, accepted or not. */
export function sends(): number {
	return environment().sandbox.requests.filter((request) => request.operation === 'send').length;
}

/** What the service accepted: recipients and text of each message. */
export function accepted(): Array<[string[], unknown]> {
	return environment().sandbox.journal.map((entry) => [entry.recipients, entry.body.message]);
}
