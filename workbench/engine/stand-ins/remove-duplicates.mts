/** Stand-in for n8n's Remove Duplicates within the input, comparing chosen fields; the first of equal items stays. */
import type { IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';
import { describe, parameter } from './description.mts';
import { NodeOperationError } from './operation-error.mts';

export class RemoveDuplicates implements INodeType {
	description = describe({
		name: 'removeDuplicates', displayName: 'Remove Duplicates', version: [2],
		properties: [
			parameter('operation', 'options', 'removeDuplicateInputItems', {
				options: [{ name: 'Remove Items Repeated Within Current Input', value: 'removeDuplicateInputItems' }],
			}),
			parameter('compare', 'options', 'allFields', { options: [{ name: 'Selected Fields', value: 'selectedFields' }] }),
			parameter('fieldsToCompare', 'string', ''),
			parameter('options', 'collection', {}, { options: [] }),
		],
	});

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		if (this.getNodeParameter('compare', 0) !== 'selectedFields') {
			throw new NodeOperationError(this.getNode(), 'The stand-in compares selected fields only.');
		}
		const fields = (this.getNodeParameter('fieldsToCompare', 0) as string).split(',').map((field) => field.trim());
		const seen = new Set<string>();
		const kept = this.getInputData().filter(({ json }) => {
			// n8n refuses a list where a compared field is missing somewhere, rather than call two gaps equal.
			const missing = fields.find((field) => json[field] === undefined);
			if (missing !== undefined) throw new NodeOperationError(this.getNode(), `'${missing}' field is missing from some input items`);
			const key = JSON.stringify(fields.map((field) => json[field]));
			return !seen.has(key) && seen.add(key);
		});
		return [kept];
	}
}
