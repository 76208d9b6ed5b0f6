import type { IPollFunctions } from 'n8n-workflow';

import type { Session } from '../auth/session';
import type { Failure } from '../item';
import { prepareWatch, watchFields, type WatchOrder } from '../operations/watchMessages';
import { FieldReader } from '../run/fields';
import { failureOfThrown } from '../run/thrownReason';
import { watchedKey } from './watched';

/** What the trigger's form says. */
export interface Settings {
	order: WatchOrder;
	/** Equal as long as event, filters and account are the same. */
	identity: string;
}

/** Reads the trigger's form, or says why it can't be taken. */
export function readSettings(
	functions: IPollFunctions,
	session: Session,
): Settings | { failures: Failure[] } {
	const reader = new FieldReader(
		watchFields,
		functions.getNode(),
		functions.getTimezone(),
		(path, _index, fallback, options) => functions.getNodeParameter(path, fallback, options),
	);
	try {
		const fields = reader.read(0);
		const order = prepareWatch(fields);
		if ('problems' in order)
			return { failures: order.problems.map((problem) => ({ ...problem, fate: 'refused' })) };
		return { order, identity: identityOf(order, reader, session) };
	} catch (error) {
		return { failures: [failureOfThrown(error, reader.failed)] };
	}
}

/**
 * Of a filter that is an expression the expression counts, not what it comes to: with one that names the
 * day, the trigger would start anew at midnight, and what changed about then would never be told.
 *
 * A new client secret belongs to the same account.
 */
function identityOf(
	{ event, filters }: WatchOrder,
	reader: FieldReader,
	{ baseURL, fields }: Session,
): string {
	const values = Object.entries(filters).map(
		([path, value]) => reader.expressionAt(path) ?? value ?? null,
	);
	return watchedKey([event, values, baseURL, String(fields.clientId).trim()]);
}
