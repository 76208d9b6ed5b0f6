/** The example workflows do what their notes say: nobody is texted twice, nobody is left out without a word. */
import { DateTime } from 'luxon';
import { clock, execute, received, service, texted } from '../../harness/index.mts';
import { called, example, Files } from './example.mts';

const minute = 60_000;
const hour = 60 * minute;
let files: Files;
beforeEach(() => void (files = new Files()));
afterEach(() => files.remove());

const run = async (file: string, changed = example(file)) =>
	await execute(changed, { workflowFolder: files.folder });
const rowsOf = (result: Awaited<ReturnType<typeof run>>, node: string) =>
	result.output(node).map(({ json }) => json);

describe('spreadsheet-reminders.json', () => {
	const file = 'spreadsheet-reminders.json';
	const people = 27;
	const sheet = 'appointments.csv';
	const written = () => files.rows('appointments outcomes.csv');
	const outcomes = () => {
		const counts: Record<string, number> = {};
		for (const { sendOutcome } of written()) counts[sendOutcome!] = (counts[sendOutcome!] ?? 0) + 1;
		return counts;
	};
	const rowOf = (name: string) => written().find((row) => row.name === name)!;

	test('texts each person once, and writes each row with what became of it, in its order', async () => {
		const before = files.read(sheet);
		expect(await run(file)).toMatchObject({ status: 'success' });
		expect(service.journal).toHaveLength(people);
		expect(new Set(texted()).size).toBe(people);
		expect(texted()).toContain('+254711001007');
		expect(texted()).toContain('+442079460958');
		expect(files.read(sheet)).toBe(before);
		expect(written()).toMatchObject(files.rows(sheet));
		expect(outcomes()).toEqual({ accepted: people, alreadySent: 1, notSent: 2 });
		expect(rowOf('Esther Wambui')).toMatchObject({
			messageId: '',
			error: expect.stringContaining('ask at reception'),
		});
		const ids = new Map(
			service.journal.map(({ messageId, recipients }) => [recipients[0], messageId]),
		);
		expect(written()[0]!.messageId).toBe(ids.get('+254711001001'));
	});

	test('started again six days later texts nobody but a row that was corrected', async () => {
		await run(file);
		clock.pass(6 * 24 * hour);
		files.write(sheet, files.read(sheet).replace('ask at reception', '0711 001 014'));
		await run(file);
		expect(outcomes()).toEqual({ accepted: 1, alreadySent: 28, notSent: 1 });
		expect(texted().slice(people)).toEqual(['+254711001014']);
	});

	test('after failures of every kind a second start texts only the rest', async () => {
		service.play({ on: 'send', kind: 'dropAfter', recipient: '+254711001001' });
		service.play({ on: 'send', kind: 'badRequest', recipient: '+254711001003' });
		service.play({ on: 'send', kind: 'dropBefore', recipient: '+33612345678' });
		await run(file);
		expect(outcomes()).toEqual({ accepted: 25, alreadySent: 1, notSent: 3, unknown: 1 });
		expect(rowOf('Chloé Dubois').error).toContain('may or may not have been sent');
		clock.pass(5 * minute);
		await run(file);
		expect(outcomes()).toEqual({ accepted: 2, alreadySent: 26, notSent: 2 });
		expect(texted()).toHaveLength(people);
		expect(new Set(texted()).size).toBe(people);
	});

	test('texts nobody where a row has a cell too many', async () => {
		files.write(sheet, `${files.read(sheet)}Ann,+254711001099,today,9:00,note,more\n`);
		expect(await run(file)).toMatchObject({ status: 'error', error: { node: 'Rows' } });
		expect(service.requests).toEqual([]);
	});
});

