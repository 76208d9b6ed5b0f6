import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { statusesOf } from '../operations/listStatuses';
import { isRecord } from '../validation/record';
import { readForList } from './listRequest';
import { specifiedStatuses } from './specifiedStatuses';

/** The statuses for a drop-down: live, or the specified ones when the service can't be reached. */
export async function getStatuses(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const answer = await readForList(this, '/system/system-status', {});
	const live = 'data' in answer && isRecord(answer.data) ? statusesOf(answer.data) : [];
	return (live.length > 0 ? live : specifiedStatuses).map(({ id, label }) => ({
		name: label,
		value: id,
		description: `Status ${id}`,
	}));
}
