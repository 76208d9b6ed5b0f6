/** Every text that node, trigger and credential put before a person who fills in a form. */
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { MessagingServiceApi } from '../../credentials/MessagingServiceApi.credentials.ts';
import { MessagingService } from '../../nodes/MessagingService/MessagingService.node.ts';
import { MessagingServiceTrigger } from '../../nodes/MessagingService/MessagingServiceTrigger.node.ts';

export interface Field extends INodeProperties {
	/** Where it is: the form, the operation that shows it, and its path. */
	place: string;
}

export interface Choice extends INodePropertyOptions {
	place: string;
}

const { description: node } = new MessagingService();
const { description: trigger } = new MessagingServiceTrigger();
const credential = new MessagingServiceApi();

function fieldsOf(form: string, properties: INodeProperties[], parent = ''): Field[] {
	return properties
		.filter(({ type }) => type !== 'hidden')
		.flatMap((property): Field[] => {
			const operation = (property.displayOptions?.show?.operation as string[] | undefined)?.[0];
			const place = `${form}${operation ? ` ${operation}` : ''} ${parent}${property.name}`;
			const members = property.type === 'collection' ? (property.options as INodeProperties[]) : [];
			return [
				{ ...property, place },
				...fieldsOf(`${form}${operation ? ` ${operation}` : ''}`, members, `${property.name}.`),
			];
		});
}

/** Every field that a form shows. */
export const fields: Field[] = [
	...fieldsOf('node', node.properties),
	...fieldsOf('trigger', trigger.properties),
	...fieldsOf('credential', credential.properties),
];

/** The choices of each menu, by the menu's place. The countries are left out, but for the one that stands for none. */
export const menus: Array<[string, Choice[]]> = fields
	.filter(({ type }) => type === 'options')
	.map(({ place, options = [] }) => [
		place,
		(options as INodePropertyOptions[])
			.filter(({ name }) => !/\(\+\d+\)$/.test(name))
			.map((option) => ({ ...option, place: `${place}=${String(option.value)}` })),
	]);

/** What n8n shows of a text with a link in it. */
const shown = (text: string) => text.replace(/<[^>]+>/g, '');

/** Every description, by its place. */
export const descriptions: Array<[string, string]> = [
	['node', node.description],
	['trigger', trigger.description],
	...fields.flatMap(
		({ place, description }): Array<[string, string]> =>
			description ? [[place, shown(description)]] : [],
	),
	...menus.flatMap(([, choices]) =>
		choices.flatMap(
			({ place, description }): Array<[string, string]> =>
				description ? [[place, description]] : [],
		),
	),
];

/** Every name of a field or a choice, by its place. */
export const labels: Array<[string, string]> = [
	...[node, trigger, credential].map(({ name, displayName }): [string, string] => [
		name,
		displayName,
	]),
	...fields
		.filter(({ type }) => type !== 'notice')
		.flatMap(
			({ place, displayName, modes = [] }): Array<[string, string]> => [
				[place, displayName],
				...modes.map((mode): [string, string] => [`${place} ${mode.name}`, mode.displayName]),
			],
		),
	...menus.flatMap(([, choices]) =>
		choices.map(({ place, name }): [string, string] => [place, name]),
	),
];

/** Every text at all, by its place. */
export const texts: Array<[string, string]> = [
	...labels,
	...descriptions,
	...fields.flatMap(
		({ place, displayName, type, placeholder, hint, modes = [] }): Array<[string, string]> => {
			const others = [
				placeholder,
				hint,
				type === 'notice' ? displayName : undefined,
				...modes.map((mode) => mode.placeholder),
			];
			return others.flatMap((text): Array<[string, string]> => (text ? [[place, text]] : []));
		},
	),
	...menus.flatMap(([, choices]) =>
		choices.flatMap(
			({ place, action }): Array<[string, string]> => (action ? [[place, action]] : []),
		),
	),
];
