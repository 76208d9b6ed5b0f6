import type { IDataObject, IN8nHttpFullResponse, INodeType } from 'n8n-workflow';
import { packageOf, type CredentialStore } from '../../workbench/engine/engine.mts';
import type { FaultKind } from '../../workbench/sandbox/faults.mts';
import { startSandbox, type Sandbox } from '../../workbench/sandbox/sandbox.mts';
import { fencedIn } from './noteText.mts';
import { credentialsFor, example, messagingService, play } from './play.mts';

jest.mock('../../nodes/MessagingService/http/pause.ts', () =>
	jest.requireActual('../clock/quickPause.mts'),
);

let sandbox: Sandbox;
let credentials: CredentialStore;
beforeAll(async () => {
	sandbox = await startSandbox();
});
beforeEach(() => {
	credentials = credentialsFor(sandbox);
});
afterEach(() => {
	sandbox.reset();
	sandbox.setOptions({ latency: 0 });
	jest.restoreAllMocks();
});
afterAll(async () => await sandbox.stop());

const workflow = example('webhook-order-confirmation.json');
const pause = async (ms: number) => await new Promise((resolve) => setTimeout(resolve, ms));

interface Order {
	number: string;
	phone: string;
}

/** What the shop's call gets. A workflow that answers nothing is answered by n8n with a failure. */
async function callWith(body: unknown): Promise<IN8nHttpFullResponse> {
	const { answer, error } = await play(sandbox, workflow, { body } as IDataObject, {
		credentials,
		mode: 'webhook',
	});
	if (!answer)
		throw new Error(`n8n would have answered 500: ${error?.message ?? 'no node answered'}`);
	return answer;
}

const call = async ({ number, phone }: Order) =>
	await callWith({ order: { number, total: '2,450' }, customer: { name: 'Zoë', phone } });

/** The shop calls twice, so many milliseconds apart. */
const callTwice = async (order: Order, gap: number) =>
	await Promise.all([call(order), pause(gap).then(async () => await call(order))]);

/** The orders that this many texts name, by number. */
const textsByOrder = (): Map<string, number> => {
	const counts = new Map<string, number>();
	for (const { body } of sandbox.journal) {
		const number = /order (\S+) over/.exec(body.message)?.[1] ?? body.message;
		counts.set(number, (counts.get(number) ?? 0) + 1);
	}
	return counts;
};

const bodyOf = ({ body }: IN8nHttpFullResponse) => body as IDataObject;

