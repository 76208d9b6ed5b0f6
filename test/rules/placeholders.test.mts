/** How n8n splits an expression within a text, and which of its placeholders came to nothing. */
import { splitExpression } from '@n8n/tournament/dist/ExpressionSplitter.js';
import fc from 'fast-check';

import {
	columnIn,
	emptyPlaceholders,
	strayBrackets,
	templateOf,
} from '../../nodes/MessagingService/values/placeholders.ts';
import { runsOf } from '../harness/random.mts';

/** The codes of the placeholders that are told empty. */
function emptyIn(expression: string, text: string): string[] {
	const template = templateOf(expression);
	return emptyPlaceholders(template, text).map((place) => template.codes[place]!);
}

describe('an expression is split as n8n splits it', () => {
	const split = (expression: string) => {
		const { literals, codes } = templateOf(expression);
		return literals.flatMap((text, place) => [text, ...codes.slice(place, place + 1)]);
	};
	/** n8n's parts. It leaves out a last one that is empty. */
	const splitByN8n = (expression: string) =>
		splitExpression(expression).map(({ type, text }) => (type === 'code' ? text.trim() : text));

	test.each([
		['', ['']],
		['Hello', ['Hello']],
		['{{ $json.a }}', ['', '$json.a', '']],
		['a {{x}}{{ y }}\n{{ z }} b', ['a ', 'x', '', 'y', '\n', 'z', ' b']],
		['a }} {{ x }} }} b', ['a }} ', 'x', ' }} b']],
		['a {{ x', ['a ', 'x', '']],
		['a \\{{ x }} b', ['a \\{{ x }} b']],
		['a \\\\{{ x }} b', ['a \\', 'x', ' b']],
		['{{ "\\}}" }} b', ['', '"\\}}"', ' b']],
		['{ {{{ a: 1 }}}', ['{ ', '{ a: 1', '}']],
	])('%j', (expression, parts) => expect(split(expression)).toEqual(parts));

	test('whatever stands in it', () => {
		const piece = fc.constantFrom(
			'{',
			'{{',
			'}',
			'}}',
			'\\',
			'\\\\',
			'a',
			' ',
			'\n',
			'$json.b',
			'😀',
			'"',
		);
		const property = fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
			// n8n loses a backslash with brackets at the very end.
			const expression = `${pieces.join('')}z`;
			const expected = splitByN8n(expression);
			const parts = split(expression);
			// In code, n8n drops the backslash before the first closing brackets.
			const got = parts.map((part, place) => (place % 2 === 1 ? part.replace('\\}}', '}}') : part));
			expect(got.slice(0, expected.length)).toEqual(expected);
			expect(got.slice(expected.length).join('')).toBe('');
		});
		fc.assert(property, runsOf(5000));
	});
});

test.each([
	['$json.Name', 'Name'],
	['$json["First Name"]', 'First Name'],
	["$json['Näme']", 'Näme'],
	['$json.Größe', 'Größe'],
	['$json . a', 'a'],
	['$json[ "a" ]', 'a'],
	['$json', undefined],
	['$json.a.b', undefined],
	['$json.a()', undefined],
	["$json.a ?? ''", undefined],
	['$json["a"].b', undefined],
	['$json["a\\"]', undefined],
	['$json[\'a"]', undefined],
	['$json[0]', undefined],
	['$input.item.json.a', undefined],
	["$('X').item.json.a", undefined],
])('the column of %j', (code, column) => expect(columnIn(code)).toBe(column));

test.each([
	['Hello {{ $json.a }}, bye', undefined],
	['Hello', undefined],
	['At 09:00. }} }}', ['}}', 'At 09:00. ']],
	['{{ $json.a }} }}', ['}}', ' ']],
	['a \\{{ $json.a }}', ['{{', 'a \\']],
	[
		'Please come to the clinic {{ $json.a }} at the latest by 9}}',
		['}}', ' at the latest by 9'.slice(-20)],
	],
	['{ {a} }', undefined],
	['{{ {a: {b: 1} } }}', undefined],
])('stray brackets in %j', (expression, found) =>
	expect(strayBrackets(templateOf(expression))).toEqual(found),
);

