/**
 * Sends by n8n itself, by an agent and by an MCP server: each message goes out once, and the caller reads its outcome.
 * Where n8n passes items one by one, a single item is served and several are refused.
 */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import {
	doors,
	each,
	numberOf,
	received,
	rowsTo,
	send,
	service,
	texted,
	tool,
} from '../harness/index.mts';

const spaced = { requestOptions: { batching: { batch: { batchSize: 1, batchInterval: 5 } } } };
const retried = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
/** A message text that differs in every try. */
const changing = '=Code {{ Math.random() }}';

const unhandled: unknown[] = [];
const note = (reason: unknown) => unhandled.push(reason);
beforeAll(() => void process.on('unhandledRejection', note));
afterAll(() => void process.off('unhandledRejection', note));
// An unhandled rejection would end the whole n8n process.
afterEach(() => expect(unhandled.splice(0)).toEqual([]));

describe.each(doors)('one item, by %s', (door) => {
	test('whose outcome is unknown is not sent again under Retry On Fail', async () => {
		service.play({ on: 'send', kind: 'errorAfterAccept' });
		const parameters = { message: changing, options: { lookUpUnknown: false } };
		const { told } = await send(parameters, { door, settings: retried });
		expect(told).toContain('may or may not have been sent');
		expect(received('send')).toHaveLength(1);
	});

	test('an Operation that is given as an expression is refused, and nothing is sent', async () => {
		const operation = '={{ "sendMessage" }}';
		const { told } = await send({ ...each, operation }, { rows: rowsTo(2), door });
		expect(told).toMatch(/^Nothing was sent\..* Operation/);
		expect(told).toContain('Choose Operation from its list');
		expect(service.requests).toEqual([]);
	});
});

describe('several items, where n8n gives them one by one', () => {
	const setup = { rows: rowsTo(3), door: 'routing' as const };
	const tooOld = 'takes several items only.*update n8n.*put a Loop Over Items node';

	test.each([{}, spaced])('are refused before anything is sent: %j', async (parameters) => {
		const { told, failure } = await send({ ...each, ...parameters }, setup);
		expect(told).toMatch(/^Nothing was sent\./);
		expect(told).toMatch(new RegExp(`${tooOld} with a batch size of 1 before`, 's'));
		expect(failure!.itemIndex).toBe(2);
		expect(service.requests).toEqual([]);
	});

	test.each(['sendMessage', 'queryMessages', 'querySenders'])(
		'of %s come out in the regular output, each in its place',
		async (operation) => {
			const settings = { onError: 'continueRegularOutput' as const };
			const { items } = await send({ ...each, operation }, { ...setup, settings });
			expect(items).toHaveLength(3);
			for (const [item, { json, pairedItem }] of items.entries()) {
				expect(json.error).toMatch(new RegExp(`${tooOld}[^[]+$`));
				expect(json.sendOutcome).toBe(operation === 'sendMessage' ? 'notSent' : undefined);
				expect(pairedItem).toEqual({ item });
			}
			expect(service.requests).toEqual([]);
		},
	);
});

describe('a tool of an agent or an MCP server', () => {
	const given = (): IDataObject => ({ to: numberOf(5), text: 'Your parcel is here.' });
	const parameters: INodeParameters = {
		operation: 'sendMessage',
		senderId: { __rl: true, mode: 'id', value: 102 },
		priority: 'utility',
		campaign: 'agent',
		sendTo: 'phoneNumbers',
		recipients: "={{ $fromAI('to') }}",
		message: "={{ $fromAI('text') }} {{ Math.random() }}",
	};
	const notLookedUp = { ...parameters, options: { lookUpUnknown: false } };
	const call = (of: INodeParameters = notLookedUp) => {
		const called = tool(of, { settings: retried });
		return async (toolArguments: IDataObject) => String(await called(toolArguments));
	};

	test("sends its call's arguments once, and the model reads the receipt", async () => {
		const read = await call()(given());
		expect(service.journal).toMatchObject([
			{ recipients: [numberOf(5)], body: { message: expect.stringMatching(/^Your parcel/) } },
		]);
		expect(read).toContain('"sendOutcome":"accepted"');
		expect(read).toContain(`"messageId":"${service.journal[0]!.messageId}"`);
	});

	test('reads what it asks for', async () => {
		service.addMessage({ recipients: [numberOf(8)], message: 'Moonlight' });
		const query = { operation: 'queryMessages', filters: { query: "={{ $fromAI('text') }}" } };
		expect(await call(query)({ text: 'Moonlight' })).toContain('Moonlight');
		expect(await call({ operation: 'querySenders' })({})).toContain('"id"');
		expect(await call({ operation: 'listStatuses' })({})).toContain('"label":"Approved"');
	});

	test.each(['serverError', 'errorAfterAccept', 'dropAfter', 'notJson'] as const)(
		'whose send ends in %s tells the model that nobody knows, at each try of n8n, and sends nothing again',
		async (kind) => {
			service.play({ on: 'send', kind });
			const [called, sameCall] = [call(), given()];
			for (const read of [await called(sameCall), await called(sameCall)]) {
				expect(read).toContain('may or may not have been sent');
				expect(read).toContain('"sendOutcome":"unknown"');
			}
			expect(received('send')).toHaveLength(1);
		},
	);

	test.each(['errorAfterAccept', 'dropAfter'] as const)(
		'whose send ends in %s and is found in the list tells the model that it was accepted',
		async (kind) => {
			service.play({ on: 'send', kind });
			const [called, sameCall] = [call(parameters), given()];
			for (const read of [await called(sameCall), await called(sameCall)]) {
				expect(read).toContain('"confirmedBy":"lookup"');
				expect(read).toContain(`"messageId":"${service.journal[0]!.messageId}"`);
			}
			expect(received('send')).toHaveLength(1);
		},
	);

	test('that the service refuses is tried as often as n8n is told, and then throws the reason', async () => {
		service.play({ on: 'send', kind: 'badRequest', times: 3 });
		const refused = call()(given());
		await expect(refused).rejects.toThrow(
			/The service refused the request .*Correct what the service/s,
		);
		expect([received('send').length, texted().length]).toEqual([3, 0]);
	});

	test('with an argument that is no phone number throws what to mend, and sends nothing', async () => {
		const refused = call()({ ...given(), to: '0712 345 678' });
		await expect(refused).rejects.toThrow(/Nothing was sent\. '0712 345 678' in Recipients/);
		expect(received('send')).toEqual([]);
	});

	test('called again with the same words is a new message, also after an unknown one', async () => {
		service.play({ on: 'send', kind: 'serverError' });
		const called = call();
		expect(await called(given())).toContain('may or may not have been sent');
		await Promise.all([called(given()), called(given())]);
		expect([received('send').length, texted().length]).toEqual([3, 2]);
	});
});
