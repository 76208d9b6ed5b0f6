/** Where the engine keeps credentials: in memory, as n8n keeps them in its database. */
import type { ICredentialDataDecryptedObject, INodeCredentialsDetails } from 'n8n-workflow';

/** One stored credential. `data` holds the fields' values, expirable hidden ones included. */
export interface StoredCredential {
	name: string;
	type: string;
	data: ICredentialDataDecryptedObject;
}

/** Keeps credentials by id and counts how often a renewed one was written back. */
export class CredentialStore {
	/** How often a credential was written, which n8n does once for each renewed token. */
	writes = 0;

	private readonly stored = new Map<string, { name: string; type: string; data: string }>();

	constructor(initial: Record<string, StoredCredential>) {
		for (const [id, { name, type, data }] of Object.entries(initial)) {
			this.stored.set(id, { name, type, data: JSON.stringify(data) });
		}
	}

	/** The fields' values as they are stored now; a copy, as n8n decrypts anew for every reader. */
	get(id: string): ICredentialDataDecryptedObject {
		return JSON.parse(this.entry(id).data) as ICredentialDataDecryptedObject;
	}

	/** The name and type of a stored credential. */
	describe(id: string): { name: string; type: string } {
		const { name, type } = this.entry(id);
		return { name, type };
	}

	/** Overwrites a credential's data, as n8n does after `preAuthentication`. */
	set(id: string, data: ICredentialDataDecryptedObject): void {
		this.entry(id).data = JSON.stringify(data);
		this.writes++;
	}

	/**
	 * The id that a node's credential reference means: the id itself, or, when there is none, the only
	 * credential of that type with that name, as n8n settles it when a workflow is imported.
	 */
	idFor(reference: INodeCredentialsDetails, type: string): string {
		if (reference.id && this.stored.has(reference.id)) return reference.id;
		const ids = [...this.stored]
			.filter(([, stored]) => stored.type === type && stored.name === reference.name)
			.map(([id]) => id);
		if (ids.length !== 1) {
			throw new Error(
				`The workflow refers to a credential "${reference.name}" (id ${reference.id}) of type ${type}, and the store has ${ids.length === 0 ? 'none' : 'several'} of that id or name.`,
			);
		}
		return ids[0]!;
	}

	private entry(id: string): { name: string; type: string; data: string } {
		const entry = this.stored.get(id);
		if (!entry) throw new Error(`The credential store has no credential with the id "${id}".`);
		return entry;
	}
}
