import {
	NodeHelpers,
	NodeOperationError,
	type IDataObject,
	type IGetNodeParameterOptions,
	type INode,
	type INodeProperties,
	type INodePropertyRouting,
} from 'n8n-workflow';

import type { Fields } from '../operations/operation';
import { problems, type Problem } from '../texts';

/** Why an item could not be read or checked: an expression failed, or else it is a bug of ours. */
export function failureOfThrown(thrown: unknown): Problem {
	const reason = reasonOf(thrown);
	if (!(thrown instanceof NodeOperationError)) {
		const declared = { cause: 'node-defect' } as const;
		return { ...problems.itemNotReadable(reason), declared };
	}
	return problems.expressionFailed(String(thrown.description), reason);
}

function reasonOf(thrown: unknown): string {
	const said = thrown instanceof Error ? thrown.message : '';
	return said.replace(/\s+/g, ' ').trim() || 'it gave no reason';
}

/** Against lists that hold themselves, getters that throw, proxies: what can become JSON can be looked at. */
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

interface ShownField {
	path: string;
	label: string;
	/** n8n gives the value of a resource locator only when asked to. */
	extractValue: boolean;
	send: INodePropertyRouting['send'];
}

/** Reads fields by their `routing.send`, as n8n's routing engine does (routing-node.ts), but each once an item. */
export class FieldReader {
	private readonly shown: ShownField[];
	private readonly fixed = new Map<string, unknown>();
	private readonly memory = new Map<string, unknown>();

	/** @param zone the workflow's, as an IANA name */
	constructor(
		fields: INodeProperties[],
		private readonly node: INode,
		readonly zone: string,
		private readonly get: GetParameter,
	) {
		this.shown = shownFields(fields, node);
	}

	/** The fields of one item. @throws as `parameter` */
	read(index: number): Fields {
		const body: IDataObject = {};
		const query: IDataObject = {};
		const values = new Map<string, unknown>();
		for (const { path, label, extractValue, send } of this.shown) {
			const value = this.parameter(path, index, label, extractValue);
			values.set(path, value);
			if (send?.type && send.property)
				(send.type === 'body' ? body : query)[send.property] = value as IDataObject;
		}
		return {
			body,
			query,
			parameter: values.get.bind(values),
			isInForm: values.has.bind(values),
			zone: this.zone,
			now: Date.now(),
			memory: this.memory,
		};
	}

	/** One field, shown or not. @throws for `failureOfThrown` where its expression fails */
	parameter(path: string, index: number, label: string, extractValue = false): unknown {
		if (this.fixed.has(path)) return this.fixed.get(path);
		const failed = (reason: string) =>
			new NodeOperationError(this.node, reason, { description: label });
		let value: unknown;
		try {
			// Without a fallback n8n throws for a field that is not set. It has no types to check here.
			value = this.get(path, index, null, { extractValue, skipValidation: true }) ?? undefined;
		} catch (error) {
			throw failed(reasonOf(error));
		}
		if (!canBecomeJson(value)) throw failed("its result can't be written as JSON");
		if (this.expressionAt(path) === undefined) this.fixed.set(path, value);
		return value;
	}

	/** Whether the node's form has the field, whatever its value comes to. */
	isInForm(path: string): boolean {
		return rawAt(this.node, path) !== undefined;
	}

	/** The unevaluated parameter, where an expression is in it; otherwise undefined. */
	expressionAt(path: string): unknown {
		const raw = rawAt(this.node, path);
		return hasExpression(raw) ? raw : undefined;
	}
}

/** The fields that the form has and shows; members of a collection instead of the collection. */
function shownFields(fields: INodeProperties[], node: INode): ShownField[] {
	const shown: ShownField[] = [];
	for (const field of fields) {
		if (!NodeHelpers.displayParameter(node.parameters, field, node, null, node.parameters))
			continue;
		const isCollection = field.type === 'collection';
		const members = isCollection ? (field.options as INodeProperties[]) : [field];
		for (const { name, displayName: label, type, routing } of members) {
			const path = isCollection ? `${field.name}.${name}` : name;
			if (rawAt(node, path) === undefined) continue;
			const { send } = (routing ?? {}) as INodePropertyRouting;
			shown.push({ path, label, extractValue: type === 'resourceLocator', send });
		}
	}
	return shown;
}

function rawAt({ parameters }: INode, path: string): unknown {
	let value: unknown = parameters;
	for (const name of path.split('.')) value = (value as IDataObject | undefined)?.[name];
	return value;
}

function hasExpression(value: unknown): boolean {
	if (typeof value === 'string') return value.startsWith('=');
	return typeof value === 'object' && value !== null && Object.values(value).some(hasExpression);
}
