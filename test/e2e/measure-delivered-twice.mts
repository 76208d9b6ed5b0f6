/**
 * Measures how many orders that a shop delivers twice are texted twice in queue mode: `node
 * test/e2e/measure-delivered-twice.mts [runs]`. The figures of docs/operations.md are from it.
 */
import { installServers, missingServers } from '../../workbench/n8n/servers.mts';
import { deliverTwice, type TwiceDelivered } from './delivered-twice.mts';
import { closeQueueEnvironment, openQueueEnvironment } from './queue-environment.mts';

const latencies = [0, 100, 300];
const kinds: Record<string, Pick<TwiceDelivered, 'options' | 'counts'>> = {
	'without the option': { options: {} },
	'Skip Already Sent': { options: { skipAlreadySent: true } },
	'Skip Already Sent behind a counter': { options: { skipAlreadySent: true }, counts: true },
};
const runs = Number(process.argv[2] ?? 1);

await installServers(console.log);
const missing = missingServers();
if (missing !== undefined) throw new Error(missing);
await openQueueEnvironment();
try {
	for (const latency of latencies) {
		for (const [name, kind] of Object.entries(kinds)) {
			for (let run = 1; run <= runs; run++) {
				const result = await deliverTwice({ orders: 100, latency, atOnce: 5, ...kind });
				console.log(`${name}, answers after ${latency} ms, run ${run}: ${JSON.stringify(result)}`);
			}
		}
	}
} finally {
	await closeQueueEnvironment();
}
