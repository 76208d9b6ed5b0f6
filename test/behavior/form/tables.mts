/** The tables of parameters.md: as written, and as they would follow from the built package. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
	INodeParameters,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
} from 'n8n-workflow';
import type { thePackage } from '../../harness/index.mts';

/** Rows of cells, by the heading of their table. */
export type Tables = Record<string, string[][]>;

/** Returns every table of the page by its heading; no rows for a heading without a table. */
export function writtenTables(): Tables {
	const page = readFileSync(join(import.meta.dirname, 'parameters.md'), 'utf8');
	const parts = page.split(/^## /m).slice(1);
	const rowsIn = (part: string) =>
		[...part.matchAll(/^\|(.*)\|$/gm)]
			.slice(2)
			.map(([, cells]) => cells!.split('|').map((cell) => cell.trim()));
	return Object.fromEntries(parts.map((part) => [part.split('\n')[0]!, rowsIn(part)]));
}

/** Parameters that n8n's loader adds to a package. */
const addedByN8n = ['pollTimes'];

export const ownFields = (fields: INodeProperties[]) =>
	fields.filter(({ name }) => !addedByN8n.includes(name));

const isCountry = ({ name }: INodePropertyOptions) => /\(\+\d+\)$/.test(name);

/** Returns a row for the field, and one for each field in it. */
function rowsOf(field: INodeProperties, parent = ''): string[][] {
	const { name, type, required, default: value, options = [], modes = [], typeOptions } = field;
	const members = membersOf(field);
	const menu = members.length > 0 ? [] : (options as INodePropertyOptions[]);
	const choices = [
		...menu.filter((each) => !isCountry(each)).map((each) => JSON.stringify(each.value)),
		...modes.map((mode) => JSON.stringify(mode.name)),
	];
	const kinds = [
		type,
		...(typeOptions?.password ? ['password'] : []),
		...(required ? ['required'] : []),
	];
	const row = [`${parent}${name}`, kinds.join(', '), JSON.stringify(value), choices.join(' ')];
	return [row, ...members.flatMap((member) => rowsOf(member, `${parent}${name}.`))];
}

/** Returns the fields within a field, named by their paths in it. */
function membersOf({ type, options = [] }: INodeProperties): INodeProperties[] {
	if (type === 'collection') return options as INodeProperties[];
	if (type !== 'fixedCollection') return [];
	return (options as INodePropertyCollection[]).flatMap(({ name: key, values }) =>
		values.map((member) => ({ ...member, name: `${key}.${member.name}` })),
	);
}

/** Returns the tables that parameters.md should have for the built package. */
export function builtTables({ nodes, credentials }: ReturnType<typeof thePackage>): Tables {
	const fields = ownFields(nodes.messagingService!.description.properties);
	const operationsOf = ({ displayOptions }: INodeProperties) =>
		(displayOptions?.show?.operation ?? []) as string[];
	const menu = fields.find(({ name }) => name === 'operation')!;
	const rows = (given: INodeProperties[]) => given.flatMap((field) => rowsOf(field));
	return {
		messagingServiceApi: rows(credentials.messagingServiceApi!.properties),
		messagingService: rows(fields.filter((field) => operationsOf(field).length === 0)),
		...Object.fromEntries(
			(menu.options as INodePropertyOptions[]).map(({ value }) => [
				value,
				rows(fields.filter((field) => operationsOf(field).includes(String(value)))),
			]),
		),
		messagingServiceTrigger: rows(ownFields(nodes.messagingServiceTrigger!.description.properties)),
	};
}

/** Returns the parameters with this value at the path. */
export function withValue(
	parameters: INodeParameters,
	path: string,
	value: unknown,
): INodeParameters {
	const [name, ...members] = path.replace(/=.*/, '').split('.') as [string, ...string[]];
	const inside = parameters[name] as INodeParameters | undefined;
	const given = members.length > 0 ? withValue({ ...inside }, members.join('.'), value) : value;
	return { ...parameters, [name]: given } as INodeParameters;
}
