import type { IDataObject, INodeParameters, INodeProperties } from 'n8n-workflow';
import type { RunResult } from '../../workbench/engine/engine.mts';
import type { crowd } from '../clock/crowd.mts';
import type { Sandbox } from '../../workbench/sandbox/sandbox.mts';

/**
 * What a run with one field set must show. A field that is sent needs `arrives`, one that isn't needs
 * `refuses` or `shows`: without any of them the proof would prove nothing.
 */
export interface Proof {
	/** On top of the operation's plain parameters. */
	parameters: INodeParameters;
	items?: IDataObject[];
	zone?: string;
	/** Holds the answers back until so many requests are under way together. */
	crowd?: Parameters<typeof crowd>[2];
	/** What the first request carries besides the plain body or query; everything else is as it is. */
	arrives?: IDataObject;
	/** The run fails with this, and no request for the operation leaves. */
	refuses?: RegExp;
	/** What the run shows otherwise. */
	shows?(sandbox: Sandbox, result: RunResult): void;
}

/** Proofs by the field's path, such as `options.schedule`; by `path=value` for a value to choose. */
export type Proofs = Record<string, Proof[]>;

/** The paths that a user can set, each value of a menu included, with whether n8n sends what stands there. */
export function pathsOf(properties: INodeProperties[], operation: string): Map<string, boolean> {
	const shown = properties.filter(({ name, displayOptions }) =>
		!['operation', 'requestOptions'].includes(name) && (displayOptions?.show?.operation?.includes(operation) ?? true));
	return new Map(shown.flatMap((property) => entriesOf(property, '')));
}

function entriesOf(property: INodeProperties, parent: string): Array<[string, boolean]> {
	const { name, type, options = [], routing } = property;
	const path = `${parent}${name}`;
	if (type === 'collection') return (options as INodeProperties[]).flatMap((inner) => entriesOf(inner, `${path}.`));
	const sent = routing?.send !== undefined;
	// The countries have a test of their own.
	if (type !== 'options' || options.length === 0 || name === 'defaultCountry') return [[path, sent]];
	return options.map((option) => [`${path}=${String((option as { value: unknown }).value)}`, sent]);
}
