/**
 * Stubs for the few built-in n8n nodes that the example workflows use.
 *
 * n8n's own package of built-in nodes weighs several hundred megabytes and is not a development
 * dependency. A stub has the type name, a version and parameters of the real node for the part that
 * the examples need, does the same with them, and nothing else: whatever it doesn't know is refused
 * before the run, so that an example can't pass here and fail in n8n.
 */
import type { INode, INodeType, INodeTypes } from 'n8n-workflow';
import { packageOf, type NodePackage } from '../packages.mts';
import { answers, type Mail } from './answers.mts';
import { files } from './files.mts';
import { items } from './items.mts';
import { beyond } from './stub.mts';
import { triggers } from './triggers.mts';

/**
 * The stubs as n8n's package of built-in nodes.
 * @param workflowFolder the only folder that files are read from and written to; without it none are.
 * @param mails where the emails that would be sent are put; without it they are forgotten.
 */
export function stubs(workflowFolder?: string, mails: Mail[] = []): NodePackage {
	const nodes = [...triggers(), ...files(workflowFolder), ...items(), ...answers(mails)];
	return packageOf(nodes, [], 'n8n-nodes-base');
}

/**
 * Checks the nodes of a workflow that stubs would run.
 * @throws naming the node and what its stub lacks.
 */
export function refuseBeyondStubs(
	nodes: INode[],
	builtIn: NodePackage,
	nodeTypes: INodeTypes,
): void {
	for (const { name, type, typeVersion, parameters } of nodes) {
		const used = nodeTypes.getByName(type) as INodeType;
		if (!Object.values(builtIn.nodes).includes(used)) continue;
		const { version, properties } = used.description;
		const lacks = version === typeVersion ? [] : [`version ${typeVersion}`];
		lacks.push(...beyond(parameters, properties));
		if (lacks.length > 0) {
			throw new Error(
				`The node "${name}" needs more of ${type} than its stub has: ${lacks.join(', ')}. Run this workflow in a complete n8n, or teach the stub.`,
			);
		}
	}
}
