/** A Model Context Protocol client over HTTP. Uses the protocol's own library, which n8n ships with. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { CompleteN8n } from './install.mts';

export interface McpClient {
	listTools(): Promise<{ tools: Array<{ name: string }> }>;
	callTool(call: {
		name: string;
		arguments: object;
	}): Promise<{ isError?: boolean; content: unknown }>;
	close(): Promise<void>;
}

/** Opens a session with the MCP server at this address. The caller closes it. */
export async function connectMcp(install: CompleteN8n, address: string): Promise<McpClient> {
	const load = createRequire(join(install.directory, 'package.json'));
	const library = (part: string) => load(`@modelcontextprotocol/sdk/client/${part}.js`);
	const client = new (library('index').Client)({ name: 'end-to-end tests', version: '1.0.0' });
	const { StreamableHTTPClientTransport } = library('streamableHttp');
	await client.connect(new StreamableHTTPClientTransport(new URL(address)));
	return client as McpClient;
}
