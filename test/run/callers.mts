/**
 * Stubs of n8n's functions as they are at the node's two doors, for one run. That n8n gives them so
 * is shown on its engine (`doors`, `toolCalls`).
 */
import type {
	IDataObject,
	IExecuteFunctions,
	IExecutePaginationFunctions,
	INode,
	INodeExecutionData,
	NodeExecutionHint,
} from 'n8n-workflow';
import type { Operation, Prepared } from '../../nodes/MessagingService/operations/operation.ts';
import type { Answer } from '../../nodes/MessagingService/http/outcome.ts';
import { accepted, freshCredential, sends } from './coreRun.mts';

export interface Call {
	/** The rows that the node is given, of which each sends to its `number`. */
	rows?: IDataObject[];
	/** Stands for the run: the same at every try of it. */
	executeData?: { node: Pick<INode, 'name'>; data: Record<string, INodeExecutionData[][]> };
	/** An agent's arguments: given, the call is a tool's. */
	toolArguments?: IDataObject;
	parameters?: IDataObject;
	node?: Partial<INode>;
	operation?: Partial<Operation>;
	service?: (request: IDataObject, count: number) => Answer;
	continuesOnFail?: boolean;
	signal?: AbortSignal;
}

/** An operation that sends to the row's number, whose expression fails in a row with `fails`. */
export const sending = (changes: Partial<Operation> = {}): Operation => ({
	name: 'Send',
	value: 'sendMessage',
	action: 'Send',
	description: 'Send',
	method: 'POST',
	url: '/sms/messages',
	fields: [],
	prepare: ({ parameter }): Prepared => sends([String(parameter('number'))]),
	...changes,
});

const rowsOf = (numbers: string[]): IDataObject[] => numbers.map((number) => ({ number }));
export const numbered = (...numbers: string[]) => ({
	rows: rowsOf(numbers),
	executeData: runOf(rowsOf(numbers)),
});

/** The execute data of a run with these rows. */
export const runOf = (rows: IDataObject[], name = 'SMS'): Required<Call>['executeData'] => ({
	node: { name },
	data: { main: [rows.map((json) => ({ json }))] },
});

/** What n8n hands the node, and what the node made of it. */
export function functionsFor({
	rows = [{}],
	executeData = runOf(rows),
	toolArguments,
	parameters = {},
	service = () => accepted(),
	...given
}: Call) {
	const left: IDataObject[] = [];
	const hints: NodeExecutionHint[] = [];
	const credential = freshCredential();
	const node = {
		name: 'SMS',
		...given.node,
		parameters: { operation: 'sendMessage', number: '=', ...given.node?.parameters, ...parameters },
	} as unknown as INode;
	const valueOf = (path: string, index: number, fallback: unknown): unknown => {
		const row = toolArguments ?? rows[index]!;
		if (row.fails === true && path === 'number') throw new Error('no such column');
		return path in row ? row[path] : (node.parameters[path] ?? fallback);
	};
	const shared = {
		getNode: () => node,
		getTimezone: () => 'Africa/Nairobi',
		getExecuteData: () => executeData,
		continueOnFail: () => given.continuesOnFail === true,
		getExecutionCancelSignal: () => given.signal,
		getCredentials: async () => credential,
		helpers: {
			httpRequestWithAuthentication: async (_type: string, request: IDataObject) =>
				service(request, left.push(request)),
		},
	};
	const allItems = {
		...shared,
		getInputData: () => rows.map((json) => ({ json })),
		getNodeParameter: (path: string, index: number, fallback?: unknown) =>
			valueOf(path, index, fallback),
		addExecutionHints: (...told: NodeExecutionHint[]) => void hints.push(...told),
	} as unknown as IExecuteFunctions;
	const oneItem = (index: number): IExecutePaginationFunctions =>
		({
			...shared,
			getItemIndex: () => index,
			getInputData: (_input?: number, type = 'main') => ({
				json: type === 'ai_tool' ? toolArguments : rows[index],
			}),
			getNodeParameter: (path: string, fallback?: unknown) =>
				path === 'operation' ? node.parameters.operation : valueOf(path, index, fallback),
		}) as unknown as IExecutePaginationFunctions;
	return { left, hints, allItems, oneItem };
}

/** The numbers that requests went to, in their order. */
export const reached = (left: IDataObject[]): string[] =>
	left.flatMap(({ body }) => (body as { recipients: string[] }).recipients);
