import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { outputOf } from '../../workbench/n8n/executions.mts';
import { callOverMcp } from './mcp.mts';
import {
	accepted,
	agent,
	agentWorkflow,
	closeModel,
	firstReceipt,
	isOlderN8n,
	openModel,
	scriptedModel,
	sends,
	tool,
	toolAnswers,
	toolName,
	toolNode,
} from './tool.mts';
import { store, trigger } from './workflows.mts';
import { environment } from './environment.mts';

const words = { recipients: '+254712345678', text: 'Your parcel is here.' };
const once = [[[words.recipients], words.text]];

/** The *Execute step* button on the tool, after the editor's dialogue has asked for the tool's arguments. */
async function executeStep(workflowId: string, runs?: unknown): Promise<string> {
	// The editor of n8n 1.x sends the arguments as they are, that of 2.x under the tool's name.
	const agentRequest = isOlderN8n()
		? { query: words, tool: { name: '' } }
		: { query: { [toolName]: words }, tool: { name: toolName } };
	const { executions } = environment().bench;
	return await executions.startStep(workflowId, tool, { agentRequest, runs });
}

export default function tests(): void {
	describe('Whoever calls the tool: it sends exactly once', () => {
		before(openModel);
		after(closeModel);
		beforeEach(() => {
			environment().sandbox.reset();
			scriptedModel().requests.length = 0;
		});

		for (const major of [3, 2]) {
			test(`an AI Agent ${major}.x`, async () => {
				const { executions } = environment().bench;
				const workflow = await store(agentWorkflow({ major }));
				scriptedModel().follow([{ callTool: words }, { say: 'Done.' }]);
				const execution = await executions.run(workflow.id, trigger);
				assert.equal(execution.status, 'success', execution.error?.message);
				assert.deepEqual(accepted(), once);
				assert.equal(sends(), 1);
				assert.match(toolAnswers().join(), firstReceipt());
				assert.deepEqual(
					outputOf(execution, agent).map((item) => item.json.output),
					['Done.'],
				);
			});
		}

		for (const major of [3, 2]) {
			test(`an AI Agent ${major}.x with two items, for each of them`, async () => {
				const { executions } = environment().bench;
				const workflow = await store(agentWorkflow({ major, items: 2 }));
				const [one, other] = ['+254712345678', '+254712345679'].map((recipients) => ({
					callTool: { ...words, recipients },
				}));
				const done = { say: 'Done.' };
				// An agent 3.x takes all its items as far as a tool call before any call is made.
				scriptedModel().follow(major === 3 ? [one, other, done, done] : [one, done, other, done]);
				const execution = await executions.run(workflow.id, trigger);
				assert.equal(execution.status, 'success', execution.error?.message);
				assert.deepEqual(
					accepted().sort(),
					[one, other].map(({ callTool }) => [[callTool.recipients], callTool.text]),
				);
				assert.equal(sends(), 2);
				assert.deepEqual(
					outputOf(execution, agent).map((item) => item.json.output),
					['Done.', 'Done.'],
				);
			});
		}

		test('Execute step on the tool, before and after a run of the workflow', async () => {
			const { bench, sandbox } = environment();
			const workflow = await store(agentWorkflow({ major: 3 }));
			const first = await bench.executions.finished(await executeStep(workflow.id));
			assert.equal(first.status, 'success', first.error?.message);
			assert.deepEqual(accepted(), once);
			assert.equal(sends(), 1);
			assert.match(JSON.stringify(first.runs[tool]), firstReceipt());

			sandbox.reset();
			const second = await bench.executions.finished(await executeStep(workflow.id, first.runs));
			assert.equal(second.status, 'success', second.error?.message);
			assert.deepEqual(accepted(), once);
			assert.equal(sends(), 1);
		});

		test('a client of the MCP Server Trigger', async () => {
			const answer = await callOverMcp(toolNode(), words);
			assert.deepEqual(answer.offered, [toolName]);
			assert.notEqual(answer.isError, true, JSON.stringify(answer));
			assert.deepEqual(accepted(), once);
			assert.equal(sends(), 1);
			assert.match(JSON.stringify(answer.content), firstReceipt());
		});
	});
}
