/** What n8n's editor does when a credential is saved: it tests it. */
import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestRequest,
	INode,
	INodeType,
	INodeTypes,
} from 'n8n-workflow';
import { additionalDataOf } from './additional-data.mts';
import type { CredentialStore } from './credential-store.mts';
import { credentialsHelperOf } from './credentials-helper.mts';
import { n8nCore, n8nWorkflow } from './n8n-modules.mts';
import type { NodePackage } from './node-package.mts';

/** What people read beside the credential's Save button. */
export interface CredentialTestResult {
	status: 'OK' | 'Error';
	message: string;
}

interface FailedRequest {
	message: string;
	cause?: { code?: string; response?: { status: number; statusText: string } };
}

function judge(error: FailedRequest, rules: ICredentialTestRequest['rules']): CredentialTestResult {
	const response = error.cause?.response;
	if (response) {
		for (const rule of rules ?? []) {
			if (rule.type === 'responseCode' && rule.properties.value === response.status) {
				return { status: 'Error', message: rule.properties.message };
			}
		}
		if (response.status < 199 || response.status > 299) {
			return {
				status: 'Error',
				message: response.statusText || `Received HTTP status code: ${response.status}`,
			};
		}
	} else if (error.cause?.code) {
		return { status: 'Error', message: error.cause.code };
	}
	return { status: 'Error', message: error.message };
}

function valueAt(data: unknown, path: string): unknown {
	return path
		.split('.')
		.reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], data);
}

/**
 * Tests a stored credential by its type's `test` request. n8n puts the request into a made-up node of
 * type noOp and sends it through its routing engine, and renews the token first whatever is stored
 * (`credentials-tester.service` in n8n); so does this, down to the choice of the sentence shown.
 */
export async function testCredential(
	packages: NodePackage[],
	credentials: CredentialStore,
	id: string,
): Promise<CredentialTestResult> {
	const { name, type } = credentials.describe(id);
	const credentialType = packages.map((entry) => entry.credentials[type]).find(Boolean);
	const test = credentialType?.test;
	if (!test) return { status: 'Error', message: 'No testing function found for this credential.' };

	const noOp = 'n8n-nodes-base.noOp';
	const nodeType = {
		description: {
			displayName: 'No Operation',
			name: noOp,
			group: ['organization'],
			version: 1,
			description: '',
			defaults: { name: 'No Op' },
			inputs: ['main'],
			outputs: ['main'],
			credentials: [{ name: type, required: true }],
			properties: [
				{
					displayName: 'Temp',
					name: 'temp',
					type: 'string',
					routing: { request: test.request },
					default: '',
				},
			],
		},
	} as unknown as INodeType;
	const nodeTypes = {
		getByName: () => nodeType,
		getByNameAndVersion: () => nodeType,
		getKnownTypes: () => ({}),
	} as unknown as INodeTypes;
	const node: INode = {
		id: 'temp',
		name: 'Temp-Node',
		type: noOp,
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
		credentials: { [type]: { id, name } },
	};
	const workflow = new n8nWorkflow.Workflow({
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes,
	});
	const additionalData = additionalDataOf({
		packages,
		credentials,
		currentNodeParameters: node.parameters,
	});
	const helper = credentialsHelperOf(credentials, packages);
	const data: ICredentialDataDecryptedObject = await helper.withDefaults(
		additionalData,
		credentials.get(id),
		type,
		'internal',
	);
	const decrypted: ICredentialsDecrypted = { id, name, type, data };
	const context = new n8nCore.ExecuteContext(
		workflow,
		node,
		additionalData,
		'internal',
		n8nWorkflow.createEmptyRunExecutionData(),
		0,
		[],
		{ main: [[{ json: {} }]] },
		{ node, data: {}, source: null },
		[],
	);
	let response;
	try {
		response = await new n8nCore.RoutingNode(context, nodeType, decrypted).runNode();
	} catch (error) {
		return judge(error as FailedRequest, test.rules);
	}
	for (const rule of test.rules ?? []) {
		if (
			rule.type === 'responseSuccessBody' &&
			valueAt(response?.[0]?.[0]?.json, rule.properties.key) === rule.properties.value
		) {
			return { status: 'Error', message: rule.properties.message };
		}
	}
	return { status: 'OK', message: 'Connection successful!' };
}