describe('campaign-tomorrow-morning.json', () => {
	const file = 'campaign-tomorrow-morning.json';
	const wanted = ['01', '02', '04', '06', '07', '09', '10', '11', '12', '14']
		.map((end) => `+2547110020${end}`)
		.concat('+33612345679');

	test('hands one text over for tomorrow at nine in Nairobi, to all but the stop list', async () => {
		const result = await run(file);
		expect(service.journal).toHaveLength(1);
		expect(texted().sort()).toEqual(wanted);
		const { schedule } = service.journal[0]!.body;
		const tomorrow = DateTime.fromMillis(clock.now(), { zone: 'Africa/Nairobi' }).plus({ days: 1 });
		expect(Date.parse(schedule!)).toBe(+tomorrow.startOf('day').set({ hour: 9 }));
		const outcomes = rowsOf(result, 'Schedule Campaign').map(({ sendOutcome }) => sendOutcome);
		expect(outcomes).toHaveLength(15);
		expect(outcomes.filter((outcome) => outcome === 'excluded')).toHaveLength(3);
	});

	test('sends nothing at a second start', async () => {
		await run(file);
		await run(file);
		expect(service.journal).toHaveLength(1);
	});

	test.each([
		['with another heading', (csv: string) => csv.replace('phone', 'Telephone')],
		['with a number that is none', (csv: string) => `${csv}4711,2026-10-10,\n`],
	])('sends nothing with a stop list %s', async (_, spoil) => {
		files.write('stop-list.csv', spoil(files.read('stop-list.csv')));
		const { status, error } = await run(file);
		expect([status, `${error?.message}`]).toEqual([
			'error',
			expect.stringContaining('Exclude Numbers'),
		]);
		expect(service.requests).toEqual([]);
	});
});

describe('webhook-order-confirmation.json', () => {
	const call = async (number: string, phone: unknown = '0711 001 001') =>
		(await called('webhook-order-confirmation.json', {
			order: { number, total: '2,450' },
			customer: { name: 'Zoë', phone },
		} as never)) as { statusCode: number; body: { outcome: string; messageId?: string } };

	test('texts about each order once, however often the shop calls, at the same moment too', async () => {
		const answers = await Promise.all(
			['A-1', 'A-1', 'A-2'].map(async (number) => await call(number)),
		);
		const later = await call('A-1', '+254 711 001 001');
		expect(answers.map(({ body }) => body.outcome).sort()).toEqual([
			'accepted',
			'accepted',
			'alreadySent',
		]);
		expect(later).toMatchObject({ statusCode: 200, body: { outcome: 'alreadySent' } });
		expect(service.journal).toHaveLength(2);
		clock.pass(20 * hour);
		expect(await call('A-1')).toMatchObject({ body: { outcome: 'alreadySent' } });
	});

	test.each([
		['badRequest', 'notSent'],
		['dropBefore', 'unknown'],
		['dropAfter', 'accepted'],
	] as const)(
		'answers 200 in every case, so that the shop stops calling: %s',
		async (kind, outcome) => {
			service.play({ on: 'send', kind });
			expect(await call('B-1')).toMatchObject({ statusCode: 200, body: { outcome } });
		},
	);

	test.each([[null], ['call the office'], [['+254733910220', '+254733910221']]])(
		'sends nothing to the phone %j, and says why',
		async (phone) => {
			expect(await call('C-1', phone)).toMatchObject({
				statusCode: 200,
				body: { outcome: 'notSent', error: expect.any(String) },
			});
			expect(service.requests).toEqual([]);
		},
	);
});

describe('webhook-one-time-code.json', () => {
	const validFor = (minutes: number) => new Date(clock.now() + minutes * minute).toISOString();
	const call = async (changes: object = {}) =>
		await called('webhook-one-time-code.json', {
			phone: '+254733910220',
			code: '0071',
			validUntil: validFor(7),
			...changes,
		});

	test("texts the code with its end in the workflow's zone, and again when it is asked for again", async () => {
		const until = DateTime.fromMillis(clock.now() + 7 * minute, { zone: 'Africa/Nairobi' });
		for (const answer of [await call(), await call()]) {
			expect(answer).toMatchObject({ statusCode: 200, body: { outcome: 'accepted' } });
			expect(JSON.stringify(answer)).not.toContain('0071');
		}
		expect(service.journal).toHaveLength(2);
		expect(service.journal[0]!.body.message).toContain(
			`0071 is your code, valid until ${until.toFormat('HH:mm')}`,
		);
		expect(received('messages')).toEqual([]);
	});

	test.each([
		['in its last minute', () => ({ validUntil: validFor(0.98) })],
		['without a code', () => ({ code: '' })],
		['without an end', () => ({ validUntil: undefined })],
		['with two numbers', () => ({ phone: ['+254733910220', '+254733910221'] })],
	])('sends no code %s', async (_, changes) => {
		expect(await call(changes())).toMatchObject({ statusCode: 200, body: { outcome: 'notSent' } });
		expect(service.requests).toEqual([]);
	});
});

