import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { agentWorkflow, closeModel, openModel, scriptedModel, toolNode } from './tool.mts';
import { store, trigger } from './workflows.mts';
import { environment } from './environment.mts';

/** The node's actions, from which n8n makes the description of a tool that has none of its own. */
const actions = {
	sendMessage: 'Send message',
	queryMessages: 'Query messages',
	querySenders: 'Query senders',
	listStatuses: 'List statuses',
};

export default function tests(): void {
	describe('What the tool says of itself to the model', () => {
		before(openModel);
		after(closeModel);
		beforeEach(() => {
			scriptedModel().requests.length = 0;
		});

		for (const [operation, action] of Object.entries(actions)) {
			test(`${operation}: '${action} in Messaging Service'`, async () => {
				const workflow = await store(
					agentWorkflow({ major: 3, connected: toolNode({ operation }) }),
				);
				scriptedModel().follow([{ say: 'Nothing to do.' }]);
				const execution = await environment().bench.executions.run(workflow.id, trigger);
				assert.equal(execution.status, 'success', execution.error?.message);
				const [request] = scriptedModel().requests;
				assert.deepEqual(
					request?.tools?.map((offered) => offered.function.description),
					[`${action} in Messaging Service`],
				);
			});
		}
	});
}
