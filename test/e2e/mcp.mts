/** The tool behind n8n's MCP Server Trigger. */
import { connectMcp, type ToolAnswer } from '../../workbench/n8n/mcp-client.mts';
import type { WorkflowNode } from '../../workbench/n8n/rest.mts';
import { isOlderN8n, newestVersion, toolName, withTool } from './tool.mts';
import { chain, node, store, until } from './workflows.mts';
import { environment } from './environment.mts';

const triggerType = '@n8n/n8n-nodes-langchain.mcpTrigger';

/**
 * Publishes an MCP server with this tool, calls the tool once as a client would, and takes the server down.
 * It waits for the end of the execution that n8n makes of the call: whatever that would send has been sent.
 */
export async function callOverMcp(
	connected: WorkflowNode,
	words: Record<string, unknown>,
): Promise<ToolAnswer & { offered: string[] }> {
	const { bench } = environment();
	const path = crypto.randomUUID();
	const server = node(
		'MCP',
		triggerType,
		newestVersion(triggerType, 2),
		{ path },
		{ webhookId: path },
	);
	const workflow = await store(withTool(chain('MCP server', [server]), 'MCP', connected));
	await bench.rest.activate(workflow);
	try {
		const client = await connectMcp(bench.install, `${bench.n8n.origin}/mcp/${path}`);
		try {
			const { tools } = await client.listTools();
			const answer = await client.callTool({ name: toolName, arguments: words });
			// n8n 1.x makes none of a call that fails.
			if (!(isOlderN8n() && answer.isError)) {
				await until('the execution of the call has ended', async () =>
					(await bench.executions.list(workflow.id)).some(({ status }) => status === 'success'),
				);
			}
			return { ...answer, offered: tools.map(({ name }) => name) };
		} finally {
			await client.close();
		}
	} finally {
		await bench.rest.deactivate(workflow);
	}
}
