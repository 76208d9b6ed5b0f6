import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { ValueOrProblem } from '../texts';
import {
	readBoolean,
	readCap,
	readChoice,
	readChoices,
	readWholeNumber,
} from '../values/fieldValues';
import { readSchedule } from '../values/time';

/** A field: what n8n's panel shows of it, where its value goes (`routing`), and how the value is read. */
export interface Field<Value> {
	/** Its place among a node's parameters, such as 'options.schedule'. */
	path: string;
	label: string;
	property: INodeProperties;
	/** Some values are read by the workflow's time zone and the time, in milliseconds since 1970. */
	read(value: unknown, label: string, by: { zone: string; now: number }): ValueOrProblem<Value>;
	/** The value where the form lacks the field, or nobody has added it. */
	otherwise: Value;
	/** Whether an empty value counts as one that is not added. */
	mayBeEmpty?: boolean;
}

/** What a declaration says beside its label and path; a text, unless it says another `type`. */
export type Shown<Value> = Partial<
	INodeProperties & Pick<Field<Value>, 'read' | 'otherwise' | 'mayBeEmpty'>
>;

/** A field that is read by a reader of its own. */
export function custom<Value>(
	label: string,
	path: string,
	declared: Shown<Value> & Pick<Field<Value>, 'read' | 'otherwise'>,
): Field<Value> {
	const { read, otherwise, mayBeEmpty, ...shown } = declared;
	const name = path.slice(path.lastIndexOf('.') + 1);
	const text = { displayName: label, name, type: 'string' as const, default: '' };
	return { path, label, property: { ...text, ...shown }, read, otherwise, mayBeEmpty };
}

/** The same field, whose value is undefined where it is empty. */
export function optional<Value>(of: Field<Value>): Field<Value | undefined> {
	return { ...of, otherwise: undefined, mayBeEmpty: true };
}

/** The same field, shown with other words. */
export function reworded<Value>(of: Field<Value>, shown: Partial<INodeProperties>): Field<Value> {
	const { displayName: label = of.label } = shown;
	return { ...of, label, property: { ...of.property, ...shown } };
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

/** A switch, on as soon as somebody adds it. Unless it `mayBeEmpty`, no empty value switches it off, or on. */
export function toggle(label: string, path: string, shown: Shown<boolean>): Field<boolean> {
	const ofSwitch = { type: 'boolean' as const, default: true, read: readBoolean, otherwise: false };
	return custom(label, path, { ...ofSwitch, ...shown });
}

type Choices<Value extends string> = Record<Value, [name: string, description?: string]>;

/** One of the `choices`, the likeliest first: by value, the name and a description. The panel has them by name. */
export function choices<Value extends string>(
	label: string,
	path: string,
	{ choices: all, ...shown }: Shown<Value> & { choices: Choices<Value>; default: NoInfer<Value> },
): Field<Value> {
	const values = Object.keys(all) as Value[];
	const options = values.map((value) => {
		const [name, description] = all[value];
		return { name, value, description };
	});
	return custom(label, path, {
		type: 'options',
		options: options.sort((one, other) => (one.name < other.name ? -1 : 1)),
		read: (value) => readChoice(value, label, values),
		otherwise: shown.default,
		...shown,
	});
}

/** Several of the `choices`: by value, the name. They are given in the order of their declaration. */
export function severalChoices<Value extends string>(
	label: string,
	path: string,
	{
		choices: all,
		...shown
	}: Shown<Value[]> & { choices: Record<Value, string>; default: Array<NoInfer<Value>> },
): Field<Value[]> {
	const values = Object.keys(all) as Value[];
	return custom(label, path, {
		type: 'multiOptions',
		options: values.map((value) => ({ name: all[value], value })),
		read: (value) => readChoices(value, label, values),
		otherwise: shown.default,
		...shown,
	});
}

/** Fields, and what a form shows beside them. */
type Parts = Record<string, { property: INodeProperties }>;

/** What the panel shows of these, in this order. */
export function formOf(parts: Parts): INodeProperties[] {
	return Object.values(parts).map(({ property }) => property);
}

/** A line of text between the fields. */
export function notice(
	name: string,
	displayName: string,
	displayOptions?: INodeProperties['displayOptions'],
): Parts[string] {
	return { property: { displayName, name, type: 'notice', default: '', displayOptions } };
}

/** Fields that the user adds one by one. */
export function collection(displayName: string, name: string, placeholder: string, fields: Parts) {
	const options = formOf(fields);
	const type = 'collection' as const;
	return { property: { displayName, name, type, placeholder, default: {}, options } };
}

/** Fields that the user adds together: n8n keeps their values as one object, in the parameter's member `values`. */
export function group(label: string, path: string, fields: Parts, shown: Shown<IDataObject>) {
	return custom<IDataObject>(label, path, {
		type: 'fixedCollection',
		placeholder: `Add ${label}`,
		default: {},
		options: [{ displayName: label, name: 'values', values: formOf(fields) }],
		// Without it n8n 1.x drops a group that is added and left as it is; it adds those that have a default.
		...(shown.default && { typeOptions: { multipleValues: false } }),
		read: (value) => ({ value: Object(Object(value).values) }),
		otherwise: {},
		...shown,
	});
}
