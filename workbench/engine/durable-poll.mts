import type { INode, IPollFunctions, Workflow } from 'n8n-workflow';
import { n8nCore, n8nTriggerServices } from './n8n-modules.mts';

/**
 * One poll of n8n's durable scheduler (`poll-trigger-task-handler` in n8n): what it keeps is saved
 * with its items, or not at all.
 */
export async function pollDurably(
	workflow: Workflow,
	node: INode,
	context: IPollFunctions,
	isActive: () => boolean,
): Promise<void> {
	const poll = async () =>
		await n8nTriggerServices().triggersAndPollers.runPollFunction(workflow, node, context);
	await n8nCore.runPollInStagingScope(
		context,
		async () =>
			await workflow.expression.withIsolate(async () => {
				try {
					const items = await poll();
					if (!isActive()) return;
					if (items !== null) context.__emit(items);
					else await n8nCore.commitStagedCursor(context);
				} catch (error) {
					context.__emitError(error as Error);
				}
			}),
	);
}
