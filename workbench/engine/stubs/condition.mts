/** The conditions of If and Filter. n8n-core itself evaluates a parameter of type `filter`. */
import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { parameter } from './description.mts';

/** The parameters that If and Filter share, with the settings under which n8n evaluates them. */
export function conditionParameters(): INodeProperties[] {
	return [
		parameter(
			'conditions',
			'filter',
			{},
			{
				typeOptions: {
					filter: {
						caseSensitive: '={{!$parameter.options.ignoreCase}}',
						typeValidation: '={{ $parameter.looseTypeValidation ? "loose" : "strict" }}',
						version: 2,
					},
				},
			},
		),
		parameter('looseTypeValidation', 'boolean', false),
		parameter('options', 'collection', {}, { options: [parameter('ignoreCase', 'boolean', true)] }),
	];
}

/** Parts the node's input by its conditions: first the items that meet them, then the others. */
export function partByConditions(
	context: IExecuteFunctions,
): [INodeExecutionData[], INodeExecutionData[]] {
	const met: INodeExecutionData[] = [];
	const unmet: INodeExecutionData[] = [];
	context.getInputData().forEach((item, index) => {
		const passes = context.getNodeParameter('conditions', index, false, {
			extractValue: true,
		}) as boolean;
		(passes ? met : unmet).push({ ...item, pairedItem: item.pairedItem ?? { item: index } });
	});
	return [met, unmet];
}
