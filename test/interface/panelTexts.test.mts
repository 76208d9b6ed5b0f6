/**
 * The words of the panel: n8n's guidelines for them (docs.n8n.io, "UX guidelines"), and that each
 * is short and plain.
 */
import { descriptions, fields, labels, menus, texts } from './panelTexts.mts';

const LONGEST = 200;

/** Words that stay small in the middle of a label. */
const small = /^(?:of|per|or|and|to|by|in|for|from|with)$/;

/** Menus whose names say it all. */
const plainMenus = [
	'node queryMessages filters.dateCreated',
	'node querySenders filters.dateCreated',
];

/** Words of programmers, and of how this package is built. */
const jargon =
	/\b(?:gate|parcel|journey|traveller|forge|world|payload|endpoint|boolean|string|array|JSON|null|undefined|parameter|regex|mutex|idempoten\w*|async\w*|callback|resource locator|please|simply|just)\b/i;

const sentencesOf = (text: string) => text.split(/(?<=\.)(?<!e\.g\.)\s+(?=[A-Z\d'])/);

/** Where a rule is broken, with the text. */
const broken = (list: Array<[string, string]>, holds: (text: string) => boolean) =>
	list.filter(([, text]) => !holds(text));

it('finds the texts', () => {
	expect([
		fields.length > 55,
		descriptions.length > 70,
		labels.length > 80,
		texts.length > 170,
	]).toEqual([true, true, true, true]);
});

it('writes labels in Title Case', () => {
	const isTitle = (text: string) =>
		text
			.split(' ')
			.every(
				(word, index, { length }) =>
					/^[A-Z\d]/.test(word) || (index > 0 && index < length - 1 && small.test(word)),
			);
	// A choice that asks for one is a sentence, not a name.
	expect(
		broken(
			labels.filter(([, text]) => text !== 'Choose a country'),
			isTitle,
		),
	).toEqual([]);
});

it('describes every field, but for collections, whose members are described', () => {
	const bare = fields.filter(
		({ type, description }) => !['collection', 'notice'].includes(type) && !description,
	);
	expect(bare.map(({ place }) => place)).toEqual(['node operation']);
});

it('begins a description with a capital, and ends it with a full stop only where there are several sentences', () => {
	expect(broken(descriptions, (text) => /^[A-Z]/.test(text))).toEqual([]);
	expect(
		broken(descriptions, (text) =>
			sentencesOf(text).length > 1 ? text.endsWith('.') : !text.endsWith('.'),
		),
	).toEqual([]);
	expect(
		broken(descriptions, (text) => text === text.trim() && !/\s{2}|\.\.|!/.test(text)),
	).toEqual([]);
});

it(`keeps a description to ${LONGEST} characters`, () => {
	expect(broken(descriptions, (text) => text.length <= LONGEST)).toEqual([]);
});

it('begins what is switched on or off, and nothing else, with Whether', () => {
	const wrong = fields.filter(
		({ type, description = '' }) => (type === 'boolean') !== description.startsWith('Whether '),
	);
	expect(wrong.map(({ place, description }) => [place, description])).toEqual([]);
});

it('gives examples as placeholders, and asks for a filter or an option where one can be added', () => {
	const wrong = fields.flatMap(({ type, place, placeholder, modes = [] }) => {
		const fits = type === 'collection' ? /^Add (?:filter|option)$/ : /^e\.g\. \S/;
		return [placeholder, ...modes.map((mode) => mode.placeholder)]
			.filter((text) => (text === undefined ? type === 'collection' : !fits.test(text)))
			.map((text) => [place, text]);
	});
	expect(wrong).toEqual([]);
});

it('gives every field that is typed as a text a placeholder, but for secrets and the time that is picked', () => {
	const bare = fields.filter(
		({ type, typeOptions, placeholder }) =>
			type === 'string' && !typeOptions?.password && !placeholder,
	);
	expect(bare.map(({ place }) => place)).toEqual([]);
});

it('shows no hint below a field: what it would say stands in the description', () => {
	expect(fields.filter(({ hint }) => hint).map(({ place }) => place)).toEqual([]);
});

it.each(menus.map(([place, choices]) => [place, choices] as const))(
	'%s describes all of its choices, or needs to describe none',
	(place, choices) => {
		const bare = choices
			.filter(({ name, description }) => !description && name !== 'Choose a country')
			.map(({ name }) => name);
		expect(bare).toEqual(plainMenus.includes(place) ? choices.map(({ name }) => name) : []);
	},
);

it('names actions without an article, in sentence case', () => {
	const actions = menus
		.find(([place]) => place === 'node operation')![1]
		.map(({ action }) => action);
	expect(actions).toEqual(['Send message', 'Query messages', 'Query senders', 'List statuses']);
});

it("uses people's words", () => {
	expect(broken(texts, (text) => !jargon.test(text))).toEqual([]);
	expect(broken(texts, (text) => !/[—–…“”]/.test(text))).toEqual([]);
});

it("names other fields by their labels, with n8n's spelling of them", () => {
	const known = new Set(labels.map(([, text]) => text));
	const named = descriptions.flatMap(([place, text]) =>
		[...text.matchAll(/(?<=[a-z] )[A-Z][a-z]+(?: [A-Z][a-z]+)+/g)].map(
			([name]) => [place, name] as const,
		),
	);
	expect(named.length).toBeGreaterThan(5);
	expect(named.filter(([, name]) => !known.has(name))).toEqual([]);
});
