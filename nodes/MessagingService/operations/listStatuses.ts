import type { IDataObject } from 'n8n-workflow';

import type { Operation } from './operation';

/** The statuses of the answer (specification section 4.5): its keys are numbers written as text. */
export function statusesOf(data: IDataObject): Array<{ id: number; label: string }> {
	return Object.entries(data)
		.filter(([id]) => /^-?\d+$/.test(id))
		.map(([id, label]) => ({ id: Number(id), label: String(label) }));
}

/** GET /system/system-status. */
export const listStatuses: Operation = {
	name: 'List Statuses',
	value: 'listStatuses',
	action: 'List statuses',
	description: 'List the statuses that a sender ID can have',
	method: 'GET',
	url: '/system/system-status',
	fields: [],
	prepare: () => ({ order: { purpose: 'read', query: {}, output: statusesOf }, concurrency: 10 }),
};
