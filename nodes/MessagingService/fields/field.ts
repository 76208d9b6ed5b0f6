import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { ValueOrProblem } from '../texts';
import { readBoolean, readCap, readChoice, readWholeNumber } from '../values/simple';
import { readSchedule } from '../values/time';

/** What some values are read by, beside their field. */
export interface Circumstances {
	/** The workflow's time zone, as an IANA name. */
	zone: string;
	/** Milliseconds since 1970. */
	now: number;
}

/** A field: what n8n's panel shows of it, where its value goes (`routing`), and how the value is read. */
export interface Field<Value> {
	/** Its place among a node's parameters, such as 'options.schedule'. */
	path: string;
	property: INodeProperties;
	read: (value: unknown, label: string, by: Circumstances) => ValueOrProblem<Value>;
	/** The value where the form lacks the field, or nobody has added it. */
	otherwise: Value;
	/** Whether an empty value counts as one that is not added. */
	mayBeEmpty?: boolean;
}

/** What a declaration says beside its label and path; a text, unless it says another `type`. */
export type Shown<Value> = Partial<INodeProperties & Omit<Field<Value>, 'path' | 'property'>>;

/** A field that is read by a reader of its own. */
export function custom<Value>(
	label: string,
	path: string,
	declared: Shown<Value> & Pick<Field<Value>, 'read' | 'otherwise'>,
): Field<Value> {
	const { read, otherwise, mayBeEmpty, ...shown } = declared;
	const name = path.slice(path.lastIndexOf('.') + 1);
	const text = { displayName: label, name, type: 'string' as const, default: '' };
	return { path, property: { ...text, ...shown }, read, otherwise, mayBeEmpty };
}

type Part = Pick<Field<unknown>, 'property'>;
type Fields = Record<string, Field<unknown>>;

/** The same field, whose value is undefined where it is empty. */
export function optional<Value>(of: Field<Value>): Field<Value | undefined> {
	return { ...of, otherwise: undefined, mayBeEmpty: true };
}

/** A value that is taken as it stands, and read together with others. */
export function plain(label: string, path: string, shown: Shown<unknown>): Field<unknown> {
	const { default: otherwise = '' } = shown;
	return custom<unknown>(label, path, { read: (value) => ({ value }), otherwise, ...shown });
}

/** A time, in the workflow's zone unless the value has its own; null where it is empty. */
export function timeToCome(label: string, path: string, shown: Partial<INodeProperties>) {
	return custom(label, path, {
		type: 'dateTime',
		read: (value, _, { zone, now }) => readSchedule(value, zone, now, label),
		otherwise: null,
		...shown,
	});
}

type ShownNumber = Shown<number> & { default: number; min?: number; max?: number };

/** A whole number of 1 or more, or within other bounds. */
export function wholeNumber(label: string, path: string, shown: ShownNumber): Field<number> {
	const { min = 1, max, ...others } = shown;
	return custom(label, path, {
		type: 'number',
		typeOptions: { minValue: min, maxValue: max },
		read: (value) => readWholeNumber(value, label, { min, max }),
		otherwise: shown.default,
		...others,
	});
}

/** The most that may happen. Empty, it is refused; without the field there is no limit, which is 0. */
export function cap(label: string, path: string, shown: ShownNumber): Field<number> {
	const { min = 0 } = shown;
	const read = (value: unknown) => readCap(value, label, min);
	return wholeNumber(label, path, { min, read, otherwise: 0, ...shown });
}

/** A switch, on as soon as somebody adds it. Empty, it is refused: that must not switch off what keeps messages back. */
export function toggle(label: string, path: string, shown: Shown<boolean>): Field<boolean> {
	const ofSwitch = { type: 'boolean' as const, default: true, read: readBoolean, otherwise: false };
	return custom(label, path, { ...ofSwitch, ...shown });
}

export function choice<const Value>(name: string, value: Value, description?: string) {
	return { name, value, description };
}

/** One of the `options`, the likeliest first; the panel has them by name. */
export function choices<Value extends string>(
	label: string,
	path: string,
	shown: Omit<Shown<Value>, 'options'> & {
		options: Array<ReturnType<typeof choice<Value>>>;
		default: Value;
	},
): Field<Value> {
	const values = shown.options.map(({ value }) => value);
	return custom(label, path, {
		type: 'options',
		read: (value) => readChoice(value, label, values),
		otherwise: shown.default,
		...shown,
		options: [...shown.options].sort((one, other) => (one.name < other.name ? -1 : 1)),
	});
}

/** A line of text between the fields. */
export function notice(name: string, displayName: string): Part {
	return { property: { displayName, name, type: 'notice', default: '' } };
}

/** Fields that the user adds one by one. */
export function collection(label: string, name: string, placeholder: string, fields: Fields): Part {
	const options = formOf(...Object.values(fields));
	const collected = { displayName: label, name, default: {}, placeholder, options };
	return { property: { ...collected, type: 'collection' } };
}

/** What the panel shows of these, in this order. */
export function formOf(...parts: Part[]): INodeProperties[] {
	return parts.map(({ property }) => property);
}

/** Fields that the user adds together: n8n keeps their values as one object, in the parameter's member `values`. */
export function group(label: string, path: string, fields: Fields, shown: Shown<IDataObject>) {
	return custom<IDataObject>(label, path, {
		type: 'fixedCollection',
		placeholder: `Add ${label}`,
		default: {},
		options: [{ displayName: label, name: 'values', values: formOf(...Object.values(fields)) }],
		read: (value) => ({ value: Object(Object(value).values) }),
		otherwise: {},
		...shown,
	});
}
