import { numbersIn, skipsSent, type Ledger } from './ledger';
import type {
	Failed,
	Failure,
	MessageBody,
	Repeated,
	Results,
	SendItem,
	SendOrder,
	Sent,
	SentBefore,
} from '../item';
import { isTurnOver, nextTurn } from '../service/stop';
import { problems, runSentences } from '../texts';
import { contentKeyOf } from '../values/messageRecord';
import { personOf } from '../values/phoneNumber';

// n8n runs a node once for every item, so a field that is the same for all of them would text one number many times.
// Rows of a run that agree in number, text, campaign, priority, sender and schedule are sent once, by the first.

/** When it goes out. Without seconds: {{ $now }} is another time for each row. */
const minuteOf = ({ schedule }: MessageBody) => schedule?.slice(0, 'yyyy-mm-ddThh:mm'.length);

/** Stands for a contact group among numbers: rows to other groups differ in their message. */
const group = '';

/** What rows have in common that are sent once. A dry run is none of the rows that are sent. */
function keyOf({ body, isDryRun }: SendOrder): string {
	return JSON.stringify([{ ...body, recipients: null, schedule: minuteOf(body) }, isDryRun]);
}

/** Leaves each recipient of a message to the first row that has it, one of an earlier try included. Works in turns. */
export async function shareEqualRows(items: SendItem[], ledger: Ledger): Promise<SendItem[]> {
	const messages = new Map<string, Map<string, Repeated>>();
	/** Takes this row's recipients, and gives those that another row has. */
	const take = (index: number, order: SendOrder) => {
		const key = keyOf(order);
		const first = messages.get(key) ?? new Map<string, Repeated>();
		messages.set(key, first);
		const repeats = new Map<string, Repeated>();
		// A repeated group is none of its own.
		for (const recipient of order.body.recipients ?? (order.repeats ? [] : [group])) {
			const person = personOf(recipient);
			const repeated = first.get(person);
			if (repeated) repeats.set(recipient, repeated);
			else first.set(person, { row: index, recipient });
		}
		return repeats;
	};
	for (const [index, { order }] of ledger) {
		if (isTurnOver()) await nextTurn();
		take(index, order);
	}
	const shared: SendItem[] = [];
	for (const item of items) {
		if (isTurnOver()) await nextTurn();
		const repeats = take(item.index, item.order);
		const order = { ...item.order, body: without(item.order.body, repeats), repeats };
		shared.push(repeats.size > 0 ? { ...item, order } : item);
	}
	return shared;
}

/** Whether other rows send all that is this row's. */
export function isSentByOthers({ body, repeats }: SendOrder): boolean {
	return repeats !== undefined && !body.recipients?.length;
}

/**
 * Refuses rows with Skip Already Sent that agree in number, text, campaign and priority, but not in sender or
 * schedule: the service's list can't tell them apart. Works in turns. @returns the others
 */
export async function refuseAlike(items: SendItem[], results: Results): Promise<SendItem[]> {
	const skipping = items.filter(skipsSent);
	const each = async (note: (message: string, number: string, item: SendItem) => void) => {
		for (const item of skipping) {
			const content = contentKeyOf(item.order.body);
			for (const number of numbersIn([item])) {
				if (isTurnOver()) await nextTurn();
				note(`${content} ${personOf(number)}`, number, item);
			}
		}
	};
	const firsts = new Map<string, SendItem>();
	/** The first row with the message, and the first one that has it in another form. */
	const unlike = new Map<string, [SendItem, SendItem]>();
	await each((message, _number, item) => {
		const first = firsts.get(message);
		if (!first) firsts.set(message, item);
		else if (!unlike.has(message) && formOf(first) !== formOf(item))
			unlike.set(message, [first, item]);
	});
	if (unlike.size === 0) return items;
	await each((message, number, item) => {
		const [first, other] = unlike.get(message) ?? [];
		if (!first || !other) return;
		const { index } = formOf(item) === formOf(first) ? other : first;
		const problem = problems.alikeInRun(number, index);
		results.set(item.index, { failures: [{ ...problem, fate: 'refused' }], order: item.order });
	});
	return items.filter(({ index }) => !results.has(index));
}

/** What the service's list doesn't tell of a message. */
function formOf({ order: { body } }: SendItem): string {
	return `${body.sender_id} ${minuteOf(body)}`;
}

/** Once all is sent, tells the rows that others sent for what became of it. Works in turns. */
export async function noteRepeats(items: SendItem[], results: Results, ledger: Ledger) {
	const repeating = new Map<number, SendOrder>();
	for (const { index, order } of items) if (order.repeats) repeating.set(index, order);
	// What an earlier try sent in part may have its rest sent by this one.
	for (const [index, { order }] of ledger) if (order.repeats) repeating.set(index, order);
	for (const [index, order] of repeating) {
		if (isTurnOver()) await nextTurn();
		if (!order.isDryRun) noteRepeat(index, order, results, ledger);
	}
}

function noteRepeat(index: number, order: SendOrder, results: Results, ledger: Ledger): void {
	const before = new Map<string, SentBefore>();
	const failures = new Set<Failure>();
	const skippedRecipients = [...(order.beside.skippedRecipients ?? [])];
	for (const [recipient, { row, recipient: asSent }] of order.repeats!) {
		const result = results.get(row) as Sent | Failed;
		if ('failures' in result) {
			for (const failure of result.failures) failures.add(failure);
			const reason = `${result.failures[0]!.what} [item ${row}]`;
			skippedRecipients.push({ recipient, reason });
		} else {
			const { messageId: id, sentAt = null } = result;
			before.set(recipient, result.order.sentBefore?.get(asSent) ?? { id, sentAt });
		}
	}
	const own = results.get(index) as Sent | Failed | undefined;
	const asked = own?.order ?? order;
	const left = leavingOut(asked, before);
	if (own ? 'sendOutcome' in own : before.size > 0) {
		if (failures.size > 0) left.beside = { ...left.beside, skippedRecipients };
		const sent = own ? { ...(own as Sent), order: left } : alreadySent(left);
		results.set(index, sent);
		if (!own && failures.size === 0) ledger.set(index, { order: left, sent });
		return;
	}
	const all = own ? [...(own as Failed).failures, ...failures] : [...failures];
	const unknown = all.find(({ fate }) => fate === 'unknown');
	if (unknown && !own) ledger.set(index, { order, unknown: () => unknown });
	if (before.size > 0) {
		const what = `${all[0]!.what} ${runSentences.othersHaveIt([...before.keys()])}`;
		all[0] = { ...all[0]!, what };
	}
	results.set(index, { failures: all, order: before.size > 0 ? left : asked });
}

/** The order without the recipients that have its message. */
export function leavingOut(order: SendOrder, before: ReadonlyMap<string, SentBefore>): SendOrder {
	const sentBefore = new Map([...(order.sentBefore ?? []), ...before]);
	return { ...order, body: without(order.body, before), sentBefore };
}

function without(body: MessageBody, others: ReadonlyMap<string, unknown>): MessageBody {
	if (others.size === 0) return body;
	return { ...body, recipients: body.recipients?.filter((number) => !others.has(number)) ?? null };
}

/** What became of an order whose recipients all have its message. */
export function alreadySent(order: SendOrder): Sent {
	const messages = [...order.sentBefore!.values()];
	const { id, sentAt } = messages[0]!;
	const statuses = new Set(messages.flatMap((each) => each.deliveryStatus ?? []));
	const deliveryStatus = statuses.size > 0 ? [...statuses].join(', ') : undefined;
	return { sendOutcome: 'alreadySent', order, messageId: id, sentAt, deliveryStatus };
}
