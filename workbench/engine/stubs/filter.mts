/** Stub for n8n's Filter: items that meet the conditions go on, the others end here. */
import type { IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';
import { conditionParameters, partByConditions } from './condition.mts';
import { describe } from './description.mts';

export class Filter implements INodeType {
	description = describe({
		name: 'filter',
		displayName: 'Filter',
		version: [2.2],
		properties: conditionParameters(),
	});

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const [met] = partByConditions(this);
		return [met];
	}
}