test('daily-delivery-report.json counts the whole of yesterday in one email', async () => {
	clock.set('2026-03-09T20:00:00Z');
	await service.start({ pastMessages: 300, pastSpacing: hour / 15 });
	clock.set('2026-03-10T03:00:00Z');
	const { mails } = await run('daily-delivery-report.json');
	// Of 300 messages each tenth went to a group of three, and each seventh of the others failed.
	expect(mails).toMatchObject([
		{ subject: 'Texts of Monday 9 March 2026: 360', to: 'office@example.com' },
	]);
	expect(mails[0]!.text).toContain('Delivered: 322\nFailed: 38\n');
	clock.pass(48 * hour);
	const quiet = await run('daily-delivery-report.json');
	expect(quiet.mails).toMatchObject([{ subject: 'Texts of Wednesday 11 March 2026: 0' }]);
});

test('look-around.json reads all of today, all senders and the statuses, and sends nothing', async () => {
	clock.set('2026-11-21T09:00:00Z');
	await service.start({ pastMessages: 400 });
	const result = await run('look-around.json');
	// One every five minutes since midnight.
	expect(rowsOf(result, "Today's Messages")).toHaveLength(108);
	expect(rowsOf(result, 'Senders')).toHaveLength(64);
	expect(rowsOf(result, 'Statuses')).toHaveLength(6);
	expect(received('send')).toEqual([]);
});

describe('undelivered-email-the-office.json', () => {
	const failed = (changes: object = {}) => ({
		phone_number: '+256772000404',
		status: 'Failed',
		previous_status: 'Sent',
		message_id: 871,
		category: 'utility',
		campaign: 'recalls',
		created_at: '2026-03-09T21:15:02.000000Z',
		...changes,
	});
	const polled = async (items: object[]) =>
		await execute(example('undelivered-email-the-office.json'), {
			input: items.map((json) => ({ json })) as never,
			mode: 'trigger',
			startNode: 'Not Delivered',
		});

	test('one email for all that a poll brings, without marketing, a hundred lines at most', async () => {
		const one = await polled([failed(), failed({ category: 'Marketing' })]);
		expect(one.mails).toMatchObject([
			{
				subject: '1 text: Failed',
				text: '+256772000404: Failed (was Sent), campaign recalls, message 871, handed over 10 Mar 00:15',
			},
		]);
		const many = await polled(Array.from({ length: 207 }, () => failed()));
		expect(many.mails).toMatchObject([{ subject: '207 texts: Failed' }]);
		expect(many.mails[0]!.text).toContain('and 107 more');
		expect((await polled([failed({ category: 'Marketing' })])).mails).toEqual([]);
	});
});

test('agent-texts-one-number.json shows the person who approves the text all of it', async () => {
	const { nodes } = example('agent-texts-one-number.json');
	const shown = nodes.find(({ name }) => name === 'Ask the Office')!.parameters.message as string;
	const base = { parameters: {}, position: [0, 0] as [number, number] };
	const result = await execute(
		{
			...example('agent-texts-one-number.json'),
			nodes: [
				{ ...base, id: '1', name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1 },
				{
					...base,
					id: '2',
					name: 'Show',
					type: 'n8n-nodes-base.set',
					typeVersion: 3.4,
					parameters: {
						assignments: {
							assignments: [{ id: 'mail', name: 'mail', type: 'string', value: shown }],
						},
						options: {},
					},
				},
			],
			connections: { Start: { main: [[{ node: 'Show', type: 'main', index: 0 }]] } },
		},
		{ input: [{ json: { toolParameters: { Message: 'Come.<!-- Pay --><b hidden>' } } }] },
	);
	expect(rowsOf(result, 'Show')[0]!.mail).toContain('\n\nCome.‹!-- Pay -->‹b hidden>\n\n');
});
