/**
 * A trigger's polls with a stub of n8n's functions, of a service that is a list of messages. That
 * n8n gives them so is shown on its engine (`polls`, `restarts`).
 */
import type {
	IDataObject,
	INode,
	INodeExecutionData,
	INodeParameters,
	IPollFunctions,
} from 'n8n-workflow';
import type { Answer } from '../../nodes/MessagingService/http/outcome.ts';
import { poll } from '../../nodes/MessagingService/trigger/poll.ts';
import { page } from '../run/answers.mts';
import { freshCredential } from '../run/coreRun.mts';

export const noon = Date.parse('2031-05-14T12:00:00Z');

export const hoursAgo = (hours: number): string => new Date(noon - hours * 3_600_000).toISOString();

/** A message to one number, an hour old. */
export const message = (id: number, status: unknown, more: IDataObject = {}): IDataObject =>
	({
		id,
		message: `Tide ${id}`,
		campaign: 'tides',
		category: 'utility',
		sender_id: 'FERRY',
		status: 'Mixed',
		schedule: null,
		created_at: hoursAgo(1),
		sms_recipients: [
			{
				phone_number: `+2547338182${String(id).padStart(2, '0')}`,
				status,
				reference: null,
				created_at: null,
			},
		],
		sms_list_recipients: [],
		...more,
	}) as IDataObject;

export class PolledTrigger {
	/** What the service lists, the first first. */
	messages: IDataObject[] = [];

	perPage = 100;

	/** What the service answers instead. */
	service?: (query: IDataObject) => Answer | Promise<Answer>;

	readonly asked: IDataObject[] = [];

	/** n8n's static data of the node. */
	readonly kept: IDataObject = {};

	parameters: INodeParameters;

	mode = 'trigger';

	/** What stands for the trigger among others. */
	ids: [workflow: string, node: string];

	credential = freshCredential();

	/** The same for all polls of one activation. */
	functions: IPollFunctions;

	constructor(parameters: INodeParameters = {}, ids: [string, string] = ['w', 'n']) {
		this.parameters = parameters;
		this.ids = ids;
		this.functions = this.activated();
	}

	/** n8n's functions for an activation. */
	activated(): IPollFunctions {
		const get = (path: string, fallback: unknown, { extractValue = false } = {}): unknown => {
			const stored = path
				.split('.')
				.reduce<unknown>((inside, name) => (inside as IDataObject | undefined)?.[name], this.form);
			return stored === undefined
				? fallback
				: extractValue
					? (stored as { value: unknown }).value
					: stored;
		};
		return {
			getMode: () => this.mode,
			getNode: () =>
				({
					id: this.ids[1],
					name: 'Watch',
					type: 'watch',
					typeVersion: 1,
					position: [0, 0],
					parameters: this.form,
				}) as INode,
			getWorkflow: () => ({ id: this.ids[0] }),
			getTimezone: () => 'Asia/Kathmandu',
			getNodeParameter: get,
			getWorkflowStaticData: (of: string) => (of === 'node' ? this.kept : {}),
			getCredentials: async () => this.credential,
			helpers: {
				httpRequestWithAuthentication: async (_type: string, request: IDataObject) =>
					await this.answer(request),
			},
		} as unknown as IPollFunctions;
	}

	/** What one poll gives out; null where it starts no execution. */
	async poll(functions = this.functions): Promise<IDataObject[] | null> {
		const came: INodeExecutionData[][] | null = await poll.call(functions);
		return came && came.flat().map(({ json }) => json);
	}

	/** The same, short: number, status before, status. */
	async told(functions = this.functions): Promise<string[] | null> {
		return (
			(await this.poll(functions))?.map(
				(row) => `${String(row.phone_number).slice(-2)} ${row.previous_status}>${row.status}`,
			) ?? null
		);
	}

	/** Why a poll fails. */
	async failure(): Promise<{ message: string; description: string }> {
		return await this.poll().then(
			() => {
				throw new Error('It did not fail.');
			},
			({ message: what, description }: { message: string; description: string }) => ({
				message: what,
				description,
			}),
		);
	}

	private get form(): INodeParameters {
		return { event: 'statusChanged', filters: {}, options: {}, ...this.parameters };
	}

	private async answer(request: IDataObject): Promise<Answer> {
		this.asked.push(request);
		const query = request.qs as IDataObject;
		if (this.service) return await this.service(query);
		const first = (Number(query.page) - 1) * this.perPage;
		return page(this.messages.slice(first, first + this.perPage), {
			current_page: query.page,
			per_page: this.perPage,
			total: this.messages.length,
			last_page: Math.max(1, Math.ceil(this.messages.length / this.perPage)),
		});
	}
}
