/** Runs one node with its credential. */
import type { INode, INodeExecutionData } from 'n8n-workflow';
import { CredentialStore, type StoredCredential } from './credentials.mts';
import { runWorkflow, type RunResult } from './engine.mts';
import type { NodePackage } from './packages.mts';
import { workflowOfOneStep } from './surroundings.mts';

/** @param input input items of the node; defaults to one empty item */
export async function runStep(
	node: Pick<INode, 'name' | 'type'> & Partial<INode>,
	credential: StoredCredential,
	{ packages, input }: { packages: NodePackage[]; input?: INodeExecutionData[] },
): Promise<RunResult> {
	const credentials = { [credential.type]: { id: 'step', name: credential.name } };
	const store = new CredentialStore({ step: credential });
	const workflow = workflowOfOneStep({ credentials, ...node });
	return await runWorkflow(workflow, { packages, input, credentials: store });
}
