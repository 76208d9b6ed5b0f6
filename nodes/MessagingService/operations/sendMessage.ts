import type { IDataObject } from 'n8n-workflow';

import { readNumberList } from './numberLists';
import type { Operation, Prepared } from './operation';
import type { Field } from '../fields/field';
import type { ItemFields } from '../fields/parameters';
import { fields, hours, options, sendFields } from '../fields/send';
import type { SendItem, SendOrder, SkippedRecipient } from '../item';
import { problems } from '../texts';
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
	const dry = await readDryRun(item);
	const isForNobody = numbers?.length === 0 && skipped.length > 0 && item.problems.length === 0;
	const read = () => readContent(item, measure, isToGroup);
	const { body, concurrency, ...rest } = isForNobody ? readForNobody(item, read) : read();
	const contact_list_id = isToGroup ? item.read(fields.contactListId) : null;
	const order: SendOrder = {
		...rest,
		...caps,
		...dry,
		purpose: 'send',
		body: { ...body, recipients: numbers, contact_list_id },
		skipped,
		doubts,
		abroad,
		oddities: item.oddities.length > 0 && !isForNobody ? item.oddities : undefined,
	};
	return { order, concurrency };
}

/** Reads whether nothing is sent to a row's recipients: with Dry Run, or with a Test Number. */
export async function readDryRun(item: ItemFields) {
	const testNumber = await readTestNumber(item);
	return { isDryRun: item.read(options.dryRun) || testNumber !== undefined, testNumber };
}

/** Reads the number that gets a test; undefined if nobody has added the field. Refuses all but one number. */
async function readTestNumber(item: ItemFields): Promise<string | undefined> {
	const { label } = options.testNumber;
	const value = item.raw(options.testNumber);
	if (value === undefined) return undefined;
	const read = await readRecipients(value, item.read(options.defaultCountry), { field: label });
	if (read.problems.length > 0) return item.refuse(...read.problems);
	const [number, ...others] = read.numbers;
	if (others.length === 0) return number;
	return item.refuse(problems.severalTestNumbers(label, read.numbers.length));
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
