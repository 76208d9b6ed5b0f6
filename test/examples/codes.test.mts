import { DateTime } from 'luxon';
import type { IDataObject, IN8nHttpFullResponse, INodeType } from 'n8n-workflow';
import { packageOf, type CredentialStore } from '../../workbench/engine/engine.mts';
import { startSandbox, type Sandbox } from '../../workbench/sandbox/sandbox.mts';
import { fencedIn } from './noteText.mts';
import { credentialsFor, example, messagingService, play } from './play.mts';

jest.mock('../../nodes/MessagingService/http/pause.ts', () =>
	jest.requireActual('../clock/quickPause.mts'),
);

const workflow = example('webhook-one-time-code.json');

let sandbox: Sandbox;
let credentials: CredentialStore;
// A service each: the node remembers what it sent to one.
beforeEach(async () => {
	sandbox = await startSandbox();
	credentials = credentialsFor(sandbox);
});
afterEach(async () => await sandbox.stop());

/** What the application's call gets. A workflow that answers nothing is answered by n8n with a failure. */
async function call(body: unknown, packages = [messagingService]): Promise<IN8nHttpFullResponse> {
	const { answer, error } = await play(sandbox, workflow, { body } as IDataObject, {
		credentials,
		mode: 'webhook',
		packages,
	});
	if (!answer)
		throw new Error(`n8n would have answered 500: ${error?.message ?? 'no node answered'}`);
	return answer;
}

/** A time of day in the workflow's zone, so many minutes from now, as an application in Brazil writes it. */
const inMinutes = (minutes: number) => DateTime.utc().plus({ minutes });
const written = (time: DateTime) => time.setZone('America/Sao_Paulo').toISO()!;
const wanted = (changes: IDataObject = {}): IDataObject => ({
	phone: '+254733 910 220',
	code: '00-71 Ä',
	validUntil: written(inMinutes(7)),
	...changes,
});
const sends = () => sandbox.requests.filter(({ operation }) => operation === 'send').length;

it("texts the code with its end in the workflow's zone, with the priority of authentication, and doesn't hand the text back", async () => {
	const end = inMinutes(7);
	const answer = await call(wanted({ validUntil: written(end) }));
	expect(sandbox.journal.map(({ body }) => body)).toEqual([
		{
			sender_id: 101,
			priority: 'authentication',
			campaign: 'one-time-codes',
			schedule: null,
			contact_list_id: null,
			recipients: ['+254733910220'],
			message: `00-71 Ä is your code, valid until ${end.setZone('Africa/Nairobi').toFormat('HH:mm')}. We never ask you for it, so tell nobody.`,
		},
	]);
	expect(answer).toEqual({
		statusCode: 200,
		headers: {},
		body: { outcome: 'accepted', messageId: sandbox.journal[0]!.messageId },
	});
});

it('texts the same code again when it is asked for again: the first text may not have come', async () => {
	const body = wanted();
	expect([await call(body), await call(body)].map((answer) => answer.body)).toEqual(
		['accepted', 'accepted'].map((outcome) => ({ outcome, messageId: expect.any(String) })),
	);
	expect(sandbox.journal).toHaveLength(2);
	expect(sandbox.requests.filter(({ operation }) => operation === 'messages')).toEqual([]);
});

it('sends no code in the last minute before its end or after it, and says that nothing was sent', async () => {
	for (const minutes of [0.98, 0, -3, -90_000]) {
		const { statusCode, body } = await call(wanted({ validUntil: written(inMinutes(minutes)) }));
		expect([statusCode, body]).toEqual([
			200,
			{ outcome: 'notSent', error: expect.stringContaining('validUntil') },
		]);
	}
	expect(sandbox.requests).toEqual([]);
});

it.each([
	[{}],
	[[]],
	[{ phone: '+254733910220' }],
	[wanted({ code: '' })],
	[wanted({ code: null })],
	[wanted({ code: undefined })],
	[wanted({ code: ['1', '2'] })],
	[wanted({ code: { is: 4 } })],
	[wanted({ validUntil: undefined })],
	[wanted({ validUntil: 'soon' })],
	[wanted({ validUntil: 12 })],
	[wanted({ validUntil: null })],
	// A year, a time of today and one that is another hour in each zone: all are to come, whatever the time is.
	[wanted({ validUntil: inMinutes(0).year + 2 })],
	[wanted({ validUntil: '23:59:59.999' })],
	[wanted({ validUntil: inMinutes(700).toFormat("yyyy-MM-dd'T'HH:mm") })],
	[wanted({ validUntil: `${inMinutes(0).year + 2}-02-03` })],
])(
	'sends nothing for a call without a code or without its end, %j, and says what to hand over',
	async (body) => {
		expect(await call(body)).toMatchObject({
			statusCode: 200,
			body: { outcome: 'notSent', error: expect.stringMatching(/code.*validUntil/) },
		});
		expect(sandbox.requests).toEqual([]);
	},
);

it.each([
	[{ phone: '+254733910220; +254733910221' }, /reach 2 numbers/],
	[{ phone: 'none' }, /none/],
	[{ phone: undefined }, /Recipients/],
	[{ code: '9'.repeat(140) }, /segments/],
])('refuses %j, before anything is sent', async (changes, reason) => {
	expect(await call(wanted(changes))).toMatchObject({
		statusCode: 200,
		body: { outcome: 'notSent', error: expect.stringMatching(reason) },
	});
	expect(sandbox.requests).toEqual([]);
});

it('texts a code that is written as a number', async () => {
	await call(wanted({ code: 40_618 }));
	expect(sandbox.journal.map(({ body }) => body.message.split(' ')[0])).toEqual(['40618']);
});

it('answers with what is known where the service fails on the way, and asks it once', async () => {
	const ends = {
		dropAfter: ['accepted', 1],
		errorAfterAccept: ['accepted', 1],
		dropBefore: ['unknown', 0],
		serverError: ['unknown', 0],
		badRequest: ['notSent', 0],
	} as const;
	await Promise.all(
		Object.entries(ends).map(async ([kind, [outcome, texts]], at) => {
			const phone = `+25473391030${at}`;
			sandbox.play({ on: 'send', kind: kind as keyof typeof ends, recipient: phone });
			const { statusCode, body } = await call(wanted({ phone }));
			const { messageId, error, ...others } = body as IDataObject;
			const sent = sandbox.journal.filter(({ recipients }) => recipients.includes(phone));
			expect([kind, statusCode, others, sent.length, messageId]).toEqual([
				kind,
				200,
				{ outcome },
				texts,
				sent[0]?.messageId,
			]);
			if (outcome === 'unknown') expect(error).toContain('may or may not have been sent');
		}),
	);
	expect(sends()).toBe(5);
});

it('claims no text where the node failed as a whole', async () => {
	const { description } = messagingService.nodes.messagingService!;
	const broken: INodeType = {
		description,
		execute: async () => await Promise.reject(new Error('broken')),
	};
	expect(await call(wanted(), [packageOf([broken], [])])).toEqual({
		statusCode: 200,
		headers: {},
		body: { outcome: 'unknown', messageId: null },
	});
});

it('its note shows a call and an answer as they are', async () => {
	const [asked, answered] = fencedIn(workflow) as [IDataObject, IDataObject];
	expect(Object.keys(asked).sort()).toEqual(Object.keys(wanted()).sort());
	const { body } = await call({ ...asked, validUntil: written(inMinutes(2)) });
	expect(body).toEqual({ ...answered, messageId: sandbox.journal[0]!.messageId });
	expect(sandbox.journal[0]!.body.recipients).toEqual([asked.phone]);
});
