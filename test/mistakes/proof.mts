/**
 * Makes each mistake in a copy of the project, builds the package, and runs the new suite alone.
 *
 *   node test/mistakes/proof.mts [--tests PATTERN]… [--noticed-by PART]… [--all] [part of a name or of a file …]
 *
 * --tests       the new suite's files that should notice, as jest's patterns; all of them where these don't, with --all
 * --noticed-by  the mistakes that a file of the old suite noticed whose path contains this
 */
import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { copyOfProject, removeCopiesWhenStopped } from '../projectCopy.mts';
import { during } from './during.mts';
import { mistakes } from './index.mts';
import type { Mistake } from './mistake.mts';

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		tests: { type: 'string', multiple: true, default: [] },
		'noticed-by': { type: 'string', multiple: true, default: [] },
		all: { type: 'boolean', default: false },
		into: { type: 'string' },
		copies: { type: 'string', default: '1' },
	},
});

function run(
	copy: string,
	command: string,
	parameters: string[],
): Promise<{ code: number; text: string }> {
	return new Promise((resolve) => {
		const child = spawn(join(copy, 'node_modules/.bin', command), parameters, {
			cwd: copy,
			env: { ...process.env, CI: 'true' },
		});
		let text = '';
		const keep = (chunk: Buffer) => void (text += chunk);
		child.stdout.on('data', keep);
		child.stderr.on('data', keep);
		child.on('close', (code) => resolve({ code: code ?? 1, text }));
	});
}

const failedTests = (text: string): string[] =>
	[...text.matchAll(/^ {2}● (.+)$/gm)].map(([, name]) => name!);

async function suite(copy: string, patterns: string[]): Promise<string | undefined> {
	const { code, text } = await run(copy, 'jest', [
		'--config',
		'jest.new.json',
		'--bail',
		'-w',
		'1',
		...patterns,
	]);
	if (code === 0) return undefined;
	return failedTests(text)[0] ?? `jest: ${text.slice(-300)}`;
}

async function noticed(copy: string, mistake: Mistake): Promise<string | undefined> {
	return await during(copy, mistake, async () => {
		const built = await run(copy, 'gulp', ['build', '--silent']);
		if (built.code !== 0) return `the build: ${built.text.slice(-200)}`;
		const first = await suite(copy, values.tests);
		if (first !== undefined || !values.all || values.tests.length === 0) return first;
		return await suite(copy, []);
	});
}

const chosen = mistakes.filter(
	({ name, file, noticedBy }) =>
		(positionals.length === 0 ||
			positionals.some((part) => name.includes(part) || file.includes(part))) &&
		(values['noticed-by'].length === 0 ||
			values['noticed-by'].some((part) => noticedBy.file.includes(part))),
);
removeCopiesWhenStopped();
const copies = await Promise.all(Array.from({ length: Number(values.copies) }, copyOfProject));
const wrong = await suite(copies[0]!, values.tests);
if (wrong !== undefined) throw new Error(`Without any mistake a test fails: ${wrong}`);
const left = chosen.values();
let caught = 0;
const lived: string[] = [];
await Promise.all(
	copies.map(async (copy) => {
		for (const mistake of left) {
			const by = await noticed(copy, mistake);
			if (by === undefined) lived.push(mistake.name);
			else caught++;
			const line = `${by === undefined ? 'LIVED ' : 'caught'}  ${mistake.name} (${mistake.file})${by === undefined ? '' : ` – ${by}`}`;
			console.log(line);
			if (values.into) appendFileSync(values.into, `${line}\n`);
		}
	}),
);
console.log(`\n${caught} noticed, ${lived.length} lived`);
process.exitCode = lived.length === 0 ? 0 : 1;
