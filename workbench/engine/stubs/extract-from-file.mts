/** Stub for n8n's Extract from File with a CSV file; n8n reads CSV by the same library and settings. */
import { parse } from 'csv-parse/sync';
import type { IDataObject, IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';
import { describe, parameter } from './description.mts';

export class ExtractFromFile implements INodeType {
	description = describe({
		name: 'extractFromFile',
		displayName: 'Extract from File',
		version: [1, 1.1],
		properties: [
			parameter('operation', 'options', 'csv', {
				options: [{ name: 'Extract From CSV', value: 'csv' }],
			}),
			parameter('binaryPropertyName', 'string', 'data'),
			parameter(
				'options',
				'collection',
				{},
				{
					options: [
						parameter('delimiter', 'string', ','),
						parameter('enableBOM', 'boolean', false),
						parameter('headerRow', 'boolean', true),
						parameter('includeEmptyCells', 'boolean', false),
					],
				},
			),
		],
	});

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const rows = await Promise.all(
			this.getInputData().map(async (_item, index) => {
				const options = this.getNodeParameter('options', index, {}) as {
					delimiter?: string;
					enableBOM?: boolean;
					headerRow?: boolean;
					includeEmptyCells?: boolean;
				};
				const content = await this.helpers.getBinaryDataBuffer(
					index,
					this.getNodeParameter('binaryPropertyName', index) as string,
				);
				const records = parse(content, {
					delimiter: options.delimiter,
					bom: options.enableBOM,
					columns: options.headerRow !== false,
					skip_empty_lines: true,
				}) as unknown as Array<Record<string, string>>;
				// n8n leaves empty cells out unless told otherwise: the field is then missing, not ''.
				const kept = (record: Record<string, string>) =>
					options.includeEmptyCells
						? record
						: Object.fromEntries(Object.entries(record).filter(([, value]) => value !== ''));
				return records.map((record) => ({
					json: kept(record) as IDataObject,
					pairedItem: { item: index },
				}));
			}),
		);
		return [rows.flat()];
	}
}
