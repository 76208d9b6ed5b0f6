/** The sandbox in a process of its own: its work must not count as a subject's. */
import { startSandbox } from '../../workbench/sandbox/sandbox.mts';
import { farAway } from './far.mts';
import type { Address } from './service.mts';

// Its own answers are held against its document in the tests; here that would only take processor
// time from the subjects.
const sandbox = await startSandbox({
	pastMessages: Number(process.argv[2]),
	// A minute apart, 10,000 of them are of one week, and a look back over a month finds them all.
	pastSpacing: 60_000,
	validateAnswers: false,
});
const { baseUrl, clientId, clientSecret } = sandbox;
const far = process.argv[3] === 'far' ? await farAway(Number(new URL(baseUrl).port)) : undefined;
process.send!({
	control: baseUrl,
	baseUrl: far ? `https://127.0.0.1:${far.port}/api` : baseUrl,
	clientId,
	clientSecret,
} satisfies Address);
process.once('disconnect', () => {
	far?.stop();
	void sandbox.stop();
});
