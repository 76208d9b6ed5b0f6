/**
 * Credentials: where they are kept, and what n8n's execution engine asks about them. The order of the steps follows
 * `credentials-helper` in n8n's main package, because it decides how often a token is exchanged and where it is kept.
 */
import type {
	ICredentialDataDecryptedObject,
	ICredentialsHelper,
	ICredentialType,
	IHttpRequestOptions,
} from 'n8n-workflow';
import { n8nWorkflow } from './n8n-modules.mts';
import type { NodePackage } from './packages.mts';

type Data = ICredentialDataDecryptedObject;

export interface StoredCredential {
	name: string;
	type: string;
	data: Data;
}

/** Keeps credentials by their ids, in memory, as JSON: whoever reads one gets a copy. */
export class CredentialStore {
	/** How often a credential was written, which n8n does once for each renewed token. */
	writes = 0;

	/** Whether a renewed token is stored with all of the data that it was asked for by, as n8n 1.x does. */
	storesAll = false;

	private readonly stored = new Map<string, string>();

	constructor(initial: Record<string, StoredCredential>) {
		for (const [id, credential] of Object.entries(initial))
			this.stored.set(id, JSON.stringify(credential));
	}

	find(id: string): StoredCredential {
		const found = this.stored.get(id);
		if (!found) throw new Error(`The credential store has no credential with the id "${id}".`);
		return JSON.parse(found) as StoredCredential;
	}

	get(id: string): Data {
		return this.find(id).data;
	}

	set(id: string, data: Data): void {
		this.stored.set(id, JSON.stringify({ ...this.find(id), data }));
		this.writes++;
	}
}

export function credentialTypeOf(name: string, packages: NodePackage[]): ICredentialType {
	const type = packages.map(({ credentials }) => credentials[name]).find(Boolean);
	if (!type) throw new Error(`The credential type "${name}" is in none of the loaded packages.`);
	return type;
}

/** What is stored, with the defaults of the fields that are left out. */
export function withDefaults({ properties }: ICredentialType, stored: Data): Data {
	const getParameters = n8nWorkflow.NodeHelpers.getNodeParameters;
	return getParameters(properties, stored as never, true, false, null, null) as Data;
}

/** n8n's credentials helper over a store, without what n8n asks of it for OAuth alone. */
export function credentialsHelperOf(
	store: CredentialStore,
	packages: NodePackage[],
): ICredentialsHelper {
	const typeOf = (name: string) => credentialTypeOf(name, packages);

	const helper: Partial<ICredentialsHelper> = {
		async authenticate(credentials, typeName, incoming, workflow, node) {
			const request = incoming as IHttpRequestOptions;
			const { authenticate } = typeOf(typeName);
			if (typeof authenticate === 'function') return await authenticate(credentials, request);
			// The generic form, as far as n8n's own header credential has it.
			const given = { $credentials: credentials };
			const resolved = (text: string) =>
				workflow!.expression.getSimpleParameterValue(node!, text, 'internal', given);
			const added = Object.entries(authenticate?.properties.headers ?? {});
			const headers = Object.fromEntries(
				added.map(([name, value]) => [resolved(name), resolved(`${value}`)]),
			) as Record<string, string>;
			return { ...request, headers: { ...request.headers, ...headers } };
		},

		async preAuthentication(helpers, credentials, typeName, node, isExpired) {
			const type = typeOf(typeName);
			const expirable = type.properties.find(
				(property) => property.type === 'hidden' && property.typeOptions?.expirable === true,
			);
			if (!expirable || !type.preAuthentication) return undefined;
			const isMissing = credentials[expirable.name] === '';
			// Not for each credential test, as n8n's code would have it: the node that it makes up has another type there.
			if (!isMissing && !isExpired) return undefined;
			const output = (await type.preAuthentication.call(helpers, credentials)) as Data;
			if (output[expirable.name] === undefined || !node.credentials) return undefined;
			const id = node.credentials[typeName]!.id!;
			store.set(id, { ...(store.storesAll ? credentials : store.get(id)), ...output });
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
