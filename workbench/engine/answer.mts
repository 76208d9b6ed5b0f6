/** What becomes of a request to the link of an execution that waits, as n8n's server hands it to the node. */
import type {
	INodeExecutionData,
	IRun,
	IWebhookData,
	IWebhookFunctions,
	IWorkflowBase,
} from 'n8n-workflow';
import { n8nCore } from './n8n-modules.mts';
import { executionOf, type Surroundings } from './surroundings.mts';

export interface LinkRequest {
	method: 'GET' | 'POST';
	query: Record<string, string>;
	body?: unknown;
	executionId?: string;
	headers?: Record<string, string>;
}

/** What is answered, and the items with which the execution goes on; none where it goes on waiting. */
export interface LinkAnswer {
	status: number;
	headers: Record<string, string>;
	page: string;
	goesOn?: INodeExecutionData[];
}

export async function openLink(
	definition: IWorkflowBase,
	run: IRun,
	surroundings: Surroundings,
	{ method, query, body = {}, executionId, headers = {} }: LinkRequest,
): Promise<LinkAnswer> {
	// As n8n stores it meanwhile, and perhaps starts again.
	const data = JSON.parse(JSON.stringify(run.data)) as IRun['data'];
	const waiting = data.resultData.lastNodeExecuted!;
	const nodes = definition.nodes.filter(({ name }) => name === waiting);
	const alone = { ...definition, nodes, connections: {} };
	const { workflow, additionalData } = executionOf(alone, run.mode, surroundings);
	const node = workflow.getNode(waiting)!;
	const answer: LinkAnswer = { status: 200, headers: {}, page: '' };
	const response = {
		set: (headers: LinkAnswer['headers']) => ((answer.headers = headers), response),
		status: (status: number) => ((answer.status = status), response),
		send: (page: string) => ((answer.page = page), response),
	};
	const asked = { httpRequest: { method, query, body, headers }, httpResponse: response };
	const context = new n8nCore.WebhookContext(
		workflow,
		node,
		{ ...additionalData, executionId, ...(asked as object) },
		run.mode,
		{} as IWebhookData,
		[],
		data,
	);
	const { webhook } = workflow.nodeTypes.getByNameAndVersion(node.type);
	const result = await webhook!.call(context as unknown as IWebhookFunctions);
	answer.page ||= String(result.webhookResponse);
	answer.goesOn = result.workflowData?.[0];
	return answer;
}
