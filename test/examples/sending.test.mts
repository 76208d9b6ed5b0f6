import { DateTime } from 'luxon';
import { startSandbox, type Sandbox } from '../../workbench/sandbox/sandbox.mts';
import { example, play } from './play.mts';

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
