import { DateTime } from 'luxon';
import { startSandbox, type Sandbox } from '../../workbench/sandbox/sandbox.mts';
import { example, play, rowsOf } from './play.mts';

let sandbox: Sandbox;
beforeAll(async () => { sandbox = await startSandbox(); });
afterEach(() => sandbox.reset());
afterAll(async () => await sandbox.stop());

describe('campaign-tomorrow-morning.json', () => {
	it('hands over one message for the group, due tomorrow at nine in the workflow\'s zone', async () => {
		const nine = DateTime.now().setZone('Africa/Nairobi').plus({ days: 1 }).startOf('day').set({ hour: 9 });
		const result = await play(sandbox, example('campaign-tomorrow-morning.json'));
		expect(result.error).toBeUndefined();
		expect(sandbox.journal).toHaveLength(1);
		const { body, recipients } = sandbox.journal[0]!;
		expect(body).toMatchObject({ sender_id: 102, priority: 'marketing', campaign: 'weekend-offer', contact_list_id: 502, recipients: null });
		expect(+DateTime.fromISO(body.schedule!)).toBe(+nine);
		expect(recipients).toHaveLength(120);
	});
});

describe('webhook-one-time-code.json', () => {
	it('texts the code with the priority of authentication and doesn\'t hand the text back', async () => {
		const result = await play(sandbox, example('webhook-one-time-code.json'), { body: { phone: '+254711001001', code: '493 027' } });
		expect(result.error).toBeUndefined();
		expect(sandbox.journal.map(({ body }) => body)).toEqual([{
			sender_id: 101, priority: 'authentication', campaign: 'one-time-codes', schedule: null, contact_list_id: null, recipients: ['+254711001001'],
			message: '493 027 is your code. It is valid for ten minutes. We never ask you for it, so tell nobody.',
		}]);
		expect(rowsOf(result, 'Sent')).toEqual([{ sent: true, messageId: sandbox.journal[0]!.messageId }]);
	});

	it('refuses a call that names two numbers, before anything is sent', async () => {
		const result = await play(sandbox, example('webhook-one-time-code.json'), { body: { phone: '+254711001001, +254711001002', code: '493 027' } });
		expect(result.status).toBe('error');
		expect(sandbox.requests).toEqual([]);
	});
});
