/** A client of the interface that n8n's own editor uses. */

export interface NodeTypeDescription {
	name: string;
	displayName: string;
	version: number | number[];
	iconUrl?: string | { light: string; dark: string };
	[member: string]: unknown;
}

export interface Owner {
	email: string;
	password: string;
}

export interface WorkflowNode {
	id?: string;
	name: string;
	type: string;
	typeVersion: number;
	position: [number, number];
	parameters: Record<string, unknown>;
	credentials?: Record<string, { id: string; name: string }>;
	webhookId?: string;
	[setting: string]: unknown;
}

export interface Workflow {
	id?: string;
	versionId?: string;
	name: string;
	nodes: WorkflowNode[];
	connections: Record<string, unknown>;
	settings?: Record<string, unknown>;
	/** The items that somebody has pinned to a node, by the node's name. */
	pinData?: Record<string, Array<{ json: Record<string, unknown> }>>;
}

export type StoredWorkflow = Workflow & { id: string; versionId: string };

export class N8nRest {
	readonly origin: string;
	private cookie = '';

	constructor(origin: string) {
		this.origin = origin;
	}

	/** Sends one request as the logged-in user; returns what the answer holds under `data`. */
	async request<T = unknown>(method: string, path: string, body?: unknown): Promise<T> {
		const answer = await fetch(`${this.origin}/rest${path}`, {
			method,
			headers: { 'content-type': 'application/json', cookie: this.cookie },
			body: body === undefined ? undefined : JSON.stringify(body),
			signal: AbortSignal.timeout(60_000),
		});
		const text = await answer.text();
		if (!answer.ok)
			throw new Error(`n8n answered ${method} ${path}: ${answer.status} ${text.slice(0, 600)}`);
		for (const line of answer.headers.getSetCookie())
			if (line.startsWith('n8n-auth=')) this.cookie = line.split(';')[0] ?? '';
		const parsed = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
		return (parsed.data ?? parsed) as T;
	}

	/** Sets the owner's account up where n8n has none yet, then logs in. */
	async signIn(account: Owner): Promise<void> {
		const settings = await this.request<{ userManagement: { showSetupOnFirstLoad: boolean } }>(
			'GET',
			'/settings',
		);
		if (settings.userManagement.showSetupOnFirstLoad) {
			await this.request('POST', '/owner/setup', {
				...account,
				firstName: 'Work',
				lastName: 'Bench',
			});
		}
		await this.request('POST', '/login', {
			emailOrLdapLoginId: account.email,
			password: account.password,
		});
	}

	nodeTypes = async () => await this.types('nodes');
	credentialTypes = async () => await this.types('credentials');

	private async types(kind: 'nodes' | 'credentials'): Promise<NodeTypeDescription[]> {
		const headers = { cookie: this.cookie };
		const answer = await fetch(`${this.origin}/types/${kind}.json`, { headers });
		return (await answer.json()) as NodeTypeDescription[];
	}

	async credentials(): Promise<Array<{ id: string; name: string; type: string }>> {
		return await this.request('GET', '/credentials');
	}

	async createCredential(
		name: string,
		type: string,
		data: Record<string, unknown>,
	): Promise<{ id: string; name: string }> {
		const created = await this.request<{ id: string; name: string }>('POST', '/credentials', {
			name,
			type,
			data,
		});
		return { id: created.id, name: created.name };
	}

	async changeCredential(
		id: string,
		name: string,
		type: string,
		data: Record<string, unknown>,
	): Promise<void> {
		await this.request('PATCH', `/credentials/${id}`, { name, type, data });
	}

	async workflows(): Promise<StoredWorkflow[]> {
		return await this.request('GET', '/workflows');
	}

	async createWorkflow(workflow: Workflow): Promise<StoredWorkflow> {
		const { name, nodes, connections, settings, pinData } = workflow;
		// n8n 1.x has no default for `active`.
		return await this.request('POST', '/workflows', {
			name,
			nodes,
			connections,
			settings: settings ?? {},
			pinData,
			active: false,
		});
	}

	/** Publishes the workflow: its production webhooks answer from now on. */
	async activate(workflow: StoredWorkflow): Promise<void> {
		await this.request('POST', `/workflows/${workflow.id}/activate`, {
			versionId: workflow.versionId,
		});
	}

	async deactivate(workflow: StoredWorkflow): Promise<void> {
		await this.request('POST', `/workflows/${workflow.id}/deactivate`, {});
	}
}
