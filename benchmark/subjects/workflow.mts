/** Runs one node on n8n's engine with the items of a task, for all subjects inside n8n. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { INode, INodeExecutionData } from 'n8n-workflow';
import type { NodePackage, StoredCredential } from '../../workbench/engine/engine.mts';
import { runStep } from '../../workbench/engine/step.mts';
import { phoneNumbers, type Task, type TaskResult } from './task.mts';

/**
 * Returns the node's input; for a query, one empty item. Yields to the event loop, so that only the node's holds count.
 */
async function itemsFor(task: Task): Promise<INodeExecutionData[]> {
	if (task.numbers === undefined) return [{ json: {} }];
	const { numbers = 0, perItem = 1, from = 0 } = task;
	const items: INodeExecutionData[] = [];
	for (let first = 0; first < numbers; first += perItem) {
		const phones = phoneNumbers({ ...task, numbers: perItem, from: from + first });
		items.push({ json: { phone: perItem > 1 ? phones : phones[0] } });
		if (items.length % 100 === 0) await nextTurn();
	}
	return items;
}

export async function runNode(
	task: Task,
	node: Pick<INode, 'type'> & Partial<INode>,
	packages: NodePackage[],
	credential: StoredCredential,
	items?: INodeExecutionData[],
): Promise<TaskResult> {
	const input = items ?? (await itemsFor(task));
	const result = await runStep({ name: 'Subject', ...node }, credential, { packages, input });
	const output = result.output('Subject');
	// The HTTP Request node outputs a page as one item.
	type Page = { data?: { data?: unknown[] } };
	const counts = output.map(({ json }) => (json as Page).data?.data?.length ?? 1);
	const records = counts.reduce((sum, count) => sum + count, 0);
	return { items: output.length, records, failure: result.error?.message };
}
