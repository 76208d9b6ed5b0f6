/**
 * Runs the checks that n8n's verification makes, of a package with its sources or as packed. A program
 * of its own, because the scanner is an ES module, which Jest loads only with an experimental flag.
 *
 * node scan.mts FOLDER sources|packed
 */
interface Scanner {
	SOURCE_FILE_PATTERNS: string[];
	analyzePackage(
		folder: string,
		patterns?: string[],
	): Promise<{ passed: boolean; message?: string; details?: string }>;
}

// By way of a variable: the scanner has no types.
const scanner: string = '@n8n/scan-community-package/scanner/scanner.mjs';
const { analyzePackage, SOURCE_FILE_PATTERNS } = (await import(scanner)) as Scanner;

const [folder = '.', form] = process.argv.slice(2);
const { passed, message, details } = await analyzePackage(
	folder,
	form === 'sources' ? SOURCE_FILE_PATTERNS : undefined,
);
console.log(passed ? 'passed' : `${message}\n${details ?? ''}`);
process.exitCode = passed ? 0 : 1;
