/**
 * Which errors prove that no connection came about, made by real sockets as well: a send may be
 * repeated on this proof alone.
 */
import axios from 'axios';
import { NodeApiError, type INode, type JsonObject } from 'n8n-workflow';
import { connect } from 'node:net';
import { outcomeOfError } from '../../nodes/MessagingService/http/outcome.ts';

/** Codes that a socket can also give once it is connected, when a route breaks away. */
const noRoute = ['EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'EADDRNOTAVAIL'];
const of = (code: string, rest: object = {}): Error & { errors?: unknown } =>
	Object.assign(new Error(`told of ${code}`), { code, ...rest });
const typeOf = (error: unknown): string => outcomeOfError(error).type;
const several = (code: string, ...errors: unknown[]): Error =>
	Object.assign(new AggregateError(errors), { code });

describe.each(noRoute)('%s', (code) => {
	const atConnect = of(code, { syscall: 'connect' });
	const atRead = of(code, { syscall: 'read' });

	test.each<[string, unknown]>([
		['of a connect', atConnect],
		['of a connect, as axios wraps it', of(code, { cause: atConnect })],
		[
			'of a connect, as axios and n8n wrap it',
			{ httpCode: code, cause: of(code, { cause: atConnect }) },
		],
		[
			'of every address that was tried',
			several(
				code,
				atConnect,
				of('ECONNREFUSED', { syscall: 'connect' }),
				of('ETIMEDOUT', { syscall: 'connect' }),
			),
		],
		[
			'of every address, wrapped',
			{
				httpCode: code,
				cause: of(code, { cause: several(code, atConnect, of(code, { cause: atConnect })) }),
			},
		],
	])('%s proves it', (_name, error) => {
		expect(outcomeOfError(error)).toEqual({ type: 'unreachable', code });
	});

	test.each<[string, unknown]>([
		['without a word on when', of(code)],
		['as n8n alone tells it', { httpCode: code }],
		['of a read', atRead],
		['of a write, wrapped', { httpCode: code, cause: of(code, { syscall: 'write' }) }],
		[
			'of a read, although a connect failed before',
			Object.assign(of(code, { syscall: 'read' }), { cause: atConnect }),
		],
		[
			'of a connect that is only told in words',
			new Error(`connect ${code} 10.0.0.7:443`, { cause: of(code) }),
		],
		['with something else called connect', of(code, { syscall: ['connect'] })],
		['of one address of two', several(code, atConnect, atRead)],
		['of two addresses, one without a word on when', several(code, of(code), atConnect)],
		['of no address at all', several(code)],
		['with members that are none', several(code, atConnect, null, 'connect')],
		[
			'of a connect deeper than anything wraps',
			{ code, cause: { cause: { cause: { cause: { cause: atConnect } } } } },
		],
	])('%s does not', (_name, error) => {
		expect(outcomeOfError(error)).toEqual({ type: 'lost', code });
	});
});

test.each(['ENETDOWN', 'EACCES', 'EPERM', 'ECONNRESET', 'EPIPE'])(
	'%s proves nothing, of a connect either',
	(code) => {
		expect(outcomeOfError(of(code, { syscall: 'connect' }))).toEqual({ type: 'lost', code });
	},
);

test.each([
	['ECONNREFUSED', 'connect'],
	['ENOTFOUND', 'getaddrinfo'],
	['EAI_AGAIN', 'getaddrinfo'],
])('%s comes before a connection only, so it needs no more', (code, syscall) => {
	expect([of(code), { httpCode: code }, of(code, { syscall })].map(typeOf)).toEqual([
		'unreachable',
		'unreachable',
		'unreachable',
	]);
});

test('errors that go round in a circle end', () => {
	const error = of('EHOSTUNREACH') as Error & { cause?: unknown; errors?: unknown[] };
	error.cause = error;
	expect(typeOf(error)).toBe('lost');
	error.errors = [error, error];
	expect(typeOf(error)).toBe('lost');
});

describe('real errors', () => {
	/** TCP refuses the broadcast address of the loopback network before a packet is made. */
	const noWay = { address: '127.255.255.255', family: 4 };
	const closed = { address: '127.0.0.1', family: 4 };
	const node = {
		id: 'n',
		name: 'N',
		type: 't',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
	} as INode;
	/** What a request comes to whose name has these addresses; port 1 is closed. */
	async function requestTo(...addresses: Array<typeof noWay>): Promise<JsonObject> {
		const lookup = (
			_host: string,
			_options: unknown,
			done: (error: null, found: unknown) => void,
		) => done(null, addresses);
		return await axios
			.get('http://several.test:1/', { lookup: lookup as never, proxy: false })
			.then(
				() => {
					throw new Error('it answered');
				},
				(error: JsonObject) => error,
			);
	}

	test("a socket's own", async () => {
		const error = await new Promise((resolve) => {
			connect({ host: noWay.address, port: 1 }).on('error', resolve);
		});
		expect(error).toMatchObject({ syscall: 'connect' });
		expect(outcomeOfError(error)).toMatchObject({
			type: 'unreachable',
			code: expect.stringMatching(/^E(NETUNREACH|HOSTUNREACH|ADDRNOTAVAIL)$/),
		});
	});

	test('one address, and several of which each was tried, as axios and n8n wrap them', async () => {
		for (const addresses of [[noWay], [noWay, closed]]) {
			const error = await requestTo(...addresses);
			expect((error as { cause?: { errors?: unknown[] } }).cause?.errors?.length).toBe(
				addresses.length > 1 ? addresses.length : undefined,
			);
			expect([error, new NodeApiError(node, error)].map(typeOf)).toEqual([
				'unreachable',
				'unreachable',
			]);
		}
	});
});
