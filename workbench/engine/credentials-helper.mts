/**
 * What n8n's execution engine asks about credentials. n8n implements this in its main package
 * (`credentials-helper`), which the engine doesn't have; the order of the steps and the conditions
 * below follow it, because they decide how often a token is exchanged and where it is kept.
 */
import type {
	ICredentialDataDecryptedObject,
	ICredentials,
	ICredentialsExpressionResolveValues,
	ICredentialsHelper,
	ICredentialType,
	IExecuteData,
	IHttpRequestHelper,
	IHttpRequestOptions,
	INode,
	INodeCredentialsDetails,
	INodeProperties,
	IRequestOptionsSimplified,
	IWorkflowExecuteAdditionalData,
	Workflow,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { fieldsOf } from './credential-fields.mts';
import type { CredentialStore } from './credential-store.mts';
import { n8nWorkflow } from './n8n-modules.mts';
import type { NodePackage } from './node-package.mts';

type Data = ICredentialDataDecryptedObject;

/** The node that n8n makes up to test a credential; for it a token is exchanged every time. */
function testsCredential(node: INode): boolean {
	return node.parameters.temp === '' && node.type === 'n8n-nodes-base.noOp';
}

class MemoryCredentialsHelper extends n8nWorkflow.ICredentialsHelper {
	private readonly store: CredentialStore;
	private readonly types: Map<string, ICredentialType>;

	constructor(store: CredentialStore, packages: NodePackage[]) {
		super();
		this.store = store;
		this.types = new Map(packages.flatMap(({ credentials }) => Object.entries(credentials)));
	}

	async authenticate(
		credentials: Data,
		typeName: string,
		incoming: IHttpRequestOptions | IRequestOptionsSimplified,
		workflow: Workflow,
		node: INode,
	): Promise<IHttpRequestOptions> {
		const options = incoming as IHttpRequestOptions & Record<string, Record<string, unknown>>;
		const { authenticate } = this.typeOf(typeName);
		if (typeof authenticate === 'function') return await authenticate(credentials, options);
		if (authenticate?.type !== 'generic') return options;
		options.headers ??= {};
		const resolved = (text: string) => this.resolved(text, credentials, workflow, node);
		for (const [part, entries] of Object.entries(authenticate.properties)) {
			for (const [key, value] of Object.entries(entries as Record<string, string>)) {
				options[part] ??= {};
				options[part][resolved(key)] = resolved(value);
			}
		}
		return options;
	}

	async preAuthentication(
		helpers: IHttpRequestHelper,
		credentials: Data,
		typeName: string,
		node: INode,
		credentialsExpired: boolean,
	): Promise<Data | undefined> {
		const type = this.typeOf(typeName);
		const expirable = type.properties.find(
			(property) => property.type === 'hidden' && property.typeOptions?.expirable === true,
		);
		if (!expirable || typeof type.preAuthentication !== 'function') return undefined;
		if (credentials[expirable.name] !== '' && !credentialsExpired && !testsCredential(node))
			return undefined;

		const output = await type.preAuthentication.call(helpers, credentials);
		if (output[expirable.name] === undefined || !node.credentials) return undefined;
		const id = this.store.idFor(node.credentials[type.name]!, type.name);
		const stored = this.store.get(id);
		const kept: Data = { ...stored };
		for (const [key, value] of Object.entries(output)) {
			if (key === expirable.name || !n8nWorkflow.isExpression(stored[key]))
				kept[key] = value as Data[string];
		}
		this.store.set(id, kept);
		return Object.assign(credentials, output);
	}

	async runPreAuthentication(
		helpers: IHttpRequestHelper,
		credentials: Data,
		typeName: string,
	): Promise<Data | undefined> {
		const { preAuthentication } = this.typeOf(typeName);
		return preAuthentication
			? ((await preAuthentication.call(helpers, credentials)) as Data)
			: undefined;
	}

	async getDecrypted(
		additionalData: IWorkflowExecuteAdditionalData,
		reference: INodeCredentialsDetails,
		typeName: string,
		mode: WorkflowExecuteMode,
		executeData?: IExecuteData,
		raw?: boolean,
		context?: ICredentialsExpressionResolveValues,
	): Promise<Data> {
		const stored = this.store.get(this.store.idFor(reference, typeName));
		return raw
			? stored
			: await this.withDefaults(additionalData, stored, typeName, mode, executeData, context);
	}

	/** Fills in the fields' defaults and resolves expressions, which users may put into credential fields. */
	async withDefaults(
		additionalData: IWorkflowExecuteAdditionalData,
		stored: Data,
		typeName: string,
		mode: WorkflowExecuteMode,
		executeData?: IExecuteData,
		context?: ICredentialsExpressionResolveValues,
	): Promise<Data> {
		const properties = this.getCredentialsProperties(typeName);
		return fieldsOf(properties, additionalData, stored, mode, executeData, context);
	}

	getCredentialsProperties(typeName: string): INodeProperties[] {
		return this.typeOf(typeName).properties;
	}

	async getCredentials(): Promise<ICredentials> {
		throw new Error(
			'The engine keeps credentials in memory and has no encrypted ones to hand out.',
		);
	}

	async updateCredentials(
		reference: INodeCredentialsDetails,
		typeName: string,
		data: Data,
	): Promise<void> {
		this.store.set(this.store.idFor(reference, typeName), data);
	}

	async updateCredentialsOauthTokenData(): Promise<void> {
		throw new Error('The engine does not run OAuth credentials.');
	}

	getParentTypes(): string[] {
		return [];
	}

	isCredentialUsableByNode(): boolean {
		return true;
	}

	private typeOf(name: string): ICredentialType {
		const type = this.types.get(name);
		if (!type) throw new Error(`The credential type "${name}" is in none of the loaded packages.`);
		return type;
	}

	private resolved(text: string, credentials: Data, workflow: Workflow, node: INode): string {
		if (!n8nWorkflow.isExpression(text)) return text;
		const value = workflow.expression.getSimpleParameterValue(
			node,
			text,
			'internal',
			{ $credentials: credentials },
			undefined,
			'',
		);
		return value ? String(value) : '';
	}
}

/** n8n's credentials helper over a store in memory and the credential types of the given packages. */
export function credentialsHelperOf(
	store: CredentialStore,
	packages: NodePackage[],
): MemoryCredentialsHelper & ICredentialsHelper {
	return new MemoryCredentialsHelper(store, packages);
}
