import { yielding } from '../eventLoop';
import { labels } from '../fields/send';
import { type SendOrder, skipsSent } from '../item';
import type { Outcomes } from '../recipients/outcomes';
import type { Recipient, Row } from '../recipients/row';
import { problems } from '../texts';
import { getOrInsert } from '../values/collections';
import { asRead } from '../values/sameText';
import { MINUTE } from '../values/durations';

// Deduplicates the messages of a run. n8n runs a node once for every item, so a field that is the same for all of them
// would text one number many times. Recipients of a run get one text if they agree in phone number, text as people read
// it, campaign, priority, sender and schedule. With Same Message set to Same Campaign, only the number and the campaign
// count.

/** The first recipients of each message of a run. */
class FirstRecipients {
	private readonly firsts = new BySchedule<Recipient>();
	/** A short ID for each message, to keep the keys short. */
	private readonly messages = new Map<string, number>();

	/**
	 * Returns the recipients whose message an earlier row already sends, each with the first recipient of that message.
	 * Records the others as the first recipients of their message, unless their row was refused.
	 */
	repeatsOf(order: SendOrder, recipients: Recipient[], isRefused = false) {
		const { body, isDryRun, isSameByCampaign } = order;
		const content = isSameByCampaign
			? [asRead(body.campaign), body.contact_list_id]
			: { ...body, message: asRead(body.message), recipients: null, schedule: null };
		const schedule = isSameByCampaign ? null : body.schedule;
		// Keeps dry runs apart from the rows that are sent.
		const text = JSON.stringify([content, isDryRun]);
		const message = getOrInsert(this.messages, text, () => this.messages.size);
		const repeats: Array<[recipient: Recipient, first: Recipient]> = [];
		for (const recipient of recipients) {
			const key = `${message} ${recipient.person}`;
			const first = this.firsts.get(key, schedule);
			if (first) repeats.push([recipient, first]);
			else if (!isRefused) {
				for (const near of this.firsts.near(key, schedule))
					near.keepsSchedule = recipient.keepsSchedule = true;
				this.firsts.set(key, schedule, recipient);
			}
		}
		return repeats;
	}
}

/**
 * Makes each recipient share the outcome of the first recipient that has the same message. Recipients of earlier tries
 * come first. Yields to the event loop.
 */
export async function shareEqualRows(rows: Row[], outcomes: Outcomes): Promise<void> {
	const firsts = new FirstRecipients();
	// Registers recipients of earlier tries first: with the text that was sent, and then with their row's text in this
	// try.
	for await (const { order, settled } of yielding(outcomes.rows.values()))
		if (settled.length > 0) firsts.repeatsOf(order!, settled);
	for await (const { latestOrder, settled } of yielding(rows))
		if (settled.length > 0) firsts.repeatsOf(latestOrder!, settled);
	const isRefused = ({ failures }: Row) => failures.length > 0;
	// Refused rows go last: another row may send to some of their recipients.
	const inOrder = [...rows.filter((row) => !isRefused(row)), ...rows.filter(isRefused)];
	for await (const row of yielding(inOrder)) {
		const repeats = firsts.repeatsOf(row.order!, row.unsettled, isRefused(row));
		for (const [recipient, first] of repeats) recipient.repeat(first);
	}
}

/**
 * Refuses rows with Skip Already Sent that agree in number, text, campaign and priority, but not in sender or
 * schedule: the service's list can't tell them apart. Yields to the event loop.
 */
export async function refuseAlike(rows: Row[]): Promise<void> {
	const skipping = rows.filter(({ order }) => skipsSent(order!) && !order!.isSameByCampaign);
	const forEach = async (visit: (message: string, recipient: Recipient) => void) => {
		// A settled recipient is neither refused nor sent to again.
		for (const { messageKey, unsettled } of skipping)
			for await (const recipient of yielding(unsettled))
				visit(`${messageKey} ${recipient.person}`, recipient);
	};
	const firsts = new Map<string, Row>();
	/** By message and person: the first row, and the first other row that differs from it. */
	const unlike = new Map<string, [Row, Row]>();
	await forEach((message, { row }) => {
		const first = firsts.get(message);
		if (!first) firsts.set(message, row);
		else if (!unlike.has(message) && differences(first, row).length > 0)
			unlike.set(message, [first, row]);
	});
	if (unlike.size === 0) return;
	await forEach((message, { row, number }) => {
		const [first, other] = unlike.get(message) ?? [];
		// Ten problems are enough for a row whose recipients all have the same one.
		if (!first || !other || row.failures.length >= 10) return;
		const unlikeRow = differences(row, first).length > 0 ? first : other;
		const { index } = unlikeRow;
		row.refuse([problems.alikeInRun(number, index, differences(row, unlikeRow))]);
	});
}

/** Fields that `differences` ignores: the recipients, and the fields that a message's key is made of (`contentKey`). */
const ofKey = ['recipients', 'message', 'campaign', 'priority'];

/** Returns the labels of the fields, apart from `ofKey`, in which two rows with the same message differ. */
function differences(row: Row, otherRow: Row): string[] {
	const [{ body: one }, { body: other }] = [row.order!, otherRow.order!];
	const differ = (name: string) =>
		name === 'schedule' ? !agree(one.schedule, other.schedule) : one[name] !== other[name];
	const names = Object.keys(one).filter((name) => !ofKey.includes(name) && differ(name));
	return names.map((name) => labels[name] ?? name);
}

/**
 * Values by key and schedule. Schedules that are less than a minute apart count as equal: {{ $now }} differs from row
 * to row.
 */
export class BySchedule<Value> {
	private readonly values = new Map<string, { schedule: string | null; value: Value }>();

	/** Returns the value for an equal schedule, or undefined. */
	get(key: string, schedule: string | null): Value | undefined {
		// Equal schedules are in the same minute or in adjacent ones.
		for (const beside of schedule === null ? [0] : [0, -1, 1]) {
			const found = this.values.get(minuteKey(key, schedule, beside));
			if (found && agree(found.schedule, schedule)) return found.value;
		}
		return undefined;
	}

	/**
	 * Yields the values of schedules that could end up less than a minute away from this one: sharing a request moves a
	 * schedule by up to a minute.
	 */
	*near(key: string, schedule: string | null): Generator<Value> {
		for (const beside of schedule === null ? [] : [-3, -2, -1, 0, 1, 2, 3]) {
			const found = this.values.get(minuteKey(key, schedule, beside));
			if (found) yield found.value;
		}
	}

	set(key: string, schedule: string | null, value: Value): void {
		this.values.set(minuteKey(key, schedule), { schedule, value });
	}
}

/** Whether two schedules are less than a minute apart, or both null (send at once). */
export function agree(one: string | null, other: string | null): boolean {
	if (one === null || other === null) return one === other;
	return Math.abs(Date.parse(one) - Date.parse(other)) < MINUTE;
}

function minuteKey(key: string, schedule: string | null, beside = 0): string {
	return schedule === null ? key : `${Math.floor(Date.parse(schedule) / MINUTE) + beside} ${key}`;
}
