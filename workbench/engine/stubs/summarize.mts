/** Stub for n8n's Summarize: counts items per value of one field, one output item per value or one of all. */
import type { IDataObject, IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';
import { describe, parameter } from './description.mts';
import { NodeOperationError } from './operation-error.mts';

interface Aggregation {
	aggregation: 'count';
	field: string;
}

export class Summarize implements INodeType {
	description = describe({
		name: 'summarize',
		displayName: 'Summarize',
		version: [1.1],
		properties: [
			parameter(
				'fieldsToSummarize',
				'fixedCollection',
				{ values: [{ aggregation: 'count', field: '' }] },
				{
					typeOptions: { multipleValues: true },
					options: [
						{
							displayName: 'Fields',
							name: 'values',
							values: [
								parameter('aggregation', 'options', 'count', {
									options: [{ name: 'Count', value: 'count' }],
								}),
								parameter('field', 'string', ''),
							],
						},
					],
				},
			),
			parameter('fieldsToSplitBy', 'string', ''),
			parameter(
				'options',
				'collection',
				{},
				{
					options: [
						parameter('outputFormat', 'options', 'separateItems', {
							options: [
								{ name: 'Each Split in a Separate Item', value: 'separateItems' },
								{ name: 'All Splits in a Single Item', value: 'singleItem' },
							],
						}),
					],
				},
			),
		],
	});

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const aggregations = this.getNodeParameter('fieldsToSummarize.values', 0, []) as Aggregation[];
		const splitBy = this.getNodeParameter('fieldsToSplitBy', 0) as string;
		if (!splitBy || splitBy.includes(',') || aggregations.length !== 1) {
			throw new NodeOperationError(
				this.getNode(),
				'The stub counts one field, split by one field.',
			);
		}
		const { field } = aggregations[0]!;
		const groups = new Map<unknown, Array<{ item: number; counts: boolean }>>();
		this.getInputData().forEach(({ json }, item) => {
			const value = json[field];
			const counts = value !== undefined && value !== null && value !== '';
			const group = groups.get(json[splitBy]);
			if (group) group.push({ item, counts });
			else groups.set(json[splitBy], [{ item, counts }]);
		});
		const countOf = (members: Array<{ counts: boolean }>) => ({
			[`count_${field}`]: members.filter(({ counts }) => counts).length,
		});
		const { outputFormat } = this.getNodeParameter('options', 0) as { outputFormat?: string };
		if (outputFormat === 'singleItem') {
			const json = Object.fromEntries(
				[...groups].map(([value, members]) => [value, countOf(members)]),
			) as IDataObject;
			return [[{ json, pairedItem: this.getInputData().map((_, item) => ({ item })) }]];
		}
		return [
			[...groups].map(([value, members]) => ({
				json: { ...countOf(members), [splitBy]: value as string },
				pairedItem: members.map(({ item }) => ({ item })),
			})),
		];
	}
}
