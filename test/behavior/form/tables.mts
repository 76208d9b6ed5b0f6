/** The tables of parameters.md: as they are written, and as the built package would fill them in. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
	ICredentialType,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyMode,
	INodePropertyOptions,
	INodeType,
} from 'n8n-workflow';
import type { thePackage } from '../../harness/index.mts';

/** Rows of cells, by the heading of their table. */
export type Tables = Record<string, string[][]>;

/** Every table of the page by its heading; no row where the heading has no table. */
export function writtenTables(): Tables {
	const page = readFileSync(join(import.meta.dirname, 'parameters.md'), 'utf8');
	const cellsOf = (line: string) => line.split('|').slice(1, -1);
	return Object.fromEntries(
		page
			.split(/^## /m)
			.slice(1)
			.map((part) => part.split('\n'))
			.map(([heading, ...lines]) => [
				heading!,
				lines
					.filter((line) => line.startsWith('|'))
					.slice(2)
					.map((line) => cellsOf(line).map((cell) => cell.trim())),
			]),
	);
}

/** The operation's rows, whose heading begins with it. */
export function writtenRows(heading: string): string[][] {
	return Object.entries(writtenTables()).find(([each]) => each.startsWith(heading))![1];
}

/** What n8n's loader adds to the parameters of a package. */
const addedByN8n = ['pollTimes'];

export const ownFields = (fields: INodeProperties[]) =>
	fields.filter(({ name }) => !addedByN8n.includes(name));

type Rules = Record<string, unknown>;

/** What the table has a word for; whatever else a field has is shown as it is, so that nothing can hide. */
const words: Record<string, string> = {
	required: 'required',
	noDataExpression: 'no expression',
	password: 'password',
	expirable: 'expirable',
	rows: 'rows',
	minValue: 'min',
	maxValue: 'max',
	loadOptionsMethod: 'choices by',
	searchListMethod: 'choices by',
	searchable: 'searchable',
};
const order = Object.keys(words);
const ruleOf = ([name, value]: [string, unknown]) => {
	if (typeof value !== 'boolean')
		return `${words[name] ?? name} ${JSON.stringify(value).replace(/^"|"$/g, '')}`;
	return value ? (words[name] ?? name) : '';
};

/** Texts for people, which have rules of their own, and modes, which stand among the choices. */
const elsewhere = ['description', 'placeholder', 'builderHint', 'action', 'modes'];

const joined = (parts: Array<string | undefined>, by: string) => parts.filter(Boolean).join(by);

function rulesIn({ typeOptions, ...others }: Rules): string {
	const rules = Object.entries({ ...others, ...(typeOptions as object | undefined) })
		.filter(([name, value]) => value !== undefined && !elsewhere.includes(name))
		.sort(([one], [other]) => order.indexOf(one) - order.indexOf(other))
		.map(ruleOf);
	return joined(rules, ', ');
}

/** The conditions under which it is shown, but for the operation, whose table it stands in. */
function conditionsOf({ show = {}, ...others }: INodeProperties['displayOptions'] = {}): string {
	const shown = Object.entries(show)
		.filter(([name]) => name !== 'operation')
		.map(([name, values]) => [name, values!.map((value) => JSON.stringify(value)).join(' or ')]);
	const rest = Object.entries(others).map(([name, values]) => [name, JSON.stringify(values)]);
	return [...shown, ...rest].map((condition) => condition.join(' ')).join(', ');
}

function destinationOf({ send, ...others }: INodeProperties['routing'] = {}): string {
	const { type, property, paginate, ...more } = send ?? {};
	const rest = { ...others, ...more };
	// `paginate` is of no field's own: by it n8n hands each request to the node.
	const known = paginate === undefined || paginate === true;
	return joined(
		[
			type,
			property,
			Object.keys(rest).length > 0 ? JSON.stringify(rest) : '',
			known ? '' : `paginate ${String(paginate)}`,
		],
		' ',
	);
}

/** A row for the field, and one for each that is in it. */
function rowsOf(field: INodeProperties, parent = ''): string[][] {
	const { displayName, name, type, default: value, displayOptions, routing, ...rest } = field;
	const others: Rules = { ...rest };
	delete others.options;
	const row = [
		`${parent}${name}`,
		type === 'notice' ? '' : displayName,
		type,
		JSON.stringify(value),
		rulesIn(others),
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

const isCountry = ({ name }: INodePropertyOptions) => /\(\+\d+\)$/.test(name);

function choicesOf(place: string, field: INodeProperties): string[][] {
	const { name, type, options = [], modes = [] } = field;
	if (['collection', 'fixedCollection'].includes(type))
		return membersOf(field).flatMap((member) =>
			choicesOf(place, { ...member, name: `${name}.${member.name}` }),
		);
	const choices = (options as INodePropertyOptions[]).filter((option) => !isCountry(option));
	return [
		...choices.map(({ name: label, value, routing, ...others }) => {
			const { method, url, ...more } = (routing?.request ?? {}) as Rules;
			const request = method ? `${String(method)} ${String(url)}` : '';
			return [label, value, joined([request, rulesIn({ ...others, ...more })], ', ')] as const;
		}),
		...modes.map(
			({ displayName, name: value, type: kind, ...others }: INodePropertyMode) =>
				[displayName, value, joined([kind, rulesIn(others as Rules)], ', ')] as const,
		),
	].map(([label, value, rules]) => [`${place} ${name}`, JSON.stringify(value), label, rules]);
}

function offersOf(place: string, { description, methods = {} }: INodeType): string[][] {
	const { version, usableAsTool, polling, credentials = [] } = description;
	const kind = joined([usableAsTool ? 'usable as a tool' : '', polling ? 'polls' : ''], ', ');
	return [
		[place, 'version', String(version), kind],
		...credentials.map(({ name, ...others }) => [place, 'credential', name, rulesIn(others)]),
		...Object.entries(methods).flatMap(([group, named]) =>
			Object.keys(named as object).map((name) => [place, group, name, '']),
		),
	];
}

/** The tables that parameters.md should have, by what is built. */
export function builtTables(built: ReturnType<typeof thePackage>): Tables {
	const node = built.nodes.messagingService!;
	const trigger = built.nodes.messagingServiceTrigger!;
	const credential: ICredentialType = built.credentials.messagingServiceApi!;
	const properties = ownFields(node.description.properties);
	const operationsOf = ({ displayOptions }: INodeProperties) =>
		(displayOptions?.show?.operation ?? []) as string[];
	const fieldsOf = (operation: string) =>
		properties.filter((field) => operationsOf(field).includes(operation));
	const ofAll = properties.filter((field) => operationsOf(field).length === 0);
	const menu = properties.find(({ name }) => name === 'operation')!;
	const operations = (menu.options as INodePropertyOptions[]).map(({ value, routing }) => ({
		value: String(value),
		heading: `${String(value)}: ${routing!.request!.method} ${routing!.request!.url}`,
	}));
	const ofTrigger = ownFields(trigger.description.properties);
	const titled = (kind: string, { name, displayName }: { name: string; displayName: string }) =>
		`${kind} ${name}: ${displayName}`;
	const rows = (fields: INodeProperties[]) => fields.flatMap((field) => rowsOf(field));
	const choices = (place: string, fields: INodeProperties[]) =>
		fields.flatMap((field) => choicesOf(place, field));
	return {
		[titled('Credential', credential)]: rows(credential.properties),
		[titled('Node', node.description)]: rows(ofAll),
		...Object.fromEntries(operations.map(({ value, heading }) => [heading, rows(fieldsOf(value))])),
		[titled('Trigger', trigger.description)]: rows(ofTrigger),
		Choices: [
			...choices('node', ofAll),
			...operations.flatMap(({ value }) => choices(value, fieldsOf(value))),
			...choices('trigger', ofTrigger),
		],
		'What node and trigger offer and need': [
			...offersOf('node', node),
			...offersOf('trigger', trigger),
		],
	};
}
