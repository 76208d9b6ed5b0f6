/**
 * Same Message: Same Campaign. A text that a model words anew, or that contains the time, differs in each run. The
 * campaign is the key by which a number gets only one of them.
 */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import {
	clock,
	doors,
	locator,
	N8nProcess,
	numberOf,
	received,
	send,
	service,
	sharedEntries,
	texted,
	tool,
	type Setup,
} from '../harness/index.mts';

const [ann, bob, cem] = [0, 1, 2].map(numberOf) as [string, string, string];
const hour = 3_600_000;
const settings = { onError: 'continueRegularOutput' as const };
const order: INodeParameters = {
	recipients: '={{ $json.to }}',
	message: '={{ $json.text ?? "Code " + Math.random() }}',
	campaign: '={{ $json.campaign ?? "order-4711" }}',
};
const byCampaign: INodeParameters = { sameMessage: 'campaign' };
const skipping: INodeParameters = { ...byCampaign, skipAlreadySent: true };

const to = async (
	rows: IDataObject[],
	options: INodeParameters,
	setup: Setup = {},
	n8n: Pick<N8nProcess, 'send'> = { send },
) => await n8n.send({ ...order, options }, { rows, settings, ...setup });
const outcomes = ({ rows }: { rows: IDataObject[] }) => rows.map(({ sendOutcome }) => sendOutcome);
const earlier = (recipients: string[], changes: object = {}) =>
	String(
		service.addMessage({
			recipients,
			message: 'Something else',
			campaign: 'order-4711',
			category: 'utility',
			createdAt: clock.now() - hour,
			...changes,
		}),
	);

describe('with Skip Already Sent, whoever got anything of the campaign gets nothing', () => {
	test.each(doors)('whatever the text: %s', async (door) => {
		const messageId = earlier([ann]);
		expect((await to([{ to: ann }], skipping, { door })).rows).toMatchObject([
			{ sendOutcome: 'alreadySent', messageId, recipients: ann, deliveryStatus: 'Delivered' },
		]);
		expect(texted()).toEqual([]);
	});

	test.each<[string, object, string]>([
		['another category', { category: 'marketing' }, 'alreadySent'],
		['another case of the campaign, and blanks', { campaign: ' ORDER-4711 ' }, 'alreadySent'],
		['a capital where a word begins', { campaign: 'Order-4711' }, 'alreadySent'],
		['a capital within a word', { campaign: 'oRder-4711' }, 'accepted'],
		['another sender', { senderId: 101 }, 'alreadySent'],
		['another campaign', { campaign: 'order-4712' }, 'accepted'],
		['another number', { recipients: [bob] }, 'accepted'],
		['a day before', { createdAt: clock.start - 24.1 * hour }, 'accepted'],
	])('%s: %j', async (_, changes, outcome) => {
		earlier([ann], changes);
		expect(outcomes(await to([{ to: ann }], skipping))).toEqual([outcome]);
		expect(texted()).toEqual(outcome === 'accepted' ? [ann] : []);
	});

	test('by text alone it would go, as before', async () => {
		earlier([ann]);
		const options = { skipAlreadySent: true, sameMessage: 'text' };
		expect(outcomes(await to([{ to: ann }], options))).toEqual(['accepted']);
	});

	test('a run again, in this process and in another one: nobody twice', async () => {
		const rows = [{ to: ann }, { to: [bob, cem] }];
		await to(rows, skipping);
		for (const n8n of [undefined, new N8nProcess()])
			expect(outcomes(await to(rows, skipping, {}, n8n))).toEqual(['alreadySent', 'alreadySent']);
		expect(texted().sort()).toEqual([ann, bob, cem]);
	});

	test('two runs at once in one process', async () => {
		service.setOptions({ listingDelay: hour });
		const both = await Promise.all([to([{ to: ann }], skipping), to([{ to: ann }], skipping)]);
		expect(both.flatMap(outcomes).sort()).toEqual(['accepted', 'alreadySent']);
		expect(texted()).toEqual([ann]);
	});

	test('two workers at once: a webhook that is delivered twice with two texts', async () => {
		sharedEntries.keep();
		const workers = [new N8nProcess(), new N8nProcess()];
		const both = await Promise.all(
			workers.map(async (worker) => await to([{ to: ann }], skipping, {}, worker)),
		);
		expect(both.flatMap(outcomes).sort()).toEqual(['accepted', 'alreadySent']);
		expect(texted()).toEqual([ann]);
	});

	test('an outcome that nobody knows keeps the next text back', async () => {
		service.setOptions({ listingDelay: hour });
		service.play({ on: 'send', kind: 'dropAfter', recipient: ann });
		expect(outcomes(await to([{ to: ann }], skipping))).toEqual(['unknown']);
		expect(outcomes(await to([{ to: ann }], skipping))).toEqual(['unknown']);
		expect(received('send')).toHaveLength(1);
	});

	test('a row that goes by its text does not take another one along, in a combined request', async () => {
		service.setOptions({ listingDelay: hour });
		await to([{ to: bob, text: 'Before' }], skipping);
		const sameMessage = '={{ $itemIndex ? "campaign" : "text" }}';
		const rows = [ann, bob].map((number) => ({ to: number, text: 'After' }));
		const came = await to(rows, { ...skipping, sameMessage, combineItems: true });
		expect(outcomes(came)).toEqual(['accepted', 'alreadySent']);
		expect(texted()).toEqual([bob, ann]);
	});

	test("an agent's tool that is called twice with two texts", async () => {
		const call = tool({
			operation: 'sendMessage',
			senderId: locator(102),
			priority: 'utility',
			campaign: 'order-4711',
			sendTo: 'phoneNumbers',
			recipients: ann,
			message: "={{ $fromAI('text') }}",
			options: skipping,
		});
		expect(String(await call({ text: 'On its way' }))).toContain('"accepted"');
		expect(String(await call({ text: 'It is on its way' }))).toContain('"alreadySent"');
		expect(texted()).toEqual([ann]);
	});
});

