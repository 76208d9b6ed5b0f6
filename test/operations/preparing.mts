/**
 * What an operation makes of a form, without n8n and without a network. A text that begins with '='
 * is an expression, told by its text.
 */
import type { INode, INodeParameters } from 'n8n-workflow';
import type { Order, ReadOrder, SendOrder } from '../../nodes/MessagingService/item.ts';
import type {
	Fields,
	Operation,
	Prepared,
} from '../../nodes/MessagingService/operations/operation.ts';
import { FieldReader } from '../../nodes/MessagingService/run/fields.ts';

export interface Form {
	parameters: Record<string, unknown>;
	/** What expressions come to. */
	expressions?: Record<string, unknown>;
	zone?: string;
}

/** The time at which everything is prepared. */
export const now = Date.parse('2031-05-14T10:20:00Z');

/** The fields of an operation as the node reads them. */
export function fieldsOf(
	{ fields, value }: Pick<Operation, 'fields' | 'value'>,
	{ parameters: given, expressions = {}, zone = 'Asia/Kathmandu' }: Form,
): Fields {
	const parameters = { operation: value, ...given } as INodeParameters;
	const node = {
		id: 'n',
		name: 'SMS',
		type: 'messagingService',
		typeVersion: 1,
		position: [0, 0],
		parameters,
	} as INode;
	const evaluated = (stored: unknown): unknown =>
		typeof stored === 'string' && stored.startsWith('=') ? expressions[stored] : stored;
	const reader = new FieldReader(fields, node, zone, (path, _index, fallback, options) => {
		const stored = path
			.split('.')
			.reduce<unknown>(
				(inside, name) => (inside as Record<string, unknown> | undefined)?.[name],
				parameters,
			);
		if (stored === undefined) return fallback;
		return (
			evaluated(options?.extractValue ? (stored as { value: unknown }).value : stored) ?? fallback
		);
	});
	return { ...reader.read(0), now };
}

export function prepared(operation: Operation, form: Form): Prepared {
	return operation.prepare(fieldsOf(operation, form));
}

/** The order, of a form that is taken. */
export function orderOf<Kind extends Order>(operation: Operation, form: Form): Kind {
	const came = prepared(operation, form);
	if ('problems' in came) throw new Error(came.problems.map(({ what }) => what).join(' '));
	return came.order as Kind;
}

export const sendOf = orderOf<SendOrder>;
export const queryOf = orderOf<ReadOrder>;

/** Why a form isn't taken, a sentence a reason. */
export function refusals(operation: Operation, form: Form): string[] {
	const came = prepared(operation, form);
	return 'problems' in came ? came.problems.map(({ what }) => what) : [];
}

/** A sender ID as the editor stores it. */
export const sender = (value: unknown): unknown => ({ __rl: true, mode: 'id', value });
