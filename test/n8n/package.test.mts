/** The published package: these files, no dependencies, nothing that n8n's verification refuses, all licenses. */
import { execFile } from 'node:child_process';
import {
	cpSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { INodePropertyOptions, INodeType } from 'n8n-workflow';

const project = resolve(import.meta.dirname, '../..');
const dist = join(project, 'dist');
const read = (path: string) => readFileSync(path, 'utf8');
const scripts = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((path) =>
	path.endsWith('.js'),
);
const code = () => scripts.map((path) => read(join(dist, path)));

const runs = promisify(execFile);
// The environment of a person's shell, without the variables that jest sets.
const env = { ...process.env, NODE_ENV: undefined, JEST_WORKER_ID: undefined };

test('package.json has the names that users and n8n rely on, and no dependencies', () => {
	const {
		dependencies,
		scripts: commands,
		...contents
	} = JSON.parse(read(join(project, 'package.json')));
	expect(contents).toMatchObject({
		name: 'n8n-nodes-messaging-service',
		license: 'MIT',
		keywords: expect.arrayContaining(['n8n-community-node-package']),
		files: ['dist', 'CHANGELOG.md'],
		n8n: {
			n8nNodesApiVersion: 1,
			strict: true,
			credentials: ['dist/credentials/MessagingServiceApi.credentials.js'],
			nodes: [
				'dist/nodes/MessagingService/MessagingService.node.js',
				'dist/nodes/MessagingService/MessagingServiceTrigger.node.js',
			],
		},
		peerDependencies: { 'n8n-workflow': '*' },
	});
	expect(dependencies ?? {}).toEqual({});
	// Nothing runs on the user's machine at installation.
	expect(Object.keys(commands).filter((name) => /install|prepare/.test(name))).toEqual([]);
});

/** Returns the operations of the built node. */
function operations(): string[] {
	const load = createRequire(join(dist, 'any.js'));
	const { MessagingService } = load('./nodes/MessagingService/MessagingService.node.js') as {
		MessagingService: new () => INodeType;
	};
	const { properties } = new MessagingService().description;
	const menu = properties.find(({ name }) => name === 'operation')!
		.options as INodePropertyOptions[];
	return menu.map(({ value }) => String(value));
}

test('these files are packed, and no other', async () => {
	const pack = ['pack', '--dry-run', '--json', '--ignore-scripts'];
	const { stdout } = await runs('npm', pack, { cwd: project, env });
	const [{ files }] = JSON.parse(stdout) as [{ files: Array<{ path: string }> }];
	const node = 'dist/nodes/MessagingService';
	expect(files.map(({ path }) => path).sort()).toEqual(
		[
			...['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json', 'dist/THIRD_PARTY_LICENSES.txt'],
			'dist/credentials/MessagingServiceApi.credentials.js',
			`${node}/phoneNumberRules.js`,
			...['messagingService.svg', 'messagingService.dark.svg'].flatMap((icon) => [
				`dist/credentials/icons/${icon}`,
				`${node}/${icon}`,
			]),
			...operations().map((operation) => `${node}/__schema__/v1.0.0/sms/${operation}.json`),
			...['MessagingService', 'MessagingServiceTrigger'].flatMap((name) => [
				`${node}/${name}.node.js`,
				`${node}/${name}.node.json`,
			]),
		].sort(),
	);
});

test('what is published loads nothing but n8n-workflow, crypto and its own files', () => {
	const loaded = code().flatMap((text) =>
		[...text.matchAll(/\brequire\(\s*(["'`])(.*?)\1\s*\)/g)].map(([, , module]) => module!),
	);
	expect([...new Set(loaded)].sort()).toEqual([
		'../nodes/MessagingService/MessagingService.node.js',
		'./MessagingService.node.js',
		'./phoneNumberRules.js',
		'crypto',
		'n8n-workflow',
	]);
});

test('it reads no environment, waits past nobody, and tells nothing of the machine that built it', () => {
	const forbidden = /\bprocess\s*[.[]|\bglobalThis\b|\bsetTimeout\s*\(/;
	for (const text of code())
		expect([forbidden.exec(text), text.includes(project)]).toEqual([null, false]);
});

test("n8n's scanner for verified packages passes it, and refuses one that reads files", async () => {
	const folder = mkdtempSync(join(tmpdir(), 'messaging-service-packed-'));
	const [good, bad] = [join(folder, 'good'), join(folder, 'bad')];
	cpSync(dist, join(good, 'dist'), { recursive: true });
	cpSync(join(project, 'package.json'), join(good, 'package.json'));
	mkdirSync(bad);
	writeFileSync(join(bad, 'bad.js'), "require('fs').readFileSync(process.env.HOME);\n");
	const scan = [join(import.meta.dirname, 'scan.mts'), good, bad];
	const { stdout } = await runs(process.execPath, scan, { cwd: project, env });
	rmSync(folder, { recursive: true });
	expect(stdout).toMatch(/^good: passed\nbad: [^]*no-restricted-globals/);
}, 120_000);

test('every library in it is listed with its license, one that binds nobody', () => {
	const list = read(join(dist, 'THIRD_PARTY_LICENSES.txt'));
	// esbuild writes the path of its file above each part.
	const sources = code().flatMap((text) => text.match(/^\/\/ .*node_modules\/.*$/gm) ?? []);
	const libraries = sources.map((path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)![1]!);
	expect(libraries).toContain('libphonenumber-js');
	for (const name of new Set(libraries))
		expect(list).toMatch(
			new RegExp(
				`^${name} \\d+\\.\\d+\\.\\d+ \\((MIT|ISC|BSD-\\d-Clause|Apache-2\\.0|0BSD)\\)$`,
				'm',
			),
		);
	expect(list).toContain('Permission is hereby granted');
});

describe('node, trigger and credential', () => {
	test.each([
		['nodes/MessagingService/MessagingServiceTrigger.node.js', 'MessagingServiceTrigger'],
		['credentials/MessagingServiceApi.credentials.js', 'MessagingServiceApi'],
	])('are one class each, out of one file: %s', (file, name) => {
		const load = createRequire(join(dist, 'any.js'));
		const node = load('./nodes/MessagingService/MessagingService.node.js') as Record<
			string,
			unknown
		>;
		const other = load(`./${file}`) as Record<string, unknown>;
		expect(Object.keys(other)).toEqual([name]);
		expect(other[name]).toBe(node[name]);
	});
});
