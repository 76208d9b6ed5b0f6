/** Texts of the panel that name other fields match the form, so that people and models find these fields. */
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { thePackage } from '../../harness/index.mts';
import { ownFields } from './tables.mts';

/** A field, and its place: the names of the node, of everything around the field, and its own. */
interface Field extends INodeProperties {
	place: string[];
}

/** Returns every field that a form shows, including those in collections. */
function fieldsOf(place: string[], properties: INodeProperties[]): Field[] {
	return properties
		.filter(({ type }) => type !== 'hidden')
		.flatMap((property) => {
			const own = { ...property, place: [...place, property.name] };
			const inside = property.type === 'collection' ? (property.options as INodeProperties[]) : [];
			return [own, ...fieldsOf(own.place, inside)];
		});
}

const choicesOf = ({ type, options }: Field) =>
	type === 'options' ? ((options ?? []) as INodePropertyOptions[]) : [];

function allFields(): Field[] {
	const { nodes, credentials } = thePackage();
	return [
		...Object.values(nodes).map(({ description }) => description),
		...Object.values(credentials),
	].flatMap(({ name, properties }) => fieldsOf([name], ownFields(properties)));
}

test('every field says what it is for', () => {
	const bare = allFields().filter(
		({ type, name, description }) =>
			!description && !/ollection|notice/.test(type) && name !== 'operation',
	);
	expect(bare.map(({ place }) => place)).toEqual([]);
});

test('a text that names another field uses its label', () => {
	const { nodes, credentials } = thePackage();
	const fields = allFields();
	const choices = fields.flatMap(choicesOf);
	const labels = [
		...Object.values(nodes).map(({ description }) => description.displayName),
		...Object.values(credentials).map(({ displayName }) => displayName),
		...fields.map(({ displayName }) => displayName),
		...fields.flatMap(({ modes = [] }) => modes.map(({ displayName }) => displayName)),
		...choices.map(({ name }) => name),
	];
	const named = [...fields, ...choices].flatMap(
		({ description = '', hint = '' }: Partial<Field>) =>
			`${description} ${hint}`.match(/(?<=[a-z] )[A-Z][a-z]+(?: [A-Z][a-z]+)+/g) ?? [],
	);
	expect(named.length).toBeGreaterThan(5);
	expect(named.filter((name) => !labels.includes(name))).toEqual([]);
});

test.each(['messagingService', 'messagingServiceTrigger'])(
	'what %s tells who builds workflows with AI names only options that there are',
	(name) => {
		const { builderHint } = thePackage().nodes[name]!.description;
		const own = allFields().filter(({ place }) => place[0] === name);
		const hints = [
			builderHint!.searchHint!,
			...own.map((field) => field.builderHint?.propertyHint),
		];
		const known = own.map(({ place }) => place.slice(-2).join('.'));
		const named = hints.flatMap((hint) => hint?.match(/\b(?:options|filters)\.\w+/g) ?? []);
		expect(named.length).toBeGreaterThan(0);
		expect(named.filter((path) => !known.includes(path))).toEqual([]);
	},
);
