import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { Execution } from '../../workbench/n8n/executions.mts';
import type { WorkflowNode } from '../../workbench/n8n/rest.mts';
import { callOverMcp } from './mcp.mts';
import { accepted, agent, agentWorkflow, closeModel, isOlderN8n, openModel, scriptedModel, sends, tool, toolAnswers, toolNode } from './tool.mts';
import { store, trigger } from './workflows.mts';
import { world } from './world.mts';

const unknownOutcome = /may or may not have been sent/;
const tries = 3;
const words = { recipients: '+254712345678', text: 'Your parcel is here.' };

/** The model's text, and after it the time of the try: no two tries make the same message. */
const timedText = "={{ $fromAI('text', 'what the message says', 'string') }} ({{ $now.toMillis() }})";

/**
 * The node as a tool that is tried again when it fails. Without the look-up: what counts here is what n8n's tries
 * do after an unknown outcome, not how it is cleared up.
 */
function retriedTool(parameters: Record<string, unknown> = {}): WorkflowNode {
	return toolNode({ options: { lookUpUnknown: false }, ...parameters }, { retryOnFail: true, maxTries: tries, waitBetweenTries: 100 });
}

/** Runs an agent whose tool is tried again when it fails; the model calls it so many times with the same words. */
async function runAgent(major: number, { calls, parameters = {}, items = 1 }: { calls: number; parameters?: Record<string, unknown>; items?: number }): Promise<Execution> {
	const connected = retriedTool(parameters);
	// The next item's call comes, whatever became of the one before.
	const settings = items > 1 ? { onError: 'continueRegularOutput' } : {};
	const workflow = await store(agentWorkflow({ major, connected, settings, items }));
	scriptedModel().follow([...Array.from({ length: calls }, () => ({ callTool: words })), { say: 'Done.' }]);
	return await world().bench.executions.run(workflow.id, trigger);
}

/** Everything that people and the model read of the run. */
function told(execution: Execution): string {
	const { message, description } = execution.error ?? {};
	return `${message} ${description} ${toolAnswers().join()} ${JSON.stringify(execution.runs[agent])}`;
}

export default function tests(): void {
	describe('Retry On Fail on the tool', () => {
		before(openModel);
		after(closeModel);
		beforeEach(() => {
			world().sandbox.reset();
			scriptedModel().requests.length = 0;
		});

		for (const major of [3, 2]) {
			test(`agent ${major}.x: sends again what was plainly refused`, async () => {
				world().sandbox.play({ on: 'send', kind: 'badRequest' });
				const execution = await runAgent(major, { calls: 1 });
				assert.equal(execution.status, 'success', execution.error?.message);
				assert.equal(sends(), 2);
				assert.deepEqual(accepted(), [[[words.recipients], words.text]]);
			});

			for (const kind of ['serverError', 'errorAfterAccept'] as const) {
				test(`agent ${major}.x: never repeats a send whose outcome is unknown (${kind}), though its text tells the time`, async () => {
					world().sandbox.play({ on: 'send', kind });
					const execution = await runAgent(major, { calls: 1, parameters: { message: timedText } });
					assert.equal(sends(), 1);
					assert.equal(accepted().length, kind === 'errorAfterAccept' ? 1 : 0);
					assert.match(told(execution), unknownOutcome);
					// n8n lists the tries of a tool that the agent runs within itself; those of its engine it doesn't.
					if (major === 2) assert.equal(execution.runs[tool]?.length, tries);
				});
			}

			test(`agent ${major}.x: a second call with the same words is a new send`, async () => {
				const execution = await runAgent(major, { calls: 2 });
				assert.equal(execution.status, 'success', execution.error?.message);
				const message = [[words.recipients], words.text];
				assert.deepEqual(accepted(), [message, message]);
				assert.equal(sends(), 2);
			});
		}

		test('MCP Server Trigger: never repeats a send whose outcome is unknown, though its text tells the time; the next call is a new send', async () => {
			world().sandbox.play({ on: 'send', kind: 'serverError' });
			const connected = retriedTool({ message: timedText });
			const answer = await callOverMcp(connected, words);
			assert.equal(answer.isError, true);
			assert.match(JSON.stringify(answer.content), unknownOutcome);
			assert.equal(sends(), 1);
			assert.notEqual((await callOverMcp(connected, words)).isError, true);
			assert.equal(sends(), 2);
			assert.equal(accepted().length, 1);
		});

		test('agent 3.x: a second call is a new send after an unknown outcome, too', async (t) => {
			if (isOlderN8n()) return t.skip('In n8n 1.x a tool that fails ends the run of an agent 3.x: there is no second call.');
			world().sandbox.play({ on: 'send', kind: 'serverError' });
			const execution = await runAgent(3, { calls: 2 });
			assert.equal(execution.status, 'success', execution.error?.message);
			assert.equal(sends(), 2);
			assert.deepEqual(accepted(), [[[words.recipients], words.text]]);
			assert.match(toolAnswers()[0] ?? '', unknownOutcome);
			assert.match(toolAnswers()[1] ?? '', new RegExp(world().sandbox.journal[0]?.messageId ?? 'no message'));
		});

		// A tool that fails ends what an agent 2.x does for this item; its next item shares the execute data with it.
		test("agent 2.x: the next item's call is a new send after an unknown outcome, too", async () => {
			world().sandbox.play({ on: 'send', kind: 'serverError' });
			const execution = await runAgent(2, { calls: 2, items: 2 });
			assert.equal(execution.status, 'success', execution.error?.message);
			assert.equal(sends(), 2);
			assert.deepEqual(accepted(), [[[words.recipients], words.text]]);
			assert.match(told(execution), unknownOutcome);
		});
	});
}
