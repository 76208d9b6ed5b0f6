import { startSandbox, type Sandbox } from '../../workbench/sandbox/sandbox.mts';
import { example, play, rowsOf } from './play.mts';

// Noon in Nairobi, so that "today" holds the same messages whenever the test runs.
const noon = Date.parse('2026-11-21T09:00:00Z');
let sandbox: Sandbox;
beforeAll(async () => { sandbox = await startSandbox({ pastMessages: 400, now: () => noon }); });
afterAll(async () => await sandbox.stop());

const lastPage = (operation: string) => sandbox.requests.filter((request) => request.operation === operation).at(-1)?.query;

it('todays-messages.json reads every page of today once', async () => {
	const messages = rowsOf(await play(sandbox, example('todays-messages.json')), 'Today\'s Messages');
	expect(messages.length).toBeGreaterThan(100);
	expect(new Set(messages.map(({ id }) => id)).size).toBe(messages.length);
	expect(lastPage('messages')).toMatchObject({ date_created: 'today', page: String(Math.ceil(messages.length / 100)) });
});

it('senders.json lists every sender of the service', async () => {
	const senders = rowsOf(await play(sandbox, example('senders.json')), 'Senders');
	expect(senders).toHaveLength(64);
	expect(senders).toContainEqual(expect.objectContaining({ id: 101, name: 'CLINIC', status: 2 }));
});

it('statuses.json lists the six statuses of a sender', async () => {
	const statuses = rowsOf(await play(sandbox, example('statuses.json')), 'Statuses');
	expect(statuses).toHaveLength(6);
	expect(statuses).toContainEqual({ id: 0, label: 'Pending' });
	expect(statuses).toContainEqual({ id: -3, label: 'Rejected' });
});
