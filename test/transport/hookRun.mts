/** Runs the hook for some items without an engine and without a network: the way of a request, in milliseconds. */
import type { IExecutePaginationFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Operation, Prepared, ReadOrder, SendOrder } from '../../nodes/MessagingService/operations/operation.ts';
import type { Answer } from '../../nodes/MessagingService/transport/outcome.ts';
import { hookFor } from '../../nodes/MessagingService/transport/hook.ts';

/** What a request looked like when it left. */
export interface Left {
	request: Record<string, unknown>;
	token: string;
	/** Which settings rode along for the token exchange. */
	settings: Record<symbol, unknown>;
}

export interface HookRun {
	items: Prepared[];
	/** Answers a request, or throws for one that got no answer. `count` is from 1. */
	service?: (left: Left, count: number) => Answer | Promise<Answer>;
	/** The exchange that n8n makes while there is no token; gives 'token-1', 'token-2' … unless told. */
	exchange?: (count: number) => string;
	/** The stored credential each time it is read, from 1. */
	credential?: (read: number) => Record<string, unknown>;
	method?: 'GET' | 'POST';
	executeData?: object;
	node?: object;
	continuesOnFail?: boolean;
	batch?: { batchSize?: number; batchInterval?: number };
	/** Request options that n8n's own node settings make. */
	options?: Record<string, unknown>;
	/** Items that never come to the hook, because an expression of theirs fails. */
	missing?: number[];
	signal?: AbortSignal;
}

let accounts = 0;

/** A credential that no other test has: its gate and its tokens are its own. */
export function freshCredential(changes: Record<string, unknown> = {}): Record<string, unknown> {
	return { baseUrl: 'https://sms.example.com/api', clientId: `client-${++accounts}`, clientSecret: `secret-${accounts}`, accessToken: 'stored-token', ...changes };
}

/** The execute data of a node that runs for this many items. */
export const executeDataFor = (count: number, name = 'SMS') => ({ node: { name }, data: { main: [Array.from({ length: count }, () => ({ json: {} }))] }, source: null });

/** An answer that accepts a message. */
export const accepted = (messageId = 'm1'): Answer => ({ statusCode: 200, body: { responsecode: 201, data: { success: true, messageId } } });

/** An item that sends to these numbers. */
export function sends(recipients: string[] | null, changes: Partial<SendOrder> = {}, limit = 10): Prepared {
	const body = { sender_id: 1, priority: 'utility', campaign: 'reminders', message: 'Hello', schedule: null, recipients, contact_list_id: recipients ? null : 9 };
	return { order: { purpose: 'send', body, beside: { segments: 1 }, maxRecipients: 0, ...changes }, limit };
}

/** An item that reads. */
export function reads(changes: Partial<ReadOrder> = {}): Prepared {
	return { order: { purpose: 'read', query: { status: 2 }, output: (record) => [record], ...changes }, limit: 10 };
}

/** An item that is refused before anything is sent. */
export const refused = (what: string): Prepared => ({ problems: [{ id: 'bad', what, next: 'Mend it.' }] });

/** What became of the items, each output in place, and what left. */
export async function runHook(given: HookRun) {
	const { items, service = () => accepted(), exchange = (count) => `token-${count}`, method = 'POST', executeData = executeDataFor(items.length), node = { name: 'SMS' } } = given;
	const stored = freshCredential();
	const credential = given.credential ?? (() => stored);
	const left: Left[] = [];
	const counts = { exchanges: 0, reads: 0, underWay: 0, peak: 0 };

	async function httpRequestWithAuthentication(_type: string, request: Record<string, unknown>, { credentialsDecrypted: { data } }: { credentialsDecrypted: { data: Record<string | symbol, unknown> } }) {
		const settings = Object.fromEntries(Object.getOwnPropertySymbols(data).map((symbol) => [symbol, data[symbol]]));
		// As n8n does: the token is assigned to the data before the request is sent.
		if (!data.accessToken) data.accessToken = exchange(++counts.exchanges);
		const mine = { request, token: String(data.accessToken), settings };
		const count = left.push(mine);
		counts.peak = Math.max(counts.peak, ++counts.underWay);
		try {
			await new Promise((resolve) => setImmediate(resolve));
			return await service(mine, count);
		} finally {
			counts.underWay--;
		}
	}

	const operation = { name: 'Test', value: 'test', action: 'Test', description: 'Test', method, url: '/sms/messages', fields: [], prepare: ({ parameter }) => parameter('item') as Prepared } satisfies Operation;
	const functionsOf = (index: number) => ({
		getExecuteData: () => executeData,
		getNode: () => node,
		getItemIndex: () => index,
		getNodeParameter: (path: string, fallback: unknown) => (path === 'item' ? items[index] : path === 'requestOptions' && given.batch ? { batching: { batch: given.batch } } : fallback),
		getTimezone: () => 'UTC',
		continueOnFail: () => given.continuesOnFail === true,
		getCredentials: async () => credential(++counts.reads),
		getExecutionCancelSignal: () => given.signal,
		helpers: { httpRequestWithAuthentication },
	}) as unknown as IExecutePaginationFunctions;

	/** n8n's interval between batches: until nothing is under way any more. */
	async function quiet(): Promise<void> {
		await new Promise((resolve) => setTimeout(resolve, 15));
		while (counts.underWay > 0) await new Promise((resolve) => setImmediate(resolve));
	}

	const size = given.batch?.batchInterval ? (given.batch.batchSize || 1) : items.length;
	const running: Array<Promise<INodeExecutionData[]>> = [];
	for (let index = 0; index < items.length; index++) {
		if (given.missing?.includes(index)) continue;
		if (index > 0 && index % size === 0) await quiet();
		const item = hookFor(operation).call(functionsOf(index), { options: given.options ?? {} } as never);
		// Looked at only once all have started, as n8n does.
		item.catch(() => undefined);
		running.push(item);
	}
	const results = await Promise.allSettled(running);
	return {
		left,
		...counts,
		outputs: results.map((result) => (result.status === 'fulfilled' ? result.value : undefined)),
		errors: results.map((result) => (result.status === 'rejected' ? (result.reason as Error & { description: string; context: { itemIndex: number } }) : undefined)),
	};
}
