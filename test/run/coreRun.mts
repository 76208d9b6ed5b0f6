/** Runs the core of a run for some items, without n8n and without a network: the way of a request, in milliseconds. */
import type { INode, INodeExecutionData, NodeExecutionHint } from 'n8n-workflow';
import type { Operation, Prepared } from '../../nodes/MessagingService/operations/operation.ts';
import type { ReadOrder, SendOrder } from '../../nodes/MessagingService/item.ts';
import type { Answer } from '../../nodes/MessagingService/http/outcome.ts';
import type { SharedEntries } from '../../nodes/MessagingService/lookup/workerClaims.ts';
import { readNodeSettings } from '../../nodes/MessagingService/run/nodeSettings.ts';
import { runItems } from '../../nodes/MessagingService/run/run.ts';
import type { Run } from '../../nodes/MessagingService/run/runInput.ts';
import { Ledger } from '../../nodes/MessagingService/send/ledger.ts';

/** What a request looked like when it left. */
export interface Left {
	request: Record<string, unknown>;
	token: string;
	/** Which settings rode along for the token exchange. */
	settings: Record<symbol, unknown>;
}

export interface CoreRun {
	/** What each item is read as; an error is what its expression fails with. */
	items: Array<Prepared | Error>;
	/** Answers a request, or throws for one that got no answer. `count` is from 1. */
	service?: (left: Left, count: number) => Answer | Promise<Answer>;
	/** The exchange that n8n makes while there is no token; gives 'token-1', 'token-2' … unless told. */
	exchange?: (count: number) => string | Promise<string>;
	/** The stored credential each time it is read, from 1. */
	credential?: (read: number) => Record<string, unknown>;
	method?: 'GET' | 'POST';
	/** What the run's earlier tries sent. */
	ledger?: Ledger;
	continuesOnFail?: boolean;
	/** Whether an unknown outcome comes out as an output. */
	givesOutUnknown?: boolean;
	/** What stands in the field Campaign where that is an expression. */
	campaignExpression?: string;
	/** What n8n's workers share. */
	sharedEntries?: SharedEntries;
	/** n8n's node settings, as the parameter `requestOptions` has them. */
	requestOptions?: object;
	signal?: AbortSignal;
	node?: Partial<INode>;
}

let accounts = 0;

/** A credential that no other test has: its limiter and its tokens are its own. */
export function freshCredential(changes: Record<string, unknown> = {}): Record<string, unknown> {
	return {
		baseUrl: 'https://sms.example.com/api',
		clientId: `client-${++accounts}`,
		clientSecret: `secret-${accounts}`,
		accessToken: 'stored-token',
		...changes,
	};
}

/** An answer that accepts a message. */
export const accepted = (messageId = 'm1'): Answer => ({
	statusCode: 200,
	body: { responsecode: 201, data: { success: true, messageId } },
});

/** An item that sends to these numbers. */
export function sends(
	recipients: string[] | null,
	changes: Partial<SendOrder> = {},
	concurrency = 10,
): Prepared {
	const body = {
		sender_id: 1,
		priority: 'utility',
		campaign: 'reminders',
		message: 'Hello',
		schedule: null,
		recipients,
		contact_list_id: recipients ? null : 9,
	};
	return {
		order: {
			purpose: 'send',
			body,
			beside: { segments: 1, encoding: 'GSM-7' },
			maxRecipients: 0,
			maxTotalSegments: 0,
			...changes,
		},
		concurrency,
	};
}

/** An item that reads. */
export function reads(changes: Partial<ReadOrder> = {}): Prepared {
	return {
		order: { purpose: 'read', query: { status: 2 }, output: (record) => [record], ...changes },
		concurrency: 10,
	};
}

/** An item that is refused before anything is sent. */
export const refused = (what: string): Prepared => ({
	problems: [{ id: 'bad', what, next: 'Mend it.' }],
});

/** What became of the items: outputs by item, the run's failure at the item that it names, and what left. */
export async function runCore(given: CoreRun) {
	const {
		items,
		service = () => accepted(),
		exchange = (count) => `token-${count}`,
		method = 'POST',
		ledger = new Ledger(),
	} = given;
	const stored = freshCredential();
	const credential = given.credential ?? (() => stored);
	const left: Left[] = [];
	const hints: NodeExecutionHint[] = [];
	const counts = { exchanges: 0, reads: 0, underWay: 0, peak: 0 };

	async function httpRequestWithAuthentication(
		_type: string,
		request: Record<string, unknown>,
		{
			credentialsDecrypted: { data },
		}: { credentialsDecrypted: { data: Record<string | symbol, unknown> } },
	) {
		const settings = Object.fromEntries(
			Object.getOwnPropertySymbols(data).map((symbol) => [symbol, data[symbol]]),
		);
		// As n8n does: the token is assigned to the data before the request is sent, which a stopped execution's is not.
		if (!data.accessToken) {
			const minted = exchange(++counts.exchanges);
			data.accessToken = typeof minted === 'string' ? minted : await minted;
		}
		if (given.signal?.aborted) throw Object.assign(new Error('canceled'), { code: 'ERR_CANCELED' });
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

	const operation = {
		name: 'Test',
		value: 'test',
		action: 'Test',
		description: 'Test',
		method,
		url: '/sms/messages',
		fields: [],
		prepare: ({ parameter }) => parameter('item') as Prepared,
	} satisfies Operation;
	const node = { name: 'SMS', parameters: { item: '=each' }, ...given.node } as unknown as INode;
	// What an item came to is given, so that no field is read.
	const reader = {
		zone: 'UTC',
		failed: undefined as { field: string; reason: string } | undefined,
		read(index: number) {
			const item = items[index];
			reader.failed = item instanceof Error ? { field: 'item', reason: item.message } : undefined;
			if (item instanceof Error) throw item;
			return { now: Date.now(), parameter: () => item };
		},
		expressionAt: (path: string) => (path === 'campaign' ? given.campaignExpression : undefined),
	};
	const run = {
		operation,
		node,
		ledger,
		total: items.length,
		requester: {
			getCredentials: async () => credential(++counts.reads),
			getNode: () => node,
			helpers: { httpRequestWithAuthentication },
		},
		reader,
		settings: readNodeSettings(() => given.requestOptions),
		sharedEntries: given.sharedEntries,
		continuesOnFail: given.continuesOnFail === true,
		givesOutUnknown: given.givesOutUnknown === true,
		signal: given.signal,
		rowOf: (index: number) => ({ row: index }),
		tell: (told: NodeExecutionHint[]) => void hints.push(...told),
	} as unknown as Run;
	const came: {
		outputs: INodeExecutionData[];
		error?: Error & { description: string; context?: { itemIndex: number } };
	} = await runItems(run).then(
		(outputs) => ({ outputs }),
		(error) => ({ outputs: [], error }),
	);
	const { error } = came;
	return {
		left,
		hints,
		...counts,
		error,
		outputs: items.map((_, index) =>
			came.outputs.filter(({ pairedItem }) => (pairedItem as { item: number }).item === index),
		),
		errors: items.map((_, index) => (error?.context?.itemIndex === index ? error : undefined)),
	};
}
