import { startSandbox, type Sandbox } from '../../workbench/sandbox/sandbox.mts';
import { example, play, rowsOf } from './play.mts';

let sandbox: Sandbox;
beforeAll(async () => { sandbox = await startSandbox(); });
afterEach(() => sandbox.reset());
afterAll(async () => await sandbox.stop());

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
