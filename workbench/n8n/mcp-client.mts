/**
 * A client of the Model Context Protocol over HTTP, made of the protocol's own library, which the
 * complete n8n brings along.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { CompleteN8n } from './install.mts';

export interface ToolAnswer {
	isError?: boolean;
	content: Array<{ type: string; text?: string }>;
}

export interface McpClient {
	listTools(): Promise<{ tools: Array<{ name: string; description?: string }> }>;
	callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<ToolAnswer>;
	close(): Promise<void>;
}

interface Library {
	Client: new (client: {
		name: string;
		version: string;
	}) => McpClient & { connect(transport: unknown): Promise<void> };
	StreamableHTTPClientTransport: new (address: URL) => unknown;
}

/** Opens a session with the MCP server at this address; whoever opened it closes it. */
export async function connectMcp(install: CompleteN8n, address: string): Promise<McpClient> {
	const load = createRequire(join(install.directory, 'package.json'));
	const { Client } = load('@modelcontextprotocol/sdk/client/index.js') as Library;
	const { StreamableHTTPClientTransport } = load(
		'@modelcontextprotocol/sdk/client/streamableHttp.js',
	) as Library;
	const client = new Client({ name: 'end-to-end tests', version: '1.0.0' });
	await client.connect(new StreamableHTTPClientTransport(new URL(address)));
	return client;
}
