import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { outputOf, type Execution } from '../../workbench/n8n/executions.mts';
import type { Turn } from '../../workbench/n8n/scripted-model.mts';
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
	toolAnswers,
	toolNode,
} from './tool.mts';
import { store, trigger } from './workflows.mts';
import { environment } from './environment.mts';

const allowed = '+254712345678';

/** Runs an agent that has the node as its only tool, with one recipient allowed. */
async function runAgent(turns: Turn[]): Promise<Execution> {
	const workflow = await store(
		agentWorkflow({ major: 3, connected: toolNode({ options: { maxRecipients: 1 } }) }),
	);
	scriptedModel().follow(turns);
	return await environment().bench.executions.run(workflow.id, trigger);
}

export default function tests(): void {
	describe("As a tool of n8n's agent", () => {
		before(openModel);
		after(closeModel);
		beforeEach(() => {
			environment().sandbox.reset();
			scriptedModel().requests.length = 0;
		});

		test('texts the one allowed number once', async () => {
			const execution = await runAgent([
				{ callTool: { recipients: allowed, text: 'Your parcel is here.' } },
				{ say: 'Done.' },
			]);
			assert.equal(execution.status, 'success', execution.error?.message);
			assert.deepEqual(accepted(), [[[allowed], 'Your parcel is here.']]);
			assert.deepEqual(
				outputOf(execution, agent).map((item) => item.json.output),
				['Done.'],
			);
			assert.match(toolAnswers().join(), firstReceipt());
		});

		test('is refused above maxRecipients, and the model is told why', async () => {
			const execution = await runAgent([
				{ callTool: { recipients: `${allowed}, +254712345679`, text: 'Your parcel is here.' } },
				{ say: 'I could not.' },
			]);
			assert.equal(sends(), 0);
			// In n8n 1.x a tool that fails ends the run: the person is told, not the model.
			const told = isOlderN8n() ? String(execution.error?.message) : toolAnswers().join();
			assert.match(told, /2/);
			assert.match(told, /recipients|numbers/i);
		});
	});
}
