/** Stub for n8n's Manual Trigger: a person presses Execute, one empty item starts the run. */
import type { IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';
import { describe } from './description.mts';

export class ManualTrigger implements INodeType {
	description = describe({
		name: 'manualTrigger',
		displayName: 'When clicking ‘Execute workflow’',
		version: [1],
		group: 'trigger',
		inputs: 0,
		properties: [],
	});

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [this.getInputData()];
	}
}
