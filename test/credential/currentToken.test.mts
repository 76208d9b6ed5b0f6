/**
 * The token to use now, as every request of a process gets it: one exchange for all who ask, and
 * how long its token is handed on.
 */
import { exchangeSettings } from '../../nodes/MessagingService/auth/exchangeSettings.ts';
import { currentToken } from '../../credentials/token/currentToken.ts';
import { answer } from '../run/answers.mts';
import { exchangeStub, ownKeys, tokenAnswer } from './exchangeStub.mts';

let now = Date.now();
beforeEach(() => void jest.spyOn(Date, 'now').mockImplementation(() => now));
afterEach(() => jest.restoreAllMocks());

const minting = () => exchangeStub((count) => tokenAnswer(`buoy-${count}`));

test('all who ask while an exchange is under way wait for that one', async () => {
	const { asked, helpers } = minting();
	const credentials = ownKeys();
	const tokens = await Promise.all(
		[1, 2, 3].map(async () => await currentToken(helpers, { ...credentials })),
	);
	expect([tokens, asked.length]).toEqual([['buoy-1', 'buoy-1', 'buoy-1'], 1]);
});

test('other keys, and another service, have an exchange of their own', async () => {
	const { asked, helpers } = minting();
	const credentials = ownKeys();
	const all = [
		credentials,
		{ ...credentials, clientSecret: 'another' },
		{ ...credentials, baseUrl: 'https://tug.example.org/api' },
	];
	const tokens = await Promise.all(all.map(async (each) => await currentToken(helpers, each)));
	expect([new Set(tokens).size, asked.length]).toEqual([3, 3]);
});

test('an exchange that failed is not remembered: the next who ask make another one', async () => {
	const { asked, helpers } = exchangeStub((count) =>
		count === 1 ? answer(401) : tokenAnswer('buoy-9'),
	);
	const credentials = ownKeys();
	await expect(currentToken(helpers, credentials)).rejects.toThrow(
		'refused Client ID and Client Secret',
	);
	expect([await currentToken(helpers, credentials), asked.length]).toEqual(['buoy-9', 2]);
});

describe("a rejection that n8n itself hands over, with the token in the credential's field", () => {
	test.each([
		[0, 'buoy-1'],
		[29_999, 'buoy-1'],
		[30_000, 'buoy-1'],
		[30_001, 'buoy-2'],
		[86_400_000, 'buoy-2'],
	])(
		'of an older token, %i ms after the exchange, is answered with %s: the newest may have expired too',
		async (later, expected) => {
			const { helpers } = minting();
			const credentials = { ...ownKeys(), accessToken: 'buoy-0' };
			await currentToken(helpers, credentials);
			now += later;
			expect(await currentToken(helpers, credentials)).toBe(expected);
		},
	);

	test('of the newest token leads to an exchange at once', async () => {
		const { helpers } = minting();
		const credentials = ownKeys();
		expect(await currentToken(helpers, credentials)).toBe('buoy-1');
		expect(await currentToken(helpers, { ...credentials, accessToken: 'buoy-1' })).toBe('buoy-2');
	});
});

describe('a rejection of which the node tells when its request left', () => {
	const rejected = (since: number, ...tokens: string[]) => ({ rejected: { tokens, since } });

	test.each([
		[-1, 'buoy-1'],
		[0, 'buoy-1'],
		[1, 'buoy-2'],
	])('%i ms after the newest token was minted, gets %s', async (after, expected) => {
		const { helpers } = minting();
		const credentials = ownKeys();
		await currentToken(helpers, credentials);
		const minted = now;
		now += 2_000;
		expect(
			await currentToken(
				helpers,
				exchangeSettings.on({ ...credentials }, rejected(minted + after, 'theirs')),
			),
		).toBe(expected);
	});

	test('of the newest token among others leads to an exchange', async () => {
		const { helpers } = minting();
		const credentials = ownKeys();
		await currentToken(helpers, credentials);
		expect(
			await currentToken(
				helpers,
				exchangeSettings.on({ ...credentials }, rejected(now - 5, 'theirs', 'buoy-1')),
			),
		).toBe('buoy-2');
	});
});
