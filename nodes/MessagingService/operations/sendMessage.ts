import type { IDataObject } from 'n8n-workflow';

import type { Operation, Prepared } from './operation';
import type { Field } from '../fields/field';
import type { ItemFields, Parameters } from '../fields/parameters';
import { fields, hours, options, sendFields } from '../fields/send';
import type { SendItem, SendOrder, SkippedRecipient } from '../item';
import { problems, type Problem } from '../texts';
import { getOrInsert } from '../values/collections';
import { personKey } from '../values/phoneNumber';
import { readRecipients } from '../values/recipients';
import { planAt, type SendingHours } from '../values/sendingHours';
import { measureText, type Measured, plainWhereShorter } from '../values/text';
import { HOUR } from '../values/durations';
import { timeZone } from '../values/timeZone';

/**
 * Reads and checks a message. `measure` counts its segments. Options that its form doesn't have are read as not set.
 */
export async function prepareMessage(
	item: ItemFields,
	measure: (text: string) => Measured,
	recipients = fields.recipients,
): Promise<Prepared<SendItem>> {
	const isToGroup = item.read(fields.sendTo) === 'contactGroup';
	const { numbers, skipped, doubts, abroad } = await readNumbers(item, isToGroup, recipients);
	// Caps apply to the whole run.
	const caps = {
		maxRecipients: item.read(options.maxRecipients),
		maxTotalSegments: item.read(options.maxTotalSegments),
	};
	const isForNobody = numbers?.length === 0 && skipped.length > 0 && item.problems.length === 0;
	const read = () => readContent(item, measure, isToGroup);
	const { body, concurrency, ...rest } = isForNobody ? readForNobody(item, read) : read();
	const contact_list_id = isToGroup ? item.read(fields.contactListId) : null;
	const order: SendOrder = {
		...rest,
		...caps,
		purpose: 'send',
		body: { ...body, recipients: numbers, contact_list_id },
		skipped,
		doubts,
		abroad,
		oddities: item.oddities.length > 0 && !isForNobody ? item.oddities : undefined,
	};
	return { order, concurrency };
}

type Content = ReturnType<typeof readContent>;

/** Reads everything of a message except its recipients. */
function readContent(item: ItemFields, measure: (text: string) => Measured, isToGroup: boolean) {
	const written = item.read(fields.message);
	const unread = { text: written, segments: null, encoding: null };
	const { text, segments, encoding } =
		written === '' ? unread : item.take(measure(written), unread);
	const body = {
		sender_id: item.read(fields.senderId),
		priority: item.read(fields.priority),
		campaign: item.read(fields.campaign),
		message: text,
	};
	const isAtOnce = body.priority === 'authentication';
	const allowed = isAtOnce ? undefined : item.read(options.sendingHours);
	const sendingHours = allowed && readHours(allowed, item);
	const asked = { schedule: item.read(options.schedule), isPutOff: false };
	const { schedule, isPutOff } = planAt(item.now, asked, sendingHours);
	const skips = item.read(options.skipAlreadySent);
	if (skips && isToGroup) item.problems.push(problems.notForGroups(options.skipAlreadySent.label));
	return {
		body: { ...body, schedule },
		segments,
		encoding,
		isDryRun: item.read(options.dryRun),
		skipsInvalid: item.read(options.invalidRecipients) === 'skip',
		combines: item.read(options.combineItems),
		perRequest: item.read(options.recipientsPerRequest),
		looksUp: item.read(options.lookUpUnknown),
		skipSentWithin: skips ? item.read(options.lookBackHours) * HOUR : undefined,
		isSameByCampaign: item.read(options.sameMessage) === 'campaign',
		hours: sendingHours,
		asked: asked.schedule,
		isPutOff,
		country: item.read(options.defaultCountry),
		concurrency: item.read(options.maxConcurrentRequests),
	};
}

const unreadContent: Content = {
	body: { sender_id: 0, priority: 'utility', campaign: '', message: '', schedule: null },
	segments: null,
	encoding: null,
	isDryRun: false,
	skipsInvalid: false,
	combines: false,
	perRequest: 1,
	looksUp: false,
	skipSentWithin: undefined,
	isSameByCampaign: false,
	hours: undefined,
	asked: null,
	isPutOff: false,
	country: undefined,
	concurrency: 1,
};

/** Reads the content of an item whose numbers are all excluded. Drops its problems, since nobody gets the message. */
function readForNobody(item: ItemFields, read: () => Content): Content {
	try {
		const content = read();
		if (item.problems.length === 0) return content;
	} catch {
		// An expression failed.
	}
	item.problems.splice(0);
	return unreadContent;
}

function readHours(group: IDataObject, item: ItemFields): SendingHours | undefined {
	const from = item.member(group, hours.from);
	const to = item.member(group, hours.to);
	const days = item.member(group, hours.days);
	const zone = item.member(group, hours.timeZone) ?? timeZone(item.zone);
	if (!zone) item.refuse(problems.unknownZone(item.zone));
	else if (from === to || days.length === 0) item.refuse(problems.noSendingHours());
	else return { from, to, days, zone };
	return undefined;
}