describe('rows of one run', () => {
	const rows = [
		{ to: ann, text: 'One' },
		{ to: bob, text: 'One' },
		{ to: [cem, ann], text: 'Two' },
		{ to: ann, text: 'Three', campaign: ' order-4711 ' },
		{ to: ann, text: 'Four', campaign: 'order-4712' },
	];

	test.each([{}, { combineItems: true }])(
		'%j: a number gets the first of a campaign',
		async (more) => {
			const came = await to(rows, { ...byCampaign, ...more });
			const got = service.journal.flatMap(({ recipients, body }) =>
				recipients.map((number) => `${number} ${body.message}`),
			);
			expect(got.sort()).toEqual([`${ann} Four`, `${ann} One`, `${bob} One`, `${cem} Two`]);
			expect(outcomes(came)).toEqual([
				'accepted',
				'accepted',
				'accepted',
				'alreadySent',
				'accepted',
			]);
			expect(came.rows[2]).toMatchObject({ recipients: cem, alreadySentRecipients: ann });
			expect(came.hints.join('\n')).toContain(
				`2 texts are left out, as only the first of a campaign goes out: ${ann} (item 0, not item 2) and ${ann} (item 0, not item 3).`,
			);
		},
	);

	test.each([byCampaign, skipping])(
		'that differ in sender and schedule alone are one message, and the first one goes: %j',
		async (options) => {
			const schedule = `={{ $itemIndex ? "${new Date(clock.now() + hour).toISOString()}" : "" }}`;
			const twice = [ann, ann].map((number) => ({ to: number, text: 'One' }));
			const came = await to(twice, { ...options, schedule });
			expect(outcomes(came)).toEqual(['accepted', 'alreadySent']);
			expect(service.journal.map(({ body }) => body.schedule)).toEqual([null]);
		},
	);

	test('contact groups get one text each, as numbers do', async () => {
		const toGroup = { sendTo: 'contactGroup', contactListId: '={{ $json.group }}' };
		const groups = [
			{ group: 501, text: 'One' },
			{ group: 503, text: 'One' },
			{ group: 503, text: 'Two' },
		];
		const parameters = { ...order, ...toGroup, options: byCampaign };
		const came = await send(parameters, { rows: groups, settings });
		expect(service.journal.map(({ body }) => [body.contact_list_id, body.message]).sort()).toEqual([
			[501, 'One'],
			[503, 'One'],
		]);
		expect(outcomes(came)).toEqual(['accepted', 'accepted', 'alreadySent']);
		expect(came.hints.join()).toContain('a contact group (item 1, not item 2)');
	});

	test('a dry run says which text goes out', async () => {
		const { hints } = await to(rows, { ...byCampaign, dryRun: true });
		expect(hints.join('\n')).toContain(`${ann} (item 0, not item 3)`);
		expect(hints.join('\n')).toContain('would text 3 numbers with 4 segments in all');
		expect(service.requests).toEqual([]);
	});

	test('of one text, the hint about repeated items says it all', async () => {
		const { hints } = await to([rows[0]!, rows[0]!], byCampaign);
		expect(hints.join()).toContain("1 item repeats another item's message");
		expect(hints.join()).not.toContain('left out');
	});

	test('under Retry On Fail, though every try has other texts', async () => {
		service.play({ on: 'send', kind: 'badRequest', recipient: bob });
		const retried = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
		await to([{ to: ann }, { to: [ann, bob] }, { to: bob }], byCampaign, { settings: retried });
		expect(texted().sort()).toEqual([ann, bob]);
	});

	test('a failed run says that running it again texts only the rest, though its texts change', async () => {
		service.play({ on: 'send', kind: 'badRequest', recipient: bob, times: Infinity });
		const retried = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		const { told } = await to([{ to: ann }, { to: bob }], skipping, { settings: retried });
		expect(told).toContain('Skip Already Sent texts only those that are left');
		expect(texted()).toEqual([ann]);
	});
});

