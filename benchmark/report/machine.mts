/** The machine and the programs that figures were measured on, without anything that tells whose it is. */
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { createRequire } from 'node:module';

const versionOf = (name: string): string =>
	(createRequire(import.meta.url)(`${name}/package.json`) as { version: string }).version;

/** One line for people. `load` is the average of the last minute, which tells whether others used the machine. */
export function machine(completeN8n: string | undefined): string {
	const gigabytes = Math.round(totalmem() / 2 ** 30);
	const model = cpus()[0]?.model.trim() || process.arch;
	const request = completeN8n ? `HTTP Request node of n8n ${completeN8n}` : 'no HTTP Request node';
	return `${availableParallelism()} cores (${model}), ${gigabytes} GB of memory, Node.js ${process.versions.node}, n8n-core ${versionOf('n8n-core')}, ${request}`;
}

/** How busy the machine is: processes that want to run, averaged over a minute. */
export function load(): number {
	return loadavg()[0]!;
}
