/** A tiny service with a declarative node and an expiring credential, to try the engine itself on. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type {
	IAuthenticateGeneric,
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestHelper,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';

/** One request as the service got it. */
export interface Received {
	path: string;
	authorization?: string;
	body: Record<string, unknown>;
}

/** The running service. `failures` are HTTP statuses for the next labels, in order. */
export interface PrinterService {
	address: string;
	received: Received[];
	tokens: number;
	failures: number[];
	/** Labels that are always refused. */
	refused: string[];
	/** Rejects every token handed out so far. */
	expire(): void;
	/** Lets labels wait until it is stopped. */
	hang: boolean;
	stop(): Promise<void>;
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
	let text = '';
	for await (const chunk of request) text += chunk;
	return text ? (JSON.parse(text) as Record<string, unknown>) : {};
}

export async function startPrinterService(): Promise<PrinterService> {
	const server = createServer((request, response) => {
		void bodyOf(request).then((body) => {
			const answer = (status: number, content: object) =>
				response
					.writeHead(status, { 'content-type': 'application/json' })
					.end(JSON.stringify(content));
			if (request.url === '/token') {
				if (body.key !== 'right key') return answer(403, { problem: 'wrong key' });
				service.tokens++;
				return answer(200, { token: `token ${service.tokens}` });
			}
			service.received.push({
				path: request.url!,
				authorization: request.headers.authorization,
				body,
			});
			const token = Number(
				/^Bearer token (\d+)$/.exec(request.headers.authorization ?? '')?.[1] ?? 0,
			);
			if (token <= expired) return answer(401, {});
			if (service.hang) return undefined;
			const status = service.refused.includes(body.label as string)
				? 422
				: (service.failures.shift() ?? 200);
			return answer(status, { printed: body.label ?? 'none', number: service.received.length });
		});
	});
	let expired = 0;
	const service: PrinterService = {
		address: '',
		received: [],
		tokens: 0,
		failures: [],
		refused: [],
		hang: false,
		expire: () => {
			expired = service.tokens;
		},
		stop: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	service.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return service;
}

export class PrinterApi implements ICredentialType {
	name = 'printerApi';
	displayName = 'Printer API';
	properties = [
		{ displayName: 'Address', name: 'address', type: 'string' as const, default: '' },
		{ displayName: 'Key', name: 'key', type: 'string' as const, default: '' },
		{
			displayName: 'Token',
			name: 'token',
			type: 'hidden' as const,
			typeOptions: { expirable: true },
			default: '',
		},
	];
	authenticate: IAuthenticateGeneric = {
		type: 'generic',
		properties: { headers: { Authorization: '=Bearer {{$credentials.token}}' } },
	};
	test = { request: { baseURL: '={{$credentials.address}}', url: '/ping' } };

	async preAuthentication(this: IHttpRequestHelper, credentials: ICredentialDataDecryptedObject) {
		const { token } = (await this.helpers.httpRequest({
			method: 'POST',
			url: `${credentials.address as string}/token`,
			body: { key: credentials.key },
			json: true,
		})) as { token: string };
		return { token };
	}
}

export class Printer implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Printer',
		name: 'printer',
		group: ['output'],
		version: 1,
		description: 'Prints labels',
		defaults: { name: 'Printer' },
		inputs: ['main'],
		outputs: ['main'],
		credentials: [{ name: 'printerApi', required: true }],
		requestDefaults: { baseURL: '={{$credentials.address}}', method: 'POST', url: '/labels' },
		properties: [
			{
				displayName: 'Label',
				name: 'label',
				type: 'string',
				default: '',
				required: true,
				routing: { send: { type: 'body', property: 'label' } },
			},
			{
				displayName: 'Size',
				name: 'size',
				type: 'options',
				default: '',
				typeOptions: { loadOptionsMethod: 'getSizes' },
				options: [],
			},
		],
	};

	methods: INodeType['methods'] = {
		loadOptions: {
			async getSizes() {
				const { address } = await this.getCredentials('printerApi');
				const answer = (await this.helpers.httpRequestWithAuthentication.call(this, 'printerApi', {
					url: `${address as string}/sizes`,
					json: true,
				})) as { printed: string };
				return [
					{
						name: `${answer.printed} for ${this.getCurrentNodeParameter('label') as string}`,
						value: 1,
					},
				];
			},
		},
		listSearch: {
			async findShelves(filter?: string, page?: string) {
				return {
					results: [{ name: `${filter} on page ${page}`, value: 1 }],
					paginationToken: 'next',
				};
			},
		},
	};
}
