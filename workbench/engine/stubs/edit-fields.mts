/** Stub for n8n's Edit Fields (Set): sets fields one by one or by a JSON object, with or without the input's own. */
import type {
	FieldType,
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodeType,
} from 'n8n-workflow';
import { n8nWorkflow } from '../n8n-modules.mts';
import { describe, parameter } from './description.mts';
import { NodeOperationError } from './operation-error.mts';

interface Assignment {
	name: string;
	type: FieldType;
	value: unknown;
}

const shownFor = (mode: string): Partial<INodeProperties> => ({
	displayOptions: { show: { mode: [mode] } },
});

export class EditFields implements INodeType {
	description = describe({
		name: 'set',
		displayName: 'Edit Fields',
		version: [3.4],
		properties: [
			parameter('mode', 'options', 'manual', {
				options: [
					{ name: 'Manual Mapping', value: 'manual' },
					{ name: 'JSON', value: 'raw' },
				],
			}),
			parameter('assignments', 'assignmentCollection', {}, shownFor('manual')),
			parameter('jsonOutput', 'json', '{}', shownFor('raw')),
			parameter('includeOtherFields', 'boolean', false),
			parameter(
				'options',
				'collection',
				{},
				{ options: [parameter('dotNotation', 'boolean', true)] },
			),
		],
	});

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const items = this.getInputData().map(({ json }, index) => {
			const fields: IDataObject = this.getNodeParameter('includeOtherFields', index)
				? { ...json }
				: {};
			const { dotNotation = true } = this.getNodeParameter('options', index) as {
				dotNotation?: boolean;
			};
			const given =
				this.getNodeParameter('mode', index) === 'raw'
					? objectOf(this, index)
					: assignedFields(this, index);
			for (const [name, value] of Object.entries(given)) {
				// The real node then reads a dot or a bracket as a path into the item; no example needs that.
				if (dotNotation && /[.[]/.test(name))
					throw new NodeOperationError(
						this.getNode(),
						`The stub sets no nested fields, such as "${name}".`,
					);
				fields[name] = value;
			}
			return { json: fields, pairedItem: { item: index } };
		});
		return [items];
	}
}

function assignedFields(context: IExecuteFunctions, index: number): IDataObject {
	const { assignments = [] } = context.getNodeParameter('assignments', index) as {
		assignments?: Assignment[];
	};
	return Object.fromEntries(
		assignments.map(({ name, type, value }) => {
			if (value === null || value === undefined) return [name, value];
			const checked = n8nWorkflow.validateFieldType(name, value, type, { strict: false });
			if (!checked.valid)
				throw new NodeOperationError(context.getNode(), checked.errorMessage, { itemIndex: index });
			return [name, checked.newValue];
		}),
	) as IDataObject;
}

/**
 * The real node writes an expression's result out as JSON and reads it again, so that what JSON
 * doesn't have is gone.
 */
function objectOf(context: IExecuteFunctions, index: number): IDataObject {
	const given = context.getNodeParameter('jsonOutput', index);
	let fields: unknown;
	try {
		fields = JSON.parse(typeof given === 'string' ? given : JSON.stringify(given));
	} catch {
		fields = undefined;
	}
	if (typeof fields === 'object' && fields !== null && !Array.isArray(fields))
		return fields as IDataObject;
	throw new NodeOperationError(
		context.getNode(),
		`The 'JSON Output' in item ${index} does not contain a valid JSON object`,
	);
}
