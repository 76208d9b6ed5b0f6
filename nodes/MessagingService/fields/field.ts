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

/** A form field: its n8n property, which also says where its value goes (`routing`), and how its value is read. */
export interface Field<Value> {
	/** Its place among a node's parameters, such as 'options.schedule'. */
	path: string;
	label: string;
	property: INodeProperties;
	/** Reads the value. Some need `by`: the workflow's time zone, and the time in milliseconds since 1970. */
	read(value: unknown, label: string, by: { zone: string; now: number }): ValueOrProblem<Value>;
	/** The value where the form lacks the field, or nobody has added it. */
	otherwise: Value;
	/** Whether an empty value counts as not added. */
	mayBeEmpty?: boolean;
	/** Whether people compose it of columns and words, so that a placeholder within may come to nothing. */
	isComposed?: boolean;
}

/** The parts of a declaration beside its label and path. Without a `type`, the field is a text. */
export type Shown<Value> = Partial<
	INodeProperties & Pick<Field<Value>, 'read' | 'otherwise' | 'mayBeEmpty' | 'isComposed'>
>;

/** Declares a field with a reader of its own. */
export function custom<Value>(
	label: string,
	path: string,
	declared: Shown<Value> & Pick<Field<Value>, 'read' | 'otherwise'>,
): Field<Value> {
	const { read, otherwise, mayBeEmpty, isComposed, ...shown } = declared;
	const name = path.slice(path.lastIndexOf('.') + 1);
	const text = { displayName: label, name, type: 'string' as const, default: '' };
	const property = { ...text, ...shown };
	return { path, label, property, read, otherwise, mayBeEmpty, isComposed };
}

/** Makes a field optional: an empty value is read as undefined. */
export function optional<Value>(of: Field<Value>): Field<Value | undefined> {
	return { ...of, otherwise: undefined, mayBeEmpty: true };
}

/** Copies a field, with other words for the panel. */
export function reworded<Value>(of: Field<Value>, shown: Partial<INodeProperties>): Field<Value> {
	const { displayName: label = of.label } = shown;
	return { ...of, label, property: { ...of.property, ...shown } };
}

/** Declares a field whose value is taken as it is, and read together with others. */
export function anyField(label: string, path: string, shown: Shown<unknown>): Field<unknown> {
	const { default: otherwise = '' } = shown;
	return custom<unknown>(label, path, { read: (value) => ({ value }), otherwise, ...shown });
}

/** Declares a future time, in the workflow's zone unless the value has its own; null where it is empty. */
export function timeToCome(label: string, path: string, shown: Partial<INodeProperties>) {
	return custom(label, path, {
		type: 'dateTime',
		read: (value, _, { zone, now }) => readSchedule(value, zone, now, label),
		otherwise: null,
		...shown,
	});
}

type ShownNumber = Shown<number> & { default: number; min?: number; max?: number };

/** Declares a whole number of 1 or more, or within other bounds. */
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

/** Declares a cap. An empty value is refused. Without the field there is no limit, which is 0. */
export function cap(label: string, path: string, shown: ShownNumber): Field<number> {
	const { min = 0 } = shown;
	const read = (value: unknown) => readCap(value, label, min);
	return wholeNumber(label, path, { min, read, otherwise: 0, ...shown });
}

/** Declares a switch that is on once it is added. An empty value is refused, not read as off, unless `mayBeEmpty`. */
export function toggle(label: string, path: string, shown: Shown<boolean>): Field<boolean> {
	const ofSwitch = { type: 'boolean' as const, default: true, read: readBoolean, otherwise: false };
	return custom(label, path, { ...ofSwitch, ...shown });
}

type Choices<Value extends string> = Record<Value, [name: string, description?: string]>;

/** Declares a choice of one. `choices` maps values to name and description, likeliest first. The panel sorts them. */
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

/** Declares a choice of several. `choices` maps values to names. Chosen values come in the order of declaration. */
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

/** Parts of a form by name: fields, notices and collections. */
type Parts = Record<string, { property: INodeProperties }>;

/** Returns n8n's descriptions of these parts, in their order. */
export function formOf(parts: Parts): INodeProperties[] {
	return Object.values(parts).map(({ property }) => property);
}

/** Declares a line of text between the fields. */
export function notice(
	name: string,
	displayName: string,
	displayOptions?: INodeProperties['displayOptions'],
): Parts[string] {
	return { property: { displayName, name, type: 'notice', default: '', displayOptions } };
}

/** Declares a collection of fields that the user adds one by one. */
export function collection(displayName: string, name: string, placeholder: string, fields: Parts) {
	const options = formOf(fields);
	const type = 'collection' as const;
	return { property: { displayName, name, type, placeholder, default: {}, options } };
}

/** Declares a group: fields that the user adds together. n8n keeps their values as one object, in `values`. */
export function group(label: string, path: string, fields: Parts, shown: Shown<IDataObject>) {
	return custom<IDataObject>(label, path, {
		type: 'fixedCollection',
		placeholder: `Add ${label}`,
		default: {},
		options: [{ displayName: label, name: 'values', values: formOf(fields) }],
		// Without it, n8n 1.x drops a group that is added and left as it is. n8n adds the groups that have a default.
		...(shown.default && { typeOptions: { multipleValues: false } }),
		read: (value) => ({ value: Object(Object(value).values) }),
		otherwise: {},
		...shown,
	});
}
