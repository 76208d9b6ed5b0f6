import {
	NodeOperationError,
	type IDataObject,
	type IGetNodeParameterOptions,
	type INode,
	type INodeProperties,
} from 'n8n-workflow';

import type { Field } from './field';
import { type Composed, composedOf, odditiesOf, type Rows } from './composedText';
import { type Oddity, problems, type Problem, type ValueOrProblem } from '../texts';
import { getOrInsert } from '../values/collections';
import { isNotSet } from '../values/given';

/** n8n's `getNodeParameter` for one item. Contexts with an item index and contexts without one can both provide it. */
export type GetParameter = (
	path: string,
	index: number,
	fallback: null,
	options: IGetNodeParameterOptions,
) => unknown;

/** The parameters of a node, for the form of one operation. */
export class Parameters {
	/** The paths of the form's fields. */
	private readonly paths: Set<string>;
	/** Values without an expression, which are the same for all items. */
	private readonly fixed = new Map<string, unknown>();
	private readonly composed = new Map<string, Composed | null>();
	/** The time in milliseconds since 1970. Items share it, so that equal ones stay equal. */
	private readonly now = Date.now();

	/**
	 * @param zone the workflow's, as an IANA name
	 * @param rows undefined for a single item
	 */
	constructor(
		form: INodeProperties[],
		private readonly node: INode,
		readonly zone: string,
		private readonly get: GetParameter,
		private readonly rows?: Rows,
	) {
		this.paths = new Set(form.flatMap(pathsOf));
	}

	of(index: number): ItemFields {
		return new ItemFields(this, index, this.zone, this.now);
	}

	/** Returns the unevaluated parameter if it has an expression, else undefined. */
	expressionAt({ path }: Field<unknown>): unknown {
		const raw = rawAt(this.node, path);
		return hasExpression(raw) ? raw : undefined;
	}

	/** Returns the parts of a field's expression, and what is wrong with it. Null if the field has none. */
	composedAt(field: Field<unknown>): Composed | null {
		return getOrInsert(this.composed, field.path, () => {
			const expression = this.expressionAt(field);
			return typeof expression === 'string' ? composedOf(expression, field.label, this.rows) : null;
		});
	}

	/** Whether the form has the field, and somebody has added it. Evaluates no expression. */
	isAdded({ path }: Field<unknown>): boolean {
		return this.paths.has(path) && rawAt(this.node, path) !== undefined;
	}

	/** Returns the value for an item; null if not set, undefined if the form lacks the field or nobody has added it. */
	given(field: Field<unknown>, index: number): unknown {
		return this.isAdded(field) ? (this.valueOf(field, index) ?? null) : undefined;
	}

	/**
	 * Returns the value for an item, or undefined if it is not set.
	 *
	 * @throws NodeOperationError if its expression fails, or gives what can't become JSON; for `failureOfThrown`
	 */
	valueOf(field: Field<unknown>, index: number, label = field.label): unknown {
		const { path, property } = field;
		if (this.fixed.has(path)) return this.fixed.get(path);
		// n8n extracts the value of a resource locator only on request. There are no types to validate here.
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
			failure = thrownReason(error);
		}
		throw new NodeOperationError(this.node, failure, { description: label });
	}
}

/** Reads the fields of one item. Collects all of their problems, since people fix them all at once. */
export class ItemFields {
	readonly problems: Problem[] = [];
	/** What is odd about its texts, without being refused. */
	readonly oddities: Oddity[] = [];

	constructor(
		readonly parameters: Parameters,
		private readonly index: number,
		readonly zone: string,
		readonly now: number,
	) {}

	/**
	 * Reads a field. If its value is refused, adds a problem and returns the field's `otherwise`.
	 *
	 * @throws as `Parameters.valueOf`
	 */
	read<Value>(field: Field<Value>): Value {
		const value = this.raw(field);
		if (field.isComposed) this.checkComposed(field, value);
		return this.readAs(field, field.property.required ? (value ?? null) : value);
	}

	/** Checks the expression of a text and what it gives, before the text itself is read. */
	private checkComposed(field: Field<unknown>, value: unknown): void {
		const composed = this.parameters.composedAt(field);
		if (!composed) return;
		this.refuse(...composed.problems);
		this.oddities.push(...odditiesOf(composed, field.label, value));
	}

	/** Reads a field that must be there: one that nobody has added is read as empty. */
	require<Value>(field: Field<Value>): Value {
		return this.readAs(field, this.raw(field) ?? null);
	}

	/** Reads a field of a group from the group's value. */
	member<Value>(group: IDataObject, field: Field<Value>): Value {
		return this.readAs(field, group[field.property.name]);
	}

	private readAs<Value>(field: Field<Value>, value: unknown): Value {
		if (value === undefined || (field.mayBeEmpty && isNotSet(value))) return field.otherwise;
		return this.take(field.read(value, field.label, this), field.otherwise);
	}

	/** Returns the value before it is read: null if it is not set, undefined if nobody has added the field. */
	raw(field: Field<unknown>): unknown {
		return this.parameters.given(field, this.index);
	}

	/** Adds reasons why the item is refused. */
	refuse(...found: Problem[]): undefined {
		this.problems.push(...found);
	}

	/** Returns the value that was read. If there is a problem instead, adds it and returns `otherwise`. */
	take<Value, Otherwise>(read: ValueOrProblem<Value>, otherwise: Otherwise): Value | Otherwise {
		if (!read.problem) return read.value;
		this.problems.push(read.problem);
		return otherwise;
	}

	/** Returns the fields that are set, by their names in the query. Skips fields without such a name. */
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

/** Returns why an item could not be read or checked: an expression failed, or else this node has a bug. */
export function failureOfThrown(thrown: unknown): Problem {
	const reason = thrownReason(thrown);
	if (thrown instanceof NodeOperationError)
		return problems.expressionFailed(String(thrown.description), reason);
	return { ...problems.itemNotReadable(reason), declared: { cause: 'node-defect' } };
}

function thrownReason(thrown: unknown): string {
	const said = thrown instanceof Error ? thrown.message : '';
	return said.replace(/\s+/g, ' ').trim() || 'it gave no reason';
}

/**
 * Whether a value can become JSON, and so be read safely. Lists that contain themselves, throwing getters and some
 * proxies can't.
 */
function canBecomeJson(value: unknown): boolean {
	if (typeof value !== 'object' || value === null) return true;
	// An async function gives a promise. If nobody handles its rejection, n8n's process ends.
	Promise.resolve(value).catch(() => undefined);
	try {
		JSON.stringify(value);
		return true;
	} catch {
		return false;
	}
}

/** Returns the path of a field, or for a collection, the paths of its members. */
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
