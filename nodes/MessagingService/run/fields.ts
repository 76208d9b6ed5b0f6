import {
	NodeHelpers,
	NodeOperationError,
	type IDataObject,
	type IGetNodeParameterOptions,
	type INode,
	type INodeProperties,
	type INodePropertyRouting,
} from 'n8n-workflow';

import type { Failure } from '../item';
import type { Fields } from '../operations/operation';
import { problems, sentences } from '../texts';
import { harmless } from '../values/json';

/** What something that was thrown says, in one line. Anything can be thrown, a proxy that throws too. */
export function reasonOf(thrown: unknown): string {
	try {
		const said: unknown = thrown instanceof Error ? thrown.message : thrown;
		const text =
			typeof said === 'string' || typeof said === 'number'
				? String(said).replace(/\s+/g, ' ').trim()
				: '';
		return text || 'it gave no reason';
	} catch {
		return 'it gave no reason';
	}
}

/**
 * Why the fields could not be read or checked.
 *
 * @param failed the field whose expression failed; without one it is a bug of ours
 */
export function failureOfThrown(
	thrown: unknown,
	failed: { field: string; reason: string } | undefined,
): Failure {
	if (!failed) return { ...problems.itemNotReadable(reasonOf(thrown)), fate: 'refused' };
	return {
		id: 'expressionFailed',
		fate: 'refused',
		...sentences.expressionFailed(failed.field, failed.reason),
	};
}

/** n8n's `getNodeParameter`, for one item; both kinds of context can give it. */
type GetParameter = (
	path: string,
	index: number,
	fallback?: unknown,
	options?: IGetNodeParameterOptions,
) => unknown;

/** A field whose value goes to the service. */
interface RoutedField {
	path: string;
	label: string;
	goesTo: 'body' | 'query';
	property: string;
	/** Of a resource locator n8n gives the value only when asked to. */
	extractValue: boolean;
}

/**
 * Reads an operation's fields as n8n's routing engine would (n8n-core's routing-node.ts): each
 * field that is shown and has a `routing.send` goes to that property of body or query. But each is
 * evaluated once an item, and one without an expression once a run.
 */
export class FieldReader {
	private readonly get: GetParameter;

	private readonly node: INode;

	/** The workflow's time zone, as an IANA name. */
	readonly zone: string;

	private readonly routed: RoutedField[];

	private readonly labels: Map<string, string>;

	private readonly inForm = new Map<string, boolean>();

	private readonly fixed = new Map<string, unknown>();

	private readonly memory = new Map<string, unknown>();

	/** Where reading the item threw: the label of the field whose expression failed, and why. */
	failed?: { field: string; reason: string };

	constructor(fields: INodeProperties[], node: INode, zone: string, get: GetParameter) {
		this.get = get;
		this.node = node;
		this.zone = zone;
		this.routed = fields
			.filter((field) => isShown(field, node))
			.flatMap((field) => routedIn(field, node));
		this.labels = new Map(
			fields.flatMap((field) =>
				[field, ...membersOf(field)].map(({ name, displayName }) => [name, displayName]),
			),
		);
	}

	/**
	 * The fields of one item.
	 *
	 * @throws NodeOperationError where an expression fails, here or in `parameter`; `failed` says which
	 */
	read(index: number): Fields {
		this.failed = undefined;
		const body: IDataObject = {};
		const query: IDataObject = {};
		const values = new Map<string, unknown>();
		for (const { path, label, goesTo, property, extractValue } of this.routed) {
			(goesTo === 'body' ? body : query)[property] = this.valueOf(path, label, index, {
				extractValue,
			}) as IDataObject;
		}
		return {
			body,
			query,
			zone: this.zone,
			now: Date.now(),
			memory: this.memory,
			parameter: (path) => {
				if (!values.has(path)) values.set(path, this.parameter(path, index));
				return values.get(path);
			},
			isInForm: (path) => this.isInForm(path),
		};
	}

	/** Whether the node's form has the field, whatever its value comes to. */
	isInForm(path: string): boolean {
		let isThere = this.inForm.get(path);
		if (isThere === undefined) {
			isThere = rawAt(this.node.parameters, path) !== undefined;
			this.inForm.set(path, isThere);
		}
		return isThere;
	}

	/** What the workflow has for this parameter, unevaluated, where an expression is in it; otherwise undefined. */
	expressionAt(path: string): unknown {
		const raw = rawAt(this.node.parameters, path);
		return hasExpression(raw) ? raw : undefined;
	}

	/** A parameter that goes nowhere by itself. @throws as `read` */
	parameter(path: string, index: number): unknown {
		if (this.fixed.has(path)) return this.fixed.get(path) ?? undefined;
		const name = path.split('.').at(-1) as string;
		return this.valueOf(path, this.labels.get(name) ?? name, index, {}) ?? undefined;
	}

	private valueOf(
		path: string,
		label: string,
		index: number,
		options: IGetNodeParameterOptions,
	): unknown {
		if (this.fixed.has(path)) return this.fixed.get(path);
		const value = this.evaluate(path, label, index, options);
		if (!hasExpression(rawAt(this.node.parameters, path))) this.fixed.set(path, value);
		return value;
	}

	private evaluate(
		path: string,
		label: string,
		index: number,
		options: IGetNodeParameterOptions,
	): unknown {
		try {
			// Without a fallback n8n throws for a field that is not set.
			// None of our fields asks n8n to check its type, which it would look for at every call.
			return harmless(this.get(path, index, null, { ...options, skipValidation: true }));
		} catch (error) {
			const reason = reasonOf(error);
			this.failed = { field: label, reason };
			throw new NodeOperationError(this.node, reason);
		}
	}
}

function isShown(field: INodeProperties, node: INode): boolean {
	return NodeHelpers.displayParameter(node.parameters, field, node, null, node.parameters);
}

function routedIn(field: INodeProperties, node: INode, parent = ''): RoutedField[] {
	const path = `${parent}${field.name}`;
	if (field.type === 'collection') {
		const set = Object.keys((node.parameters[field.name] ?? {}) as object);
		return membersOf(field)
			.filter(({ name }) => set.includes(name))
			.flatMap((member) => routedIn(member, node, `${path}.`));
	}
	const { type, property } = (field.routing as INodePropertyRouting | undefined)?.send ?? {};
	if (!type || !property) return [];
	return [
		{
			path,
			label: field.displayName,
			goesTo: type,
			property,
			extractValue: field.type === 'resourceLocator',
		},
	];
}

function membersOf({ type, options }: INodeProperties): INodeProperties[] {
	return type === 'collection' ? (options as INodeProperties[]) : [];
}

function rawAt(parameters: unknown, path: string): unknown {
	return path
		.split('.')
		.reduce<unknown>(
			(value, name) => (value as Record<string, unknown> | null | undefined)?.[name],
			parameters,
		);
}

/** Whether a stored value is, or has in it, an expression: a text that begins with '='. */
function hasExpression(value: unknown): boolean {
	if (typeof value === 'string') return value.startsWith('=');
	return typeof value === 'object' && value !== null && Object.values(value).some(hasExpression);
}
