/** Stubs for the nodes that choose items and make new ones of them. */
import type {
	FieldType,
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
} from 'n8n-workflow';
import { n8nWorkflow } from '../n8n-modules.mts';
import { choice, optional, pairedWithAll, parameter, refuse, stub } from './stub.mts';

const asN8n = {
	caseSensitive: '={{!$parameter.options.ignoreCase}}',
	typeValidation: 'strict',
	version: 2,
} as const;

/** n8n-core itself evaluates a parameter of type `filter`. */
const conditions = () => [
	parameter('conditions', 'filter', {}, { typeOptions: { filter: asN8n } }),
	optional(parameter('ignoreCase', 'boolean', true)),
];

/** The items that meet the conditions. */
const meeting = (context: IExecuteFunctions): INodeExecutionData[] =>
	context
		.getInputData()
		.map((item, index) => ({ ...item, pairedItem: item.pairedItem ?? { item: index } }))
		.filter((_, index) =>
			context.getNodeParameter('conditions', index, false, { extractValue: true }),
		);

export const items = (): INodeType[] => [
	// Items that meet the conditions go on, the others end here.
	stub('filter', 2.2, conditions(), async (context) => [meeting(context)]),

	// Edit Fields: new items, of fields one by one or of an object.
	stub(
		'set',
		3.4,
		[
			choice('mode', 'manual', ['manual', 'raw']),
			parameter('assignments', 'assignmentCollection', {}),
			parameter('jsonOutput', 'json', '{}'),
			optional(parameter('dotNotation', 'boolean', true)),
		],
		async (context) => {
			const fieldsOf = context.getNodeParameter('mode', 0) === 'raw' ? givenObject : assigned;
			const one = (_: INodeExecutionData, item: number) => {
				const json = fieldsOf(context, item);
				const hasPaths = context.getNodeParameter('options.dotNotation', item, true);
				if (hasPaths && Object.keys(json).some((name) => /[.[]/.test(name)))
					refuse(context, 'The stub sets no nested fields.');
				return { json, pairedItem: { item } };
			};
			return [context.getInputData().map(one)];
		},
	),

	// The items that have one field, counted by the values of another: one item with all counts.
	stub(
		'summarize',
		1.1,
		[
			parameter('fieldsToSummarize', 'json', {}),
			parameter('fieldsToSplitBy', 'string', ''),
			optional(choice('outputFormat', 'separateItems', ['singleItem'])),
		],
		async (context) => {
			const counted = context.getNodeParameter('fieldsToSummarize.values', 0, []);
			const [{ aggregation, field, ...more }, ...others] = counted as [IDataObject];
			const splitBy = context.getNodeParameter('fieldsToSplitBy', 0) as string;
			const isBeyond = aggregation !== 'count' || Object.keys({ ...more, ...others }).length > 0;
			if (isBeyond || !splitBy || splitBy.includes(','))
				refuse(context, 'The stub counts one field, split by one field.');
			const all = context.getInputData();
			const counts: Record<string, IDataObject> = {};
			for (const { json } of all) {
				const isEmpty = [undefined, null, ''].includes(json[field as string] as null);
				const count = (counts[String(json[splitBy])] ??= { [`count_${field}`]: 0 });
				if (!isEmpty) (count[`count_${field}`] as number)++;
			}
			return [[{ json: counts, pairedItem: pairedWithAll(all) }]];
		},
	),
];

function assigned(context: IExecuteFunctions, item: number): IDataObject {
	const assignments = context.getNodeParameter('assignments.assignments', item, []) as Array<{
		name: string;
		type: FieldType;
		value: unknown;
	}>;
	const fields = assignments.map(({ name, type, value }) => {
		if (value === null || value === undefined) return [name, value];
		const checked = n8nWorkflow.validateFieldType(name, value, type, { strict: false });
		return [name, checked.valid ? checked.newValue : refuse(context, checked.errorMessage)];
	});
	return Object.fromEntries(fields) as IDataObject;
}

/** The real node writes the object out as JSON and reads it again, so that what JSON doesn't have is gone. */
function givenObject(context: IExecuteFunctions, item: number): IDataObject {
	const given = context.getNodeParameter('jsonOutput', item);
	if (typeof given !== 'object' || given === null || Array.isArray(given))
		return refuse(context, 'The stub takes an expression that gives an object.');
	return JSON.parse(JSON.stringify(given)) as IDataObject;
}
