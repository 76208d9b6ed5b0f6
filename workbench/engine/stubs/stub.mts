/** What all stubs are made of, and how a workflow that asks for more than they have is refused. */
import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { n8nWorkflow } from '../n8n-modules.mts';

/** How a stub stands in a workflow; unless told, with one way in and one way out. */
interface Place {
	isTrigger?: boolean;
	outputs?: number;
}

/** Gives the items of each way out. */
type Execute = (context: IExecuteFunctions) => Promise<INodeExecutionData[][]>;

/** A stub of one version of the built-in node of this name. */
export function stub(
	name: string,
	version: number,
	properties: INodeProperties[],
	execute: Execute,
	{ isTrigger = false, outputs = 1 }: Place = {},
): INodeType {
	const description: INodeTypeDescription = {
		name,
		displayName: name,
		version,
		properties,
		group: [isTrigger ? 'trigger' : 'transform'],
		description: `Stub for n8n's ${name}`,
		defaults: { name },
		inputs: isTrigger ? [] : ['main'],
		outputs: Array<'main'>(outputs).fill('main'),
	};
	return {
		description,
		async execute(this: IExecuteFunctions) {
			return await execute(this);
		},
	};
}

/** A parameter with n8n's default; its type is all else that matters to the engine. */
export function parameter(
	name: string,
	type: INodeProperties['type'],
	fallback: unknown,
	more: Partial<INodeProperties> = {},
): INodeProperties {
	return {
		displayName: name,
		name,
		type,
		default: fallback as INodeProperties['default'],
		...more,
	};
}

/** A parameter of which the stub knows these values alone. Where n8n's default is another, one must be given. */
export function choice<T extends string | boolean>(
	name: string,
	fallback: T,
	known: T[],
): INodeProperties {
	return parameter(name, typeof fallback === 'boolean' ? 'boolean' : 'options', fallback, {
		options: known.map((value) => ({ name: String(value), value })),
	});
}

/** The parameter `options` with these members. */
export function optional(...members: INodeProperties[]): INodeProperties {
	return parameter('options', 'collection', {}, { options: members });
}

/** A parameter whose member `group` is a list of entries of this shape. */
export function entries(name: string, group: string, values: INodeProperties[]): INodeProperties {
	return parameter(
		name,
		'fixedCollection',
		{},
		{
			typeOptions: { multipleValues: true },
			options: [{ displayName: group, name: group, values }],
		},
	);
}

/** The pairing of an item that was made of all items. */
export function pairedWithAll(items: INodeExecutionData[]): Array<{ item: number }> {
	return items.map((_, item) => ({ item }));
}

/** Fails the stub's node, for what is found out only while it runs. */
export function refuse(context: IExecuteFunctions, message: string): never {
	throw new n8nWorkflow.NodeOperationError(context.getNode(), message);
}

type Given = Record<string, unknown>;

/**
 * The parameters and choices that a stub doesn't know, as paths. n8n drops unknown parameters
 * without a word when it loads a workflow, so this has to look at the file's own text.
 */
export function beyond(given: Given, known: INodeProperties[], path = ''): string[] {
	const names = known.map(({ name }) => name);
	const unknown = Object.keys(given).filter((name) => !names.includes(name));
	return [
		...unknown.map((name) => path + name),
		...known.flatMap((property) =>
			beyondOne(given[property.name] ?? property.default, property, path + property.name),
		),
	];
}

function beyondOne(
	value: unknown,
	{ type, options = [] }: INodeProperties,
	path: string,
): string[] {
	if (type === 'collection')
		return beyond(value as Given, options as INodeProperties[], `${path}.`);
	if (type === 'fixedCollection') {
		const [group] = options as INodePropertyCollection[];
		return Object.entries(value as Record<string, Given[]>).flatMap(([name, list]) =>
			name === group!.name
				? list.flatMap((entry) => beyond(entry, group!.values, `${path}.${name}.`))
				: [`${path}.${name}`],
		);
	}
	const choices = (options as INodePropertyOptions[]).map((option) => option.value);
	const isKnown = choices.length === 0 || choices.includes(value as string);
	return isKnown ? [] : [`${path} = ${JSON.stringify(value)}`];
}