describe('a placeholder that is empty', () => {
	test.each<[string, string, string, string[]]>([
		['at the beginning', '{{ a }} is here', ' is here', ['a']],
		['in the middle', 'Hello {{ a }}, bye', 'Hello , bye', ['a']],
		['at the end', 'Hello {{ a }}', 'Hello ', ['a']],
		['alone', '{{ a }}', '', ['a']],
		['blank', 'Hello {{ a }}!', 'Hello  \t!', ['a']],
		['a no-break space', 'Hello {{ a }}!', 'Hello \u00a0!', ['a']],
		['filled', 'Hello {{ a }}!', 'Hello Ann!', []],
		['0', 'You have {{ a }} visits', 'You have 0 visits', []],
		['false', 'It is {{ a }}.', 'It is false.', []],
		['an emoji', '{{ a }}!', '😀!', []],
		['right-to-left', '{{ a }}, {{ b }}', 'שלום, ', ['b']],
		['two of three', '{{ a }}, {{ b }} and {{ c }}.', ', Ben and .', ['a', 'c']],
		['all side by side', 'Hi {{ a }}{{ b }}!', 'Hi !', ['a', 'b']],
		['one side by side', 'Hi {{ a }}{{ b }}!', 'Hi Ann!', []],
		['twice the same', '{{ a }}, {{ a }}', ', ', ['a', 'a']],
		[
			'with quotes and brackets',
			`Hi {{ $json["a}"]?.b ?? ')' }}!`,
			'Hi !',
			[`$json["a}"]?.b ?? ')'`],
		],
		['over several lines', 'Hi\n{{\n\ta\n}}\nbye', 'Hi\n\nbye', ['a']],
		['between equal literals, all empty', '{{ a }}, {{ b }}, {{ c }}', ', , ', ['a', 'b', 'c']],
		['between equal literals, one empty', '{{ a }}, {{ b }}, {{ c }}', 'x, , z', ['b']],
		['a value that holds the literal behind it', '{{ a }} {{ b }}', 'Mary Ann ', []],
		['a value that holds the literal before it', 'Dr {{ a }} {{ b }}', 'Dr  Ann Lee', []],
		['a first name of two words, and no title', 'Dear {{ a }} {{ b }},', 'Dear Ann ,', ['b']],
		['a text of another template', 'Hello {{ a }}, {{ b }}!', 'Hello !', []],
		['a text that begins otherwise', 'Hi {{ a }}', 'Yo ', []],
		['a text that ends otherwise', '{{ a }} Hi', ' Yo', []],
		['a blank text without the literal in between', '{{ a }}-{{ b }}', '   ', []],
		['a text that is too short for it', 'aa{{ a }}aa', 'aaa', []],
		['a text without the literal in between', '{{ a }}-{{ b }}', 'xy', []],
	])('%s', (_, expression, text, expected) => expect(emptyIn(expression, text)).toEqual(expected));

	test('a megabyte of values and of literals is read, whatever they hold', () => {
		const [long, many] = ['a'.repeat(1e6), 'a '.repeat(5e5)];
		expect(emptyIn('{{ a }} {{ b }}!', `${long} !`)).toEqual(['b']);
		expect(emptyIn('{{ a }} {{ b }} {{ c }}!', `${many}!`)).toEqual([]);
		expect(emptyIn(`${many}{{ a }}${many}`, many + many)).toEqual(['a']);
		expect(templateOf('{{ a }}'.repeat(1e5)).codes).toHaveLength(1e5);
		expect(templateOf(`{{${'\\}}'.repeat(3e5)}`).codes).toHaveLength(1);
	});

	const value = fc.oneof(
		fc.constantFrom('', ' ', '\t', '0', 'false', 'Ann', 'Ann Lee', '😀', 'שלום', ', ', 'ab', 'b'),
		fc.string(),
	);
	const literal = fc.constantFrom('', ' ', ', ', ' and ', 'a', 'ab', 'Hello ', '\n', '😀', '.');

	/** A template as parts, with the values of its placeholders. */
	const filled = fc
		.array(fc.tuple(literal, value), { minLength: 1, maxLength: 5 })
		.chain((pairs) => fc.tuple(fc.constant(pairs), literal));

	test('is told only if it is, and untold only if values hold the literals around', () => {
		let [told, untold] = [0, 0];
		const property = fc.property(filled, ([pairs, end]) => {
			const expression = `${pairs.map(([text], place) => `${text}{{ v${place} }}`).join('')}${end}`;
			const text = `${pairs.map(([before, of]) => `${before}${of}`).join('')}${end}`;
			const named = emptyIn(expression, text);
			const literals = [...pairs.map(([before]) => before), end];
			for (const [place, [, of]] of pairs.entries()) {
				const isEmpty = of.trim() === '';
				if (named.includes(`v${place}`)) {
					told++;
					expect(of.trim()).toBe('');
				} else if (isEmpty) {
					untold++;
					// A literal occurs more often than in the template.
					const isHidden = literals.some(
						(each) => text.split(each).length > literals.join('\0').split(each).length,
					);
					expect(isHidden || literals.slice(1, -1).includes('')).toBe(true);
				}
			}
		});
		fc.assert(property, runsOf(5000));
		expect(Math.min(told, untold)).toBeGreaterThan(100);
	});
});
