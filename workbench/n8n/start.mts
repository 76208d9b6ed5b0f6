/**
 * `npm run n8n`: starts an n8n to click in, with the package installed and a sandbox to send to. Ctrl-C ends both.
 * --port N    n8n's port; defaults to 5678, or to another free port if that is taken
 * --fresh     deletes workflows, credentials and executions of earlier runs
 * --into DIR  only installs the package into the user folder of an n8n that you start yourself
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { spareLoopback } from '../engine/loopback.mts';
import { statusLine } from '../sandbox/control.mts';
import { printRequest, startSandbox } from '../sandbox/sandbox.mts';
import { openBench, sandboxCredential, webhookCredential, webhookHeader } from './bench.mts';
import { filesFolder, importExamples } from './examples.mts';
import { cacheFolder } from './install.mts';
import { credentialType, installPackage, packProject } from './package.mts';
import { freePort, thisPort } from './programs.mts';
import { account } from './rest.mts';

/**
 * Locks the folder for this process, because two n8n on one database would take each other's executions. Returns a
 * function that releases it.
 * @throws if another process has it locked
 */
async function takeFolder(folder: string): Promise<() => Promise<void>> {
	const mark = `${folder}.pid`;
	const pid = Number(await readFile(mark, 'utf8').catch(() => NaN));
	if (isRunning(pid)) {
		const advice = `End it, or delete ${mark} if process ${pid} is another program.`;
		throw new Error(`'npm run n8n' runs already, as process ${pid}. ${advice}`);
	}
	await mkdir(dirname(mark), { recursive: true });
	await writeFile(mark, String(process.pid));
	return async () => await rm(mark, { force: true });
}

function isRunning(pid: number): boolean {
	try {
		// Signal 0 only checks that the process exists.
		return pid > 0 && process.kill(pid, 0);
	} catch {
		return false;
	}
}

async function main(): Promise<void> {
	const [text, toggle] = [{ type: 'string' }, { type: 'boolean' }] as const;
	const { values } = parseArgs({ options: { port: text, fresh: toggle, into: text } });
	if (values.into !== undefined) {
		const folder = resolve(values.into);
		await installPackage(folder, await packProject(join(folder, 'package')));
		console.log(`The package is in ${folder}. n8n finds it at its next start.`);
		return;
	}
	const port = values.port ? await thisPort(Number(values.port)) : await freePort(5678);
	const userFolder = join(cacheFolder, 'data');
	const release = await takeFolder(userFolder);
	if (values.fresh) await rm(userFolder, { recursive: true, force: true });

	const interruption = new Promise<void>((resolve) => {
		for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => resolve());
	});
	spareLoopback();
	const sandboxPort = await freePort(8484);
	const sandbox = await startSandbox({
		port: sandboxPort,
		pastMessages: 250,
		beforeAnswer: printRequest,
	});
	const started = Date.now();
	try {
		const env = { GENERIC_TIMEZONE: Intl.DateTimeFormat().resolvedOptions().timeZone };
		const bench = await openBench({ userFolder, port, env }, console.log);
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
The sandbox listens at ${sandbox.baseUrl} (client ID ${sandbox.clientId}, client secret
${sandbox.clientSecret}); what it receives is shown below. A delivery status changes by
${statusLine(sandbox)}
Files that its workflows read and write are in ${files}
Data is kept in ${userFolder} (--fresh forgets it). Ctrl-C ends everything.`);
			await interruption;
			console.log('\nEnding n8n and the sandbox');
		} finally {
			await bench.n8n.stop();
		}
	} finally {
		await sandbox.stop();
		await release();
	}
}

try {
	await main();
} catch (error) {
	console.error((error as Error).message);
	process.exitCode = 1;
}
