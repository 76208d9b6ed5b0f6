/** The sandbox in a process of its own: its work must not count as a subject's. */
import { startSandbox } from '../../workbench/sandbox/sandbox.mts';

// Its own answers are held against its document in the tests; here that would only take processor
// time from the subjects.
const sandbox = await startSandbox({
	pastMessages: Number(process.argv[2]),
	// A minute apart, 10,000 of them are of one week, and a look back over a month finds them all.
	pastSpacing: 60_000,
	validateAnswers: false,
});
const { baseUrl, clientId, clientSecret } = sandbox;
process.send!({ baseUrl, clientId, clientSecret });
process.once('disconnect', () => void sandbox.stop());
