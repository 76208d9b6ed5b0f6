/** All end-to-end tests, inside the one n8n that they share. */
import { after, before, beforeEach, describe } from 'node:test';
import { readdirSync } from 'node:fs';
import { wanted } from './choices.mts';
import { closeEnvironment, emptySandbox, openEnvironment } from './environment.mts';

const names = readdirSync(import.meta.dirname)
	.filter((name) => name.endsWith('.e2e.mts'))
	.filter((name) => wanted.length === 0 || wanted.some((word) => name.startsWith(word)))
	.sort();
if (names.length === 0) throw new Error(`No test file's name begins with ${wanted.join(' or ')}.`);
const files = await Promise.all(
	names.map(async (name) => (await import(`./${name}`)) as { title: string; tests: () => void }),
);

describe('The package inside n8n', () => {
	before(openEnvironment);
	beforeEach(emptySandbox);
	after(closeEnvironment);
	for (const { title, tests } of files) describe(title, tests);
});
