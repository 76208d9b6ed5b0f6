import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { INodeProperties } from 'n8n-workflow';
import { properties } from '../../nodes/MessagingService/operations/index.ts';
import { watchFields } from '../../nodes/MessagingService/operations/watchMessages.ts';

const project = resolve(import.meta.dirname, '../..');
const manifest = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as {
	version: string;
	scripts: Record<string, string>;
	devDependencies: Record<string, string>;
	repository: { url: string };
	author: { name: string };
};

const places = [
	'.',
	'docs',
	'docs/decisions',
	'examples',
	'workbench/sandbox',
	'workbench/engine',
	'.github',
];
const pages = places.flatMap((place) =>
	readdirSync(join(project, place))
		.filter((file) => file.endsWith('.md'))
		.map((file) => join(place, file)),
);

function read(path: string): string {
	return readFileSync(join(project, path), 'utf8');
}

/** The anchors that GitHub makes of a page's headings. */
function anchorsOf(page: string): string[] {
	return [...page.matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
		heading!
			.toLowerCase()
			.replace(/[^\p{L}\p{N} _-]/gu, '')
			.replaceAll(' ', '-'),
	);
}

/** Where a page's links and pictures within the project lead. */
function targetsOf(path: string): string[] {
	return [...read(path).matchAll(/\]\(([^)\s]+)\)|<img src="([^"]+)"/g)]
		.map(([, link, image]) => (link ?? image) as string)
		.filter((target) => !/^https?:/.test(target));
}

it('the pages have links to follow', () => {
	expect(pages.flatMap(targetsOf).length).toBeGreaterThan(50);
});

it.each(pages)('every link of %s leads somewhere', (path) => {
	const dead = targetsOf(path).filter((target) => {
		const [file, anchor] = target.split('#');
		const place = file ? join(dirname(path), file) : path;
		return (
			!existsSync(join(project, place)) ||
			(anchor !== undefined && !anchorsOf(read(place)).includes(anchor))
		);
	});
	expect(dead).toEqual([]);
});

const named = (name: string) =>
	JSON.parse(read(`workbench/n8n/${name}/package.json`)) as { dependencies: { n8n: string } };
const [completeN8n, olderN8n] = [
	named('complete-n8n').dependencies.n8n,
	named('older-n8n').dependencies.n8n,
];

// What a decision names is of its time.
describe.each(pages.filter((page) => !page.startsWith('docs/decisions')))('%s', (path) => {
	const text = read(path);

	it('names files and folders that there are', () => {
		const paths = [
			...text.matchAll(
				/`((?:nodes|credentials|examples|workbench|docs|test|benchmark)\/[\w./-]+)`/g,
			),
		].map(([, named]) => named as string);
		expect(paths.filter((named) => !existsSync(join(project, named)))).toEqual([]);
	});

	it('names versions of n8n that are tested with', () => {
		const versions = [...text.matchAll(/n8n (\d+\.\d+\.\d+)/g)].map(([, version]) => version);
		expect(versions.filter((version) => ![completeN8n, olderN8n].includes(version!))).toEqual([]);
	});
});

