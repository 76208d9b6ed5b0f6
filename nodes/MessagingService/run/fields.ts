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
import { notJson, problems, sentences } from '../texts';

/** Why an item could not be read or checked: an expression failed, or else it is a bug of ours. */
export function failureOfThrown(thrown: unknown): Failure {
	const reason = reasonOf(thrown);
	if (!(thrown instanceof NodeOperationError))
		return { ...problems.itemNotReadable(reason), fate: 'refused' };
	const sentence = sentences.expressionFailed(String(thrown.description), reason);
	return { id: 'expressionFailed', fate: 'refused', ...sentence };
}

/** What something that was thrown says, in one line. */
function reasonOf(thrown: unknown): string {
	const said = thrown instanceof Error ? thrown.message : '';
	return said.replace(/\s+/g, ' ').trim() || 'it gave no reason';
}

/**
 * The one guard for what expressions, code nodes and language models give: lists that hold
 * themselves, getters that throw, proxies. What can become JSON can be looked at.
 */
function canBecomeJson(value: unknown): boolean {
	if (typeof value !== 'object' || value === null) return true;
	// An async function gives a promise. When that fails and nobody listens, n8n's process ends.
	Promise.resolve(value).catch(() => undefined);
	try {
		JSON.stringify(value);
		return true;
	} catch {
		return false;
	}
}

/** n8n's `getNodeParameter`, for one item; both kinds of context can give it. */
export type GetParameter = (
	path: string,
	index: number,
	fallback: null,
	options: IGetNodeParameterOptions,
) => unknown;

/**
 * Reads an operation's fields as n8n's routing engine would (n8n-core's routing-node.ts): each
 * field that is shown and has a `routing.send` goes to that property of body or query. But each is
 * evaluated once an item, and one without an expression once a run.
 */
export class FieldReader {
	private readonly fields: INodeProperties[];
	private readonly node: INode;
	/** The workflow's time zone, as an IANA name. */
	readonly zone: string;
	private readonly get: GetParameter;
	private readonly routed: ReturnType<typeof routedFields>;
	private readonly fixed = new Map<string, unknown>();
	private readonly memory = new Map<string, unknown>();

	constructor(fields: INodeProperties[], node: INode, zone: string, get: GetParameter) {
		this.fields = fields;
		this.node = node;
		this.zone = zone;
		this.get = get;
		this.routed = routedFields(fields, node);
	}

	/** The fields of one item. @throws for `failureOfThrown`, here or in `parameter` */
	read(index: number): Fields {
		const body: IDataObject = {};
		const query: IDataObject = {};
		for (const { path, goesTo, property, extractValue } of this.routed) {
			const value = this.valueOf(path, index, extractValue) as IDataObject;
			(goesTo === 'body' ? body : query)[property] = value;
		}
		const read = new Map<string, unknown>();
		return {
			body,
			query,
			zone: this.zone,
			now: Date.now(),
			memory: this.memory,
			parameter: (path) => {
				if (!read.has(path)) read.set(path, this.parameter(path, index));
				return read.get(path);
			},
			isInForm: (path) => this.isInForm(path),
		};
	}

	/** A parameter that goes nowhere by itself. @throws as `read` */
	parameter(path: string, index: number): unknown {
		return this.valueOf(path, index, false) ?? undefined;
	}

	/** Whether the node's form has the field, whatever its value comes to. */
	isInForm(path: string): boolean {
		return rawAt(this.node, path) !== undefined;
	}

	/** What the workflow has for this parameter, unevaluated, where an expression is in it; otherwise undefined. */
	expressionAt(path: string): unknown {
		const raw = rawAt(this.node, path);
		return hasExpression(raw) ? raw : undefined;
	}

	private valueOf(path: string, index: number, extractValue: boolean): unknown {
		if (this.fixed.has(path)) return this.fixed.get(path);
		let value: unknown;
		let reason: string | undefined;
		try {
			// Without a fallback n8n throws for a field that is not set. It has no types to check here,
			// and would look for them at every call.
			value = this.get(path, index, null, { extractValue, skipValidation: true });
			if (!canBecomeJson(value)) reason = notJson;
		} catch (error) {
			reason = reasonOf(error);
		}
		if (reason !== undefined) {
			const [, field] = byPath(this.fields).find(([of]) => of === path) ?? [];
			const description = field?.displayName ?? 'the node settings';
			throw new NodeOperationError(this.node, reason, { description });
		}
		if (!hasExpression(rawAt(this.node, path))) this.fixed.set(path, value);
		return value;
	}
}

/** Those whose value goes to the service: shown ones, and of a collection's members those that were added. */
function routedFields(fields: INodeProperties[], node: INode) {
	const shown = fields.filter((field) =>
		NodeHelpers.displayParameter(node.parameters, field, node, null, node.parameters),
	);
	return byPath(shown).flatMap(([path, { type, routing }]) => {
		const { type: goesTo, property } = (routing as INodePropertyRouting | undefined)?.send ?? {};
		const isAdded = !path.includes('.') || rawAt(node, path) !== undefined;
		// Of a resource locator n8n gives the value only when asked to.
		return goesTo && property && isAdded
			? [{ path, goesTo, property, extractValue: type === 'resourceLocator' }]
			: [];
	});
}

/** The fields, and after each collection its members. */
function byPath(
	fields: INodeProperties[],
	parent = '',
): Array<[path: string, field: INodeProperties]> {
	return fields.flatMap((field) => {
		const path = `${parent}${field.name}`;
		const members = field.type === 'collection' ? (field.options as INodeProperties[]) : [];
		return [[path, field], ...byPath(members, `${path}.`)];
	});
}

function rawAt({ parameters }: INode, path: string): unknown {
	let value: unknown = parameters;
	for (const name of path.split('.')) value = (value as IDataObject | null | undefined)?.[name];
	return value;
}

/** Whether a stored value is, or has in it, an expression: a text that begins with '='. */
function hasExpression(value: unknown): boolean {
	if (typeof value === 'string') return value.startsWith('=');
	return typeof value === 'object' && value !== null && Object.values(value).some(hasExpression);
}
