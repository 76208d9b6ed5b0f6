import type { Outcomes, Place } from './outcomes';
import { numbersIn, recipientsOf, skipsSent } from './recipients';
import type { SendItem, SendOrder } from '../item';
import { isTurnOver, nextTurn } from '../service/stop';
import { problems, type Problem } from '../texts';
import { contentKeyOf } from '../values/messageRecord';
import { personOf } from '../values/phoneNumber';
import { agree, minutesAround } from '../values/time';

// n8n runs a node once for every item, so a field that is the same for all of them would text one number many times.
// Recipients of a run that agree in person, text, campaign, priority, sender and schedule get one text.

type First = Place & { schedule: string | null };

/** The first recipient of each message of a run, for each person. */
class Firsts {
	/** By the message and the minute of its schedule, then by person. */
	private readonly messages = new Map<string, Map<string, First>>();

	/** Gives those of a row's recipients who have its message from another one. The others are first, if it goes. */
	take(
		{ index: row, order }: Pick<SendItem, 'index' | 'order'>,
		recipients: string[],
		goes = true,
	) {
		const { schedule } = order.body;
		const key = keyOf(order);
		const [own, ...around] = minutesAround(schedule).map((minute) => `${minute} ${key}`);
		const ofMinute = this.messages.get(own!) ?? new Map<string, First>();
		this.messages.set(own!, ofMinute);
		const near = [ofMinute, ...around.flatMap((each) => this.messages.get(each) ?? [])];
		const repeats: Array<[recipient: string, first: Place]> = [];
		for (const recipient of recipients) {
			const person = personOf(recipient);
			const first = firstIn(near, person, schedule);
			if (first) repeats.push([recipient, first]);
			else if (goes) ofMinute.set(person, { row, recipient, schedule });
		}
		return repeats;
	}
}

function firstIn(minutes: Array<Map<string, First>>, person: string, schedule: string | null) {
	for (const minute of minutes) {
		const first = minute.get(person);
		if (first && agree(first.schedule, schedule)) return first;
	}
	return undefined;
}

/** What rows have in common that are sent once, schedule apart. A dry run is none of the rows that are sent. */
function keyOf({ body, isDryRun }: SendOrder): string {
	return JSON.stringify([{ ...body, recipients: null, schedule: null }, isDryRun]);
}

/** Has each recipient repeat the first one that has its message, one of an earlier try before all. Works in turns. */
export async function shareEqualRows(read: SendItem[], outcomes: Outcomes): Promise<void> {
	const firsts = new Firsts();
	const isNoted = (index: number) => (recipient: string) => outcomes.isNoted(index, recipient);
	const earlier = outcomes.earlier();
	// By the text that they went with, and by the one that their row has in this try.
	for (const row of earlier.length > 0 ? [...earlier, ...read] : []) {
		if (isTurnOver()) await nextTurn();
		const recipients = recipientsOf(row.order).filter(isNoted(row.index));
		if (recipients.length > 0) firsts.take(row, recipients);
	}
	const refused = read.filter(({ index }) => outcomes.isRefused(index));
	const going = refused.length > 0 ? read.filter((item) => !refused.includes(item)) : read;
	// A refused row last: another one may send to some of its recipients.
	for (const item of [...going, ...refused]) {
		if (isTurnOver()) await nextTurn();
		const noted = isNoted(item.index);
		const recipients = recipientsOf(item.order).filter((recipient) => !noted(recipient));
		const repeats = firsts.take(item, recipients, !outcomes.isRefused(item.index));
		for (const [recipient, first] of repeats)
			outcomes.repeat({ row: item.index, recipient }, first);
	}
}

/**
 * Refuses rows with Skip Already Sent that agree in number, text, campaign and priority, but not in sender or
 * schedule: the service's list can't tell them apart. Works in turns.
 */
export async function refuseAlike(read: SendItem[], outcomes: Outcomes): Promise<void> {
	const skipping = read.filter(skipsSent);
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
		else if (!unlike.has(message) && !isOneForm(first, item)) unlike.set(message, [first, item]);
	});
	if (unlike.size === 0) return;
	const refused = new Map<number, Problem>();
	await each((message, number, item) => {
		const [first, other] = unlike.get(message) ?? [];
		if (!first || !other) return;
		const { index } = isOneForm(item, first) ? other : first;
		refused.set(item.index, problems.alikeInRun(number, index));
	});
	for (const [index, problem] of refused) outcomes.refuse(index, [problem]);
}

/** Whether they agree in what the service's list doesn't tell of a message. */
function isOneForm({ order: { body: one } }: SendItem, { order: { body: other } }: SendItem) {
	return one.sender_id === other.sender_id && agree(one.schedule, other.schedule);
}
