/** Passes a request to the link of a waiting execution on to its node, as n8n's server does. */
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

/** The HTTP answer, and the items that the execution resumes with; undefined while it keeps waiting. */
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
	// n8n stores a waiting execution as JSON, and may restart before the request arrives.
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
