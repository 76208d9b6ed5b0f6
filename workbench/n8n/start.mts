/** The command `npm run n8n`: an n8n to click in, with the package installed and a sandbox to send to. */
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { spareLoopback } from '../engine/loopback.mts';
import { startSandbox } from '../sandbox/sandbox.mts';
import { openBench, sandboxCredential, webhookCredential, webhookHeader } from './bench.mts';
import { filesFolder, importExamples } from './examples.mts';
import { cacheFolder } from './install.mts';
import { credentialType, installPackage, packProject } from './package.mts';
import { freePort } from './programs.mts';
import { account } from './rest.mts';

const usage = `Starts a complete n8n with this package installed and a sandbox to send to; Ctrl-C ends both.
  --port N   where n8n listens (5678 where it is free, another one otherwise)
  --fresh    forget workflows, credentials and executions of earlier runs
  --into DIR only put the package into the user folder of an n8n that you start yourself`;

const usualPort = 5678;

function readPort(text: string | undefined): number | undefined {
	if (text === undefined) return undefined;
	const port = Number(text);
	if (!Number.isInteger(port) || port < 1 || port > 65_535)
		throw new Error(`--port takes a number from 1 to 65535, not '${text}'.`);
	return port;
}

/** The package as n8n finds it at its next start, in `.n8n` of its user folder. */
async function putInto(userFolder: string): Promise<void> {
	await installPackage(userFolder, await packProject(join(userFolder, 'package')));
	console.log(`The package is in ${userFolder}. n8n finds it at its next start.`);
}

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			port: { type: 'string' },
			fresh: { type: 'boolean' },
			into: { type: 'string' },
			help: { type: 'boolean' },
		},
	});
	if (values.help) return console.log(usage);
	if (values.into !== undefined) return await putInto(resolve(values.into));
	const port = readPort(values.port) ?? (await freePort(usualPort));
	const userFolder = join(cacheFolder, 'data');
	if (values.fresh) await rm(userFolder, { recursive: true, force: true });

	let interrupted = false;
	const interruption = new Promise<void>((resolve) => {
		for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
			process.on(name, () => {
				interrupted = true;
				resolve();
			});
		}
	});
	spareLoopback();
	const sandbox = await startSandbox({ pastMessages: 250 });
	const started = Date.now();
	try {
		const bench = await openBench({ userFolder, port }, console.log);
		try {
			const credential = await sandboxCredential(bench.rest, sandbox);
			const httpHeaderAuth = await webhookCredential(bench.rest);
			const imported = await importExamples(
				bench.rest,
				{ [credentialType]: credential, httpHeaderAuth },
				filesFolder(userFolder),
			);
			if (!interrupted) {
				console.log(`
n8n ${bench.install.version} is ready after ${Math.round((Date.now() - started) / 1000)} s.

  Open      ${bench.n8n.origin}
  Email    ${account.email}
  Password  ${account.password}

The credential '${credential.name}' is filled in; ${imported} example workflows were imported.
Their webhooks want the header ${webhookHeader.name}: ${webhookHeader.value}
The sandbox listens at ${sandbox.baseUrl}; what it received: ${new URL(sandbox.baseUrl).origin}/_sandbox/state
Files that its workflows read and write are in ${filesFolder(userFolder)}
Data is kept in ${userFolder} (--fresh forgets it). Ctrl-C ends everything.`);
			}
			await interruption;
			console.log('\nEnding n8n and the sandbox');
		} finally {
			await bench.n8n.stop();
		}
	} finally {
		await sandbox.stop();
	}
}

try {
	await main();
} catch (error) {
	console.error((error as Error).message);
	process.exitCode = 1;
}
