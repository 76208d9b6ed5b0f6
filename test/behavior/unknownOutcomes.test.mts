/**
 * A send with an unknown outcome is never sent again, and its failure says so, with everything needed to look for it. A
 * failing run reports the messages that were accepted over all its tries, and nothing that isn't true.
 */
import type { IDataObject } from 'n8n-workflow';
import {
	answering,
	clock,
	doors,
	execute,
	goodSend,
	numberOf,
	received,
	rowsTo,
	run,
	send,
	service,
	texted,
	workflowOf,
} from '../harness/index.mts';

const noLookUp = { options: { lookUpUnknown: false } };
const each = { ...noLookUp, recipients: '={{ $json.to }}', campaign: 'water bills' };
const retryOnFail = { settings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 } };
const continues = { settings: { onError: 'continueRegularOutput' } } as const;
const refuse = (row: number, times = 1) =>
	service.play({ on: 'send', kind: 'badRequest', recipient: numberOf(row), times });
const lose = (row: number) =>
	service.play({ on: 'send', kind: 'dropAfter', recipient: numberOf(row) });
const sentTo = () => received('send').map(({ body }) => (body as IDataObject).recipients);
const dayAndMinute = (time: number) => new Date(time).toISOString().slice(0, 16).replace('T', ' ');

describe('what is told of one', () => {
	test.each(doors)('who, which campaign, when, and how to check: %s', async (door) => {
		service.play({ on: 'send', kind: 'dropAfter' });
		const { failure } = await send(
			{ ...noLookUp, recipients: '+254712345678, +254712345679' },
			{ door, zone: 'Africa/Kampala' },
		);
		expect(failure!.message).toContain('may or may not have been sent');
		expect(failure!.description).toContain('+254712345678');
		expect(failure!.description).toContain('+254712345679');
		expect(failure!.description).toContain("campaign 'reminders'");
		expect(failure!.description).toContain(
			`${dayAndMinute(clock.start + 3 * 3_600_000)} (Africa/Kampala)`,
		);
		expect(failure!.description).toMatch(/Query Messages.*send it again only if it isn't there/);
		expect(failure!.description).not.toMatch(/item/);
	});

	test('under continue-on-fail the row has it all, and a hint counts them', async () => {
		lose(1);
		const { rows: out, hints } = await send(each, { rows: rowsTo(3), ...continues });
		expect(out.map(({ sendOutcome }) => sendOutcome)).toEqual(['accepted', 'unknown', 'accepted']);
		for (const part of [
			'may or may not have been sent',
			numberOf(1),
			"campaign 'water bills'",
			'Query Messages',
		])
			expect(out[1]!.error).toContain(part);
		expect(out[1]!.error).not.toContain('[item');
		expect(hints.join()).toMatch(
			/^3 rows: 1 may or may not have been sent, 2 accepted: .*Query Messages/,
		);
	});
});

describe('of many', () => {
	test('each is named before any number of refused ones, with what to look for', async () => {
		const unknown = [14, 15, 16, 29];
		for (let row = 0; row < 30; row++)
			if (unknown.includes(row)) lose(row);
			else refuse(row);
		const { failure } = await send(each, { rows: rowsTo(30) });
		expect(failure!.message).toMatch(
			/^4 of 30 messages may or may not have been sent, and 26 were not sent\. \[items 14-16, 29\] /,
		);
		for (const row of unknown)
			expect(failure!.description).toContain(`${numberOf(row)} (item ${row})`);
		expect(failure!.description.match(/campaign 'water bills'/g)).toHaveLength(1);
		expect(failure!.description).toMatch(
			/^None of 30 messages is known to be sent; 4 may have been: items 14-16, 29\. Don't run/,
		);
		expect(failure!.itemIndex).toBeUndefined();
	});

	test('however many they are, in ranges', async () => {
		for (let row = 0; row < 120; row++) if (row !== 77) lose(row);
		const options = { ...noLookUp.options, maxConcurrentRequests: 120 };
		const { failure } = await send({ ...each, options }, { rows: rowsTo(120) });
		expect(failure!.message).toContain('[items 0-76, 78-119]');
		expect(failure!.description).toContain('1 of 120 messages was sent: item 77;');
	});

	test.each([1, 3])(
		'also where each has a long text of its own, in letters of %i bytes',
		async (bytes) => {
			const said = (bytes === 1 ? 'z' : '漢').repeat(400);
			await answering(({ count }) => ({
				status: 503,
				body: { message: `Ticket ${count}: ${said}` },
			}));
			const { failure, told } = await send(each, { rows: rowsTo(60) });
			const named = [
				...failure!.message.matchAll(/\[items? ([^\]]+)\]|Also unknown: items? ([^.]+)/g),
			]
				.flatMap(([, one, other]) => (one ?? other)!.split(', '))
				.flatMap((part) => {
					const [first, last = first] = part.split('-').map(Number) as [number, number?];
					return Array.from({ length: last - first + 1 }, (_, step) => first + step);
				});
			expect(named.sort((one, other) => one - other)).toEqual([...Array(60).keys()]);
			expect(failure!.message).toContain('may or may not have been sent');
			// n8n keeps both texts with the execution.
			expect(Buffer.byteLength(told)).toBeLessThan(8_000);
		},
	);
});

