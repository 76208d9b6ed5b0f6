/** What the panel says is short, plain English in n8n's style (docs.n8n.io, "UX guidelines"), and true to the form. */
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { thePackage } from '../../harness/index.mts';
import { ownFields } from './tables.mts';

/** A text, and the place where it stands. */
type Text = [place: string, text: string];
interface Field extends INodeProperties {
	place: string;
}
interface Choice extends INodePropertyOptions {
	place: string;
}

let fields: Field[];
let choices: Choice[];
let descriptions: Text[];
let labels: Text[];
let all: Text[];

beforeAll(() => {
	const { nodes, credentials } = thePackage();
	const kinds = [...Object.values(nodes).map(({ description }) => description)];
	const forms = [...kinds, ...Object.values(credentials)];
	fields = forms.flatMap(({ name, properties }) => fieldsOf(name, ownFields(properties)));
	choices = fields
		.filter(({ type }) => type === 'options')
		.flatMap(({ place, options }) =>
			((options ?? []) as INodePropertyOptions[]).map((each) => ({
				...each,
				place: `${place}=${each.name}`,
			})),
		);
	const modes = fields.flatMap(({ place, modes: own = [] }) =>
		own.map((mode) => ({ ...mode, place })),
	);
	const notices = fields.filter(({ type }) => type === 'notice');
	const texts = (of: Array<{ place: string; [name: string]: unknown }>, name: string): Text[] =>
		of.flatMap((each) => (each[name] ? [[each.place, String(each[name])] as Text] : []));
	descriptions = [
		...kinds.map(({ name, description }): Text => [name, description]),
		...texts(fields as never, 'description'),
		...texts(choices as never, 'description'),
		// n8n shows a link's words.
	].map(([place, text]) => [place, text.replace(/<[^>]+>/g, '')]);
	labels = [
		...forms.map(({ name, displayName }): Text => [name, displayName]),
		...texts(fields.filter((field) => !notices.includes(field)) as never, 'displayName'),
		...texts(choices.filter(({ name }) => !/\(\+\d+\)$/.test(name)) as never, 'name'),
		...texts(modes as never, 'displayName'),
	];
	all = [
		...descriptions,
		...labels,
		...texts(notices as never, 'displayName'),
		...[...fields, ...modes].flatMap((each) => texts([each as never], 'placeholder')),
		...texts(choices as never, 'action'),
	];
});

/** Every field that a form shows, those in collections too. */
function fieldsOf(place: string, properties: INodeProperties[]): Field[] {
	return properties
		.filter(({ type }) => type !== 'hidden')
		.flatMap((property) => {
			const operation = property.displayOptions?.show?.operation?.[0] ?? '';
			const own = { ...property, place: `${place} ${String(operation)} ${property.name}` };
			const inside = property.type === 'collection' ? (property.options as INodeProperties[]) : [];
			return [own, ...fieldsOf(own.place, inside)];
		});
}

const breaking = (texts: Text[], holds: (text: string) => boolean) =>
	texts.filter(([, text]) => !holds(text));

test('there are texts to read', () => {
	expect([fields.length > 55, descriptions.length > 70, labels.length > 80]).not.toContain(false);
});

test('every field says what it is for; of a menu all choices do, or none', () => {
	const bare = fields.filter(
		({ type, name, description }) =>
			!description &&
			!['collection', 'fixedCollection', 'notice'].includes(type) &&
			name !== 'operation',
	);
	expect(bare.map(({ place }) => place)).toEqual([]);
	const halfSaid = fields.filter(({ type, options = [] }) => {
		const said = (options as INodePropertyOptions[]).filter(({ description }) => description);
		return type === 'options' && said.length > 0 && said.length < options.length;
	});
	expect(halfSaid.map(({ place }) => place)).toEqual([]);
});

test('a description is at most 200 characters; a full stop ends it only where it has several sentences', () => {
	const hasSentences = (text: string) => /\.\s+(?=[A-Z\d'])/.test(text.replaceAll('e.g. ', ''));
	const holds = (text: string) =>
		text.length <= 200 &&
		/^[A-Z]/.test(text) &&
		text.endsWith('.') === hasSentences(text) &&
		!/^\s|\s$|\s{2}|\.\.|!/.test(text);
	expect(breaking(descriptions, holds)).toEqual([]);
});

test('a field that is typed has an example in it, but for secrets; a collection asks to add one', () => {
	const fits = ({ type, displayName, typeOptions, placeholder = '' }: Field) => {
		if (type === 'collection') return /^Add (?:filter|option)$/.test(placeholder);
		const one = displayName.endsWith('Options') ? 'option' : displayName;
		if (type === 'fixedCollection') return placeholder === `Add ${one}`;
		if (placeholder === '') return type !== 'string' || typeOptions?.password === true;
		return /^e\.g\. \S/.test(placeholder);
	};
	expect(fields.filter((field) => !fits(field)).map(({ place }) => place)).toEqual([]);
});

test('no words of programmers, no signs from elsewhere', () => {
	const jargon =
		/\b(?:payload|endpoint|boolean|string|array|JSON|null|undefined|parameter|regex|mutex|idempoten\w*|async\w*|callback|resource locator|please|simply|just)\b/i;
	// An expression is for copying.
	const words = all.map(([place, text]): Text => [place, text.replace(/\{\{.*?\}\}/g, '')]);
	expect(breaking(words, (text) => !jargon.test(text) && !/[—–…“”]/.test(text))).toEqual([]);
	expect(breaking(words, (text) => /^[\p{Script=Latin}\d\s!-~]*$/u.test(text))).toEqual([]);
});

test('a text that names another field uses its label', () => {
	const known = new Set(labels.map(([, text]) => text));
	const named = descriptions.flatMap(([place, text]) =>
		[...text.matchAll(/(?<=[a-z] )[A-Z][a-z]+(?: [A-Z][a-z]+)+/g)].map(([name]) => [place, name]),
	);
	expect(named.length).toBeGreaterThan(5);
	expect(named.filter(([, name]) => !known.has(name!))).toEqual([]);
});

test.each(['messagingService', 'messagingServiceTrigger'])(
	'what %s tells who builds workflows with AI names only options that there are',
	(name) => {
		const { builderHint } = thePackage().nodes[name]!.description;
		const own = fields.filter(({ place }) => place.startsWith(`${name} `));
		const hints = [
			builderHint!.searchHint!,
			...own.map((field) => field.builderHint?.propertyHint),
		];
		const said = hints.filter((hint) => hint !== undefined);
		expect(
			breaking(
				said.map((hint) => [name, hint]),
				(hint) => hint.length <= 300,
			),
		).toEqual([]);
		const known = own.map(({ place }) => place.split(/\s+/).slice(-2).join('.'));
		const named = said.flatMap((hint) => hint.match(/\b(?:options|filters)\.\w+/g) ?? []);
		expect(named.filter((path) => !known.includes(path))).toEqual([]);
	},
);
