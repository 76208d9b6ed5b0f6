/** The output has the columns of the schemas, which n8n's editor shows before a run, and of the reference. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { IDataObject, INodeParameters, INodePropertyOptions } from 'n8n-workflow';
import { answering, numberOf, run, send, service, thePackage } from '../harness/index.mts';

const project = resolve(import.meta.dirname, '../..');
const reference = readFileSync(join(project, 'docs/reference.md'), 'utf8');
const [ann, bob] = [0, 1].map(numberOf) as [string, string];
const goesOn = { settings: { onError: 'continueRegularOutput' } } as const;

interface Schema {
	properties: IDataObject;
	$defs?: Record<string, { properties: IDataObject }>;
}

const schemaOf = (operation: string): Schema => {
	const file = `dist/nodes/MessagingService/__schema__/v1.0.0/sms/${operation}.json`;
	return JSON.parse(readFileSync(join(project, file), 'utf8')) as Schema;
};

/** Returns the names in backticks in a table cell. */
const named = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);

/** Returns the column names in a table of the reference. */
const columnsIn = (table: RegExp): string[] =>
	[...table.exec(reference)![1]!.matchAll(/^\|(.*?)\|/gm)].flatMap(([, cell]) => named(cell!));

/** Makes sends whose rows together have every column. Returns these rows. */
async function everySend(): Promise<IDataObject[]> {
	const later = '2027-03-01T06:00:00Z';
	const skips = { skipAlreadySent: true, invalidRecipients: 'skip', schedule: later };
	const rows = [
		...(await send({ recipients: ann, options: { schedule: later } })).rows,
		...(await send({ recipients: `${ann}, ${bob}, lost`, options: skips })).rows,
		...(await send({ recipients: ann, options: skips })).rows,
		...(await send({ options: { dryRun: true } })).rows,
		...(await send({ options: { testNumber: bob } })).rows,
		...(await send({ recipients: 'lost' }, goesOn)).rows,
	];
	service.play({ on: 'send', kind: 'dropAfter' });
	rows.push(...(await send({ message: 'Once more' })).rows);
	await answering(() => ({ body: { responsecode: 201, data: { messageId: 7, cost: 3 } } }));
	return [...rows, ...(await send()).rows];
}

test('Send Message', async () => {
	const rows = await everySend();
	const came = [...new Set(rows.flatMap((row) => Object.keys(row)))].sort();
	expect(came).toEqual(Object.keys(schemaOf('sendMessage').properties).sort());
	expect(came).toEqual(columnsIn(/^\|Column\|Meaning\|\n\|---\|---\|\n([^]*?)\n\n/m).sort());
});

describe('Query Messages', () => {
	const table = /^\|Output\|Columns\|\n\|---\|---\|\n([^]*?)\n\n/m.exec(reference)![1]!;
	const written = new Map(
		[...table.matchAll(/^\|([^|]+)\|([^|]+)\|$/gm)].map(([, output, cell]) => [output!, cell!]),
	);
	const query = async (parameters: INodeParameters) => {
		service.addMessage({ recipients: [ann], message: 'Hello', campaign: 'c', category: 'utility' });
		return (await run({ operation: 'queryMessages', ...parameters })).rows[0]!;
	};

	test.each([
		['simplified', 'Simplified'],
		['recipients', 'One Item per Recipient'],
	])('%s', async (output, label) => {
		const came = Object.keys(await query({ output }));
		expect(came).toEqual(Object.keys(schemaOf('queryMessages').$defs![output]!.properties));
		expect(came).toEqual(named(written.get(label)!));
	});

	test('each choice of Fields is a column of its own name', async () => {
		const { properties } = thePackage().nodes.messagingService!.description;
		const field = properties.find(({ name }) => name === 'fields')!;
		const fields = (field.options as INodePropertyOptions[]).map(({ value }) => value as string);
		const row = await query({ output: 'selectedFields', fields });
		expect(Object.keys(row).sort()).toEqual(['id', ...fields].sort());
		// A name that no record has comes out as null.
		expect(Object.values(row)).not.toContain(null);
	});
});