describe('what a run says of the messages that were accepted', () => {
	test('how many they are, their items in order, and what is left to send', async () => {
		refuse(2);
		const { failure } = await send(each, { rows: rowsTo(4) });
		expect(failure!.description).toMatch(
			/^3 of 4 messages were sent: items 0, 1, 3\. Don't run the workflow again as it is: whoever has /,
		);
		expect(failure!.description).toContain('Then send only item 2. Or switch on Skip Already');
		expect([failure!.itemIndex, failure!.message]).toEqual([
			2,
			expect.stringContaining('[item 2]'),
		]);
		expect(failure!.message).not.toContain('Nothing was sent');
	});

	test('an unknown one is sent again only where it is not listed', async () => {
		refuse(1);
		lose(2);
		const { told } = await send(each, { rows: rowsTo(4) });
		expect(told).toMatch(/send only item 1, and item 2 if Query Messages doesn't show it/);
	});

	test.each([
		['one ID for several', { success: true, messageId: 'm1' }],
		['no ID', { success: true }],
	])('each, also with %s', async (_name, data) => {
		await answering(({ body }) =>
			JSON.stringify(body).includes(numberOf(2))
				? { status: 422 }
				: { body: { responsecode: 201, data } },
		);
		const { told } = await send(each, { rows: rowsTo(3) });
		expect(told).toContain('2 of 3 messages were sent: items 0, 1.');
	});
});

describe('"Nothing was sent"', () => {
	test('is said where the service refused all', async () => {
		for (const row of [0, 1]) refuse(row);
		const { told } = await send(each, { rows: rowsTo(2) });
		expect(told).toMatch(
			/^Nothing was sent\. 2 of 2 items failed\. The service .*status 400[^[\]]*$/,
		);
		expect(told).toMatch(/Then run the workflow again\.$/);
	});

	test('is said of one refused item without a count', async () => {
		const among = await send(
			{ ...each, priority: '={{ $itemIndex === 1 ? "urgent" : "utility" }}' },
			{ rows: rowsTo(3) },
		);
		expect(among.failure!.message).toMatch(
			/^Nothing was sent\. \[item 1\] [^[\]]*'urgent'[^[\]]*$/,
		);
		const alone = await send({ priority: '={{ "urgent" }}' });
		expect(alone.failure!.message).toMatch(/^Nothing was sent\. [^[\]]*'urgent'[^[\]]*$/);
		expect(service.requests).toEqual([]);
	});

	test.each(doors)('is never said of a query: %s', async (door) => {
		const { told } = await run({ operation: 'queryMessages', limit: 'many' }, { door });
		expect(told).toContain("'many'");
		expect(told).not.toMatch(/\bsent\b/);
	});

	/** Returns an expression: the row's number in the first try, and no number in a later one, when time has passed. */
	const goneLater = async (row: number) => {
		await service.start({ beforeAnswer: () => clock.pass(1000) });
		return `={{ $itemIndex === ${row} && $now.toMillis() > ${clock.start} ? 'nobody' : $json.to }}`;
	};

	test('is not said by a later try that sends nothing, after the first has sent some', async () => {
		const parameters = { ...each, recipients: await goneLater(2) };
		refuse(2);
		const { failure } = await send(parameters, { rows: rowsTo(3), ...retryOnFail });
		expect(failure!.message).toMatch(
			/^An earlier try of this run sent some messages; this try sent none\. \[item 2\] 'nobody'/,
		);
		expect(failure!.description).toMatch(/^2 of 3 messages were sent: items 0, 1\. Don't run/);
		expect(failure!.description).toContain('Then send only item 2.');
		expect(sentTo().sort()).toEqual([[numberOf(0)], [numberOf(1)], [numberOf(2)]]);
	});

	test('is not said where an earlier try left one unknown', async () => {
		const parameters = { ...each, recipients: await goneLater(2) };
		lose(0);
		for (const row of [1, 2]) refuse(row);
		const { failure } = await send(parameters, { rows: rowsTo(3), ...retryOnFail });
		expect(failure!.message).toMatch(
			/^This try sent nothing\. 1 of 3 items may or may not have been sent, and 1 was refused\. \[item 0\] /,
		);
		expect(failure!.description).toMatch(/send only items 1, 2, and item 0 if Query Messages/);
	});
});

describe('under Retry On Fail', () => {
	test('what was accepted and what is unknown is not sent again; what was plainly refused is', async () => {
		lose(1);
		refuse(2, 2);
		refuse(3, 3);
		const { told } = await send(each, { rows: rowsTo(5), ...retryOnFail });
		const times = [0, 1, 2, 3, 4].map(
			(row) => sentTo().filter((to) => (to as string[])[0] === numberOf(row)).length,
		);
		expect(times).toEqual([1, 1, 3, 3, 1]);
		expect([...texted()].sort()).toEqual([0, 1, 2, 4].map(numberOf));
		expect(told).toMatch(/1 of 5 messages may or may not have been sent, and 1 was not sent\./);
		expect(told).toMatch(/\[item 1\] Outcome unknown.*\[item 3\] The service refused/);
		expect(told).toContain('3 of 5 messages were sent: items 0, 2, 4; 1 may have been: item 1.');
		expect(told).not.toMatch(/retry on fail/i);
	});

	test('a new execution is a new intention', async () => {
		for (const kind of ['dropAfter', 'badRequest'] as const) {
			service.play({ on: 'send', kind });
			await send(noLookUp);
		}
		await send(noLookUp);
		expect(texted()).toEqual(['+254712345678', '+254712345678']);
	});
});

test('a credential that is gone: under continue-on-fail every row says so', async () => {
	const workflow = workflowOf(
		{ ...goodSend, ...each },
		{
			settings: {
				...continues.settings,
				credentials: { messagingServiceApi: { id: 'x', name: 'x' } },
			},
		},
	);
	const input = rowsTo(2).map((json) => ({ json }));
	const output = (await execute(workflow, { input })).output('Messaging Service');
	expect(output.map(({ json }) => json)).toMatchObject(
		[0, 1].map(() => ({
			sendOutcome: 'notSent',
			error: expect.stringMatching(/^The credential can't be used.* test this one\.$/),
		})),
	);
});

test("a body that isn't what its header says is an answer that can't be read", async () => {
	const headers = { 'content-encoding': 'gzip' };
	const { requests } = await answering(() => ({
		headers,
		body: { responsecode: 201, data: { success: true } },
	}));
	const { told } = await send({ options: { lookUpUnknown: false } });
	expect(told).toMatch(
		/gave an answer this node can't read \(status 200\)\. The message may or may not/,
	);
	expect((await run({ operation: 'listStatuses' })).told).toMatch(
		/answered this query, but this node can't read/,
	);
	expect(requests).toHaveLength(2);
});