/** Reads the numbers that get the message (null for a contact group), and the skipped ones with their reasons. */
async function readNumbers(item: ItemFields, isToGroup: boolean, recipients: Field<unknown>) {
	const country = item.read(options.defaultCountry);
	const excluded = await readNumberList(item, options.excludeNumbers, country, isToGroup);
	const only = await readNumberList(item, options.onlyNumbers, country, isToGroup);
	const countries = item.read(options.allowedCountries);
	const skipped: SkippedRecipient[] = [];
	if (isToGroup) {
		if (countries) item.refuse(problems.notForGroups(options.allowedCountries.label));
		return { numbers: null, skipped };
	}
	const how = { field: recipients.label, countries };
	const read = await readRecipients(item.read(recipients), country, how);
	const { doubts, abroad } = read;
	const skipsInvalid = item.read(options.invalidRecipients) === 'skip';
	// If part of the list wasn't read, nobody can say who is skipped.
	if (!(skipsInvalid && read.isWhole && read.numbers.length > 0))
		item.problems.push(...read.problems);
	for (const { recipient, problem } of read.refused)
		skipped.push({ recipient, reason: `${problem.what} ${problem.next}` });
	const numbers: string[] = [];
	for (const recipient of read.numbers) {
		const person = personKey(recipient);
		const isExcluded = excluded?.has(person);
		if (!isExcluded && only?.has(person) !== false) numbers.push(recipient);
		else {
			const reason = isExcluded
				? `This number is in ${options.excludeNumbers.label}.`
				: `This number isn't in ${options.onlyNumbers.label}.`;
			skipped.push({ recipient, reason });
			doubts.delete(recipient);
			abroad.delete(recipient);
		}
	}
	return {
		numbers,
		skipped,
		doubts: doubts.size > 0 ? doubts : undefined,
		abroad: abroad.size > 0 ? abroad : undefined,
	};
}

/**
 * Reads the numbers to exclude, or the only ones allowed, as `personKey` returns them. Undefined if nobody has added
 * the field. Refuses a list that can't be read: somebody would be texted who must not be.
 */
async function readNumberList(
	item: ItemFields,
	field: Field<unknown>,
	country: string | undefined,
	isToGroup: boolean,
) {
	const value = item.raw(field);
	if (value === undefined) return undefined;
	const { persons, problems: found } = await readListOnce(item.parameters, field, value, country);
	if (field.mayBeEmpty && isBlank(value)) return persons;
	if (isToGroup) item.refuse(problems.notForGroups(field.label));
	else if (persons.size > 0 || found.length > 0) item.refuse(...found);
	else item.refuse(...refusalOfEmptyList(field, value));
	return persons;
}

/**
 * Returns why a list without a number is refused. Empty cells mean that the column doesn't exist, but an empty list may
 * be meant.
 */
function refusalOfEmptyList({ label, mayBeEmpty }: Field<unknown>, value: unknown): Problem[] {
	if (!isBlank(value) && !isEmptyList(value)) return [problems.emptyInList(label)];
	return mayBeEmpty ? [] : [problems.emptyList(label)];
}

/** The list that a run last read for a field. Items mostly share one, and it may have thousands of numbers. */
interface ReadList {
	value: unknown;
	country?: string;
	persons: ReadonlySet<string>;
	problems: Problem[];
}

const lastLists = new WeakMap<Parameters, Map<string, ReadList>>();

async function readListOnce(
	parameters: Parameters,
	{ path, label }: Field<unknown>,
	value: unknown,
	country: string | undefined,
): Promise<ReadList> {
	const lists = getOrInsert(lastLists, parameters, () => new Map());
	const last = lists.get(path);
	if (last && last.country === country && isSameList(last.value, value)) return last;
	const how = { field: label, blanksAllowed: true, isUnbounded: true };
	const read = await readRecipients(value, country, how);
	const persons = new Set(read.numbers.map(personKey));
	const list = { value, country, persons, problems: read.problems };
	lists.set(path, list);
	return list;
}

function isBlank(value: unknown): boolean {
	return typeof value === 'string' && value.trim() === '';
}

function isEmptyList(value: unknown): boolean {
	if (typeof value === 'string') return /^\s*\[\s*\]\s*$/.test(value);
	return Array.isArray(value) && value.length === 0;
}

/**
 * Whether two lists have the same members. An expression gives a new list for each item, mostly with the same members.
 */
function isSameList(one: unknown, other: unknown): boolean {
	if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
	return one.length === other.length && one.every((member, index) => member === other[index]);
}

/** POST /sms/messages (specification section 4.2). */
export const sendMessage: Operation = {
	name: 'Send Message',
	value: 'sendMessage',
	action: 'Send a message',
	description: 'Send a text message to phone numbers or a contact group, now or later',
	purpose: 'send',
	url: '/sms/messages',
	fields: sendFields,
	prepare: async (item) => {
		const maxSegments = item.read(options.maxSegments);
		const isPlain = item.read(options.plainCharacters);
		return await prepareMessage(item, (text) =>
			measureText(isPlain ? plainWhereShorter(text) : text, maxSegments),
		);
	},
};
