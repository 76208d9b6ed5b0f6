/** Workflows that begin with the trigger, and what it told them. */
import { credentialFields, credentialType, triggerType } from '../../workbench/n8n/bench.mts';
import type { StoredWorkflow, Workflow } from '../../workbench/n8n/rest.mts';
import type { Sandbox } from '../../workbench/sandbox/sandbox.mts';
import { environment } from './environment.mts';
import { chain, node, noOp, outputs, type Row } from './workflows.mts';

/** n8n takes no poll time of more than once a minute, and any number of them. */
const everySeconds = (seconds: number): Row => ({
	item: Array.from({ length: 60 / seconds }, (_, index) => ({
		mode: 'custom',
		cronExpression: `${index * seconds} * * * * *`,
	})),
});

/** The credential for this sandbox, with some fields as told. */
export const credentialFor = async (sandbox: Sandbox, changes: Row = {}) =>
	await environment().rest.createCredential('Watched', credentialType, {
		...credentialFields(sandbox),
		...changes,
	});

/** The trigger, polled every five seconds, and a node after it. */
export const watching = (credential: { id: string; name: string }): Workflow =>
	chain('Watching', [
		node(
			'Trigger',
			triggerType,
			1,
			{ pollTimes: everySeconds(5) },
			{ credentials: { [credentialType]: credential } },
		),
		noOp('Told'),
	]);

/** The changes that the workflow was told, the earliest first, each as "number: previous status > status". */
export async function toldTo({ id }: StoredWorkflow): Promise<string[]> {
	const { executions } = environment();
	const changes: string[] = [];
	for (const each of (await executions.list(id, ['success'])).reverse())
		for (const row of outputs(await executions.read(each.id), 'Told'))
			changes.push(`${row.phone_number}: ${row.previous_status} > ${row.status}`);
	return changes;
}

/** The polls that this sandbox was asked by: each begins with the first page. */
export const pollsOf = ({ requests }: Sandbox): Sandbox['requests'] =>
	requests.filter(({ operation, query }) => operation === 'messages' && query.page === '1');
