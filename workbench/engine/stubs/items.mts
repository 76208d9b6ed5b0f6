/** Stubs for the nodes that choose items and make new ones of them. */
import type { FieldType, IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { n8nWorkflow } from '../n8n-modules.mts';
import { choice, entries, optional, pairedWithAll, parameter, refuse, stub } from './stub.mts';

/** n8n-core itself evaluates a parameter of type `filter`. */
const conditions = () => [
	parameter(
		'conditions',
		'filter',
		{},
		{
			typeOptions: {
				filter: {
					caseSensitive: '={{!$parameter.options.ignoreCase}}',
					typeValidation: 'strict',
					version: 2,
				},
			},
		},
	),
	optional(parameter('ignoreCase', 'boolean', true)),
];

/** The items that meet the conditions, and the others. */
function parted(context: IExecuteFunctions): [INodeExecutionData[], INodeExecutionData[]] {
	const met: INodeExecutionData[] = [];
	const unmet: INodeExecutionData[] = [];
	context.getInputData().forEach((item, index) => {
		const isMet = context.getNodeParameter('conditions', index, false, { extractValue: true });
		(isMet ? met : unmet).push({ ...item, pairedItem: item.pairedItem ?? { item: index } });
	});
	return [met, unmet];
}

/** Items that meet the conditions go on, the others end here. */
export const filter = () =>
	stub('filter', 2.2, conditions(), async (context) => [parted(context)[0]]);

/** Items that meet the conditions leave by the first branch, the others by the second. */
export const ifNode = () =>
	stub('if', 2.2, conditions(), async (context) => parted(context), { outputs: 2 });

/** Edit Fields: makes new items, of fields one by one or of a JSON object. */
export const editFields = () =>
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
			const isRaw = context.getNodeParameter('mode', 0) === 'raw';
			return [
				context.getInputData().map((_, item) => {
					const json = isRaw ? objectOf(context, item) : assigned(context, item);
					// The real node then reads a dot or a bracket as a path into the item; no example needs that.
					const isPath = (name: string) => /[.[]/.test(name);
					if (
						context.getNodeParameter('options.dotNotation', item, true) &&
						Object.keys(json).some(isPath)
					)
						refuse(context, 'The stub sets no nested fields.');
					return { json, pairedItem: { item } };
				}),
			];
		},
	);

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
function objectOf(context: IExecuteFunctions, item: number): IDataObject {
	const given = context.getNodeParameter('jsonOutput', item);
	if (typeof given !== 'object' || given === null || Array.isArray(given))
		return refuse(context, 'The stub takes an expression that gives an object.');
	return JSON.parse(JSON.stringify(given)) as IDataObject;
}

/** Aggregate: one item with the list of all. */
export const aggregate = () =>
	stub(
		'aggregate',
		1,
		[
			choice('aggregate', 'aggregateIndividualFields', ['aggregateAllItemData']),
			parameter('destinationFieldName', 'string', 'data'),
			optional(),
		],
		async (context) => {
			const items = context.getInputData();
			const field = context.getNodeParameter('destinationFieldName', 0) as string;
			const json = { [field]: items.map((item) => item.json) };
			return [[{ json, pairedItem: pairedWithAll(items) }]];
		},
	);

/** Summarize: counts the items that have one field, per value of another; one item with all counts. */
export const summarize = () =>
	stub(
		'summarize',
		1.1,
		[
			entries('fieldsToSummarize', 'values', [
				choice('aggregation', 'count', ['count']),
				parameter('field', 'string', ''),
			]),
			parameter('fieldsToSplitBy', 'string', ''),
			optional(choice('outputFormat', 'separateItems', ['singleItem'])),
		],
		async (context) => {
			const counted = context.getNodeParameter('fieldsToSummarize.values', 0, []) as IDataObject[];
			const splitBy = context.getNodeParameter('fieldsToSplitBy', 0) as string;
			if (!splitBy || splitBy.includes(',') || counted.length !== 1)
				refuse(context, 'The stub counts one field, split by one field.');
			const field = String(counted[0]!.field);
			const items = context.getInputData();
			const counts = new Map<unknown, number>();
			for (const { json } of items) {
				const counts1 = [undefined, null, ''].includes(json[field] as never) ? 0 : 1;
				counts.set(json[splitBy], (counts.get(json[splitBy]) ?? 0) + counts1);
			}
			const of = [...counts].map(([value, count]) => [value, { [`count_${field}`]: count }]);
			return [[{ json: Object.fromEntries(of) as IDataObject, pairedItem: pairedWithAll(items) }]];
		},
	);
