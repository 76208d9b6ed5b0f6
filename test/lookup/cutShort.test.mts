/**
 * A service whose list tells too little of its pages, through n8n's engine: 250 people that another process
 * texted are texted by nobody else, and a list that lacks what it counts is not believed.
 */
import type { IDataObject } from 'n8n-workflow';
import { loggedIn } from '../contract/client.mts';
import { page } from '../run/answers.mts';
import { runCore, sends } from '../run/coreRun.mts';
import { message, noon, PolledTrigger } from '../trigger/stubbedPolls.mts';
import { goodSend, hintsOf, rowsOf, startWorkbench, type Workbench } from '../workbench.mts';

jest.mock('../../nodes/MessagingService/http/pause.ts', () =>
	jest.requireActual('../clock/quickPause.mts'),
);

let bench: Workbench;
afterEach(async () => {
	await bench?.sandbox.stop();
	jest.restoreAllMocks();
});

const phone = (index: number) => `+2547${String(11_000_000 + index)}`;
const numbers = Array.from({ length: 250 }, (_, index) => phone(index));

const forms = [
	['50 rows a page under a claimed 100', { maxPerPage: 50, readings: { meta: 'sizeAsAsked' } }],
	['a last page clipped to 2', { readings: { meta: 'twoPages' } }],
	['a last page that is always 1', { readings: { meta: 'onePage' } }],
] as const;

describe.each(forms)('%s', (_name, options) => {
	test('250 rows that another process sent: nobody is texted twice', async () => {
		bench = await startWorkbench(options);
		const elsewhere = await loggedIn(bench.sandbox);
		const body = { sender_id: 102, priority: 'utility', campaign: 'reminders', message: 'Hello' };
		for (const recipient of numbers) {
			const rest = { schedule: null, recipients: [recipient], contact_list_id: null };
			await elsewhere.post('/sms/messages', { ...body, ...rest });
		}
		const result = await bench.run(
			{ ...goodSend, recipients: '={{ $json.phone }}', options: { skipAlreadySent: true } },
			{ items: [...numbers, phone(250)].map((to) => ({ phone: to })) },
		);
		expect(rowsOf(result).map(({ sendOutcome }) => sendOutcome)).toEqual([
			...numbers.map(() => 'alreadySent'),
			'accepted',
		]);
		expect(bench.sandbox.journal.flatMap(({ recipients }) => recipients)).toEqual([
			...numbers,
			phone(250),
		]);
	});

	test('Return All gives all 350, and the trigger watches them', async () => {
		bench = await startWorkbench(options);
		for (let index = 0; index < 350; index++)
			bench.sandbox.addMessage({ recipients: [phone(index)] });
		const result = await bench.run({ operation: 'queryMessages', returnAll: true });
		expect(new Set(rowsOf(result).map(({ id }) => id)).size).toBe(350);
		expect(hintsOf(result)).toEqual([]);
		const workflow = bench.polled();
		await workflow.activate();
		bench.sandbox.setStatus(phone(0), 'Lost');
		const { items } = await workflow.poll();
		expect(items?.map(({ json }) => [json.phone_number, json.status])).toEqual([
			[phone(0), 'Lost'],
		]);
	});
});

/** One message, where the service counts this many more. */
const lacking = (missing: number) => () =>
	page([message(1, 'Sent')], { last_page: 1, per_page: 1, total: 1 + missing });

describe('a list that lacks messages it counts', () => {
	test('refuses a run with Skip Already Sent: nothing is sent', async () => {
		jest.spyOn(Date, 'now').mockReturnValue(noon);
		const { left, error } = await runCore({
			items: [sends([phone(1)], { skipSentWithin: 3_600_000 })],
			service: ({ request }) =>
				(request.qs as IDataObject).page === 1 ? lacking(2)() : page([], { total: 3 }),
		});
		expect(error).toMatchObject({
			message:
				"Nothing was sent. Skip Already Sent could not read the service's list of messages. The service counts 2 messages more than it gave.",
			description: 'Run the workflow again. If it happens again, tell the service.',
		});
		expect(left.map(({ request }) => request.method)).not.toContain('POST');
	});

	test('leaves a send unknown that it does not show, and says why', async () => {
		jest.spyOn(Date, 'now').mockReturnValue(noon);
		const { outputs } = await runCore({
			items: [sends([phone(1)], { looksUp: true })],
			continuesOnFail: true,
			service: ({ request }) => {
				if (request.method === 'POST') throw Object.assign(new Error('x'), { code: 'ECONNRESET' });
				return (request.qs as IDataObject).page === 1 ? lacking(1)() : page([]);
			},
		});
		expect(outputs[0]![0]!.json).toMatchObject({
			sendOutcome: 'unknown',
			error: expect.stringContaining(
				'may or may not have been sent. It could not be looked up. The service counts 1 message more than it gave.',
			),
		});
	});

	test('fails a poll of the trigger, and changes no state', async () => {
		jest.spyOn(Date, 'now').mockReturnValue(noon);
		const trigger = new PolledTrigger({}, ['cut', 'short']);
		await trigger.poll();
		const before = { ...trigger.kept };
		trigger.service = (query) => (query.page === 1 ? lacking(4)() : page([]));
		expect(await trigger.failure()).toEqual({
			message: 'The service counts 4 messages more than it gave.',
			description:
				'If it goes on, tell the service. No change is lost: the next poll that succeeds tells what changed meanwhile.',
		});
		expect(trigger.kept).toEqual(before);
	});
});