describe('CONTRIBUTING', () => {
	const page = read('CONTRIBUTING.md');

	it('names every command, and none that is not there', () => {
		const commands = [...page.matchAll(/^\| `npm (?:run )?([\w:]+)`/gm)].map(([, name]) => name);
		expect(commands.sort()).toEqual(Object.keys(manifest.scripts).sort());
	});

	it('says where things are, by the places that there are', () => {
		const places = [...page.matchAll(/`([\w.-]+\/[\w./-]*)`/g)].map(([, place]) => place as string);
		expect(places.length).toBeGreaterThan(30);
		expect(
			places.filter(
				(place) =>
					!existsSync(join(project, place)) &&
					!existsSync(join(project, 'nodes/MessagingService', place)),
			),
		).toEqual([]);
	});

	it('names the engines and the complete n8n that are tested with', () => {
		const section = page.split(/^## /m).find((part) => part.startsWith('Tested with\n')) ?? '';
		expect(section).toContain(`n8n-core ${manifest.devDependencies['n8n-core']}`);
		expect(section).toContain(`n8n ${completeN8n}`);
		expect(section).toContain(`n8n ${olderN8n}`);
		const others = [...section.matchAll(/n8n-core (\d[\d.]*\d)/g)].map(([, version]) => version!);
		expect(
			others.filter((version) => !read('.github/workflows/ci.yml').includes(`core: ${version}`)),
		).toEqual([]);
	});

	describe('its list of what the publisher fills in', () => {
		const section =
			page.split(/^### /m).find((part) => part.startsWith('Before the first release')) ?? '';
		const listed = [...section.matchAll(/^\| `([^`]+)` \|/gm)].map(([, place]) => place!);
		const repository = manifest.repository.url.replace(/^git\+https:\/\/github\.com\/|\.git$/g, '');
		const left = new Set(['node_modules', 'dist', '.git', 'coverage']);
		const filesIn = (folder: string): string[] =>
			readdirSync(join(project, folder), { withFileTypes: true })
				.filter(({ name }) => !left.has(name))
				.flatMap((entry) =>
					entry.isDirectory() ? filesIn(join(folder, entry.name)) : [join(folder, entry.name)],
				);

		it('has every file that names the repository or the author, and no other', () => {
			expect(repository).toMatch(/^[\w-]+\/[\w-]+$/);
			const naming = filesIn('.').filter((file) =>
				[repository, manifest.author.name].some((name) => read(file).includes(name)),
			);
			expect(listed.sort()).toEqual(naming.sort());
		});

		it('has every member of package.json that names the repository or the author', () => {
			const row = section.split('\n').find((line) => line.startsWith('| `package.json` |')) ?? '';
			const members = Object.entries(manifest)
				.filter(([name, value]) => name === 'author' || JSON.stringify(value).includes(repository))
				.map(([name]) => name);
			expect([...row.matchAll(/`(\w+)`/g)].map(([, member]) => member!).sort()).toEqual(
				members.sort(),
			);
		});
	});
});

it('package.json has no address under a made-up domain', () => {
	expect(JSON.stringify(manifest)).not.toMatch(/\.(example|invalid|test)\b/);
});

describe('the README', () => {
	const readme = read('README.md');

	it('names every field and option that the editor shows', () => {
		const labels = properties
			.filter(({ type }) => type !== 'hidden')
			.flatMap(({ displayName, type, options = [] }) => [
				displayName,
				...(type === 'collection'
					? options.map((option) => ('displayName' in option ? option.displayName : ''))
					: []),
			]);
		// The editor needs 'Status Name or ID' to say how to give one that is not in the list.
		const missing = labels
			.map((label) => label.replace(' Name or ID', ''))
			.filter((label) => !['Operation', 'Options'].includes(label) && !readme.includes(label));
		expect(missing).toEqual([]);
	});

	describe('its section on the trigger', () => {
		const section = readme.split(/^## /m).find((part) => part.startsWith('The trigger\n')) ?? '';
		const tables = section
			.split(/\n\n/)
			.filter((part) => part.startsWith('|'))
			.map((table) =>
				table
					.split('\n')
					.slice(2)
					.map((row) =>
						row
							.split('|')
							.slice(1, -1)
							.map((cell) => cell.trim()),
					),
			);
		const field = (name: string) => watchFields.find((candidate) => candidate.name === name)!;

		it('has a row for each event, and no other', () => {
			expect(tables[0]?.map(([label]) => label).sort()).toEqual(
				field('event')
					.options!.map((option) => (option as { name: string }).name)
					.sort(),
			);
		});

		it('has a row for each filter and option, with its default, and no other', () => {
			const options = ['filters', 'options'].flatMap(
				(name) => field(name).options as INodeProperties[],
			);
			// A filter has none: what stands in its default is only what the form begins with.
			const numbers = options.map(({ displayName, type, default: value }) => [
				displayName,
				type === 'number' ? String(value) : 'none',
			]);
			expect(tables[1]?.map(([label, value]) => [label, value]).sort()).toEqual(numbers.sort());
		});
	});

	it('has the heading that the credential in n8n links to', () => {
		expect(anchorsOf(readme)).toContain('the-credential');
	});
});

it('the changelog has a dated section for this version', () => {
	expect(read('CHANGELOG.md')).toMatch(
		new RegExp(`^## \\[${manifest.version.replaceAll('.', '\\.')}\\] - \\d{4}-\\d{2}-\\d{2}$`, 'm'),
	);
});
