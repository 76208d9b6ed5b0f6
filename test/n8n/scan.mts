/**
 * Runs the checks of n8n's verification on packed packages. It is a program of its own, because the scanner is an ES
 * module, and because its rules treat every file as of every kind if jest's variables are set.
 *
 * node scan.mts FOLDER…
 */
import { basename } from 'node:path';

// In a variable, so that TypeScript looks for no types: the scanner has none.
const scanner: string = '@n8n/scan-community-package/scanner/scanner.mjs';
const { analyzePackage } = (await import(scanner)) as {
	analyzePackage(folder: string): Promise<{ passed: boolean; message?: string; details?: string }>;
};
for (const folder of process.argv.slice(2)) {
	const { passed, message, details = '' } = await analyzePackage(folder);
	console.log(`${basename(folder)}: ${passed ? 'passed' : `${message}\n${details}`}`);
}
