import { goodSend, startWorkbench, type Workbench } from '../workbench.mts';

let bench: Workbench;
beforeAll(async () => { bench = await startWorkbench(); });
afterEach(() => bench.reset());
afterAll(async () => await bench.sandbox.stop());

const body = {
	sender_id: 102, priority: 'utility', campaign: 'reminders', message: 'Hello', schedule: null, recipients: ['+254712345678'], contact_list_id: null,
};

describe('the body of a send', () => {
	it('has all seven fields, null where there is no value', async () => {
		const result = await bench.run(goodSend);
		expect(result.error).toBeUndefined();
		expect(bench.sentBodies).toEqual([body]);
		expect(bench.sandbox.journal).toHaveLength(1);
	});
});
