/** Workflows that begin with the trigger, and what it told them. */
import assert from 'node:assert/strict';
import {
	credentialFields,
	credentialType,
	triggerType,
	type Bench,
	type SandboxAddress,
} from '../../workbench/n8n/bench.mts';
import { outputOf } from '../../workbench/n8n/executions.mts';
import type { StoredWorkflow } from '../../workbench/n8n/rest.mts';
import type { Sandbox } from '../../workbench/sandbox/sandbox.mts';
import { chain, node } from './workflows.mts';

export const watcher = 'Messaging Service Trigger';
const told = 'Told';

/** n8n's shortest. */
export const everyMinute = { item: [{ mode: 'everyMinute' }] };

/** n8n takes no poll time of more than once a minute, and any number of them. */
export function everySeconds(seconds: number): Record<string, unknown> {
	const times = Array.from({ length: 60 / seconds }, (_, index) => ({
		mode: 'custom',
		cronExpression: `${index * seconds} * * * * *`,
	}));
	return { item: times };
}

/** So seldom that what it tells in a test was told by the poll at its activation. */
export const onLeapDays = { item: [{ mode: 'custom', cronExpression: '0 0 0 29 2 *' }] };

export async function credentialFor(
	bench: Pick<Bench, 'rest'>,
	sandbox: SandboxAddress,
	name: string,
	changes: Record<string, unknown> = {},
): Promise<{ id: string; name: string }> {
	return await bench.rest.createCredential(name, credentialType, {
		...credentialFields(sandbox),
		...changes,
	});
}

/** A workflow of the trigger and a node after it; not yet published. */
export async function watch(
	{ rest }: Pick<Bench, 'rest'>,
	name: string,
	credential: { id: string; name: string },
	parameters: Record<string, unknown>,
): Promise<StoredWorkflow> {
	return await rest.createWorkflow(
		chain(name, [
			node(watcher, triggerType, 1, parameters, { credentials: { [credentialType]: credential } }),
			node(told, 'n8n-nodes-base.noOp', 1, {}),
		]),
	);
}

export type Row = Record<string, unknown>;

/** What the workflow's executions were given, one list for each of those that ended well, the earliest first. */
export async function toldTo(
	{ executions }: Pick<Bench, 'executions'>,
	workflow: StoredWorkflow,
): Promise<Row[][]> {
	const ended = await executions.list(workflow.id, ['success']);
	const rows: Row[][] = [];
	for (const { id } of ended.reverse()) {
		const execution = await executions.read(id);
		const given = outputOf(execution, told).map(({ json }) => json);
		assert.deepEqual(
			given,
			outputOf(execution, watcher).map(({ json }) => json),
		);
		rows.push(given);
	}
	return rows;
}

/** The polls that this sandbox was asked by: each begins with the first page. */
export function pollsOf(sandbox: Sandbox): Sandbox['requests'] {
	return sandbox.requests.filter(
		({ operation, query }) => operation === 'messages' && query.page === '1',
	);
}

/** A change as a short text. */
export function change({ phone_number, previous_status, status }: Row): string {
	return `${String(phone_number)}: ${String(previous_status)} > ${String(status)}`;
}
