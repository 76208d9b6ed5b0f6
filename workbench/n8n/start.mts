/**
 * The command `npm run n8n`: an n8n to click in, with the package installed and a sandbox to send to; Ctrl-C ends both.
 * --port N    where n8n listens; 5678 where it is free, another one otherwise
 * --fresh     forgets workflows, credentials and executions of earlier runs
 * --into DIR  only puts the package into the user folder of an n8n that you start yourself
 */
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { spareLoopback } from '../engine/loopback.mts';
import { printRequest, startSandbox } from '../sandbox/sandbox.mts';
import { openBench, sandboxCredential, webhookCredential, webhookHeader } from './bench.mts';
import { filesFolder, importExamples } from './examples.mts';
import { cacheFolder } from './install.mts';
import { credentialType, installPackage, packProject } from './package.mts';
import { freePort } from './programs.mts';
import { account } from './rest.mts';

async function main(): Promise<void> {
	const [text, toggle] = [{ type: 'string' }, { type: 'boolean' }] as const;
	const { values } = parseArgs({ options: { port: text, fresh: toggle, into: text } });
	if (values.into !== undefined) {
		const folder = resolve(values.into);
		await installPackage(folder, await packProject(join(folder, 'package')));
		console.log(`The package is in ${folder}. n8n finds it at its next start.`);
		return;
	}
	const port = Number(values.port ?? (await freePort(5678)));
	const userFolder = join(cacheFolder, 'data');
	if (values.fresh) await rm(userFolder, { recursive: true, force: true });

	const interruption = new Promise<void>((resolve) => {
		for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => resolve());
	});
	spareLoopback();
	const sandbox = await startSandbox({ pastMessages: 250, beforeAnswer: printRequest });
	const started = Date.now();
	try {
		const bench = await openBench({ userFolder, port }, console.log);
		try {
			const credential = await sandboxCredential(bench.rest, sandbox);
			const httpHeaderAuth = await webhookCredential(bench.rest);
			const credentials = { [credentialType]: credential, httpHeaderAuth };
			const files = filesFolder(userFolder);
			const imported = await importExamples(bench.rest, credentials, files);
			console.log(`
n8n ${bench.install.version} is ready after ${Math.round((Date.now() - started) / 1000)} s.

  Open      ${bench.n8n.origin}
  Email     ${account.email}
  Password  ${account.password}

The credential '${credential.name}' is filled in; ${imported} example workflows were imported.
Their webhooks want the header ${webhookHeader.name}: ${webhookHeader.value}
The sandbox listens at ${sandbox.baseUrl}; what it receives is shown below.
Files that its workflows read and write are in ${files}
Data is kept in ${userFolder} (--fresh forgets it). Ctrl-C ends everything.`);
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
