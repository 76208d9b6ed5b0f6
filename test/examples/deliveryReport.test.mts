import type { AxiosInstance } from 'axios';
import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { startSandbox, type Sandbox } from '../../workbench/sandbox/sandbox.mts';
import { goodSend, loggedIn } from '../contract/client.mts';
import { example, play, rowsOf } from './play.mts';

const hour = 3_600_000;
const midnight = Date.parse('2026-03-09T00:00:00Z');
// The day has 1,152 seeded minutes behind it when the sandbox starts, at eight in the evening.
const evening = midnight + 20 * hour;
const nextMorning = midnight + 27 * hour;

let clock: number;
let sandbox: Sandbox;
let service: AxiosInstance;
beforeEach(async () => {
	clock = evening;
	sandbox = await startSandbox({ pastMessages: 300, pastSpacing: hour / 15, now: () => clock });
	service = await loggedIn(sandbox);
});
afterEach(async () => await sandbox.stop());

/** The service is asked at the sandbox's time, and the e-mail is dated by the day before this machine's. */
const dayBefore = () =>
	DateTime.utc().minus({ days: 1 }).setLocale('en').toFormat('cccc d LLLL yyyy');

async function reported(): Promise<{ mail: IDataObject; day: string }> {
	const day = dayBefore();
	const result = await play(sandbox, example('daily-delivery-report.json'));
	// A test that runs over midnight would compare two days.
	if (dayBefore() !== day) return await reported();
	expect(result.error).toBeUndefined();
	expect(result.mails).toHaveLength(1);
	return { mail: { ...result.mails[0] }, day };
}

const frame = { from: 'texts@example.com', to: 'office@example.com' };

it('counts the whole of yesterday over all pages, also what was sent late in the evening, in one e-mail', async () => {
	clock = midnight + 23.9 * hour;
	const late = { ...goodSend, recipients: ['+254799000111', '+254799000222', '+254799000404'] };
	await service.post('/sms/messages', late);
	await service.post('/sms/messages', {
		...late,
		recipients: ['+254799000333', '+254799000444'],
		schedule: '2026-03-11T06:00:00Z',
	});
	clock = midnight + 24.1 * hour;
	await service.post('/sms/messages', { ...late, recipients: ['+254799000555'] });
	clock = nextMorning;

	const { mail, day } = await reported();
	// Of the seeded 300 each tenth went to three members of a group, and each seventh that did not
	// failed: 360 recipients, 38 of them failed. Of the five late ones one fails, and two are
	// scheduled.
	expect(mail).toEqual({
		...frame,
		subject: `Texts of ${day}: 365`,
		text: [
			`Texts handed to the service on ${day}, by delivery status of each recipient:`,
			'',
			'Delivered: 324',
			'Failed: 39',
			'Pending: 2',
			'',
			'Recipients in all: 365',
		].join('\n'),
	});
	const asked = sandbox.requests
		.filter(({ operation, query }) => operation === 'messages' && query.per_page === '100')
		.map(({ query }) => query);
	expect(asked.map(({ page }) => page).sort()).toEqual(['1', '2', '3', '4']);
	expect(new Set(asked.map(({ date_created: range }) => range))).toEqual(new Set(['yesterday']));
});

it('sends one e-mail with a plain sentence on a day without messages', async () => {
	clock = midnight + 10 * 24 * hour;
	const { mail, day } = await reported();
	expect(mail).toEqual({
		...frame,
		subject: `Texts of ${day}: 0`,
		text: `No texts were handed to the service on ${day}. This report works: it comes on days without texts, too.`,
	});
});

it("counts a contact group that the service doesn't take apart as one, of unknown status, so that nothing is missing", async () => {
	sandbox.setOptions({ readings: { groupRecipients: 'group' } });
	clock = nextMorning;
	const { mail } = await reported();
	expect(mail.text).toContain('\nStatus not told: 30\n');
	expect(mail.text).toContain('Recipients in all: 300');
});

it("starts at seven in the morning of the workflow's zone, and sends no e-mail when the service can't be read", async () => {
	const workflow = example('daily-delivery-report.json');
	expect(
		workflow.nodes.find(({ type }) => type.endsWith('.scheduleTrigger'))?.parameters.rule,
	).toEqual({
		interval: [{ field: 'days', daysInterval: 1, triggerAtHour: 7, triggerAtMinute: 0 }],
	});
	sandbox.play({ kind: 'badRequest', on: 'messages', times: 9 });
	const result = await play(sandbox, workflow);
	expect([result.status, result.error?.node, result.mails, rowsOf(result, 'Report')]).toEqual([
		'error',
		"Yesterday's Recipients",
		[],
		[],
	]);
});
