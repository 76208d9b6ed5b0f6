/** What is published, and that it can be installed and sends. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadPackage, type NodePackage } from '../../workbench/engine/engine.mts';
import { runCommand } from '../../workbench/n8n/command.mts';
import { goodSend, rowsOf, startWorkbench } from '../workbench.mts';
import { packProject, project, type Packed } from './packed.mts';

const name = 'n8n-nodes-messaging-service';

let packed: Packed;
let installed: string;

beforeAll(async () => {
	packed = packProject();
	const empty = join(packed.folder, '../empty');
	mkdirSync(empty);
	writeFileSync(join(empty, 'package.json'), '{ "private": true }');
	// Offline: a package without dependencies needs nothing but its tarball. n8n itself is there
	// already, so its peer isn't installed.
	const install = [
		'install',
		'--no-save',
		'--offline',
		'--legacy-peer-deps',
		'--ignore-scripts',
		'--no-audit',
		'--no-fund',
		packed.tarball,
	];
	await runCommand('npm', install, { directory: empty });
	installed = join(empty, 'node_modules', name);
}, 120_000);

afterAll(() => packed.remove());

const filesBelow = (path: string) =>
	readdirSync(path, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name));

describe('the packed package', () => {
	it('has these files and no other', () => {
		expect([...packed.files].sort()).toEqual(
			[
				'CHANGELOG.md',
				'README.md',
				'LICENSE',
				'package.json',
				'dist/THIRD_PARTY_LICENSES.txt',
				'dist/credentials/MessagingServiceApi.credentials.js',
				'dist/credentials/icons/messagingService.dark.svg',
				'dist/credentials/icons/messagingService.svg',
				'dist/nodes/MessagingService/MessagingService.node.js',
				'dist/nodes/MessagingService/MessagingService.node.json',
				'dist/nodes/MessagingService/MessagingServiceTrigger.node.js',
				'dist/nodes/MessagingService/MessagingServiceTrigger.node.json',
				'dist/nodes/MessagingService/numberRules.js',
				'dist/nodes/MessagingService/messagingService.dark.svg',
				'dist/nodes/MessagingService/messagingService.svg',
			].sort(),
		);
	});

	it('is under 150 kB', () => expect(packed.size).toBeLessThan(150_000));

	it("has the names that users' workflows store, and no dependencies", () => {
		const contents = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
		expect(contents).toMatchObject({
			name,
			license: 'MIT',
			n8n: {
				n8nNodesApiVersion: 1,
				strict: true,
				credentials: ['dist/credentials/MessagingServiceApi.credentials.js'],
				nodes: [
					'dist/nodes/MessagingService/MessagingService.node.js',
					'dist/nodes/MessagingService/MessagingServiceTrigger.node.js',
				],
			},
		});
		expect(contents.keywords).toContain('n8n-community-node-package');
		expect([contents.dependencies ?? {}, contents.peerDependencies]).toEqual([
			{},
			{ 'n8n-workflow': '*' },
		]);
		expect(Object.keys(contents.scripts ?? {})).not.toContain('postinstall');
	});

	it('has four scripts, which load no module but n8n-workflow, crypto and one another', () => {
		const scripts = filesBelow(join(installed, 'dist')).filter((file) => file.endsWith('.js'));
		expect(scripts).toHaveLength(4);
		const modules = scripts.flatMap((file) =>
			[...readFileSync(file, 'utf8').matchAll(/\brequire\(\s*(["'`])(.*?)\1\s*\)/g)].map(
				([, , module]) => module,
			),
		);
		expect([...new Set(modules)].sort()).toEqual([
			'./MessagingService.node.js',
			'./numberRules.js',
			'crypto',
			'n8n-workflow',
		]);
	});

	it('tells nothing about the machine that built it', () => {
		const texts = filesBelow(installed).map((file) => readFileSync(file, 'utf8'));
		expect(texts.filter((text) => text.includes(project))).toEqual([]);
	});

	it('has the icons and the codex as they are in the sources', () => {
		for (const file of [
			'nodes/MessagingService/messagingService.svg',
			'nodes/MessagingService/messagingService.dark.svg',
			'credentials/icons/messagingService.svg',
			'credentials/icons/messagingService.dark.svg',
			'nodes/MessagingService/MessagingService.node.json',
			'nodes/MessagingService/MessagingServiceTrigger.node.json',
		]) {
			expect(
				readFileSync(join(installed, 'dist', file)).equals(readFileSync(join(project, file))),
			).toBe(true);
		}
	});
});

describe('the installed package', () => {
	it('brings nothing else with it', () => {
		expect(readdirSync(join(installed, '..')).filter((entry) => !entry.startsWith('.'))).toEqual([
			name,
		]);
	});

	it('reads the rules of numbers when the first number comes, not when n8n starts', () => {
		const script = (work: string) => `
			const { MessagingService } = require(${JSON.stringify(join(installed, 'dist/nodes/MessagingService/MessagingService.node.js'))});
			const isRead = () => Object.keys(require.cache).some((file) => file.endsWith('numberRules.js'));
			${work}
			console.log(isRead());`;
		const answers = [
			'new MessagingService();',
			`require(${JSON.stringify(join(installed, 'dist/nodes/MessagingService/numberRules.js'))});`,
		].map((work) =>
			execFileSync(process.execPath, ['-e', script(work)], {
				encoding: 'utf8',
				env: { NODE_PATH: join(project, 'node_modules') },
			}).trim(),
		);
		expect(answers).toEqual(['false', 'true']);
	});

	it('loads as n8n loads it, and sends', async () => {
		symlinkSync(join(project, 'node_modules/n8n-workflow'), join(installed, '../n8n-workflow'));
		const loaded: NodePackage = loadPackage(installed);
		const { description } = loaded.nodes.messagingService!;
		expect(description).toMatchObject({
			name: 'messagingService',
			displayName: 'Messaging Service',
			version: 1,
			usableAsTool: true,
		});
		expect(loaded.credentials.messagingServiceApi).toMatchObject({
			name: 'messagingServiceApi',
			displayName: 'Messaging Service API',
		});

		const bench = await startWorkbench();
		const year = new Date().getUTCFullYear() + 1;
		const result = await bench.run(
			{
				...goodSend,
				message: 'Zoë',
				options: { schedule: `${year}-07-01 09:00`, defaultCountry: 'KE' },
				recipients: '0712345678',
			},
			{ packages: [loaded], zone: 'Europe/Berlin' },
		);
		await bench.sandbox.stop();
		expect(result.error).toBeUndefined();
		expect(bench.sandbox.journal.map(({ body }) => [body.recipients, body.schedule])).toEqual([
			[['+254712345678'], `${year}-07-01T07:00:00.000Z`],
		]);
		expect(rowsOf(result)).toEqual([
			expect.objectContaining({ messageId: bench.sandbox.journal[0]?.messageId }),
		]);
	});
});
