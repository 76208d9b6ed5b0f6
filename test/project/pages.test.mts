/** The pages for people: generated parts are up to date, and everything that a page names exists. */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { INode, INodeProperties } from 'n8n-workflow';
import { thePackage } from '../harness/index.mts';

const project = resolve(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(project, path), 'utf8');
const found = (...patterns: string[]): string[] => globSync(patterns, { cwd: project }).sort();
const matches = (text: string, pattern: RegExp): string[] =>
	[...text.matchAll(pattern)].map((match) => match.slice(1).find((group) => group !== undefined)!);

const pages = found(
	'*.md',
	'docs/**/*.md',
	'examples/*.md',
	'workbench/*/README.md',
	'.github/*.md',
);
/** All pages but the changelog, which may name things of its time. */
const ofToday = pages.filter((page) => page !== 'CHANGELOG.md');
const manifest = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
const commands = Object.keys(manifest.scripts);

/** Returns the anchors that GitHub makes from a page's headings. */
const anchors = (page: string): string[] =>
	matches(page, /^#+ (.*)$/gm).map((heading) =>
		heading
			.toLowerCase()
			.replace(/[^\p{L}\p{N} _-]/gu, '')
			.replaceAll(' ', '-'),
	);

test('what is made from the code is up to date', () => {
	const written = spawnSync(process.execPath, ['workbench/docs/write.mts', '--check'], {
		cwd: project,
		encoding: 'utf8',
	});
	expect([written.stderr, written.status]).toEqual(['', 0]);
});

test.each(pages)('%s: every link and picture leads somewhere', (page) => {
	const targets = matches(read(page), /\]\(([^)\s]+)\)|<img src="([^"]+)"/g);
	const dead = targets
		.filter((target) => !/^https?:/.test(target))
		.filter((target) => {
			const [file, anchor] = target.split('#');
			const place = file ? join(dirname(page), file) : page;
			if (!existsSync(join(project, place))) return true;
			return anchor !== undefined && !anchors(read(place)).includes(anchor);
		});
	expect(dead).toEqual([]);
});

test.each(ofToday)('%s: every file, folder and command that it names is there', (page) => {
	const text = read(page);
	const paths = matches(
		text,
		/`((?:nodes|credentials|examples|workbench|docs|test|benchmark|\.github)\/[\w./-]+)`/g,
	);
	// Pages also name the package's files by their paths within its folder.
	const inside = matches(text, /`((?:[a-z]\w+\/)*[a-z]\w+\.ts)`/g).filter(
		(path) => !/^(?:nodes|credentials)\/|^workflow-execute/.test(path),
	);
	const all = [...paths, ...inside.map((path) => `nodes/MessagingService/${path}`)];
	expect(all.filter((path) => !existsSync(join(project, path)))).toEqual([]);
	expect(matches(text, /`npm run ([\w:]+)/g).filter((name) => !commands.includes(name))).toEqual(
		[],
	);
});

/** Returns every label of a form, with those within collections and choices. */
const labels = (properties: INodeProperties[]): string[] =>
	properties.flatMap((property) => [
		property.displayName ?? property.name,
		...labels([...(property.options ?? []), ...membersOf(property)] as INodeProperties[]),
	]);

/** Returns the fields of a group, which n8n nests one level deeper. */
const membersOf = (field: object) => (field as { values?: INodeProperties[] }).values ?? [];

/** Words of n8n's own editor and nodes, the names of our nodes, a status of the service, and an example's buttons. */
const others = [
	...['Messaging Service', 'Messaging Service Trigger', 'Messaging Service API'],
	...['Pending', 'Status', 'Check', 'Send'],
	...['Import', 'From file', 'Execute workflow', 'Publish', 'Production URL'],
	...['Actions', 'Parameters', 'Settings', 'Timezone', 'Save', 'Default', 'Fetch Test Event'],
	...['On Error', 'Retry On Fail', 'Success Branch', 'Error Branch', 'Continue', 'Stop Workflow'],
	...['Batching', 'Timeout', 'Proxy', 'Ignore SSL Issues', 'Merge', 'Filter', 'If', 'Wait'],
	...['Loop Over Items', 'Object', 'Edit Fields', 'Fuzzy Compare', 'Expression', 'Fixed'],
	...['Agent', 'Tool', 'Append Row', 'Execute Once', 'Executions', 'Schedule Trigger'],
	...['From Email', 'To Email', 'Send Email', 'Google Sheets', 'Table'],
	...['Map Automatically', 'Map Each Column Manually', 'Response Body', 'Retry', 'Update Row'],
	...['Allowed HTTP Request Domains', 'Predefined Credential Type'],
];

/** Returns the labels in the forms of the nodes and of the credential. */
function shownLabels(): Set<string> {
	const { nodes, credentials } = thePackage();
	return new Set([
		...Object.values(nodes).flatMap(({ description }) => labels(description.properties)),
		...Object.values(credentials).flatMap(({ properties }) => labels(properties)),
	]);
}

/** Returns the text of a page, or of the notes on an example's canvas. */
function textOf(file: string): string {
	if (!file.endsWith('.json')) return read(file);
	const { nodes } = JSON.parse(read(file)) as { nodes: INode[] };
	return nodes.flatMap(({ parameters }) => parameters.content ?? []).join('\n');
}

test.each([
	...['README.md', 'docs/reference.md', 'docs/specification.md'],
	...found('examples/*.json'),
])('%s: what it marks as a field of a form is one', (file) => {
	const known = shownLabels();
	// Only names that look like a label: each word with a capital.
	const marked = matches(textOf(file), /(?<!\*)\*([A-Z][\w ]*)\*(?!\*)/g).filter((name) =>
		name.split(' ').every((word) => /^([A-Z0-9]|on$|of$|per$)/.test(word)),
	);
	expect(marked.filter((name) => !known.has(name) && !others.includes(name))).toEqual([]);
});
