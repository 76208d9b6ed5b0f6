import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { INodeProperties } from 'n8n-workflow';
import { properties } from '../../nodes/MessagingService/operations/index.ts';
import { watchFields } from '../../nodes/MessagingService/operations/watchMessages.ts';

const project = resolve(import.meta.dirname, '../..');
const manifest = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as { version: string; scripts: Record<string, string>; devDependencies: Record<string, string> };

const places = ['.', 'docs', 'docs/decisions', 'examples', 'workbench/sandbox', 'workbench/engine', '.github'];
const pages = places.flatMap((place) => readdirSync(join(project, place)).filter((file) => file.endsWith('.md')).map((file) => join(place, file)));

function read(path: string): string {
	return readFileSync(join(project, path), 'utf8');
}

/** The anchors that a forge makes of a page's headings. */
function anchorsOf(page: string): string[] {
	return [...page.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => heading!.toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-'));
}

it.each(pages)('every link of %s leads somewhere', (path) => {
	const targets = [...read(path).matchAll(/\]\(([^)\s]+)\)|<img src="([^"]+)"/g)].map(([, link, image]) => (link ?? image) as string).filter((target) => !/^https?:/.test(target));
	const dead = targets.filter((target) => {
		const [file, anchor] = target.split('#');
		const place = file ? join(dirname(path), file) : path;
		return !existsSync(join(project, place)) || (anchor !== undefined && !anchorsOf(read(place)).includes(anchor));
	});
	expect(dead).toEqual([]);
});

describe('the README', () => {
	const readme = read('README.md');

	it('names every command, and none that is not there', () => {
		const named = [...readme.matchAll(/^\| `npm (?:run )?([\w:]+)`/gm)].map(([, name]) => name);
		expect(named.sort()).toEqual(Object.keys(manifest.scripts).sort());
	});

	it('names every field and option that the editor shows', () => {
		const labels = properties.filter(({ type }) => type !== 'hidden').flatMap(({ displayName, type, options = [] }) => [displayName, ...(type === 'collection' ? options.map((option) => ('displayName' in option ? option.displayName : '')) : [])]);
		// The editor needs 'Status Name or ID' to say how to give one that is not in the list.
		const missing = labels.map((label) => label.replace(' Name or ID', '')).filter((label) => !['Operation', 'Options'].includes(label) && !readme.includes(label));
		expect(missing).toEqual([]);
	});

	describe('its section on the trigger', () => {
		const section = readme.split(/^## /m).find((part) => part.startsWith('The trigger\n')) ?? '';
		const tables = section.split(/\n\n/).filter((part) => part.startsWith('|')).map((table) => table.split('\n').slice(2).map((row) => row.split('|').slice(1, -1).map((cell) => cell.trim())));
		const field = (name: string) => watchFields.find((candidate) => candidate.name === name)!;

		it('has a row for each event, and no other', () => {
			expect(tables[0]?.map(([label]) => label).sort()).toEqual(field('event').options!.map((option) => (option as { name: string }).name).sort());
		});

		it('has a row for each filter and option, with its default, and no other', () => {
			const options = ['filters', 'options'].flatMap((name) => field(name).options as INodeProperties[]);
			// A filter has none: what stands in its default is only what the form begins with.
			const numbers = options.map(({ displayName, type, default: value }) => [displayName, type === 'number' ? String(value) : 'none']);
			expect(tables[1]?.map(([label, value]) => [label, value]).sort()).toEqual(numbers.sort());
		});
	});

	it('names files and folders that there are', () => {
		const paths = [...readme.matchAll(/`((?:nodes|credentials|examples|workbench|docs)\/[\w./-]+)`/g)].map(([, path]) => path as string);
		expect(paths.length).toBeGreaterThan(5);
		expect(paths.filter((path) => !existsSync(join(project, path)))).toEqual([]);
	});

	it('names the engine that is tested with, and what the demo needs', () => {
		expect(readme).toContain(`(n8n-core) ${manifest.devDependencies['n8n-core']}`);
		const complete = JSON.parse(read('workbench/n8n/complete-n8n/package.json')) as { dependencies: { n8n: string } };
		expect(readme).toContain(`complete n8n ${complete.dependencies.n8n}`);
		const older = JSON.parse(read('workbench/n8n/older-n8n/package.json')) as { dependencies: { n8n: string } };
		expect(readme).toContain(`older one, n8n ${older.dependencies.n8n}`);
	});

	it('has the heading that the credential in n8n links to', () => {
		expect(anchorsOf(readme)).toContain('the-credential');
	});
});

it('the changelog has a dated section for this version', () => {
	expect(read('CHANGELOG.md')).toMatch(new RegExp(`^## \\[${manifest.version.replaceAll('.', '\\.')}\\] - \\d{4}-\\d{2}-\\d{2}$`, 'm'));
});
