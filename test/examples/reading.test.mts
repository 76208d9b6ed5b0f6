import { startSandbox, type Sandbox } from '../../workbench/sandbox/sandbox.mts';
import { example, play, rowsOf } from './play.mts';

// Noon in Nairobi, so that "today" holds the same messages whenever the test runs.
const noon = Date.parse('2026-11-21T09:00:00Z');
let sandbox: Sandbox;
beforeAll(async () => { sandbox = await startSandbox({ pastMessages: 400, now: () => noon }); });
afterEach(() => sandbox.reset());
afterAll(async () => await sandbox.stop());

const look = async () => await play(sandbox, example('look-around.json'));
const requestsTo = (operation: string) => sandbox.requests.filter((request) => request.operation === operation).map(({ query }) => query);

describe('look-around.json', () => {
	it('reads every page of today once, every sender and the six statuses from one start', async () => {
		const result = await look();
		expect(result.error).toBeUndefined();
		const messages = rowsOf(result, "Today's Messages");
		expect(messages.length).toBeGreaterThan(100);
		expect(new Set(messages.map(({ id }) => id)).size).toBe(messages.length);
		const pages = requestsTo('messages');
		expect(new Set(pages.map(({ date_created: range }) => range))).toEqual(new Set(['today']));
		expect(pages.map(({ page }) => Number(page)).sort()).toEqual(Array.from({ length: Math.ceil(messages.length / 100) }, (_, index) => index + 1));

		const senders = rowsOf(result, 'Senders');
		expect(senders).toHaveLength(64);
		expect(senders).toContainEqual(expect.objectContaining({ id: 101, name: 'CLINIC', status: 2 }));
		expect(requestsTo('senders')).toHaveLength(1);

		const statuses = rowsOf(result, 'Statuses');
		expect(statuses.map(({ id, label }) => [id, label])).toEqual(expect.arrayContaining([[0, 'Pending'], [-3, 'Rejected']]));
		expect(statuses).toHaveLength(6);
		expect(requestsTo('statuses')).toHaveLength(1);
	});

	it('sends nothing, and says which of the three could not be read', async () => {
		sandbox.play({ on: 'senders', kind: 'badRequest', status: 403 });
		const result = await look();
		expect(result.error?.node).toBe('Senders');
		expect(requestsTo('send')).toEqual([]);
	});
});
