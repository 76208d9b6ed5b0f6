/** A client of the REST API that n8n's own editor uses. */
import { setTimeout as sleep } from 'node:timers/promises';

type Data = Record<string, unknown>;

/** A credential as n8n stores it in a node. */
export interface Credential {
	id: string;
	name: string;
}

/** n8n's description of a node or a credential type. */
export interface TypeDescription extends Data {
	name: string;
	displayName: string;
	version: number | number[];
	iconUrl?: string | { light: string; dark: string };
}

export interface WorkflowNode extends Data {
	name: string;
	type: string;
	typeVersion: number;
	position: [number, number];
	parameters: Data;
	credentials?: Record<string, Credential>;
}

export interface Workflow {
	name: string;
	nodes: WorkflowNode[];
	connections: Data;
	settings?: Data;
	/** Pinned items, keyed by node name. */
	pinData?: Record<string, Array<{ json: Data }>>;
}

export type StoredWorkflow = Workflow & { id: string; versionId: string };

interface Publication {
	status: string;
	triggers: Array<{ status: string; errorMessage: string | null }>;
}

/** Reads, for ten seconds at most, what n8n doesn't have right after its start. @throws the last error of `read` */
async function onceThere<T>(read: () => Promise<T>): Promise<T> {
	for (let tries = 1; ; tries++) {
		try {
			return await read();
		} catch (error) {
			if (tries === 100) throw error;
			await sleep(100);
		}
	}
}

/** The owner of every n8n that is started here. */
export const account = { email: 'owner@example.com', password: 'Workbench1' };

export class N8nRest {
	readonly origin: string;
	private cookie = '';

	constructor(origin: string) {
		this.origin = origin;
	}

	private async ask(method: string, path: string, body?: unknown): Promise<Response> {
		const answer = await fetch(this.origin + path, {
			method,
			headers: { 'content-type': 'application/json', cookie: this.cookie },
			body: JSON.stringify(body),
			signal: AbortSignal.timeout(60_000),
		});
		if (answer.ok) return answer;
		const text = (await answer.text()).slice(0, 600);
		throw new Error(`n8n answered ${method} ${path}: ${answer.status} ${text}`);
	}

	async request<T = unknown>(method: string, path: string, body?: unknown): Promise<T> {
		const answer = await this.ask(method, `/rest${path}`, body);
		for (const line of answer.headers.getSetCookie())
			if (line.startsWith('n8n-auth=')) this.cookie = line.split(';')[0] ?? '';
		const { data } = (await answer.json()) as { data: T };
		return data;
	}

	/** Sets up the owner's account if n8n has none yet, then logs in. */
	async signIn({ email, password } = account): Promise<void> {
		type Settings = { userManagement?: { showSetupOnFirstLoad: boolean } };
		// On a slow machine, n8n answers before it has all of its settings.
		const { showSetupOnFirstLoad } = await onceThere(async () => {
			const { userManagement } = await this.request<Settings>('GET', '/settings');
			if (!userManagement) throw new Error('n8n does not show its settings.');
			return userManagement;
		});
		if (showSetupOnFirstLoad) {
			const owner = { email, password, firstName: 'Work', lastName: 'Bench' };
			await this.request('POST', '/owner/setup', owner);
		}
		await this.request('POST', '/login', { emailOrLdapLoginId: email, password });
	}

	async version(): Promise<number[]> {
		const { versionCli } = await this.request<{ versionCli: string }>('GET', '/settings');
		return versionCli.split('.').map(Number);
	}

	async types(kind: 'nodes' | 'credentials'): Promise<TypeDescription[]> {
		// n8n 1.x answers before it has written this file.
		return await onceThere(async () => {
			const answer = await this.ask('GET', `/types/${kind}.json`);
			return (await answer.json()) as TypeDescription[];
		});
	}

	/** Creates a credential, or updates the one of this name. */
	async saveCredential(name: string, type: string, data: Data): Promise<Credential> {
		const all = await this.request<Credential[]>('GET', '/credentials');
		const known = all.find((each) => each.name === name);
		const [method, path] = known ? ['PATCH', `/credentials/${known.id}`] : ['POST', '/credentials'];
		const { id } = await this.request<Credential>(method!, path!, { name, type, data });
		return { id, name };
	}

	async createWorkflow(workflow: Workflow): Promise<StoredWorkflow> {
		const { name, nodes, connections, settings = {}, pinData } = workflow;
		// n8n 1.x has no default for `active`.
		const stored = { name, nodes, connections, settings, pinData, active: false };
		return await this.request('POST', '/workflows', stored);
	}

	/** Publishes the workflow. @throws with the messages of the triggers that failed */
	async activate({ id, versionId }: StoredWorkflow): Promise<void> {
		await this.request('POST', `/workflows/${id}/activate`, { versionId });
		const { triggers } = await this.publication(id);
		const failed = triggers.filter(({ status }) => status === 'failed');
		if (failed.length > 0)
			throw new Error(failed.map(({ errorMessage }) => errorMessage).join('\n'));
	}

	async deactivate({ id }: StoredWorkflow): Promise<void> {
		await this.request('POST', `/workflows/${id}/deactivate`, {});
		await this.publication(id);
	}

	/** Waits for the end of a publication: n8n 2.40 and later publish after they have answered. */
	async publication(id: string): Promise<Publication> {
		for (const started = Date.now(); ; await sleep(100)) {
			const path = `/workflows/${id}/publication-status`;
			const publication = await this.request<Publication>('GET', path).catch((error: Error) => {
				// An n8n that publishes before it answers has no such status.
				if (/: 404 /.test(error.message)) return { status: 'published', triggers: [] };
				throw error;
			});
			if (publication.status !== 'in_progress') return publication;
			// n8n itself gives up on a publication after 84 seconds.
			if (Date.now() - started > 120_000)
				throw new Error('n8n was still publishing the workflow after two minutes.');
		}
	}
}
