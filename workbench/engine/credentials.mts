/**
 * Credentials: where they are kept, and what n8n's execution engine asks about them. n8n answers that in its
 * main package (`credentials-helper`), which the engine doesn't have; the order of the steps and the conditions
 * below follow it, because they decide how often a token is exchanged and where it is kept.
 */
import type {
	ICredentialDataDecryptedObject,
	ICredentialsHelper,
	ICredentialType,
	INode,
	Workflow,
} from 'n8n-workflow';
import { n8nWorkflow } from './n8n-modules.mts';
import type { NodePackage } from './packages.mts';

type Data = ICredentialDataDecryptedObject;

/** One stored credential. `data` holds the fields' values, expirable hidden ones included. */
export interface StoredCredential {
	name: string;
	type: string;
	data: Data;
}

/** Keeps credentials by their ids, in memory, as JSON: whoever reads one gets a copy. */
export class CredentialStore {
	/** How often a credential was written, which n8n does once for each renewed token. */
	writes = 0;

	private readonly stored = new Map<string, string>();

	constructor(initial: Record<string, StoredCredential>) {
		for (const [id, credential] of Object.entries(initial))
			this.stored.set(id, JSON.stringify(credential));
	}

	/** The credential as it is stored now. */
	find(id: string): StoredCredential {
		const found = this.stored.get(id);
		if (!found) throw new Error(`The credential store has no credential with the id "${id}".`);
		return JSON.parse(found) as StoredCredential;
	}

	/** The fields' values. */
	get(id: string): Data {
		return this.find(id).data;
	}

	/** Overwrites a credential's data, as n8n does after `preAuthentication`. */
	set(id: string, data: Data): void {
		this.stored.set(id, JSON.stringify({ ...this.find(id), data }));
		this.writes++;
	}
}

/** The credential type of this name. */
export function credentialTypeOf(name: string, packages: NodePackage[]): ICredentialType {
	const type = packages.map(({ credentials }) => credentials[name]).find(Boolean);
	if (!type) throw new Error(`The credential type "${name}" is in none of the loaded packages.`);
	return type;
}

/** What is stored, with the defaults of the fields that are left out. */
export function withDefaults({ properties }: ICredentialType, stored: Data): Data {
	if (Object.values(stored).some(n8nWorkflow.isExpression))
		throw new Error('The engine resolves no expressions in the fields of a credential.');
	const getParameters = n8nWorkflow.NodeHelpers.getNodeParameters;
	return getParameters(properties, stored as never, true, false, null, null) as Data;
}

/** The node that n8n makes up to test a credential; for it a token is exchanged every time. */
function testsCredential(node: INode): boolean {
	return node.parameters.temp === '' && node.type === 'n8n-nodes-base.noOp';
}

/** A text with the credential's values in it, as a type's `authenticate` has them. */
function resolved(text: string, credentials: Data, workflow: Workflow, node: INode): string {
	if (!n8nWorkflow.isExpression(text)) return text;
	const values = { $credentials: credentials };
	const { expression } = workflow;
	return String(
		expression.getSimpleParameterValue(node, text, 'internal', values, undefined, '') || '',
	);
}

/** n8n's credentials helper over a store, without what n8n asks of it for OAuth alone. */
export function credentialsHelperOf(
	store: CredentialStore,
	packages: NodePackage[],
): ICredentialsHelper {
	const typeOf = (name: string) => credentialTypeOf(name, packages);

	const helper: Partial<ICredentialsHelper> = {
		async authenticate(credentials, typeName, incoming, workflow, node) {
			const options = incoming as never as Record<string, object> & { url: string };
			const { authenticate } = typeOf(typeName);
			if (typeof authenticate === 'function') return await authenticate(credentials, options);
			if (!authenticate) return options;
			const values = (text: string) => resolved(text, credentials, workflow!, node!);
			options.headers ??= {};
			for (const [part, given] of Object.entries(authenticate.properties)) {
				const added = Object.entries(given as Record<string, string>);
				options[part] = {
					...options[part],
					...Object.fromEntries(added.map((entry) => entry.map(values))),
				};
			}
			return options;
		},

		async preAuthentication(helpers, credentials, typeName, node, isExpired) {
			const type = typeOf(typeName);
			const expirable = type.properties.find(
				(property) => property.type === 'hidden' && property.typeOptions?.expirable === true,
			);
			if (!expirable || !type.preAuthentication) return undefined;
			const isMissing = credentials[expirable.name] === '';
			if (!isMissing && !isExpired && !testsCredential(node)) return undefined;
			const output = (await type.preAuthentication.call(helpers, credentials)) as Data;
			if (output[expirable.name] === undefined || !node.credentials) return undefined;
			const id = node.credentials[typeName]!.id!;
			store.set(id, { ...store.get(id), ...output });
			return Object.assign(credentials, output);
		},

		async getDecrypted(_, reference, typeName) {
			return withDefaults(typeOf(typeName), store.get(reference.id!));
		},

		getCredentialsProperties: (typeName) => typeOf(typeName).properties,
		getParentTypes: () => [],
		isCredentialUsableByNode: () => true,
	};
	return helper as ICredentialsHelper;
}
