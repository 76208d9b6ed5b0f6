/** Stand-in for n8n's Edit Fields (Set) in manual mode: sets fields, with or without the input's own. */
import type { FieldType, IDataObject, IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';
import { n8nWorkflow } from '../n8n-modules.mts';
import { describe, parameter } from './description.mts';
import { NodeOperationError } from './operation-error.mts';

interface Assignment {
	name: string;
	type: FieldType;
	value: unknown;
}

export class EditFields implements INodeType {
	description = describe({
		name: 'set', displayName: 'Edit Fields', version: [3.4],
		properties: [
			parameter('mode', 'options', 'manual', { options: [{ name: 'Manual Mapping', value: 'manual' }] }),
			parameter('assignments', 'assignmentCollection', {}),
			parameter('includeOtherFields', 'boolean', false),
			parameter('options', 'collection', {}, { options: [] }),
		],
	});

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const items = this.getInputData().map(({ json }, index) => {
			const { assignments = [] } = this.getNodeParameter('assignments', index) as { assignments?: Assignment[] };
			const fields: IDataObject = this.getNodeParameter('includeOtherFields', index) ? { ...json } : {};
			for (const { name, type, value } of assignments) {
				// The real node reads a dot as a path into the item; no example needs that.
				if (name.includes('.')) throw new NodeOperationError(this.getNode(), `The stand-in sets no nested fields, such as "${name}".`);
				const checked = value === null || value === undefined
					? { valid: true as const, newValue: value }
					: n8nWorkflow.validateFieldType(name, value, type, { strict: false });
				if (!checked.valid) throw new NodeOperationError(this.getNode(), checked.errorMessage, { itemIndex: index });
				fields[name] = checked.newValue as IDataObject[string];
			}
			return { json: fields, pairedItem: { item: index } };
		});
		return [items];
	}
}
