import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { Execution } from '../../workbench/n8n/executions.mts';
import type { WorkflowNode } from '../../workbench/n8n/rest.mts';
import { callOverMcp } from './mcp.mts';
import {
	accepted,
	agentWorkflow,
	closeModel,
	firstReceipt,
	isOlderN8n,
	openModel,
	scriptedModel,
	sends,
	tool,
	toolAnswers,
	toolNode,
} from './tool.mts';
import { store, trigger } from './workflows.mts';
import { environment } from './environment.mts';

const unknownOutcome = /may or may not have been sent/;
const words = { recipients: '+254712345678', text: 'Your parcel is here.' };
const message = [[words.recipients], words.text];

/** The model's text, and after it the time of the try: no two tries make the same message. */
const timedText =
	"={{ $fromAI('text', 'what the message says', 'string') }} ({{ $now.toMillis() }})";

/** What counts here is what n8n's tries do after an unknown outcome, not how it is cleared up. */
const withoutLookUp = { options: { lookUpUnknown: false } };

/** The node as a tool that is tried again when it fails. */
function retriedTool(parameters: Record<string, unknown> = {}): WorkflowNode {
	return toolNode(
		{ ...withoutLookUp, ...parameters },
		{ retryOnFail: true, maxTries: 3, waitBetweenTries: 100 },
	);
}

/** Runs an agent with this tool, which the model calls so many times with the same words. */
async function runAgent(major: number, connected: WorkflowNode, calls = 1): Promise<Execution> {
	const workflow = await store(agentWorkflow({ major, connected }));
	scriptedModel().follow([
		...Array.from({ length: calls }, () => ({ callTool: words })),
		{ say: 'Done.' },
	]);
	return await environment().bench.executions.run(workflow.id, trigger);
}

/** What can be read of the tool's runs: in the answers to the model, in the tool's own log, in the run's failure. */
function told(execution: Execution): string {
	return JSON.stringify([toolAnswers(), execution.runs[tool], execution.error?.message]);
}

export default function tests(): void {
	describe('Retry On Fail on the tool', () => {
		before(openModel);
		after(closeModel);
		beforeEach(() => {
			environment().sandbox.reset();
			scriptedModel().requests.length = 0;
		});

		for (const major of [3, 2]) {
			test(`agent ${major}.x: sends again what was plainly refused`, async () => {
				environment().sandbox.play({ on: 'send', kind: 'badRequest' });
				const execution = await runAgent(major, retriedTool());
				assert.equal(execution.status, 'success', execution.error?.message);
				assert.equal(sends(), 2);
				assert.deepEqual(accepted(), [message]);
			});

			for (const kind of ['serverError', 'errorAfterAccept'] as const) {
				test(`agent ${major}.x: never repeats a send whose outcome is unknown (${kind}), though its text tells the time`, async () => {
					environment().sandbox.play({ on: 'send', kind });
					const execution = await runAgent(major, retriedTool({ message: timedText }));
					assert.equal(sends(), 1);
					assert.equal(accepted().length, kind === 'errorAfterAccept' ? 1 : 0);
					assert.match(told(execution), unknownOutcome);
				});
			}

			test(`agent ${major}.x: a second call with the same words is a new send`, async () => {
				const execution = await runAgent(major, retriedTool(), 2);
				assert.equal(execution.status, 'success', execution.error?.message);
				assert.deepEqual(accepted(), [message, message]);
				assert.equal(sends(), 2);
			});

			test(`agent ${major}.x: a second call is a new send after an unknown outcome, too`, async (t) => {
				if (major === 3 && isOlderN8n())
					return t.skip(
						'In n8n 1.x a tool that fails ends the run of an agent 3.x: there is no second call.',
					);
				environment().sandbox.play({ on: 'send', kind: 'serverError' });
				const execution = await runAgent(major, retriedTool(), 2);
				assert.equal(execution.status, 'success', execution.error?.message);
				assert.equal(sends(), 2);
				assert.deepEqual(accepted(), [message]);
				assert.match(told(execution), unknownOutcome);
				assert.match(toolAnswers().at(-1) ?? '', firstReceipt());
			});

			// An agent 2.x tells its model nothing of a tool that fails, and one of n8n 1.x ends its run:
			// with this setting the model reads it.
			test(`agent ${major}.x: with On Error set to continue, the model reads that nobody knows`, async () => {
				environment().sandbox.play({ on: 'send', kind: 'serverError' });
				const execution = await runAgent(
					major,
					toolNode(withoutLookUp, { onError: 'continueRegularOutput' }),
				);
				assert.equal(execution.status, 'success', execution.error?.message);
				assert.match(toolAnswers().join(), unknownOutcome);
				assert.equal(sends(), 1);
			});
		}

		test('MCP Server Trigger: never repeats a send whose outcome is unknown, though its text tells the time; the next call is a new send', async () => {
			environment().sandbox.play({ on: 'send', kind: 'serverError' });
			const connected = retriedTool({ message: timedText });
			const answer = await callOverMcp(connected, words);
			assert.match(JSON.stringify(answer.content), unknownOutcome);
			assert.equal(sends(), 1);
			assert.notEqual((await callOverMcp(connected, words)).isError, true);
			assert.equal(sends(), 2);
			assert.equal(accepted().length, 1);
		});
	});
}
