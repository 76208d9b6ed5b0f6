/** The shapes of the node's requests: operation, filters and fields, without their values. */
import type { RequestEntry } from '../../workbench/sandbox/sandbox.mts';

/** All shapes of the node's requests. After adding one, have the probe request it too (`workbench/probe`). */
export const shapes = [
	'token',
	'statuses',
	'messages',
	'messages query',
	'messages sender_id',
	'messages category',
	'messages status',
	'messages today',
	'messages yesterday',
	'messages this-week',
	'messages this-month',
	'messages days',
	'messages days past today',
	'messages days past today, category',
	'messages days past today, sender_id',
	'messages days past today, category, sender_id',
	'messages days past today, query',
	'senders',
	'senders query',
	'senders status',
	'senders today',
	'senders yesterday',
	'senders this-week',
	'senders this-month',
	'senders days',
	'senders days past today',
	'send recipients',
	'send recipients, schedule',
	'send contact_list_id',
	'send contact_list_id, schedule',
];

/** Returns the shape of a request, or undefined if no operation answers it. */
export function shapeOf({ operation, query, body, at }: RequestEntry): string | undefined {
	if (operation === 'unknown') return undefined;
	if (operation === 'send') {
		const fields = Object.entries((body ?? {}) as object).filter(([, value]) => value !== null);
		const names = fields.map(([name]) => name);
		const some = ['contact_list_id', 'recipients', 'schedule'].filter((name) =>
			names.includes(name),
		);
		return `send ${some.join(', ')}`;
	}
	const { date_created: named, end_date: end = '', ...others } = query;
	const isPastToday = end.slice(0, 10) > new Date(at).toISOString().slice(0, 10);
	const days = named === 'custom' ? `days${isPastToday ? ' past today' : ''}` : named;
	const filters = Object.keys(others).filter(
		(name) => !['page', 'per_page', 'start_date'].includes(name),
	);
	const asked = [days, ...filters.sort()].filter((part) => part !== undefined);
	return [operation, asked.join(', ')].filter(Boolean).join(' ');
}
