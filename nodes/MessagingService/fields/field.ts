import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { ValueOrProblem } from '../texts';
import {
	isNotSet,
	readBoolean,
	readCap,
	readChoice,
	readRequiredText,
	readStatuses,
	readWholeNumber,
} from '../values/simple';
import { readSchedule } from '../values/time';

/** What some values are read by, beside their field. */
export interface Circumstances {
	/** The workflow's time zone, as an IANA name. */
	zone: string;
	/** Milliseconds since 1970. */
	now: number;
}

type Reader<Value> = (value: unknown, circumstances: Circumstances) => ValueOrProblem<Value>;

/** A field: what n8n's panel shows of it, where its value goes (`routing`), and how the value is read. */
export interface Field<Value> {
	/** Its place among a node's parameters, such as 'options.schedule'. */
	path: string;
	property: INodeProperties;
	read: Reader<Value>;
	/** The value where the form lacks the field, or nobody has added it. */
	otherwise: Value;
}

/** What a declaration says beside its label and path. */
type Shown = Partial<Omit<INodeProperties, 'displayName' | 'name' | 'type'>>;
export interface Bounds {
	min?: number;
	max?: number;
}

/** A field by its label, its path, what the panel shows beside them, and its reader. */
export function fieldOf<Value>(
	displayName: string,
	path: string,
	shown: Omit<INodeProperties, 'displayName' | 'name'>,
	read: Reader<Value>,
	otherwise: Value,
): Field<Value> {
	const name = path.slice(path.lastIndexOf('.') + 1);
	return { path, property: { displayName, name, ...shown }, read, otherwise };
}

/** The same field, whose value is undefined where it is empty. */
export function optional<Value>(field: Field<Value>): Field<Value | undefined> {
	return orElse<Value | undefined>(field, undefined);
}

/** The same field, with another value where it is empty or not added. */
export function orElse<Value>(field: Field<Value>, otherwise: Value): Field<Value> {
	const read: Reader<Value> = (value, circumstances) =>
		isNotSet(value) ? { value: otherwise } : field.read(value, circumstances);
	return { ...field, read, otherwise };
}

/** The same field, with its default where it is empty. */
export function withDefault<Value>(field: Field<Value>): Field<Value> {
	return orElse(field, field.otherwise);
}

/** A value that is taken as it stands, and read together with others. */
export function plain(
	label: string,
	path: string,
	shown: Shown & Partial<Pick<INodeProperties, 'type'>>,
): Field<unknown> {
	const property = { type: 'string' as const, default: '', ...shown };
	return fieldOf<unknown>(label, path, property, (value) => ({ value }), property.default);
}

/** A time, in the workflow's zone unless the value has its own; null where it is empty. */
export function timeToCome(label: string, path: string, shown: Shown): Field<string | null> {
	const property = { type: 'dateTime' as const, default: '', ...shown };
	const read: Reader<string | null> = (value, { zone, now }) =>
		readSchedule(value, zone, now, label);
	return fieldOf(label, path, property, read, null);
}

/** A text that must be there. */
export function text(label: string, path: string, shown: Shown): Field<string> {
	const property = { type: 'string' as const, default: '', ...shown };
	return fieldOf(label, path, property, (value) => readRequiredText(value, label), '');
}

/** Statuses in the service's own words, by their `statusKey`; undefined for none. */
export function statuses(
	label: string,
	path: string,
	shown: Shown,
): Field<ReadonlySet<string> | undefined> {
	const property = { type: 'string' as const, default: '', ...shown };
	return optional(fieldOf(label, path, property, (value) => readStatuses(value, label), undefined));
}

/** A whole number of 1 or more, or within other bounds. */
export function wholeNumber(
	label: string,
	path: string,
	{ min = 1, max, ...shown }: Shown & Bounds,
): Field<number> {
	const property = numberShown({ min, max }, shown);
	const read = (value: unknown) => readWholeNumber(value, label, { min, max });
	return fieldOf(label, path, property, read, Number(property.default));
}

/** The most that may happen. Empty, it is refused; without the field there is no limit, which is 0. */
export function cap(
	label: string,
	path: string,
	{ min = 0, ...shown }: Shown & Bounds,
): Field<number> {
	const property = numberShown({ min }, shown);
	return fieldOf(label, path, property, (value) => readCap(value, label, min), 0);
}

export function numberShown({ min, max }: Bounds, shown: Shown) {
	const typeOptions = { minValue: min, ...(max === undefined ? {} : { maxValue: max }) };
	return { type: 'number' as const, default: 1, typeOptions, ...shown };
}

/** A switch, on as soon as somebody adds it. Empty, it is off. */
export function toggle(label: string, path: string, shown: Shown): Field<boolean> {
	return orElse(safeguard(label, path, shown), false);
}

/** A switch that keeps messages back: an expression that comes out empty must not switch it off. */
export function safeguard(label: string, path: string, shown: Shown): Field<boolean> {
	const property = { type: 'boolean' as const, default: true, ...shown };
	return fieldOf(label, path, property, (value) => readBoolean(value, label), false);
}

export interface Choice<Value extends string> extends INodePropertyOptions {
	value: Value;
}

export function choice<const Value extends string>(
	name: string,
	value: Value,
	description?: string,
): Choice<Value> {
	return { name, value, ...(description === undefined ? {} : { description }) };
}

/** One of these choices, the likeliest first; the panel has them by name. */
export function choices<const Value extends string>(
	label: string,
	path: string,
	options: Array<Choice<Value>>,
	{ default: chosen, ...shown }: Omit<Shown, 'default'> & { default: Value },
): Field<Value> {
	const byName = [...options].sort((one, other) => (one.name < other.name ? -1 : 1));
	const property = { type: 'options' as const, default: chosen, ...shown, options: byName };
	const values = options.map(({ value }) => value);
	return fieldOf(label, path, property, (value) => readChoice(value, label, values), chosen);
}

/** A line of text between the fields. */
export function notice(name: string, displayName: string): INodeProperties {
	return { displayName, name, type: 'notice', default: '' };
}

/** What the panel shows of these fields, in this order. */
export function propertiesOf(fields: Record<string, Field<unknown>>): INodeProperties[] {
	return Object.values(fields).map(({ property }) => property);
}

/** Fields that the user adds one by one. */
export function collection(
	displayName: string,
	name: string,
	placeholder: string,
	fields: Record<string, Field<unknown>>,
): INodeProperties {
	const options = propertiesOf(fields);
	return { displayName, name, type: 'collection', placeholder, default: {}, options };
}

/** Fields that the user adds together: n8n keeps their values as one object, in the parameter's member `values`. */
export function group(
	label: string,
	path: string,
	shown: Shown,
	fields: Record<string, Field<unknown>>,
): Field<IDataObject> {
	const property = {
		type: 'fixedCollection' as const,
		placeholder: `Add ${label}`,
		default: {},
		...shown,
		options: [{ displayName: label, name: 'values', values: propertiesOf(fields) }],
	};
	const read = (value: unknown) => ({ value: Object(Object(value).values) as IDataObject });
	return fieldOf<IDataObject>(label, path, property, read, {});
}
