/** The requests of a poll as n8n gets them, with answers that no sandbox would give. */
import type { IDataObject, IHttpRequestOptions, IPollFunctions } from 'n8n-workflow';
import { poll } from '../../nodes/MessagingService/trigger/poll.ts';

const credentials = {
	baseUrl: 'https://sms.example.com/api',
	clientId: 'clinic',
	clientSecret: 'a long secret',
	accessToken: 'a token',
	allowInsecureHttp: false,
};

/** n8n's functions over a service that answers with these, one a request. */
function functionsOf(
	answer: (request: IHttpRequestOptions) => unknown,
	more: IDataObject = {},
	staticData: IDataObject = {},
): { functions: IPollFunctions; requests: IHttpRequestOptions[] } {
	const requests: IHttpRequestOptions[] = [];
	const node = {
		id: 'watch',
		name: 'Watch',
		type: 'messagingServiceTrigger',
		typeVersion: 1,
		position: [0, 0],
		parameters: { event: 'messageCreated', filters: {}, options: {} },
	};
	const functions = {
		getNode: () => node,
		getWorkflow: () => ({ id: 'w' }),
		getMode: () => 'trigger',
		getTimezone: () => 'UTC',
		getWorkflowStaticData: () => staticData,
		getNodeParameter: (path: string) => (path === 'event' ? 'messageCreated' : null),
		getCredentials: async () => ({ ...credentials, ...more }),
		helpers: {
			httpRequestWithAuthentication: async (_type: string, request: IHttpRequestOptions) => {
				requests.push(request);
				return { statusCode: 200, headers: {}, body: answer(request) };
			},
		},
	};
	return { functions: functions as unknown as IPollFunctions, requests };
}

const listOf = (
	data: IDataObject[],
	meta: IDataObject = { current_page: 1, last_page: 1, per_page: 100, total: data.length },
) => ({ responsecode: 200, data: { data, meta } });
const messageOf = (id: number): IDataObject => ({
	id,
	created_at: new Date().toISOString(),
	sms_recipients: [],
});

it("end within half a minute, follow no redirect, and go to the credential's domains only", async () => {
	const { functions, requests } = functionsOf(() => listOf([messageOf(1)]), {
		allowedHttpRequestDomains: 'domains',
		allowedDomains: 'other.example.com',
	});
	await poll.call(functions);
	expect(requests).toEqual([
		expect.objectContaining({
			method: 'GET',
			baseURL: credentials.baseUrl,
			url: '/sms/messages',
			timeout: 30_000,
			disableFollowRedirect: true,
			allowedDomains: 'sms.example.com, other.example.com',
		}),
	]);
});

describe('a list that loses rows whenever it is read', () => {
	let total = 0;
	const shrinking = ({ qs }: IHttpRequestOptions): unknown => {
		total--;
		const page = Number(qs?.page);
		return listOf(
			Array.from({ length: 100 }, (_, index) => messageOf(page * 100 + index)),
			{ current_page: page, last_page: 3, per_page: 100, total },
		);
	};
	beforeEach(() => {
		total = 300;
	});

	it('is no state to begin with: what was missing would be told as new', async () => {
		const kept: IDataObject = {};
		await expect(poll.call(functionsOf(shrinking, {}, kept).functions)).rejects.toMatchObject({
			message: 'The list of messages changed while it was read, so some may be missing.',
			description: 'Publish the workflow again.',
		});
		expect(kept).toEqual({});
	});

	it('is told as far as it came, later: the rest comes with the next poll', async () => {
		const kept: IDataObject = {};
		expect(
			await poll.call(functionsOf(() => listOf([messageOf(100)]), {}, kept).functions),
		).toBeNull();
		const [items] = (await poll.call(functionsOf(shrinking, {}, kept).functions))!;
		expect(items).toHaveLength(299);
	});
});

it('a message that the list lacks for one poll is not told again', async () => {
	const kept: IDataObject = {};
	const listed = [[messageOf(100)], [messageOf(101)], [messageOf(101), messageOf(100)]];
	const told = [];
	for (const messages of listed)
		told.push(await poll.call(functionsOf(() => listOf(messages), {}, kept).functions));
	expect(told.map((output) => output?.[0]?.map(({ json }) => json.id))).toEqual([
		undefined,
		[101],
		undefined,
	]);
});
