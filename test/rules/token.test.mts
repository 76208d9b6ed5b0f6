/** What is read of a token's answer: twenty names at most where there is no token, however many it has. */
import { Redaction } from '../../nodes/MessagingService/service/redaction.ts';
import { exchangeToken } from '../../nodes/MessagingService/service/token.ts';

jest.mock('n8n-workflow', () => ({ sleep: () => Promise.resolve() }));
afterEach(() => jest.restoreAllMocks());

let keys = 0;
async function exchange(body: object) {
	const redact = jest.spyOn(Redaction.prototype, 'text');
	const helpers = { httpRequest: async () => ({ statusCode: 200, headers: {}, body }) };
	const credentials = {
		baseUrl: 'https://sms.example/api',
		clientId: `id-${keys++}`,
		clientSecret: 'a secret',
	};
	const { problem } = await exchangeToken({ helpers: helpers as never, credentials });
	const read = redact.mock.calls.map(([text]) => text.length);
	redact.mockRestore();
	return { problem, read };
}
const fields = (count: number, name: (place: number) => string) =>
	Object.fromEntries(Array.from({ length: count }, (_, place) => [name(place), 1]));

test.each([10, 20, 40, 80])('of %i,000 fields twenty are named', async (thousands) => {
	const { problem, read } = await exchange(fields(thousands * 1_000, (place) => `field${place}`));
	expect(problem!.what).toContain('(fields received: field0, field1,');
	expect(problem!.what).toContain('field19)');
	expect(read.length).toBeLessThanOrEqual(40);
});

test('of names of a megabyte the beginnings are read', async () => {
	const { problem, read } = await exchange(
		fields(20, (place) => `${place}${'x'.repeat(1_000_000)}`),
	);
	expect(problem!.what.length).toBeLessThan(1_200);
	expect(Math.max(...read)).toBeLessThanOrEqual(1_000);
});
