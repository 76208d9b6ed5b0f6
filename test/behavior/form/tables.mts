/** The tables of parameters.md: as they are written, and as the built package would fill them in. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import type { thePackage } from '../../harness/index.mts';

/** Rows of cells, by the heading of their table. */
export type Tables = Record<string, string[][]>;

/** Every table of the page by its heading; no row where the heading has no table. */
export function writtenTables(): Tables {
	const page = readFileSync(join(import.meta.dirname, 'parameters.md'), 'utf8');
	const parts = page.split(/^## /m).slice(1);
	const rowsIn = (part: string) =>
		[...part.matchAll(/^\|(.*)\|$/gm)]
			.slice(2)
			.map(([, cells]) => cells!.split('|').map((cell) => cell.trim()));
	return Object.fromEntries(parts.map((part) => [part.split('\n')[0]!, rowsIn(part)]));
}

/** The operation's rows, whose heading begins with it. */
export function writtenRows(heading: string): string[][] {
	return Object.entries(writtenTables()).find(([each]) => each.startsWith(heading))![1];
}

/** The values and labels that a menu's row offers. */
export const choicesIn = (row: string[]): Array<[value: string, label: string]> =>
	[...row[4]!.matchAll(/`([^`]+)` ([^,/]+)/g)].map(([, value, label]) => [value!, label!.trim()]);

/** What n8n's loader adds to the parameters of a package. */
const addedByN8n = ['pollTimes'];

export const ownFields = (fields: INodeProperties[]) =>
	fields.filter(({ name }) => !addedByN8n.includes(name));

/** What the table has a word for; whatever else a field has is shown as it is, so that nothing can hide. */
const words: Record<string, string> = {
	noDataExpression: 'no expression',
	minValue: 'min',
	maxValue: 'max',
	loadOptionsMethod: 'choices by',
	searchListMethod: 'choices by',
};
/** Texts for people, which have rules of their own, and what has a column of its own. */
const elsewhere = ['description', 'placeholder', 'builderHint', 'action', 'options', 'modes'];

function rulesOf({ typeOptions, ...others }: Record<string, unknown>): string[] {
	return Object.entries({ ...others, ...(typeOptions as object | undefined) })
		.filter(([name, value]) => value !== undefined && value !== false && !elsewhere.includes(name))
		.map(([name, value]) => {
			const word = words[name] ?? name;
			return value === true ? word : `${word} ${JSON.stringify(value).replaceAll('"', '')}`;
		})
		.sort();
}

const isCountry = ({ name }: INodePropertyOptions) => /\(\+\d+\)$/.test(name);

/** A menu's choices by their values. An operation's request stands in the heading of its table. */
function choicesOf({ type, options = [], modes = [] }: INodeProperties): string[] {
	if (['collection', 'fixedCollection'].includes(type)) return [];
	const shown = (value: unknown, ...words: string[]) => `\`${String(value)}\` ${words.join(' / ')}`;
	const menu = (options as INodePropertyOptions[]).filter((each) => !isCountry(each));
	return [
		...menu.map(({ name, value, routing: _, ...rules }) =>
			shown(value, name, ...rulesOf({ ...rules })),
		),
		...modes.map(({ displayName, name, type: kind, ...rules }) =>
			shown(name, displayName, kind, ...rulesOf({ ...rules })),
		),
	];
}

/** The conditions under which it is shown, but for the operation, whose table it stands in. */
function conditionsOf({ show = {}, ...others }: INodeProperties['displayOptions'] = {}): string {
	const shown = Object.entries(show).filter(([name]) => name !== 'operation');
	return [...shown, ...Object.entries(others)]
		.map(([name, values]) => `${name} ${JSON.stringify(values).replace(/^\[(.*)\]$/, '$1')}`)
		.join(', ');
}

function destinationOf({ send, ...others }: INodeProperties['routing'] = {}): string {
	// By `paginate` n8n hands each request to the node.
	const { type, property, paginate = true, ...more } = send ?? {};
	const rest = { ...others, ...more, ...(paginate === true ? {} : { paginate }) };
	const told = Object.keys(rest).length > 0 ? JSON.stringify(rest) : undefined;
	return [type, property, told].filter(Boolean).join(' ');
}

/** A row for the field, and one for each that is in it. */
function rowsOf(field: INodeProperties, parent = ''): string[][] {
	const { displayName, name, type, default: value, displayOptions, routing, ...rules } = field;
	const row = [
		`${parent}${name}`,
		type === 'notice' ? '' : displayName,
		type,
		JSON.stringify(value),
		[...rulesOf(rules), ...choicesOf(field)].join(', '),
		conditionsOf(displayOptions),
		destinationOf(routing),
	];
	return [row, ...membersOf(field).flatMap((member) => rowsOf(member, `${parent}${name}.`))];
}

/** The fields within a field, by their paths in it. */
function membersOf({ type, options = [] }: INodeProperties): INodeProperties[] {
	if (type === 'collection') return options as INodeProperties[];
	if (type !== 'fixedCollection') return [];
	return (options as INodePropertyCollection[]).flatMap(({ name: key, values }) =>
		values.map((member) => ({ ...member, name: `${key}.${member.name}` })),
	);
}

/** The tables that parameters.md should have, by what is built. */
export function builtTables({ nodes, credentials }: ReturnType<typeof thePackage>): Tables {
	const node = nodes.messagingService!.description;
	const trigger = nodes.messagingServiceTrigger!.description;
	const credential = credentials.messagingServiceApi!;
	const properties = ownFields(node.properties);
	const fieldsOf = (operation?: unknown) =>
		properties.filter(({ displayOptions }) => {
			const operations = displayOptions?.show?.operation ?? [];
			return operation ? operations.includes(operation as string) : operations.length === 0;
		});
	const menu = properties.find(({ name }) => name === 'operation')!;
	const rows = (fields: INodeProperties[]) => fields.flatMap((field) => rowsOf(field));
	return {
		[`Credential ${credential.name}: ${credential.displayName}`]: rows(credential.properties),
		[`Node ${node.name}: ${node.displayName}`]: rows(fieldsOf()),
		...Object.fromEntries(
			(menu.options as INodePropertyOptions[]).map(({ value, routing }) => [
				`${String(value)}: ${routing!.request!.method} ${routing!.request!.url}`,
				rows(fieldsOf(value)),
			]),
		),
		[`Trigger ${trigger.name}: ${trigger.displayName}`]: rows(ownFields(trigger.properties)),
		'What node and trigger offer and need': [node, trigger].map((each) => [
			each.name,
			String(each.version),
			[each.usableAsTool ? 'usable as a tool' : '', each.polling ? 'polls' : ''].join(''),
			each.credentials!.map(({ name, required }) => `${name} ${required && 'required'}`).join(),
			Object.values(nodes[each.name]!.methods!).flatMap(Object.keys).join(', '),
		]),
	};
}
