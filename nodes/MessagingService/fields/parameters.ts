import {
	NodeOperationError,
	type IDataObject,
	type IGetNodeParameterOptions,
	type INode,
	type INodeProperties,
} from 'n8n-workflow';

import type { Field } from './field';
import { problems, type Problem, type ValueOrProblem } from '../texts';
import { isNotSet } from '../values/given';

/** n8n's `getNodeParameter`, for one item; both kinds of context can give it. */
export type GetParameter = (
	path: string,
	index: number,
	fallback: null,
	options: IGetNodeParameterOptions,
) => unknown;

/** The parameters of a node, as the form of its operation has them. */
export class Parameters {
	/** Where each field of the form stands. */
	private readonly paths: Set<string>;
	/** The values that no expression is in: they are the same for all items. */
	private readonly fixed = new Map<string, unknown>();
	/** One for all items, so that equal ones stay equal; milliseconds since 1970. */
	private readonly now = Date.now();

	/** @param zone the workflow's, as an IANA name */
	constructor(
		form: INodeProperties[],
		private readonly node: INode,
		readonly zone: string,
		private readonly get: GetParameter,
	) {
		this.paths = new Set(form.flatMap(pathsOf));
	}

	of(index: number): Given {
		return new Given(this, index, this.zone, this.now);
	}

	/** The unevaluated parameter, where an expression is in it; otherwise undefined. */
	expressionAt({ path }: Field<unknown>): unknown {
		const raw = rawAt(this.node, path);
		return hasExpression(raw) ? raw : undefined;
	}

	/** As `valueOf`, but null where it is not set; undefined where the form lacks the field, or nobody has added it. */
	given(field: Field<unknown>, index: number): unknown {
		if (!this.paths.has(field.path) || rawAt(this.node, field.path) === undefined) return undefined;
		return this.valueOf(field, index) ?? null;
	}

	/** The value for an item; undefined where it is not set. @throws for `failureOfThrown` where its expression fails */
	valueOf(field: Field<unknown>, index: number, label = field.label): unknown {
		const { path, property } = field;
		if (this.fixed.has(path)) return this.fixed.get(path);
		// n8n gives the value of a resource locator only when asked to. It has no types to check here.
		const options = { extractValue: property.type === 'resourceLocator', skipValidation: true };
		let failure = "its result can't be written as JSON";
		try {
			// Without a fallback n8n throws for a field that is not set.
			const value = this.get(path, index, null, options) ?? undefined;
			if (canBecomeJson(value)) {
				if (this.expressionAt(field) === undefined) this.fixed.set(path, value);
				return value;
			}
		} catch (error) {
			failure = reasonOf(error);
		}
		throw new NodeOperationError(this.node, failure, { description: label });
	}
}

/** What the fields of one item come to, and every reason why one can't be taken: people fix them all at once. */
export class Given {
	readonly problems: Problem[] = [];

	constructor(
		readonly parameters: Parameters,
		private readonly index: number,
		readonly zone: string,
		readonly now: number,
	) {}

	/** The field's value; where it can't be read, its `otherwise` and a problem. @throws as `Parameters.valueOf` */
	read<Value>(field: Field<Value>): Value {
		const value = this.raw(field);
		return this.readAs(field, field.property.required ? (value ?? null) : value);
	}

	/** The same, but the field must be there: one that nobody has added is read as empty. */
	require<Value>(field: Field<Value>): Value {
		return this.readAs(field, this.raw(field) ?? null);
	}

	/** A field of a group, from what the group was read as. */
	member<Value>(group: IDataObject, field: Field<Value>): Value {
		return this.readAs(field, group[field.property.name]);
	}

	private readAs<Value>(field: Field<Value>, value: unknown): Value {
		if (value === undefined || (field.mayBeEmpty && isNotSet(value))) return field.otherwise;
		return this.take(field.read(value, field.label, this), field.otherwise);
	}

	/** The value as it is given, null where it is not set; undefined where nobody has added the field. */
	raw(field: Field<unknown>): unknown {
		return this.parameters.given(field, this.index);
	}

	/** Why the item can't go. */
	refuse(...found: Problem[]): undefined {
		this.problems.push(...found);
	}

	/** What was read; a problem is noted, and something else given `otherwise`. */
	take<Value, Otherwise>(read: ValueOrProblem<Value>, otherwise: Otherwise): Value | Otherwise {
		if (!read.problem) return read.value;
		this.problems.push(read.problem);
		return otherwise;
	}

	/** The fields that are set, by the names that they have in the query; some have none. */
	query(fields: Record<string, Field<unknown>>): IDataObject {
		const query: IDataObject = {};
		for (const field of Object.values(fields)) {
			const name = field.property.routing?.send?.property;
			const value = name && this.read(field);
			if (name && value !== undefined) query[name] = value;
		}
		return query;
	}
}

/** Why an item could not be read or checked: an expression failed, or else it is a bug of ours. */
export function failureOfThrown(thrown: unknown): Problem {
	const reason = reasonOf(thrown);
	if (thrown instanceof NodeOperationError)
		return problems.expressionFailed(String(thrown.description), reason);
	return { ...problems.itemNotReadable(reason), declared: { cause: 'node-defect' } };
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

/** The paths of a field: of a collection, those of its members. */
function pathsOf({ name, type, options = [] }: INodeProperties): string[] {
	return type === 'collection' ? options.map((member) => `${name}.${member.name}`) : [name];
}

function rawAt({ parameters }: INode, path: string): unknown {
	let value: unknown = parameters;
	for (const name of path.split('.')) value = Object(value)[name];
	return value;
}

function hasExpression(value: unknown): boolean {
	if (typeof value === 'string') return value.startsWith('=');
	return typeof value === 'object' && value !== null && Object.values(value).some(hasExpression);
}
