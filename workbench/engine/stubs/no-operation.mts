/** Stub for n8n's No Operation: hands its items on. */
import type { IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';
import { describe } from './description.mts';

export class NoOperation implements INodeType {
	description = describe({
		name: 'noOp',
		displayName: 'No Operation, do nothing',
		version: [1],
		properties: [],
	});

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [this.getInputData()];
	}
}
