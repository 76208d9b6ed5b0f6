import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { imagesOf, shows, termsOf } from './imageTexts.mts';

const project = resolve(import.meta.dirname, '../..');
const folder = 'docs/images';
const pages = [
	'README.md',
	...readdirSync(join(project, 'docs'), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.md'))
		.map((file) => join('docs', file)),
];
const pictures = readdirSync(join(project, folder)).filter((file) => file.endsWith('.png'));
const images = pages.flatMap((page) =>
	imagesOf(readFileSync(join(project, page), 'utf8'))
		.filter(({ path }) => !/^https?:/.test(path))
		.map(({ path, alt }) => ({ page, path: join(dirname(page), path), alt })),
);

describe('the pictures of the pages', () => {
	it('are all there', () => {
		expect(images.length).toBeGreaterThan(0);
		expect(images.filter(({ path }) => !existsSync(join(project, path)))).toEqual([]);
	});

	it('have a text each', () => {
		expect(images.filter(({ alt }) => alt.trim() === '')).toEqual([]);
	});

	it.each(pictures)('%s is on a page, and its text names what it shows', (file) => {
		const uses = images.filter(({ path }) => path === join(folder, file));
		expect(uses.length).toBeGreaterThan(0);
		expect(uses.filter(({ alt }) => termsOf(alt).length === 0)).toEqual([]);
	});

	it.each(pictures)('%s is below 80 kB', (file) => {
		expect(statSync(join(project, folder, file)).size).toBeLessThan(80_000);
	});

	it('are those that the browser test takes', () => {
		const tests = readdirSync(join(project, 'test/e2e')).filter((file) =>
			file.endsWith('.e2e.mts'),
		);
		const taken = tests.flatMap((file) =>
			[
				...readFileSync(join(project, 'test/e2e', file), 'utf8').matchAll(/\bpicture\('([^']+)'/g),
			].map(([, name]) => name!),
		);
		expect(taken.sort()).toEqual(pictures.sort());
	});
});

describe("a picture's text", () => {
	it('is read from Markdown and from HTML', () => {
		expect(
			imagesOf(
				'a ![One: x](a/1.png) b\n<img width="9" src="b/2.png" alt="Two: y, z">\n[no](image.png)',
			),
		).toEqual([
			{ path: 'a/1.png', alt: 'One: x' },
			{ path: 'b/2.png', alt: 'Two: y, z' },
		]);
		expect(imagesOf('<img src="c.png">')).toEqual([{ path: 'c.png', alt: '' }]);
	});

	it.each([
		['A form: Sender ID ZEBRA, Times: two', ['Sender ID ZEBRA', 'Times: two']],
		['A form: ', []],
		['A form, and no more', []],
	])('%j has the terms %j', (alt, terms) => {
		expect(termsOf(alt)).toEqual(terms);
	});

	const form = [
		'Operation',
		'Send Message',
		'Sender ID',
		'From list',
		'ZEBRA (Approved)',
		'Recipients',
		'+254\n712',
		'"sendOutcome"',
		'"unaccepted"',
	];

	it.each([
		'Sender ID',
		'Sender ID ZEBRA',
		'Operation Send Message',
		'ZEBRA (Approved)',
		'Recipients +254 712',
		'sendOutcome',
		'ID ZEBRA Recipients',
	])('%s is shown', (term) => {
		expect(shows(form, term)).toBe(true);
	});

	it.each([
		'sender id',
		'ZEBRA Sender ID',
		'Operation ZEBRA',
		'Sender ID Recipients +254',
		'Sen',
		'accepted',
		'sendOutcome accepted',
		'Campaign',
		'+2547',
	])('%s is not shown', (term) => {
		expect(shows(form, term)).toBe(false);
	});
});
