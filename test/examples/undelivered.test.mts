import type { IDataObject } from 'n8n-workflow';
import { startSandbox, type Sandbox } from '../../workbench/sandbox/sandbox.mts';
import { goodSend, loggedIn } from '../contract/client.mts';
import { example, play, rowsOf } from './play.mts';

const workflow = example('undelivered-email-the-office.json');

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox();
});
afterAll(async () => await sandbox.stop());

/** An item of the trigger. */
const failed = (changes: IDataObject = {}): IDataObject => ({
	phone_number: '+256772000404',
	status: 'Failed',
	reference: null,
	created_at: '2026-03-09T21:15:02.000000Z',
	message_id: 871,
	message_status: 'Failed',
	sender_id: 'CLINIC',
	category: 'utility',
	campaign: 'recalls',
	previous_status: 'Sent',
	...changes,
});

/** What comes after the trigger when a poll has brought these items, as in an active workflow. */
const polled = async (items: IDataObject[]) =>
	await play(
		sandbox,
		workflow,
		{},
		{ input: items.map((json) => ({ json })), mode: 'trigger', startNode: 'Not Delivered' },
	);

async function mailsAfter(items: IDataObject[]) {
	const result = await polled(items);
	expect(result.error).toBeUndefined();
	return result.mails;
}

const frame = { from: 'texts@example.com', to: 'office@example.com' };
const line =
	'+256772000404: Failed (was Sent), campaign recalls, message 871, handed over 10 Mar 00:15';

it("tells number, status before and after, campaign and time, in the workflow's zone", async () => {
	expect(await mailsAfter([failed()])).toEqual([
		{ ...frame, subject: '1 text: Failed', text: line },
	]);
});

it('sends one e-mail for all that one poll brings', async () => {
	const texts = [
		failed(),
		failed({
			phone_number: '+256772111222',
			status: 'EXPIRED',
			previous_status: 'Pending',
			campaign: 'lab-results',
			message_id: 872,
			created_at: '2026-03-10T06:30:00Z',
		}),
	];
	expect(await mailsAfter(texts)).toEqual([
		{
			...frame,
			subject: '2 texts: Failed, EXPIRED',
			text: `${line}\n+256772111222: EXPIRED (was Pending), campaign lab-results, message 872, handed over 10 Mar 09:30`,
		},
	]);
});

it('sends one e-mail in an outage, with the first hundred lines and how many more there are', async () => {
	const texts = Array.from({ length: 207 }, (_, index) =>
		failed({ phone_number: `+2567720${10_000 + index}` }),
	);
	const [mail, ...others] = await mailsAfter(texts);
	expect(others).toEqual([]);
	expect(mail!.subject).toBe('207 texts: Failed');
	const lines = mail!.text.split('\n');
	expect(lines).toHaveLength(102);
	expect(lines.slice(0, 100).map((each) => each.split(':')[0])).toEqual(
		texts.slice(0, 100).map(({ phone_number: number }) => number),
	);
	expect(lines.slice(100)).toEqual(['', 'and 107 more, which Query Messages lists.']);
});

it('leaves marketing out, in any case, and sends nothing where nothing else failed', async () => {
	const marketing = failed({ category: 'Marketing', phone_number: '+256772999999' });
	expect((await mailsAfter([marketing, failed()])).map(({ text }) => text)).toEqual([line]);
	const result = await polled([marketing]);
	expect([result.error, result.mails, rowsOf(result, 'All in One')]).toEqual([undefined, [], []]);
});

it("says so where the service doesn't tell the number, the campaign or the time", async () => {
	const bare = failed({
		phone_number: null,
		campaign: null,
		created_at: null,
		category: null,
		status: null,
	});
	expect((await mailsAfter([bare])).map(({ text }) => text)).toEqual([
		'Number not told: Status not told (was Sent), campaign not told, message 871',
	]);
});

it('tried by hand, e-mails what the trigger fetches: texts that failed, where there are none others, and says which', async () => {
	const service = await loggedIn(sandbox);
	sandbox.setOptions({ clockOffset: -60_000 });
	const fetched = async () => {
		const { error, mails } = await play(sandbox, workflow);
		expect(error).toBeUndefined();
		return mails.map(({ subject, text }) => [subject, text.replace(/message .*/, '…')]);
	};
	await service.post('/sms/messages', {
		...goodSend,
		campaign: 'vaccines',
		recipients: ['+256772333444'],
	});
	sandbox.setOptions({ clockOffset: 0 });
	expect(await fetched()).toEqual([
		['1 text: Delivered', '+256772333444: Delivered (was Pending), campaign vaccines, …'],
	]);
	sandbox.setOptions({ clockOffset: -60_000 });
	await service.post('/sms/messages', {
		...goodSend,
		campaign: 'vaccines',
		recipients: ['+256772333555', '+256772555404'],
	});
	sandbox.setOptions({ clockOffset: 0 });
	expect(await fetched()).toEqual([
		['1 text: Failed', '+256772555404: Failed (was Pending), campaign vaccines, …'],
	]);
});

it("asks the trigger for changes to a status that a person can replace by the service's own words", () => {
	const trigger = workflow.nodes.find(
		({ type }) => type === 'n8n-nodes-messaging-service.messagingServiceTrigger',
	)!;
	expect(trigger.parameters).toMatchObject({
		event: 'statusChanged',
		filters: {},
		options: { statuses: 'Failed' },
	});
	expect(trigger.parameters.pollTimes).toEqual({
		item: [{ mode: 'everyX', value: 5, unit: 'minutes' }],
	});
});
