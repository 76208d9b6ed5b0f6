/** What n8n's verification asks of a community node: its own scanner, and what that does not look at. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeProperties } from 'n8n-workflow';
import { MessagingServiceApi } from '../../credentials/MessagingServiceApi.credentials.ts';
import { MessagingService } from '../../nodes/MessagingService/MessagingService.node.ts';
import { MessagingServiceTrigger } from '../../nodes/MessagingService/MessagingServiceTrigger.node.ts';
import { packProject, project, type Packed } from './packed.mts';

let packed: Packed;
beforeAll(() => {
	packed = packProject();
});
afterAll(() => packed.remove());

function scan(folder: string, form: 'sources' | 'packed') {
	const parameters = [join(import.meta.dirname, 'scan.mts'), folder, form];
	// With Jest's variables about, n8n's lint rules take themselves for under test and treat every file as of every kind.
	const env = { ...process.env, NODE_ENV: undefined, JEST_WORKER_ID: undefined };
	return spawnSync(join(project, 'node_modules/.bin/node'), parameters, {
		cwd: project,
		encoding: 'utf8',
		env,
	});
}

/** Every `.js` file that is published. */
function scripts(): string[] {
	return readdirSync(packed.folder, { recursive: true, encoding: 'utf8' })
		.filter((path) => path.endsWith('.js'))
		.map((path) => join(packed.folder, path));
}

describe("the checks of n8n's verification", () => {
	it('pass on the sources', () => {
		expect(scan(project, 'sources')).toMatchObject({ stdout: 'passed\n', status: 0 });
	});

	it('pass on the packed package', () => {
		expect(scan(packed.folder, 'packed')).toMatchObject({ stdout: 'passed\n', status: 0 });
	});

	it('find what they look for', () => {
		const folder = join(packed.folder, '../offending');
		mkdirSync(folder);
		writeFileSync(
			join(folder, 'offence.js'),
			"const fs = require('fs');\nmodule.exports = fs.readFileSync(process.env.HOME);\n",
		);
		const { stdout, status } = scan(folder, 'packed');
		expect(stdout).toContain('no-restricted-globals');
		expect(status).toBe(1);
	});
});

it('reads no environment and no files', () => {
	expect(scripts().length).toBeGreaterThan(0);
	for (const script of scripts())
		expect(readFileSync(script, 'utf8')).not.toMatch(
			/\bprocess\s*[.[]|\bglobalThis\b|\bsetTimeout\s*\(/,
		);
});

it('speaks English in every text that people see', () => {
	const texts = [MessagingService, MessagingServiceTrigger]
		.flatMap((Node) => new Node().description.properties)
		.concat(new MessagingServiceApi().properties)
		.flatMap(textsOf);
	expect(texts.length).toBeGreaterThan(100);
	// Names of countries have letters such as Å and ç; typographic quotes would come from somewhere else.
	expect(texts.filter((text) => !/^[\p{Script=Latin}\d\s!-~…]*$/u.test(text))).toEqual([]);
});

function textsOf({
	displayName,
	description,
	placeholder,
	hint,
	options = [],
}: INodeProperties): string[] {
	const own = [displayName, description, placeholder, hint].filter((text) => text !== undefined);
	const nested = options.flatMap((option) =>
		'displayName' in option
			? textsOf(option as INodeProperties)
			: [option.name, option.description ?? ''],
	);
	return [...own, ...nested];
}
