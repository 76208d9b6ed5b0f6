/**
 * What the lists of the editor ask for and offer, with a stub of n8n's request helper: each answer
 * is what the service says.
 */
import type { IDataObject, ILoadOptionsFunctions } from 'n8n-workflow';
import type { Answer } from '../../nodes/MessagingService/http/outcome.ts';
import { getStatuses } from '../../nodes/MessagingService/lists/getStatuses.ts';
import { searchSenders } from '../../nodes/MessagingService/lists/searchSenders.ts';
import { readSender } from '../../nodes/MessagingService/lists/senderRecord.ts';
import { canSend } from '../../nodes/MessagingService/lists/specifiedStatuses.ts';
import { answer, broken } from '../run/answers.mts';
import { freshCredential } from '../run/coreRun.mts';

jest.mock('../../nodes/MessagingService/http/pause.ts', () =>
	jest.requireActual('../clock/quickPause.mts'),
);

const said = (data: unknown): Answer => ({
	statusCode: 200,
	body: { responsecode: 200, data, responsemessage: '' },
});

/** n8n's functions for a list, of a service with one answer for all, and what was asked of it. */
function functionsOf(service: () => Answer, credential = freshCredential()) {
	const asked: IDataObject[] = [];
	const functions = {
		getNode: () => ({ name: 'SMS' }),
		getCredentials: async () => credential,
		helpers: {
			httpRequestWithAuthentication: async (_type: string, request: IDataObject) => {
				asked.push(request);
				return service();
			},
		},
	} as unknown as ILoadOptionsFunctions;
	return { functions, asked };
}

/** The list when this is the service's answer. */
const listOf = async (data: unknown, filter?: string, token?: string) =>
	await searchSenders.call(functionsOf(() => said(data)).functions, filter, token);
const namesIn = async (records: unknown[]) =>
	(await listOf({ data: records })).results.map(({ name }) => name);

