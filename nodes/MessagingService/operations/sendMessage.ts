import type { Operation, Prepared } from './operation';
import type { Field } from '../fields/field';
import type { Given, Parameters } from '../fields/parameters';
import { fields, options, sendFields } from '../fields/send';
import type { SendItem, SendOrder, SkippedRecipient } from '../item';
import { problems, type Problem } from '../texts';
import { personOf } from '../values/phoneNumber';
import { readRecipients } from '../values/recipients';
import { measureText, type Measured } from '../values/text';
import { HOUR } from '../values/time';

/** Reads and checks a message, whose text `measure` counts. Of options that its form doesn't have, none is set. */
export async function prepareMessage(
	given: Given,
	measure: (text: string) => Measured,
	recipients = fields.recipients,
): Promise<Prepared<SendItem>> {
	const isToGroup = given.read(fields.sendTo) === 'contactGroup';
	const { numbers, skipped, doubts } = await readNumbers(given, isToGroup, recipients);
	const written = given.read(fields.message);
	const unread = { text: written, segments: 0, encoding: '' };
	const { text, segments, encoding } =
		written === '' ? unread : given.take(measure(written), unread);
	const skips = given.read(options.skipAlreadySent);
	if (skips && isToGroup) given.problems.push(problems.notForGroups(options.skipAlreadySent.label));
	const order: SendOrder = {
		purpose: 'send',
		body: {
			sender_id: given.read(fields.senderId),
			priority: given.read(fields.priority),
			campaign: given.read(fields.campaign),
			message: text,
			schedule: given.read(options.schedule),
			recipients: numbers,
			contact_list_id: isToGroup ? given.read(fields.contactListId) : null,
		},
		segments,
		encoding,
		skipped,
		doubts,
		maxRecipients: given.read(options.maxRecipients),
		maxTotalSegments: given.read(options.maxTotalSegments),
		isDryRun: given.read(options.dryRun),
		combineUpTo: given.read(options.combineItems)
			? given.read(options.recipientsPerRequest)
			: undefined,
		looksUp: given.read(options.lookUpUnknown),
		skipSentWithin: skips ? given.read(options.lookBackHours) * HOUR : undefined,
	};
	return { order, concurrency: given.read(options.maxConcurrentRequests) };
}

/** The numbers that get the message, null for a contact group, and those that don't, with their reasons. */
async function readNumbers(given: Given, isToGroup: boolean, recipients: Field<unknown>) {
	const country = given.read(options.defaultCountry);
	const excluded = await readExcluded(given, country, isToGroup);
	const skipped: SkippedRecipient[] = [];
	if (isToGroup) return { numbers: null, skipped };
	const read = await readRecipients(given.read(recipients), country, { field: recipients.label });
	const { doubts } = read;
	const skipsInvalid = given.read(options.invalidRecipients) === 'skip';
	// Where numbers of the list are missing, nobody can say who is skipped.
	if (!(skipsInvalid && read.isWhole && read.numbers.length > 0))
		given.problems.push(...read.problems);
	for (const { recipient, problem } of read.refused)
		skipped.push({ recipient, reason: `${problem.what} ${problem.next}` });
	const numbers: string[] = [];
	for (const recipient of read.numbers) {
		if (!excluded?.has(personOf(recipient))) numbers.push(recipient);
		else {
			skipped.push({ recipient, reason: `This number is in ${options.excludeNumbers.label}.` });
			doubts.delete(recipient);
		}
	}
	return { numbers, skipped, doubts: doubts.size > 0 ? doubts : undefined };
}

/** The list that a run read last: its items mostly share one, and it may have thousands of numbers. */
interface ExcludedNumbers {
	value: unknown;
	country?: string;
	persons: ReadonlySet<string>;
	problems: Problem[];
}

const lastExcluded = new WeakMap<Parameters, ExcludedNumbers>();

/** Those who get nothing. Where the list can't be read it is refused: whoever it stands for would be texted. */
async function readExcluded(given: Given, country: string | undefined, isToGroup: boolean) {
	const { parameters } = given;
	const value = given.raw(options.excludeNumbers);
	if (value === undefined) return undefined;
	let last = lastExcluded.get(parameters);
	if (!last || last.country !== country || !isSameList(last.value, value)) {
		const field = options.excludeNumbers.label;
		const how = { field, blanksAllowed: true, isUnbounded: true };
		const read = await readRecipients(value, country, how);
		const persons = new Set(read.numbers.map(personOf));
		last = { value, country, persons, problems: read.problems };
		lastExcluded.set(parameters, last);
	}
	const { persons, problems: found } = last;
	if (typeof value === 'string' && value.trim() === '') return persons;
	// Empty entries alone may be a column that isn't there.
	const isNobody = found.length === 0 && persons.size === 0 && !isEmptyList(value);
	if (isToGroup) given.problems.push(problems.notForGroups(options.excludeNumbers.label));
	else given.problems.push(...(isNobody ? [problems.nothingToExclude()] : found));
	return persons;
}

function isEmptyList(value: unknown): boolean {
	if (typeof value === 'string') return /^\s*\[\s*\]\s*$/.test(value);
	return Array.isArray(value) && value.length === 0;
}

/** An expression gives a new list for each item, mostly with the same members. */
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
	prepare: async (given) => {
		const maxSegments = given.read(options.maxSegments);
		return await prepareMessage(given, (text) => measureText(text, maxSegments));
	},
};
