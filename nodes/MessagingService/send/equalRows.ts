import type { Outcomes, Place } from './outcomes';
import { numbersIn, recipientsOf, type SendItem, type SendOrder, skipsSent } from '../item';
import { problems } from '../texts';
import { inTurns } from '../turns';
import { keptIn, LargeMap } from '../values/collections';
import { campaignKeyOf, contentKeyOf } from '../values/messageRecord';
import { personOf } from '../values/phoneNumber';
import { MINUTE } from '../values/time';

// n8n runs a node once for every item, so a field that is the same for all of them would text one number many times.
// Recipients of a run that agree in person, text, campaign, priority, sender and schedule get one text; with Same
// Message set to the campaign, those that agree in person and campaign do.

/** Who has each message of a run first. */
class Firsts {
	private readonly firsts = new BySchedule<Place>();
	/** The messages by a number each, which is shorter than they are. */
	private readonly messages = new Map<string, number>();

	/** Gives those of a row's recipients who have its message from another one. The others are first, if it `goes`. */
	take(row: number, order: SendOrder, recipients: string[], goes = true) {
		const { body, isDryRun, isSameByCampaign } = order;
		const content = isSameByCampaign
			? [campaignKeyOf(body), body.contact_list_id]
			: { ...body, recipients: null, schedule: null };
		const schedule = isSameByCampaign ? null : body.schedule;
		// A dry run is none of the rows that are sent.
		const text = JSON.stringify([content, isDryRun]);
		const message = keptIn(this.messages, text, () => this.messages.size);
		const repeats: Array<[recipient: string, first: Place]> = [];
		for (const recipient of recipients) {
			const key = `${message} ${personOf(recipient)}`;
			const first = this.firsts.get(key, schedule);
			if (first) repeats.push([recipient, first]);
			else if (goes) this.firsts.set(key, schedule, { row, recipient });
		}
		return repeats;
	}
}

/** Has each recipient repeat the first one that has its message, one of an earlier try before all. Works in turns. */
export async function shareEqualRows(read: SendItem[], outcomes: Outcomes): Promise<void> {
	const { rows } = outcomes;
	const firsts = new Firsts();
	const earlier = [...rows].flatMap(([index, { order, fates }]) =>
		order && fates.size > 0 ? [{ index, order }] : [],
	);
	// By the text that they went with, and by the one that their row has in this try.
	for await (const { index, order } of inTurns(earlier.length > 0 ? [...earlier, ...read] : [])) {
		const { fates } = rows.get(index)!;
		const gone = recipientsOf(order).filter((each) => fates.has(each));
		firsts.take(index, order, gone);
	}
	const goes = ({ index }: SendItem) => rows.get(index)!.failures.length === 0;
	// A refused row last: another one may send to some of its recipients.
	for await (const item of inTurns([...read.filter(goes), ...read.filter((each) => !goes(each))])) {
		const { index, order } = item;
		const { fates } = rows.get(index)!;
		const left = recipientsOf(order).filter((each) => !fates.has(each));
		for (const [recipient, first] of firsts.take(index, order, left, goes(item)))
			outcomes.noteAt({ row: index, recipient }, first);
	}
}

/**
 * Refuses rows with Skip Already Sent that agree in number, text, campaign and priority, but not in sender or
 * schedule: the service's list can't tell them apart. Works in turns.
 */
export async function refuseAlike(read: SendItem[], outcomes: Outcomes): Promise<void> {
	const skipping = read.filter(({ order }) => skipsSent(order) && !order.isSameByCampaign);
	const each = async (note: (message: string, number: string, item: SendItem) => void) => {
		for (const item of skipping) {
			const content = contentKeyOf(item.order.body);
			const { fates } = outcomes.rows.get(item.index)!;
			for await (const number of inTurns(numbersIn([item]))) {
				// What has gone is neither refused nor sent again.
				if (!fates.has(number)) note(`${content} ${personOf(number)}`, number, item);
			}
		}
	};
	const firsts = new Map<string, SendItem>();
	/** The first row with the message, and the first one that has it in another form. */
	const unlike = new Map<string, [SendItem, SendItem]>();
	await each((message, _number, item) => {
		const first = firsts.get(message);
		if (!first) firsts.set(message, item);
		else if (!unlike.has(message) && !isOneForm(first, item)) unlike.set(message, [first, item]);
	});
	if (unlike.size === 0) return;
	await each((message, number, item) => {
		const [first, other] = unlike.get(message) ?? [];
		// Ten say enough about a list that is alike throughout.
		if (!first || !other || outcomes.rows.get(item.index)!.failures.length >= 10) return;
		const { index } = isOneForm(item, first) ? other : first;
		outcomes.refuse(item.index, [problems.alikeInRun(number, index)]);
	});
}

/** Whether they agree in what the service's list doesn't tell of a message. */
function isOneForm({ order: { body: one } }: SendItem, { order: { body: other } }: SendItem) {
	return one.sender_id === other.sender_id && agree(one.schedule, other.schedule);
}

/** Values by a key and a schedule. Those less than a minute apart agree: {{ $now }} differs from row to row. */
export class BySchedule<Value> {
	private readonly values = new LargeMap<{ schedule: string | null; value: Value }>();

	/** The value of a schedule that agrees. */
	get(key: string, schedule: string | null): Value | undefined {
		// In the same minute, or beside it.
		for (const beside of schedule === null ? [0] : [0, -1, 1]) {
			const found = this.values.get(nameOf(key, schedule, beside));
			if (found && agree(found.schedule, schedule)) return found.value;
		}
		return undefined;
	}

	set(key: string, schedule: string | null, value: Value): void {
		this.values.set(nameOf(key, schedule), { schedule, value });
	}
}

/** Whether two schedules are less than a minute apart, or both for at once. */
export function agree(one: string | null, other: string | null): boolean {
	if (one === null || other === null) return one === other;
	return Math.abs(Date.parse(one) - Date.parse(other)) < MINUTE;
}

function nameOf(key: string, schedule: string | null, beside = 0): string {
	return schedule === null ? key : `${Math.floor(Date.parse(schedule) / MINUTE) + beside} ${key}`;
}
