/** Stub for n8n's If: items that meet the conditions leave by the first branch, the others by the second. */
import type { IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';
import { conditionParameters, partByConditions } from './condition.mts';
import { describe } from './description.mts';

export class If implements INodeType {
	description = describe({
		name: 'if',
		displayName: 'If',
		version: [2.2],
		outputs: 2,
		properties: conditionParameters(),
	});

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return partByConditions(this);
	}
}
