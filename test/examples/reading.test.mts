import { startSandbox, type Sandbox } from '../../workbench/sandbox/sandbox.mts';
import { example, play, rowsOf } from './play.mts';

// Noon in Nairobi, so that "today" holds the same messages whenever the test runs.
const noon = Date.parse('2026-11-21T09:00:00Z');
let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox({ pastMessages: 400, now: () => noon });
});
afterEach(() => sandbox.reset());
afterAll(async () => await sandbox.stop());

const look = async () => await play(sandbox, example('look-around.json'));
const requestsTo = (operation: string) =>
	sandbox.requests.filter((request) => request.operation === operation).map(({ query }) => query);

describe('look-around.json', () => {
	it('reads every page of today once, every sender and the six statuses from one start', async () => {
		const result = await look();
		expect(result.error).toBeUndefined();
		// One in five minutes, the newest at 08:55: those since midnight, as the service counts days,
		// are the last 108 of 400.
		expect(rowsOf(result, "Today's Messages").map(({ id }) => id)).toEqual(
			Array.from({ length: 108 }, (_, index) => 400 - index),
		);
		expect(rowsOf(result, "Today's Messages")[1]).toMatchObject({
			id: 399,
			message: 'This week: two for one (399)',
			sender_id: '+254711000100',
			category: 'marketing',
			campaign: 'campaign-4',
			recipients: ['+254700000404'],
			created_at: '2026-11-21T08:50:00.000000Z',
		});
		expect(
			requestsTo('messages').map(({ date_created: range, page, per_page: size }) => [
				range,
				page,
				size,
			]),
		).toEqual([
			['today', '1', '100'],
			['today', '2', '100'],
		]);

		const senders = rowsOf(result, 'Senders');
		expect(senders).toHaveLength(64);
		expect(senders).toContainEqual(expect.objectContaining({ id: 101, name: 'CLINIC', status: 2 }));
		expect(requestsTo('senders')).toHaveLength(1);

		const statuses = rowsOf(result, 'Statuses');
		expect(statuses.map(({ id, label }) => [id, label])).toEqual(
			expect.arrayContaining([
				[0, 'Pending'],
				[-3, 'Rejected'],
			]),
		);
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
