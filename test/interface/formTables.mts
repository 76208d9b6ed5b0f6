/** What node, trigger and credential describe, laid out like the tables of parameters.md. */
import type {
	INodeProperties,
	INodePropertyMode,
	INodePropertyOptions,
	INodeType,
} from 'n8n-workflow';
import { MessagingServiceApi } from '../../credentials/MessagingServiceApi.credentials.ts';
import { MessagingService } from '../../nodes/MessagingService/MessagingService.node.ts';
import { MessagingServiceTrigger } from '../../nodes/MessagingService/MessagingServiceTrigger.node.ts';
import type { Tables } from './parameterTable.mts';

type Rules = Record<string, unknown>;

/** What the table has a word for; whatever else a field has is shown as it is, so that nothing can hide. */
const words: Record<string, (value: unknown) => string> = {
	required: (value) => (value === true ? 'required' : ''),
	noDataExpression: (value) => (value === true ? 'no expression' : ''),
	password: (value) => (value === true ? 'password' : ''),
	expirable: (value) => (value === true ? 'expirable' : ''),
	rows: (value) => `rows ${String(value)}`,
	minValue: (value) => `min ${String(value)}`,
	maxValue: (value) => `max ${String(value)}`,
	loadOptionsMethod: (value) => `choices by ${String(value)}`,
	searchListMethod: (value) => `choices by ${String(value)}`,
	searchable: (value) => (value === true ? 'searchable' : ''),
};

const order = Object.keys(words);

/** Texts for people, which panelTexts.test.mts judges, and modes, which stand among the choices. */
const elsewhere = ['description', 'placeholder', 'builderHint', 'action', 'modes'];

function rulesIn({ typeOptions, ...others }: Rules): string {
	const rules = Object.entries({ ...others, ...(typeOptions as object | undefined) }).filter(
		([name, value]) => value !== undefined && !elsewhere.includes(name),
	);
	rules.sort(([one], [other]) => order.indexOf(one) - order.indexOf(other));
	return rules
		.map(([name, value]) => words[name]?.(value) ?? `${name} ${JSON.stringify(value)}`)
		.filter((text) => text !== '')
		.join(', ');
}

/** The conditions under which it is shown, but for the operation, whose table it stands in. */
function conditionsOf({
	show = {},
	...others
}: NonNullable<INodeProperties['displayOptions']> = {}): string {
	const shown = Object.entries(show)
		.filter(([name]) => name !== 'operation')
		.map(
			([name, values]) => `${name} ${values!.map((value) => JSON.stringify(value)).join(' or ')}`,
		);
	return [
		...shown,
		...Object.entries(others).map(([name, values]) => `${name} ${JSON.stringify(values)}`),
	].join(', ');
}

function destinationOf(routing: INodeProperties['routing']): string {
	if (!routing) return '';
	const { send, ...others } = routing;
	const { type, property, ...more } = send ?? {};
	// Of no field's own: it has n8n hand all requests to this node.
	const rest =
		JSON.stringify({ ...others, ...more }) === '{"paginate":true}'
			? ''
			: JSON.stringify({ ...others, ...more });
	return [type, property, rest === '{}' ? '' : rest].filter(Boolean).join(' ');
}

/** A row for the field, and for each that is in it. */
function rowsOf(
	{
		displayName,
		name,
		type,
		default: value,
		displayOptions,
		routing,
		options,
		...others
	}: INodeProperties,
	parent = '',
): string[][] {
	const members = type === 'collection' ? (options as INodeProperties[]) : [];
	const label = type === 'notice' ? '' : displayName;
	return [
		[
			`${parent}${name}`,
			label,
			type,
			JSON.stringify(value),
			rulesIn(others),
			conditionsOf(displayOptions),
			destinationOf(routing),
		],
		...members.flatMap((member) => rowsOf(member, `${parent}${name}.`)),
	];
}

function choicesOf(
	place: string,
	{ name, type, options = [], modes = [] }: INodeProperties,
): string[][] {
	if (type === 'collection')
		return (options as INodeProperties[]).flatMap((member) =>
			choicesOf(place, { ...member, name: `${name}.${member.name}` }),
		);
	const isCountry = (label: string) => /\(\+\d+\)$/.test(label);
	return [
		...(options as INodePropertyOptions[])
			.filter((option) => !isCountry(option.name))
			.map(({ name: label, value, routing, ...others }) => {
				const { method, url, ...more } = (routing?.request ?? {}) as Rules;
				return [
					`${place} ${name}`,
					JSON.stringify(value),
					label,
					[method && `${String(method)} ${String(url)}`, rulesIn({ ...others, ...more })]
						.filter(Boolean)
						.join(', '),
				];
			}),
		...modes.map(({ displayName, name: value, type: kind, ...others }: INodePropertyMode) => [
			`${place} ${name}`,
			JSON.stringify(value),
			displayName,
			[kind, rulesIn(others as Rules)].filter(Boolean).join(', '),
		]),
	];
}

function offersOf(place: string, { description, methods = {} }: INodeType): string[][] {
	return [
		[
			place,
			'version',
			String(description.version),
			[description.usableAsTool && 'usable as a tool', description.polling && 'polls']
				.filter(Boolean)
				.join(', '),
		],
		...(description.credentials ?? []).map(({ name, ...others }) => [
			place,
			'credential',
			name,
			rulesIn(others),
		]),
		...Object.entries(methods).flatMap(([kind, named]) =>
			Object.keys(named as object).map((name) => [place, kind, name, '']),
		),
	];
}

/** The tables that parameters.md should have, by what is built. */
export function builtTables(): Tables {
	const node: INodeType = new MessagingService();
	const trigger: INodeType = new MessagingServiceTrigger();
	const credential = new MessagingServiceApi();
	const { properties } = node.description;
	const operationsOf = ({ displayOptions }: INodeProperties) =>
		(displayOptions?.show?.operation ?? []) as string[];
	const menu = properties.find(({ name }) => name === 'operation')!
		.options as INodePropertyOptions[];
	const ofOperations = menu.map(({ value, routing }) => {
		const fields = properties.filter((field) => operationsOf(field).includes(String(value)));
		return {
			operation: String(value),
			heading: `${String(value)}: ${String(routing!.request!.method)} ${String(routing!.request!.url)}`,
			fields,
		};
	});
	const ofAll = properties.filter((field) => operationsOf(field).length === 0);
	const titled = (kind: string, { name, displayName }: { name: string; displayName: string }) =>
		`${kind} ${name}: ${displayName}`;
	return {
		[titled('Credential', credential)]: credential.properties.flatMap((field) => rowsOf(field)),
		[titled('Node', node.description)]: ofAll.flatMap((field) => rowsOf(field)),
		...Object.fromEntries(
			ofOperations.map(({ heading, fields }) => [
				heading,
				fields.flatMap((field) => rowsOf(field)),
			]),
		),
		[titled('Trigger', trigger.description)]: trigger.description.properties.flatMap((field) =>
			rowsOf(field),
		),
		Choices: [
			...ofAll.flatMap((field) => choicesOf('node', field)),
			...ofOperations.flatMap(({ operation, fields }) =>
				fields.flatMap((field) => choicesOf(operation, field)),
			),
			...trigger.description.properties.flatMap((field) => choicesOf('trigger', field)),
		],
		'What node and trigger offer and need': [
			...offersOf('node', node),
			...offersOf('trigger', trigger),
		],
	};
}
