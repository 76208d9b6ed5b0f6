import type { Session } from '../auth/session';
import { errorFor } from '../errors/nodeError';
import { runFailure } from '../errors/runFailure';
import type { Stop } from '../http/stop';
import type { FailedItem, Order, Results } from '../item';
import { sends, type Run } from './runInput';

/** What the failure of a run is told from. */
interface Failed {
	/** The item at which n8n shows the error. */
	first: FailedItem;
	failed: FailedItem[];
	results: Results;
	/** Of the items that could be read. */
	orders: Order[];
	stop: Stop;
	nothingLeft: boolean;
}

/** The error that a run without continue-on-fail ends with: what came of all its tries. */
export function failureOfRun(
	run: Run,
	session: Session,
	{ first, failed, results, orders, stop: { isStopped }, nothingLeft }: Failed,
): Error {
	const { node, total, ledger } = run;
	const { message, description } = runFailure(failed, {
		total,
		sends: sends(run),
		receipts: ledger.receipts,
		alreadySent: [...results]
			.flatMap(([index, result]) => ('outputs' in result && result.alreadySent ? [index] : []))
			.sort((one, other) => one - other),
		skipping: skippingOf(orders),
		nothingLeft: nothingLeft && !isStopped,
	});
	return errorFor(
		node,
		{
			message: session.redact(message),
			description: session.redact(description),
			index: first.index,
		},
		isStopped,
	);
}

/** Whether running the same items again texts only the rest. */
export function skippingOf(orders: Order[]): 'on' | 'possible' | 'impossible' {
	if (orders.every((order) => order.purpose === 'send' && order.skipSentWithin !== undefined))
		return 'on';
	return orders.every((order) => order.purpose === 'send' && order.body.recipients !== null)
		? 'possible'
		: 'impossible';
}
