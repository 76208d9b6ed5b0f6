/** The parts of a node description that all stubs share. */
import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';

/** What one stub says of itself; the rest is the same for all. */
export interface StandInDescription {
	name: string;
	displayName: string;
	version: number[];
	/** 'trigger' marks the nodes that a run can start from. */
	group?: 'trigger' | 'transform';
	/** 0 for a node that nothing leads into. */
	inputs?: 0 | 1;
	/** How many branches lead out of it. */
	outputs?: 0 | 1 | 2;
	properties: INodeProperties[];
}

/** A complete description of a stub, as n8n's engine wants it. */
export function describe({
	name,
	displayName,
	version,
	group,
	inputs = 1,
	outputs = 1,
	properties,
}: StandInDescription): INodeTypeDescription {
	return {
		name,
		displayName,
		version,
		properties,
		group: [group ?? 'transform'],
		description: `Stub for n8n's ${displayName}`,
		defaults: { name: displayName },
		inputs: Array(inputs).fill('main') as INodeTypeDescription['inputs'],
		outputs: Array(outputs).fill('main') as INodeTypeDescription['outputs'],
	};
}

/** A parameter whose type is all that matters to the engine. */
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
