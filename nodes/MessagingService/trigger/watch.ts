import type { IPollFunctions } from 'n8n-workflow';

import type { PollBound } from './activation';
import type { WatchOrder } from './changes';
import { watchedKey } from './state';
import type { Field } from '../fields/field';
import { failureOfThrown, type ItemFields, Parameters } from '../fields/parameters';
import { event, filters, options, triggerFields } from '../fields/trigger';
import { readMessageFilters } from '../operations/queries';
import { errorFor } from '../report/outputs';
import { Session } from '../service/session';
import { nextOf, nothingLost, type Problem, whatOf } from '../texts';
import { HOUR } from '../values/durations';
import { joinSentences } from '../wording';

/** Context of a poll: session, order, time limit, and identity of its state. */
export type Watch = Awaited<ReturnType<typeof openWatch>>;

/** Time limit of one request in milliseconds. n8n's durable scheduler gives up on a poll after 45 seconds. */
const timeout = 30_000;

/**
 * Reads the credential and the form.
 * @param bound time limit of the poll; undefined if n8n waits for as long as it takes
 * @throws NodeApiError if the form is refused
 */
export async function openWatch(functions: IPollFunctions, bound?: PollBound) {
	const session = await Session.open(functions, { stop: bound?.stop, settings: { timeout } });
	const node = functions.getNode();
	const zone = functions.getTimezone();
	const parameters = new Parameters(triggerFields, node, zone, (path, _index, fallback, options) =>
		functions.getNodeParameter(path, fallback, options),
	);
	const item = parameters.of(0);
	const order = await readOrder(item).catch((thrown) => item.refuse(failureOfThrown(thrown)));
	if (!order || item.problems.length > 0) {
		const declared = { cause: 'configuration-invalid' } as const;
		const found = item.problems.map((each) => ({ declared, ...each }));
		throw pollError({ functions, session }, found);
	}
	const { persons } = order;
	const valueOf = (field: Field<unknown>) =>
		field === filters.phoneNumber ? persons && [...persons].sort() : item.read(field);
	// Expressions are compared as written. By its value, an expression that contains the date would start anew at
	// midnight.
	const told = Object.values(filters).map(
		(field) => parameters.expressionAt(field) ?? valueOf(field) ?? null,
	);
	/** Identity of the state: equal as long as event, filters and account are the same. */
	const identity = watchedKey([order.event, told, ...session.account.owner]);
	return { functions, bound, session, order, identity };
}

async function readOrder(item: ItemFields): Promise<WatchOrder> {
	const chosen = item.read(event);
	return {
		...(await readMessageFilters(item, filters)),
		event: chosen,
		// Hidden for the other event: the user doesn't see a value that is left in the field.
		statuses: chosen === 'statusChanged' ? item.read(options.statuses) : undefined,
		watchedFor: item.read(options.watchHours) * HOUR,
		concurrency: item.read(options.maxConcurrentRequests),
	};
}

/**
 * Returns the error of a failed poll, with secrets redacted.
 * @param goesOn whether there is a state from which the next poll continues
 */
export function pollError(
	{ functions, session }: Pick<Watch, 'functions' | 'session'>,
	problems: Problem[],
	goesOn = false,
): Error {
	const failures = problems.map((each) => {
		const failure = session.redacted(each);
		return { ...failure, next: failure.nextAfterPoll ?? failure.next };
	});
	const declared = failures.find((failure) => failure.declared)?.declared;
	return errorFor(functions.getNode(), {
		what: whatOf(failures),
		next: joinSentences([nextOf(failures), goesOn ? nothingLost : '']),
		// Without a declared cause, n8n waits half an hour after some errors.
		declared: declared ?? { cause: 'temporarily-unavailable' },
	});
}
