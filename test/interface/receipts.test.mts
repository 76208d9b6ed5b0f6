/** What becomes of a send by the receipt that it gets, on n8n: how often it is made, and how its item comes out. */
import { startStubService } from '../stubService.mts';
import { goodSend, rowsOf, startWorkbench, type Workbench } from '../workbench.mts';

let bench: Workbench;
beforeAll(async () => {
	bench = await startWorkbench();
});
afterAll(async () => await bench.sandbox.stop());

const said = 'Sender 102 is suspended';
const forms: Array<[object | null, 'accepted' | 'notSent' | 'unknown']> = [
	[{ success: true }, 'accepted'],
	[{ messageId: 'q-81' }, 'accepted'],
	[{ success: 'yes', messageId: 8100 }, 'accepted'],
	[{ success: 'No', messageId: 'q-81' }, 'notSent'],
	[{ success: 0, messageId: '' }, 'notSent'],
	[{ success: '', messageId: 'q-81' }, 'notSent'],
	[{ success: ' Failed ' }, 'notSent'],
	[{ success: null, messageId: 'q-81' }, 'unknown'],
	[{ success: 'true' }, 'unknown'],
	[{ success: 1, messageId: ' ' }, 'unknown'],
	[{ messageId: '' }, 'unknown'],
	[{ messageId: 0 }, 'unknown'],
	[{}, 'unknown'],
	[null, 'unknown'],
];

it.each(forms)('a receipt of %j is %s', async (data, sendOutcome) => {
	const stub = await startStubService(() => ({
		body: { responsecode: 201, responsemessage: said, data },
	}));
	const credentials = bench.store({ baseUrl: stub.baseUrl });
	const result = await bench.run(goodSend, {
		credentials,
		settings: { onError: 'continueRegularOutput' },
	});
	const again = await bench.run(goodSend, {
		credentials,
		settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
	});
	await stub.stop();

	const [row] = rowsOf(result);
	expect(row).toMatchObject(
		sendOutcome === 'accepted'
			? { ...data, sendOutcome }
			: { error: expect.any(String), sendOutcome },
	);
	const text = String(row?.error ?? '');
	expect([
		/may or may not have been sent/.test(text),
		text.includes(`refused the request (status 200): ${said}.`),
	]).toEqual([sendOutcome === 'unknown', sendOutcome === 'notSent']);
	// The first run sends once. Of the second one's two tries, the second sends again what was
	// plainly refused, and nothing else.
	expect(again.status).toBe(sendOutcome === 'accepted' ? 'success' : 'error');
	expect(stub.requests.filter(({ path }) => path === '/api/sms/messages')).toHaveLength(
		sendOutcome === 'notSent' ? 3 : 2,
	);
});
