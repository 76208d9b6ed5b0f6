/** Where the node's requests go on an n8n server that reaches others through a proxy. */
import { createServer, request as forward } from 'node:http';
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { selfSigned } from '../../workbench/sandbox/selfSigned.mts';
import { closed, listening, startStubService } from '../stubService.mts';
import { goodSend, startWorkbench, type Workbench } from '../workbench.mts';
import {
	deadProxy,
	proxyNames,
	restoreVariables,
	setVariables,
	through,
} from './proxyVariables.mts';

jest.mock('../../nodes/MessagingService/http/pause.ts', () =>
	jest.requireActual('../clock/quickPause.mts'),
);

// In front of a service over https, n8n 2.8 and before forgets Ignore SSL Issues where a variable names the proxy.
const { version } = createRequire(import.meta.url)('n8n-core/package.json') as { version: string };
const forgetsSslIssues = /^(1|2\.[0-8])\./.test(version);

afterEach(restoreVariables);

describe("n8n's own rules for a proxy hold for the node", () => {
	let bench: Workbench;
	const asked: string[] = [];
	const tunnels: Duplex[] = [];
	/** Forwards to this machine, whatever host it is asked for: no name has to be looked up. */
	const proxy = createServer((request, response) => {
		const { host, port, pathname } = new URL(request.url!);
		asked.push(`${request.method} ${host}${pathname}`);
		request.pipe(
			forward(
				{ port, path: pathname, method: request.method, headers: request.headers },
				(answer) => {
					response.writeHead(answer.statusCode!, answer.headers);
					answer.pipe(response);
				},
			),
		);
	}).on('connect', (request, socket) => {
		asked.push(`CONNECT ${request.url}`);
		tunnels.push(socket);
		const service = connect(Number(request.url!.split(':')[1]), '127.0.0.1', () => {
			socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
			service.pipe(socket).pipe(service);
		});
		for (const end of [socket, service]) end.on('error', () => {});
	});
	let address: string;
	beforeAll(async () => {
		bench = await startWorkbench();
		address = `http://127.0.0.1:${await listening(proxy)}`;
	});
	beforeEach(() => asked.splice(0));
	afterAll(async () => {
		// A server has no hold on what it handed over.
		for (const tunnel of tunnels) tunnel.destroy();
		await closed(proxy);
		await bench.sandbox.stop();
	});

	it.each(proxyNames.filter((name) => !/https/i.test(name)))(
		'%s: the token exchange and the send go through it, once each',
		async (name) => {
			const service = await startWorkbench();
			const { port } = new URL(service.sandbox.baseUrl);
			setVariables({ [name]: address });
			const result = await service.run(goodSend, {
				credentials: service.store({
					baseUrl: `http://sms.karibu.test:${port}/api`,
					allowInsecureHttp: true,
				}),
			});
			await service.sandbox.stop();
			expect(result.error).toBeUndefined();
			expect(asked).toEqual([
				`POST sms.karibu.test:${port}/api/oauth/token`,
				`POST sms.karibu.test:${port}/api/sms/messages`,
			]);
			expect(service.sandbox.journal).toHaveLength(1);
		},
	);

	it.each(['HTTPS_PROXY', 'https_proxy', 'ALL_PROXY'])(
		'%s: so do they over https, in a tunnel that the proxy can not look into',
		async (name) => {
			const receipt = {
				responsecode: 201,
				data: { success: true, messageId: 'm-77' },
				responsemessage: '',
			};
			const stub = await startStubService(() => ({ body: receipt }), { tls: selfSigned });
			const { port } = new URL(stub.baseUrl);
			setVariables({ [name]: address });
			const result = await bench.run(
				{ ...goodSend, requestOptions: { allowUnauthorizedCerts: true } },
				{ credentials: bench.store({ baseUrl: `https://sms.karibu.test:${port}/api` }) },
			);
			await stub.stop();
			expect(new Set(asked)).toEqual(new Set([`CONNECT sms.karibu.test:${port}`]));
			expect(stub.requests.map(({ path }) => path)).toEqual(
				forgetsSslIssues ? [] : ['/api/oauth/token', '/api/sms/messages'],
			);
			expect(result.error?.message).toEqual(
				forgetsSslIssues ? expect.stringContaining("certificate isn't trusted") : undefined,
			);
		},
	);

	it("the node's own Proxy setting goes before them", async () => {
		const service = await startWorkbench();
		const { port } = new URL(service.sandbox.baseUrl);
		setVariables(deadProxy);
		const credentials = service.store({
			baseUrl: `http://sms.karibu.test:${port}/api`,
			allowInsecureHttp: true,
		});
		const result = await service.run(
			{ ...goodSend, requestOptions: { proxy: address } },
			{ credentials },
		);
		await service.sandbox.stop();
		expect(result.error).toBeUndefined();
		expect(asked).toHaveLength(2);
		expect(service.sandbox.journal).toHaveLength(1);
	});

	it('a host that NO_PROXY names is asked directly', async () => {
		setVariables(through(address));
		const result = await bench.run(goodSend);
		expect(result.error).toBeUndefined();
		expect(asked).toEqual([]);
		expect(bench.sandbox.journal).toHaveLength(1);
	});

	it('a proxy that is down: nothing was sent, and people learn that the service can not be reached', async () => {
		const service = await startWorkbench();
		setVariables(deadProxy);
		const credentials = service.store({
			baseUrl: `http://sms.karibu.test:${new URL(service.sandbox.baseUrl).port}/api`,
			allowInsecureHttp: true,
		});
		const result = await service.run(goodSend, { credentials });
		await service.sandbox.stop();
		expect(result.error?.message).toMatch(
			/^Nothing was sent\. (?:The credential can't be used: )?The service can't be reached/,
		);
		expect(service.sandbox.requests).toEqual([]);
	});
});
