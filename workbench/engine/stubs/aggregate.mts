/** Stub for n8n's Aggregate of all item data: one item with the list of all. */
import type { IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';
import { describe, parameter } from './description.mts';
import { NodeOperationError } from './operation-error.mts';

export class Aggregate implements INodeType {
	description = describe({
		name: 'aggregate',
		displayName: 'Aggregate',
		version: [1],
		properties: [
			parameter('aggregate', 'options', 'aggregateIndividualFields', {
				options: [{ name: 'All Item Data (Into a Single List)', value: 'aggregateAllItemData' }],
			}),
			parameter('destinationFieldName', 'string', 'data'),
			parameter('include', 'options', 'allFields', {
				options: [{ name: 'All Fields', value: 'allFields' }],
			}),
			parameter('options', 'collection', {}, { options: [] }),
		],
	});

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		if (this.getNodeParameter('aggregate', 0) !== 'aggregateAllItemData')
			throw new NodeOperationError(this.getNode(), 'The stub aggregates all item data only.');
		const items = this.getInputData();
		const field = this.getNodeParameter('destinationFieldName', 0) as string;
		return [
			[
				{
					json: { [field]: items.map(({ json }) => json) },
					pairedItem: items.map((_, item) => ({ item })),
				},
			],
		];
	}
}