describe('webhook-order-confirmation.json', () => {
	it('texts the customer of the order and answers with the outcome', async () => {
		const answer = await call({ number: 'A-1001', phone: '0711 001 001' });
		expect(sandbox.journal.map(({ body }) => body)).toEqual([
			{
				sender_id: 102,
				priority: 'utility',
				campaign: 'order-confirmations',
				schedule: null,
				contact_list_id: null,
				recipients: ['+254711001001'],
				message:
					'Thank you, Zoë! We have received your order A-1001 over 2,450. We will text you again when it is on its way.',
			},
		]);
		expect(answer).toEqual({
			statusCode: 200,
			headers: {},
			body: { outcome: 'accepted', order: 'A-1001', messageId: sandbox.journal[0]!.messageId },
		});
	});

	it("answers a call that is repeated later with the first one's message, and sends none", async () => {
		const order = { number: 'B-77/3', phone: '+254 722 310 044' };
		const first = bodyOf(await call(order));
		const again = await call({ ...order, phone: '0722-310-044' });
		expect(again).toEqual({
			statusCode: 200,
			headers: {},
			body: { ...first, outcome: 'alreadySent' },
		});
		expect(sandbox.journal).toHaveLength(1);
	});

	it('texts a customer about each of two orders', async () => {
		const answers = await Promise.all(
			['C-1', 'C-2'].map(async (number) => await call({ number, phone: '0733 555 019' })),
		);
		expect(answers.map(bodyOf).map(({ outcome, order }) => [order, outcome])).toEqual([
			['C-1', 'accepted'],
			['C-2', 'accepted'],
		]);
		expect(textsByOrder()).toEqual(
			new Map([
				['C-1', 1],
				['C-2', 1],
			]),
		);
	});

	it("tells the shop why an order can't be confirmed, with status 200, so that it doesn't call for ever", async () => {
		const answer = await call({ number: 'D-4', phone: 'call the office' });
		expect(answer).toMatchObject({
			statusCode: 200,
			body: { outcome: 'notSent', order: 'D-4', error: expect.stringContaining('call the office') },
		});
		expect(sandbox.requests).toEqual([]);
	});

	// A text without the number would also be the same for the next order, and so be skipped.
	it.each([
		[{}],
		[{ order: {} }],
		[{ customer: { name: 'Ann' } }],
		[{ order: null, customer: null }],
		[[]],
		[{ customer: { phone: '+254733910220' } }],
		[{ order: { total: '70' }, customer: { phone: '+254733910220' } }],
		[{ order: { number: '', total: '70' }, customer: { phone: '+254733910220' } }],
		[{ order: { number: 'H-2' }, customer: { phone: '+254733910220' } }],
	])(
		'sends nothing about an order without a number or a total, %j, and answers with status 200',
		async (body) => {
			const order = (body as { order?: { number?: string } }).order?.number ?? null;
			expect(await callWith(body)).toMatchObject({
				statusCode: 200,
				body: {
					outcome: 'notSent',
					order,
					error: expect.stringMatching(/order\.number.*order\.total/),
				},
			});
			expect(sandbox.requests).toEqual([]);
		},
	);

	it.each([
		[undefined, 'Recipients'],
		[['+254733910220', '+254733910221'], 'reach 2 numbers'],
	])('sends nothing to the phone %j', async (phone, reason) => {
		expect(
			await callWith({ order: { number: 4_711, total: 12 }, customer: { phone } }),
		).toMatchObject({
			statusCode: 200,
			body: { outcome: 'notSent', order: 4_711, error: expect.stringContaining(reason) },
		});
		expect(sandbox.requests).toEqual([]);
	});

	it('thanks a customer without a name too', async () => {
		await callWith({ order: { number: 4_711, total: 12 }, customer: { phone: '+254733910220' } });
		expect(sandbox.journal.map(({ body }) => body.message)).toEqual([
			'Thank you, dear customer! We have received your order 4711 over 12. We will text you again when it is on its way.',
		]);
	});

	it('its note shows a call and an answer as they are', async () => {
		const [asked, answered] = fencedIn(workflow) as [IDataObject, IDataObject];
		const { body } = await callWith(asked);
		expect(body).toEqual({ ...answered, messageId: sandbox.journal[0]!.messageId });
		expect(sandbox.journal[0]!.body).toMatchObject({
			recipients: [(asked.customer as IDataObject).phone],
			message: expect.stringContaining('Amina'),
		});
	});

	// A failure that isn't an item's: n8n then hands the call itself on by the first branch.
	it('claims no text where the node failed as a whole', async () => {
		const { description } = messagingService.nodes.messagingService!;
		const broken: INodeType = {
			description,
			execute: async () => await Promise.reject(new Error('broken')),
		};
		const { answer } = await play(
			sandbox,
			workflow,
			{ body: { order: { number: 'G-9', total: 1 } } },
			{ credentials, packages: [packageOf([broken], [])] },
		);
		expect(answer).toEqual({
			statusCode: 200,
			headers: {},
			body: { outcome: 'unknown', order: 'G-9', messageId: null },
		});
	});

	it('says so where the service takes no keys or shows no list, and sends nothing', async () => {
		sandbox.play({ on: 'messages', kind: 'badRequest', status: 403 });
		expect(await call({ number: 'E-1', phone: '0733 555 020' })).toMatchObject({
			statusCode: 200,
			body: { outcome: 'notSent', order: 'E-1', error: expect.any(String) },
		});
		credentials = credentialsFor({ ...sandbox, clientSecret: 'outdated' } as Sandbox);
		expect(await call({ number: 'E-2', phone: '0733 555 020' })).toMatchObject({
			statusCode: 200,
			body: { outcome: 'notSent', order: 'E-2', error: expect.any(String) },
		});
		expect(sandbox.journal).toEqual([]);
	});

	it('texts once about each of 100 orders that are called twice, up to half a second apart', async () => {
		sandbox.setOptions({ latency: 60 });
		// Thirty customers with several orders each.
		const orders = Array.from({ length: 100 }, (_, at) => ({
			number: `2026-${at * 7}`,
			phone: `0745 600 ${100 + (at % 30)}`,
		}));
		const answers = await Promise.all(
			orders.map(async (order, at) => await callTwice(order, (at * 37) % 501)),
		);
		expect(textsByOrder()).toEqual(new Map(orders.map(({ number }) => [number, 1])));
		expect(sandbox.journal).toHaveLength(100);
		const idOf = new Map(
			sandbox.journal.map(({ body, messageId }) => [
				/order (\S+)/.exec(body.message)![1],
				messageId,
			]),
		);
		for (const [at, pair] of answers.entries()) {
			const { number } = orders[at]!;
			expect(pair.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
			expect(pair.map(({ body }) => body)).toEqual(
				expect.arrayContaining(
					['accepted', 'alreadySent'].map((outcome) => ({
						outcome,
						order: number,
						messageId: idOf.get(number),
					})),
				),
			);
		}
	});

	it('never answers with a failure and never texts twice when the service fails on the way', async () => {
		sandbox.setOptions({ latency: 40 });
		const kinds: Array<FaultKind | undefined> = [
			'errorAfterAccept',
			'dropAfter',
			'dropBefore',
			'serverError',
			'badRequest',
			undefined,
		];
		const orders = Array.from({ length: 36 }, (_, at) => ({
			number: `F${at}`,
			phone: `0746 611 ${100 + at}`,
			fault: kinds[at % kinds.length],
		}));
		for (const { phone, fault } of orders)
			if (fault)
				sandbox.play({
					on: 'send',
					kind: fault,
					recipient: `+254${phone.replaceAll(' ', '').slice(1)}`,
				});
		const answers = await Promise.all(
			orders.map(async (order, at) => await callTwice(order, (at * 113) % 501)),
		);
		expect(new Set(answers.flat().map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
		const isLost = (fault?: FaultKind) => fault === 'dropBefore' || fault === 'serverError';
		const outcomes = (fault?: FaultKind) => {
			if (isLost(fault)) return ['unknown', 'unknown'];
			return fault === 'badRequest' ? ['accepted', 'notSent'] : ['accepted', 'alreadySent'];
		};
		for (const [at, pair] of answers.entries()) {
			const { number, fault } = orders[at]!;
			expect([number, fault, pair.map((answer) => bodyOf(answer).outcome).sort()]).toEqual([
				number,
				fault,
				outcomes(fault),
			]);
			for (const answer of pair.map(bodyOf)) {
				expect(answer.order).toBe(number);
				if (answer.outcome === 'unknown')
					expect(answer.error).toContain('may or may not have been sent');
			}
		}
		const taken = orders.filter(({ fault }) => !isLost(fault));
		expect(textsByOrder()).toEqual(new Map(taken.map(({ number }) => [number, 1])));

		// A few minutes later the shop, or somebody by hand, calls again for all of them.
		const now = Date.now.bind(Date);
		jest.spyOn(Date, 'now').mockImplementation(() => now() + 150_000);
		const later = await Promise.all(orders.map(call));
		expect(later.map((answer) => bodyOf(answer).outcome)).toEqual(
			orders.map(({ fault }) => (isLost(fault) ? 'accepted' : 'alreadySent')),
		);
		expect(textsByOrder()).toEqual(new Map(orders.map(({ number }) => [number, 1])));
	});
});
