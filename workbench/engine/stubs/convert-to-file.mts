/**
 * Stub for n8n's Convert to File with a CSV file: all items become one file, as n8n's spreadsheet
 * library writes it.
 */
import type { IDataObject, IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';
import { describe, parameter } from './description.mts';
import { NodeOperationError } from './operation-error.mts';

export class ConvertToFile implements INodeType {
	description = describe({
		name: 'convertToFile',
		displayName: 'Convert to File',
		version: [1, 1.1],
		properties: [
			parameter('operation', 'options', 'csv', {
				options: [{ name: 'Convert to CSV', value: 'csv' }],
			}),
			parameter('binaryPropertyName', 'string', 'data'),
			parameter('options', 'collection', {}, { options: [] }),
		],
	});

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const items = this.getInputData();
		const rows = items.map(({ json }) => json);
		const columns = [...new Set(rows.flatMap(Object.keys))];
		const cells = rows.map((row) => columns.map((column) => cellOf(this, row, column)));
		// It begins with a byte order mark, and its last line has no end.
		const csv = `\ufeff${[columns, ...cells].map((row) => row.map(quoted).join(',')).join('\n')}`;
		const field = this.getNodeParameter('binaryPropertyName', 0) as string;
		const data = await this.helpers.prepareBinaryData(Buffer.from(csv), 'File.csv');
		return [
			[{ json: {}, binary: { [field]: data }, pairedItem: items.map((_, item) => ({ item })) }],
		];
	}
}

function cellOf(context: IExecuteFunctions, row: IDataObject, column: string): string {
	const value = row[column] ?? '';
	// How numbers, dates and nested values are written is left to the real node.
	if (typeof value !== 'string')
		throw new NodeOperationError(
			context.getNode(),
			`The stub writes texts only, and "${column}" is none.`,
		);
	return value;
}

function quoted(cell: string): string {
	return /[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
