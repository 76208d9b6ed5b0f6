/** Where Stryker is kept, and how it gets there. */
import { join } from 'node:path';
import { cachedInstall } from '../../workbench/n8n/cached-install.mts';

/**
 * The script that starts Stryker, installed first where the cache doesn't hold it: it would double
 * what everybody installs who only wants to build and test.
 * @param say told when it installs; silent when the cache is warm
 */
export async function strykerProgram(say: (line: string) => void): Promise<string> {
	const directory = await cachedInstall({ name: 'stryker-mutator', recipe: join(import.meta.dirname, 'stryker'), title: 'Installing Stryker (about 64 MB, once)' }, say);
	return join(directory, 'node_modules/@stryker-mutator/core/bin/stryker.js');
}
