/**
 * Credential storage, and the credentials helper that n8n's execution engine calls. The order of the steps follows
 * `credentials-helper` in n8n's main package, because it decides how often a token is exchanged and where it is stored.
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

/** Stores credentials in memory by id. They are kept as JSON, so every read returns a copy. */
export class CredentialStore {
	/** Number of writes. n8n writes a credential once for each renewed token. */
	writes = 0;

	/** Whether a renewed token is stored together with all the data that it was requested with, as n8n 1.x does. */
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

/** Returns the stored data, with defaults for missing fields. */
export function withDefaults({ properties }: ICredentialType, stored: Data): Data {
	const getParameters = n8nWorkflow.NodeHelpers.getNodeParameters;
	return getParameters(properties, stored as never, true, false, null, null) as Data;
}

/** Builds n8n's credentials helper on top of a store. Leaves out the methods that n8n calls only for OAuth. */
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
			// The generic form of `authenticate`. Supports headers only, all that n8n's own header credential needs.
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
			// n8n means to renew for each credential test too, but never recognizes one: the temporary node of a test has
			// another type than its code checks for.
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
