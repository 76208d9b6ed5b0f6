import { NodeApiError, type INode, type JsonObject } from 'n8n-workflow';

/**
 * An error that n8n shows as it is.
 *
 * The message is set once more after the constructor, which replaces every text that contains a
 * code of Node.js, inside other words too, with advice of its own (n8n-workflow's node.error.ts).
 *
 * @param wasStopped whether a person stopped the execution. n8n files a failed execution as canceled
 * when its message has that word (workflow-execute.ts, processSuccessExecution), so elsewhere, in
 * what the service said or a field holds, it is spelled with another l.
 */
export function errorFor(
	node: INode,
	{ message, description, index }: { message: string; description: string; index?: number },
	wasStopped: boolean,
): NodeApiError {
	const error = new NodeApiError(node, {} as JsonObject, {
		message,
		description,
		itemIndex: index,
	});
	error.message = wasStopped ? message : message.replaceAll('canceled', 'cancelled');
	error.description = description;
	return error;
}
