import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { credentialType, nodeType } from '../../workbench/n8n/bench.mts';
import { outputOf, type Execution } from '../../workbench/n8n/executions.mts';
import { startScriptedModel, type ScriptedModel, type Turn } from '../../workbench/n8n/scripted-model.mts';
import { chain, node, send, store, trigger } from './workflows.mts';
import { world } from './world.mts';

const allowed = '+254712345678';
let model: ScriptedModel;
let openAi: { id: string; name: string };

/** Runs an agent that has the node as its only tool, with the recipient and the text left to the model. */
async function runAgent(turns: Turn[]): Promise<Execution> {
	const { bench, credential } = world();
	const parameters = send({
		recipients: "={{ $fromAI('recipients', 'phone numbers with country code', 'string') }}",
		message: "={{ $fromAI('text', 'what the message says', 'string') }}",
		options: { maxRecipients: 1 },
	});
	const workflow = chain('Agent', [
		node(trigger, 'n8n-nodes-base.manualTrigger', 1, {}),
		node('Agent', '@n8n/n8n-nodes-langchain.agent', 3, { promptType: 'define', text: 'Text the customer that the parcel is here.', options: { maxIterations: 4 } }),
	]);
	workflow.nodes.push(
		node('Model', '@n8n/n8n-nodes-langchain.lmChatOpenAi', 1.2, { model: { __rl: true, mode: 'id', value: 'scripted' }, options: { maxRetries: 0 } }, { credentials: { openAiApi: openAi } }),
		node('Text a customer', `${nodeType}Tool`, 1, parameters, { credentials: { [credentialType]: credential } }),
	);
	Object.assign(workflow.connections, {
		Model: { ai_languageModel: [[{ node: 'Agent', type: 'ai_languageModel', index: 0 }]] },
		'Text a customer': { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] },
	});
	model.follow(turns);
	return await bench.executions.run((await store(workflow)).id, trigger);
}

/** What the model was told that its tool calls came to. */
function toolAnswers(): string[] {
	const last = model.requests.at(-1)?.messages ?? [];
	return last.filter((message) => message.role === 'tool').map((message) => JSON.stringify(message.content));
}

export default function tests(): void {
	describe("As a tool of n8n's agent", () => {
		before(async () => {
			model = await startScriptedModel();
			openAi = await world().bench.rest.createCredential('Scripted model', 'openAiApi', { apiKey: 'none', url: model.baseUrl, header: false });
		});
		after(() => model.stop());
		beforeEach(() => {
			world().sandbox.reset();
			model.requests.length = 0;
		});

		test('texts the one allowed number once', async () => {
			const execution = await runAgent([{ callTool: { recipients: allowed, text: 'Your parcel is here.' } }, { say: 'Done.' }]);
			assert.equal(execution.status, 'success', execution.error?.message);
			const { journal } = world().sandbox;
			assert.deepEqual(journal.map((entry) => [entry.recipients, entry.body.message]), [[[allowed], 'Your parcel is here.']]);
			assert.deepEqual(outputOf(execution, 'Agent').map((item) => item.json.output), ['Done.']);
			assert.match(toolAnswers().join(), new RegExp(journal[0]?.messageId ?? 'no message'));
		});

		test('is refused above maxRecipients, and the model is told why', async () => {
			const execution = await runAgent([{ callTool: { recipients: `${allowed}, +254712345679`, text: 'Your parcel is here.' } }, { say: 'I could not.' }]);
			const { sandbox: { journal, requests }, bench } = world();
			assert.equal(requests.filter((request) => request.operation === 'send').length, 0);
			assert.equal(journal.length, 0);
			// In n8n 1.x a tool that fails ends the run: the person is told, not the model.
			const told = bench.install.version.startsWith('1.') ? String(execution.error?.message) : toolAnswers().join();
			assert.match(told, /2/);
			assert.match(told, /recipients|numbers/i);
		});
	});
}