describe('campaigns that differ in case', () => {
	/** Pairs that differ in case: two Salesforce IDs, and two campaigns that don't show whether a service keeps case. */
	const pairs = {
		'the list can show it': ['0015g00000w4ioAAA', '0015g00000w4iOAAA'],
		'nothing can show it': ['order-a', 'Order-A'],
	} as const;
	const text = 'Your order is on its way';
	const kept = ['asSent', 'lowerCase'] as const;
	const services = kept.flatMap((storedCampaign) =>
		(Object.keys(pairs) as Array<keyof typeof pairs>).map(
			(what) => [storedCampaign, what] as const,
		),
	);

	describe.each(services)('kept %s, %s', (storedCampaign, what) => {
		const rows = pairs[what].map((campaign) => ({ to: ann, campaign, text }));
		const modes = [skipping, byCampaign, { skipAlreadySent: true }, {}];
		beforeEach(async () => await service.start({ readings: { storedCampaign } }));

		test.each(modes)('in one run both texts go out: %j', async (options) => {
			expect(outcomes(await to(rows, options))).toEqual(['accepted', 'accepted']);
			expect(texted()).toEqual([ann, ann]);
			expect(
				outcomes(await to(rows, { ...options, skipAlreadySent: true }, {}, new N8nProcess())),
			).toEqual(['alreadySent', 'alreadySent']);
		});

		test.each([skipping, { skipAlreadySent: true }])(
			'from run to run, by another process: %j',
			async (options) => {
				await to([rows[0]!], options);
				const isKept = storedCampaign === 'asSent' && what === 'the list can show it';
				const again = await to([rows[1]!], options, {}, new N8nProcess());
				expect(outcomes(again)).toEqual([isKept ? 'accepted' : 'alreadySent']);
				expect(again.hints.join()).not.toContain('same letters');
			},
		);

		test('a lost answer to one is not confirmed by the other', async () => {
			await to([rows[0]!], byCampaign);
			service.play({ on: 'send', kind: 'dropBefore' });
			const { rows: came } = await to([rows[1]!], byCampaign);
			expect(came).toMatchObject([{ sendOutcome: 'unknown' }]);
			expect(texted()).toEqual([ann]);
		});
	});
});