describe('the sender list', () => {
	test('asks once for a page of a hundred, and waits twenty seconds for it', async () => {
		const { functions, asked } = functionsOf(() => said({ data: [] }));
		await searchSenders.call(functions);
		expect(asked).toEqual([
			expect.objectContaining({
				method: 'GET',
				baseURL: 'https://sms.example.com/api',
				url: '/sms/senders',
				qs: { page: 1, per_page: 100 },
				timeout: 20_000,
			}),
		]);
	});

	test.each<[string | undefined, string | undefined, object]>([
		[' tide ', undefined, { page: 1, per_page: 100, query: 'tide' }],
		['  ', '3', { page: 3, per_page: 100 }],
		[undefined, '12', { page: 12, per_page: 100 }],
	])('searched for %p, page %p', async (filter, token, query) => {
		const { functions, asked } = functionsOf(() => said({ data: [] }));
		await searchSenders.call(functions, filter, token);
		expect(asked.map(({ qs }) => qs)).toEqual([query]);
	});

	test('those that can send come first, by name; of unknown status is whoever may be able to', async () => {
		const records = [
			{ id: 1, name: 'Zebra', status: -2 },
			{ id: 2, name: 'Quay', status: 2 },
			{ id: 3, name: 'Buoy' },
			{ id: 4, name: 'Anchor', status: 0 },
			{ id: 5, name: 'Mole', status: 1 },
			{ id: 6, name: 'Pier', status: 'Ready' },
			{ id: 7, name: 'Keel', status: 44 },
		];
		expect(await namesIn(records)).toEqual([
			'Buoy',
			'Mole (Active)',
			'Pier (Ready)',
			'Quay (Approved)',
			"Anchor (Pending, can't send)",
			"Keel (Status 44, can't send)",
			"Zebra (Suspended, can't send)",
		]);
		expect((await listOf({ data: [records[1]] })).results).toEqual([
			{ name: 'Quay (Approved)', value: 2 },
		]);
	});

	test.each([
		[0, false],
		[1, true],
		[2, true],
		[3, false],
		[-1, false],
		[undefined, false],
	])('status %p can send: %p', (status, can) => expect(canSend(status)).toBe(can));

	test.each<[string | undefined, unknown, string | undefined]>([
		[undefined, { last_page: 3 }, '2'],
		['2', { last_page: 3 }, '3'],
		['3', { last_page: 3 }, undefined],
		['4', { last_page: 3 }, undefined],
		[undefined, {}, undefined],
		[undefined, { last_page: 1, total: 2 }, '2'],
		[undefined, { total: 3 }, '2'],
		['2', { last_page: 1, total: 3 }, '3'],
		['2', { last_page: 1, total: 2 }, undefined],
		['2', { last_page: 2, per_page: 100, total: 101 }, undefined],
	])('after page %p of %j comes %p', async (token, meta, next) => {
		expect(
			(await listOf({ data: [{ id: 8, name: 'Quay' }], meta }, undefined, token)).paginationToken,
		).toBe(next);
	});

	test('an empty page after one with senders is just the end', async () => {
		expect(await listOf({ data: [] }, undefined, '2')).toEqual({ results: [] });
	});

	test('a page without records is the last one, and one without senders is not', async () => {
		expect((await listOf({ data: [], meta: { last_page: 9 } })).paginationToken).toBeUndefined();
		expect(await listOf({ data: [{ id: 'x' }], meta: { last_page: 9 } })).toEqual({
			results: [],
			paginationToken: '2',
		});
	});

	test.each<[unknown[], string | undefined, string]>([
		[[], undefined, 'The service lists no senders. Choose By ID and type the numeric sender ID.'],
		[[], ' ', 'The service lists no senders. Choose By ID and type the numeric sender ID.'],
		[[], ' tide ', "No sender matches 'tide'. Choose By ID and type the numeric sender ID."],
		[
			[{ id: 'x' }],
			'tide',
			'The service lists senders without a numeric ID. Choose By ID and type the numeric sender ID.',
		],
	])('%j searched for %p offers nothing but a way on', async (records, filter, name) => {
		expect(await listOf({ data: records }, filter)).toEqual({ results: [{ name, value: '' }] });
	});

	test('a search for the secret is not shown', async () => {
		const { functions } = functionsOf(
			() => said({ data: [] }),
			freshCredential({ clientSecret: 'harbour-secret' }),
		);
		expect((await searchSenders.call(functions, 'harbour-secret')).results[0]!.name).toContain(
			"No sender matches '*****'",
		);
	});

	test.each<[string, () => Answer, RegExp]>([
		[
			'is refused',
			() => answer(422, 'Not now'),
			/^The service refused the request \(status 422\): Not now\..* Or choose By ID and type the numeric sender ID\.$/,
		],
		[
			'has another shape',
			() => said('senders'),
			/^The service answered this query with an answer this node can't read \(status 200\).* Or choose By ID and type the numeric sender ID\.$/,
		],
		[
			'has a page of another shape',
			() => said({ data: 'none' }),
			/^The service answered this query with an answer this node can't read \(status 200\).* Or choose By ID and type the numeric sender ID\.$/,
		],
		[
			'never comes',
			() => {
				throw broken('ECONNREFUSED');
			},
			/^The service can't be reached.* Or choose By ID and type the numeric sender ID\.$/,
		],
	])('that %s fails in words, with the way on', async (_how, service, words) => {
		await expect(searchSenders.call(functionsOf(service).functions)).rejects.toThrow(words);
	});

	test('says nothing of the secret when the service repeats it', async () => {
		const { functions } = functionsOf(
			() => answer(422, 'No: harbour-secret'),
			freshCredential({ clientSecret: 'harbour-secret' }),
		);
		await expect(searchSenders.call(functions)).rejects.toThrow(/: No: \*\*\*\*\*\./);
	});

	test('allows ten requests at once, as a run does', async () => {
		const letGo: Array<() => void> = [];
		const credential = freshCredential();
		const calls = Array.from({ length: 12 }, () => {
			const { functions } = functionsOf(() => said({ data: [] }), credential);
			functions.helpers.httpRequestWithAuthentication = (async () => {
				await new Promise<void>((go) => letGo.push(go));
				return said({ data: [] });
			}) as never;
			return searchSenders.call(functions);
		});
		for (let turns = 0; turns < 10; turns++) await new Promise((resolve) => setImmediate(resolve));
		expect(letGo).toHaveLength(10);
		for (let done = 0; done < 12; done++) {
			letGo[done]!();
			for (let turns = 0; turns < 10; turns++)
				await new Promise((resolve) => setImmediate(resolve));
		}
		expect(await Promise.all(calls)).toHaveLength(12);
	});
});

