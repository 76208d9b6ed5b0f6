/** The harness for tests, as jest's environment has loaded it. Registers its hooks before and after each test. */
import type * as harness from './harness.mts';

export type * from './harness.mts';

export const {
	answering,
	clock,
	credentialTest,
	doors,
	each,
	execute,
	faults,
	goodSend,
	handOn,
	httpRequest,
	listening,
	locator,
	N8nProcess,
	n8nWorkflow,
	numberOf,
	onCredentialRead,
	open,
	packageOf,
	probe,
	readingChoices,
	received,
	rowsTo,
	run,
	selfSigned,
	send,
	senders,
	service,
	sharedEntries,
	ssrfProtection,
	startRelay,
	setCredential,
	shapeOf,
	shapes,
	shownInUtc,
	storesAll,
	storeToken,
	statuses,
	storedCredential,
	texted,
	thePackage,
	tokenWrites,
	tool,
	trigger,
	workflowOf,
	...hooks
} = (globalThis as unknown as { loadHarness(): typeof harness }).loadHarness();

export type N8nProcess = harness.N8nProcess;

beforeAll(hooks.beginFile);
beforeEach(hooks.begin);
afterEach(hooks.end);
