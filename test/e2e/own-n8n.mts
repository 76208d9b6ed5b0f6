import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPackedBench, type Bench } from '../../workbench/n8n/bench.mts';
import { leftBehind } from './left-behind.mts';
import { environment } from './environment.mts';

/** What it wrote during the last run of the tests. */
const logFile = leftBehind('own-n8n.log');

/**
 * A second n8n of the same version with the same package, which a test may kill: the others need
 * the one that they share.
 */
export class OwnN8n {
	bench: Bench;
	private starting: Promise<Bench>;
	private readonly userFolder: string;
	private earlierLogs = '';

	private constructor(bench: Bench, userFolder: string) {
		this.bench = bench;
		this.starting = Promise.resolve(bench);
		this.userFolder = userFolder;
	}

	static async open(): Promise<OwnN8n> {
		const userFolder = await mkdtemp(join(tmpdir(), 'messaging-service-own-n8n-'));
		try {
			return new OwnN8n(await start(userFolder), userFolder);
		} catch (error) {
			await rm(userFolder, { recursive: true, force: true });
			throw error;
		}
	}

	/** Ends it as a crash would. */
	async kill(): Promise<void> {
		await this.bench.n8n.kill();
		this.earlierLogs += this.bench.n8n.log();
	}

	/** Starts it again with the data it had. */
	async startAgain(): Promise<void> {
		this.starting = start(this.userFolder);
		this.bench = await this.starting;
	}

	/** Ends it, also while it is starting again. */
	async close(): Promise<void> {
		const { n8n } = await this.starting.catch(() => this.bench);
		await n8n.stop();
		await rm(this.userFolder, { recursive: true, force: true });
		await writeFile(logFile, this.earlierLogs + n8n.log());
	}
}

async function start(userFolder: string): Promise<Bench> {
	const { install, tarball } = environment().bench;
	return await openPackedBench(install, tarball, { userFolder }, () => undefined);
}