describe('a sender', () => {
	test.each([
		'name',
		'sender_name',
		'sender',
		'display_name',
		'displayName',
		'label',
		'title',
		'value',
		'sender_id',
	])('has its name in %s', (field) => {
		expect(readSender({ id: 31, [field]: ' Lagoon ' })).toEqual({
			id: 31,
			name: 'Lagoon',
			status: undefined,
		});
	});

	test.each<[IDataObject, object | undefined]>([
		[
			{ id: 31, title: 'last', name: 'first' },
			{ id: 31, name: 'first', status: undefined },
		],
		[
			{ id: ' 31 ', name: ' ' },
			{ id: 31, name: 'Sender 31', status: undefined },
		],
		[{ id: '-31' }, { id: -31, name: 'Sender -31', status: undefined }],
		[{ id: '3.1' }, undefined],
		[{ id: '31x' }, undefined],
		[{ id: 'x31' }, undefined],
		[{ id: '1234567890123456' }, undefined],
		[{ id: 2 ** 53 }, undefined],
		[{ id: true }, undefined],
		[{ sender_id: 31.5, id: 4 }, undefined],
		[
			{ sender_id: 31, id: 4, message: 'x', campaign: 'y' },
			{ id: 31, name: 'Sender 31', status: undefined },
		],
		[
			{ id: 4, message: 'x' },
			{ id: 4, name: 'Sender 4', status: undefined },
		],
		[
			{ id: 4, campaign: 'x' },
			{ id: 4, name: 'Sender 4', status: undefined },
		],
		[{ id: 4, message: 'x', campaign: 'y' }, undefined],
		[{ id: 4, sms_recipients: [] }, undefined],
		[{ id: 4, sms_list_recipients: [] }, undefined],
		[
			{ id: 4, status: '2', status_id: 1 },
			{ id: 4, name: 'Sender 4', status: 2 },
		],
		[
			{ id: 4, status: null, status_id: -3 },
			{ id: 4, name: 'Sender 4', status: -3 },
		],
		[
			{ id: 4, status: ' Ready ', status_id: 1 },
			{ id: 4, name: 'Sender 4', status: 1 },
		],
		[
			{ id: 4, status: ' Ready ' },
			{ id: 4, name: 'Sender 4', status: undefined, statusText: 'Ready' },
		],
		[
			{ id: 4, status: ' ' },
			{ id: 4, name: 'Sender 4', status: undefined },
		],
	])('%j is %j', (record, sender) => {
		expect(readSender(record)).toEqual(sender);
		expect(Object.keys(readSender(record) ?? {})).toEqual(Object.keys(sender ?? {}));
	});
});

describe('the statuses', () => {
	const specified = [
		[0, 'Pending'],
		[1, 'Active'],
		[2, 'Approved'],
		[-1, 'Deactivated'],
		[-2, 'Suspended'],
		[-3, 'Rejected'],
	].map(([value, name]) => ({ name, value, description: `Status ${value}` }));

	test('are those of the service', async () => {
		const { functions, asked } = functionsOf(() => said({ 5: 'Parked', '-6': 'Sunk' }));
		expect(await getStatuses.call(functions)).toEqual([
			{ name: 'Parked', value: 5, description: 'Status 5' },
			{ name: 'Sunk', value: -6, description: 'Status -6' },
		]);
		expect(asked).toEqual([
			expect.objectContaining({ method: 'GET', url: '/system/system-status', qs: {} }),
		]);
	});

	test.each<[string, () => Answer]>([
		['none that can be read', () => said({ note: 'x' })],
		['a text', () => said('none')],
		['nothing', () => said(null)],
		['a refusal', () => answer(403)],
		[
			'no answer',
			() => {
				throw broken('EHOSTUNREACH');
			},
		],
	])('are those of the specification where the service gives %s', async (_what, service) => {
		expect(await getStatuses.call(functionsOf(service).functions)).toEqual(specified);
	});
});
