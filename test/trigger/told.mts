import type { PolledWorkflow } from '../../workbench/engine/poll.mts';

/** What started executions, an execution a line: number, status before, status. */
export function told({ executions }: PolledWorkflow): string[] {
	return executions.map(({ items }) =>
		items!
			.map(({ json }) => `${json.phone_number} ${json.previous_status}>${json.status}`)
			.join(', '),
	);
}
