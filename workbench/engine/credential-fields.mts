import type {
	ICredentialDataDecryptedObject,
	ICredentialsExpressionResolveValues,
	IExecuteData,
	INode,
	INodeProperties,
	IWorkflowExecuteAdditionalData,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { n8nCore, n8nWorkflow } from './n8n-modules.mts';

const noNodeTypes = {
	getByName: () => ({ description: { properties: [] } }),
	getByNameAndVersion: () => ({ description: { properties: [] } }),
	getKnownTypes: () => ({}),
} as never;

/** What is stored of a credential, with its fields' defaults filled in and its expressions resolved. */
export function fieldsOf(
	properties: INodeProperties[],
	additionalData: IWorkflowExecuteAdditionalData,
	stored: ICredentialDataDecryptedObject,
	mode: WorkflowExecuteMode,
	executeData?: IExecuteData,
	context?: ICredentialsExpressionResolveValues,
): ICredentialDataDecryptedObject {
	const data = n8nWorkflow.NodeHelpers.getNodeParameters(
		properties,
		stored as never,
		true,
		false,
		null,
		null,
	) as ICredentialDataDecryptedObject;
	const keys = n8nCore.getAdditionalKeys(additionalData, mode, null, { isCredential: true });
	if (context) {
		return context.workflow.expression.getParameterValue(
			data as never,
			context.runExecutionData,
			context.runIndex,
			context.itemIndex,
			context.node.name,
			context.connectionInputData,
			mode,
			keys,
			executeData,
			false,
			data as never,
		) as ICredentialDataDecryptedObject;
	}
	const node: INode = {
		id: '',
		name: '',
		type: 'mock',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
	};
	const workflow = new n8nWorkflow.Workflow({
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes: noNodeTypes,
	});
	return workflow.expression.getComplexParameterValue(
		node,
		data as never,
		mode,
		keys,
		undefined,
		undefined,
		data as never,
	) as ICredentialDataDecryptedObject;
}
