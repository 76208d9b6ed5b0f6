/** The list of what is changed, against the files that there are; and the table of figures. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chosen, filesOf, leftAsTheyAre, parts, pathOf, rooms, withoutLogic } from './parts.mts';
import { placesOf } from './places.mts';
import { percentOf, scoresOf, sumOf } from './score.mts';
import { figuresIn, withFigures } from './table.mts';

const root = join(import.meta.dirname, '../..');
const listed = parts.flatMap(filesOf);

/** Every source file under a folder, as the list names it. */
const filesUnder = (folder: string, before = ''): string[] =>
	readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
		.filter((path) => path.endsWith('.ts'))
		.map((path) => `${before}${path.replaceAll('\\', '/').replace(/\.ts$/, '')}`);

describe('the parts', () => {
	it('have every file of the node and of the credential once, but for those without logic', () => {
		const all = [
			...filesUnder('nodes/MessagingService'),
			...filesUnder('credentials', 'credentials/'),
		];
		expect([...listed, ...withoutLogic].sort()).toEqual(all.sort());
	});

	it('name tests that there are', () => {
		const tests = [
			...new Set(parts.flatMap(({ batches }) => batches.flatMap(({ tests: own }) => own))),
		];
		expect(tests.filter((test) => !existsSync(join(root, `test/${test}.test.mts`)))).toEqual([]);
	});

	it('name files that there are where texts are left as they are', () => {
		expect(Object.keys(leftAsTheyAre).filter((file) => !listed.includes(file))).toEqual([]);
	});

	it('are chosen by their name, by a folder or by a file', () => {
		expect(chosen([]).map(({ name }) => name)).toEqual(parts.map(({ name }) => name));
		expect(chosen(['http-requests']).map(({ name }) => name)).toEqual(['http-requests']);
		expect(chosen(['trigger']).map(({ name }) => name)).toEqual(['trigger-state', 'trigger-polls']);
		expect(
			chosen(['http/limiter', 'lists']).map((part) => [part.name, filesOf(part).length]),
		).toEqual([
			['http-requests', 1],
			['lists', 5],
		]);
		expect(() => chosen(['http/limit'])).toThrow(
			'There is no part, no folder and no file http/limit to change.',
		);
	});
});

describe('the places that are changed', () => {
	it('are all of a file without tables of fields', () =>
		expect(placesOf('a.ts', 'const a = [\n\t1,\n];\n')).toEqual(['a.ts']));

	it('are the lines before, between and after such tables', () => {
		const source = [
			'import x;',
			'export const one: INodeProperties = {',
			"\tname: 'a',",
			'\toptions: [',
			'\t],',
			'};',
			'const logic = 1;',
			'class B {',
			'\tproperties: INodeProperties[] = [',
			'\t\t{',
			'\t\t},',
			'\t];',
			'}',
		];
		expect(placesOf('a.ts', source.join('\n'))).toEqual(['a.ts:1-1', 'a.ts:7-8', 'a.ts:13-13']);
	});

	it('leave something of every file, and all that is code', () => {
		for (const file of listed) {
			const source = readFileSync(join(root, pathOf(file)), 'utf8');
			const places = placesOf(file, source);
			expect([file, places.length > 0]).toEqual([file, true]);
			const lines = source.split('\n');
			const left = places.flatMap((place) => {
				const [, first, last] = /:(\d+)-(\d+)$/.exec(place) ?? ['', '1', String(lines.length)];
				return lines.slice(Number(first) - 1, Number(last));
			});
			const functions = (text: string[]) =>
				text.filter((line) => /^(export )?(async )?function |=> \{$/.test(line)).length;
			expect([file, functions(left)]).toEqual([file, functions(lines)]);
		}
	});
});

it('a report counts what the tests noticed, by failing or by waiting in vain, and shows what they did not', () => {
	const at = (status: string, column = 7) => ({
		mutatorName: 'BooleanLiteral',
		status,
		replacement: 'false',
		location: { start: { line: 1, column }, end: { line: 1, column: column + 4 } },
	});
	const [[path, score]] = [
		...scoresOf({
			files: {
				'x/a.ts': {
					source: 'go = (true);',
					mutants: [
						at('Killed'),
						at('Killed'),
						at('Timeout'),
						at('Survived'),
						at('NoCoverage'),
						at('CompileError'),
					],
				},
			},
		}),
	] as [[string, ReturnType<typeof sumOf>]];
	expect([path, score.killed, score.timedOut]).toEqual(['x/a.ts', 2, 1]);
	expect(score.survivors).toEqual(
		Array(2).fill('line 1, BooleanLiteral: true => false   in   go = (true);'),
	);
	expect([
		percentOf(score),
		percentOf(sumOf([score, { killed: 5, timedOut: 0, survivors: [] }])),
		percentOf(sumOf([])),
	]).toEqual([60, 80, 100]);
});

describe('the table of figures', () => {
	const before =
		'Words.\n\n<!-- figures: npm run test:mutation -- --write -->\n\n| lists/gone | 9 | 1 | 0 | 88.9 % | 2031-05-01 |\n| lists/a | 10 | 5 | 1 | 50.0 % | 2031-05-02 |\n\n<!-- end of figures -->\n\nMore words.\n';
	const ofLists = new Map([
		['lists', ['lists/a', 'lists/b']],
		['http', ['http/c']],
	]);
	const page = withFigures(
		before,
		new Map([['lists/b', { changes: 40, survived: 3, timedOut: 2, day: '2031-05-14' }]]),
		ofLists,
	);

	it('keeps the words and the other figures, and has a sum of each folder', () => {
		expect(page).toBe(
			[
				'Words.',
				'',
				'<!-- figures: npm run test:mutation -- --write -->',
				'',
				'| File | Changes | Survived | Timed out | Score | Taken on |',
				'|---|---:|---:|---:|---:|---|',
				'| lists/a | 10 | 5 | 1 | 50.0 % | 2031-05-02 |',
				'| lists/b | 40 | 3 | 2 | 92.5 % | 2031-05-14 |',
				'| **lists, all files** | 50 | 8 | 3 | 84.0 % | 2031-05-02 |',
				'',
				'<!-- end of figures -->',
				'',
				'More words.',
				'',
			].join('\n'),
		);
	});

	it('takes newer figures in place of older ones, and says where a folder is not whole', () => {
		const renewed = withFigures(
			page,
			new Map([['lists/a', { changes: 10, survived: 1, timedOut: 0, day: '2031-05-15' }]]),
			new Map([['lists', ['lists/a', 'lists/b', 'lists/new']]]),
		);
		expect(figuresIn(renewed).get('lists/a')).toEqual({
			changes: 10,
			survived: 1,
			timedOut: 0,
			day: '2031-05-15',
		});
		expect(renewed).toContain('| **lists, 2 of 3 files** | 50 | 4 | 2 | 92.0 % | 2031-05-14 |');
	});

	it('stands in docs/mutation.md, with every figure above 85 %', () => {
		const text = readFileSync(join(root, 'docs/mutation.md'), 'utf8');
		expect(
			withFigures(
				text,
				new Map(),
				new Map(rooms.map((room) => [room, listed.filter((file) => file.startsWith(`${room}/`))])),
			),
		).toBe(text);
		const poor = [...text.matchAll(/^\| \*\*(.+?)\*\* .* ([\d.]+) % \|/gm)].filter(
			([, , percent]) => Number(percent) <= 85,
		);
		expect(poor).toEqual([]);
	});
});
