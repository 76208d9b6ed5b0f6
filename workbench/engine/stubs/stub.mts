/** What all stubs are made of, and how a workflow that asks for more than they have is refused. */
import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
	INodeType,
	INodeTypeDescription,
	NodeParameterValueType,
} from 'n8n-workflow';
import { n8nWorkflow } from '../n8n-modules.mts';

/** Gives the items of each way out. */
type Execute = (context: IExecuteFunctions) => Promise<INodeExecutionData[][]>;

/** A stub of one version of the built-in node of this name. A trigger is one that nothing leads to. */
export function stub(
	name: string,
	version: number,
	properties: INodeProperties[],
	execute: Execute,
	{ isTrigger = false, outputs = 1 } = {},
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
	fallback: NodeParameterValueType,
	more: Partial<INodeProperties> = {},
): INodeProperties {
	return { displayName: name, name, type, default: fallback, ...more };
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
	const unknownChoices = known.flatMap(({ name, type, default: fallback, options = [] }) => {
		const value = given[name] ?? fallback;
		if (type === 'collection')
			return beyond(value as Given, options as INodeProperties[], `${path}${name}.`);
		const choices = (options as INodePropertyOptions[]).map((option) => option.value);
		const isKnown = choices.length === 0 || choices.includes(value as string);
		return isKnown ? [] : [`${path}${name} = ${JSON.stringify(value)}`];
	});
	return [...unknown.map((name) => path + name), ...unknownChoices];
}
