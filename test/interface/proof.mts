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
	/**
	 * What every request carries besides the plain body or query; everything else is as it is, but for the
	 * pages, which follow each other. A list has one for each request, whichever leaves first.
	 */
	arrives?: IDataObject | IDataObject[];
	/** The run fails with this, and no request for the operation leaves. */
	refuses?: RegExp;
	/** What the run shows otherwise. */
	shows?(sandbox: Sandbox, result: RunResult): void;
}

/** Proofs by the field's path, such as `options.schedule`; by `path=value` for a value to choose. */
export type Proofs = Record<string, Proof[]>;

/** The paths that a user can set, each value of a menu included. */
export function pathsOf(properties: INodeProperties[], operation: string): string[] {
	const shown = properties.filter(
		({ name, displayOptions }) =>
			!['operation', 'requestOptions'].includes(name) &&
			(displayOptions?.show?.operation?.includes(operation) ?? true),
	);
	return shown.flatMap((property) => entriesOf(property, ''));
}

function entriesOf(property: INodeProperties, parent: string): string[] {
	const { name, type, options = [] } = property;
	const path = `${parent}${name}`;
	if (type === 'collection')
		return (options as INodeProperties[]).flatMap((inner) => entriesOf(inner, `${path}.`));
	// The countries have a test of their own.
	if (type !== 'options' || options.length === 0 || name === 'defaultCountry') return [path];
	return options.map((option) => `${path}=${String((option as { value: unknown }).value)}`);
}

/**
 * What the requests of a run must carry, one each.
 *
 * @param carries what a request carries when no field is set but the required ones
 * @param pages the pages that the run asked for; undefined where its requests have none
 */
export function expectedRequests(
	{ arrives = {}, items }: Proof,
	carries: IDataObject,
	pages: number | undefined,
): IDataObject[] {
	if (Array.isArray(arrives)) return arrives.map((each) => ({ ...carries, ...each }));
	const each = { ...carries, ...arrives };
	if (pages === undefined) return Array.from({ length: items?.length ?? 1 }, () => each);
	return Array.from({ length: pages }, (_, index) => ({
		...each,
		page: String(Number(each.page) + index),
	}));
}
