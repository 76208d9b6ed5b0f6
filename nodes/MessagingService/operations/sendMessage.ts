import type { Fields, Operation, Prepared } from './operation';
import { sendFields } from '../fields/send';
import { priorities } from '../fields/shared';
import type { SendOrder, SkippedRecipient } from '../item';
import { problems, type Problem, type ValueOrProblem } from '../texts';
import { readDefaultCountry } from '../values/countries';
import { personOf } from '../values/phoneNumber';
import { readingRecipients } from '../values/recipients';
import {
	readBoolean,
	readCap,
	readChoice,
	readConcurrency,
	readRequiredText,
	readSafeguard,
	readWholeNumber,
	Reasons,
} from '../values/simple';
import { measureText, notFilledIn } from '../values/text';
import { readSchedule } from '../values/time';

/** Reads and checks a message, whose text `measure` reads. Of options that its form doesn't have, none is set. */
export function* prepareMessage(
	given: Fields,
	measure = measureText,
): Generator<undefined, Prepared<SendOrder>> {
	const { body: raw, zone, now } = given;
	const reasons = new Reasons();
	const { isToGroup, recipients, skipped, doubts } = yield* readNumbers(given, reasons);
	const { maxSegments, concurrency, ...options } = readOptions(given, isToGroup, reasons);
	const text = reasons.read(measure(raw.message, maxSegments));
	const body = {
		sender_id: reasons.read(readWholeNumber(raw.sender_id, 'Sender ID'), 0),
		priority: reasons.read(readChoice(raw.priority, 'Priority', priorities), ''),
		campaign: reasons.read(readCampaign(raw.campaign), ''),
		message: text?.text ?? '',
		schedule:
			raw.schedule === undefined ? null : reasons.read(readSchedule(raw.schedule, zone, now), null),
		recipients,
		contact_list_id: isToGroup
			? reasons.read(readWholeNumber(raw.contact_list_id, 'Contact Group ID', { min: 1 }), 0)
			: null,
	};
	if (!text || reasons.problems.length > 0) return { problems: reasons.problems };
	const { segments, encoding } = text;
	const order = { purpose: 'send' as const, body, segments, encoding, skipped, doubts, ...options };
	return { order, concurrency };
}

function readCampaign(value: unknown): ValueOrProblem<string> {
	const read = readRequiredText(value, 'Campaign');
	const problem = read.problem ?? notFilledIn(read.value, 'Campaign');
	return problem ? { problem } : read;
}

/** The refusals after which numbers of the list are missing, so that nobody can say who is skipped. */
const cutShort = ['restOfRecipientsNotRead', 'tooManyRecipientValues', 'tooManyNumbers'];

/** The numbers that get the message, null for a contact group, and those that don't, with their reasons. */
function* readNumbers(given: Fields, reasons: Reasons) {
	const { body, parameter, isInForm } = given;
	const sendTo = isInForm('sendTo') ? parameter('sendTo') : 'phoneNumbers';
	const to = reasons.read(readChoice(sendTo, 'Send To', ['phoneNumbers', 'contactGroup']));
	const isToGroup = to === 'contactGroup';
	const excluded = isInForm(excludeNumbers) ? yield* readExcluded(given, isToGroup) : undefined;
	if (excluded) reasons.problems.push(...excluded.problems);
	const skipped: SkippedRecipient[] = [];
	if (to !== 'phoneNumbers') return { isToGroup, recipients: null, skipped };
	const country = isInForm(defaultCountry)
		? reasons.read(readDefaultCountry(parameter(defaultCountry)))
		: undefined;
	const read = yield* readingRecipients(body.recipients, country);
	const { numbers, refused, problems: found, doubts } = read;
	const onInvalid = parameter('options.invalidRecipients') ?? 'stop';
	const choice = reasons.read(readChoice(onInvalid, 'Invalid Recipients', ['stop', 'skip']));
	const isReadWhole = !found.some(({ id }) => cutShort.includes(id));
	const skipsRefused = choice === 'skip' && numbers.length > 0 && isReadWhole;
	if (!skipsRefused) reasons.problems.push(...found);
	for (const { recipient, problem } of refused)
		skipped.push({ recipient, reason: `${problem.what} ${problem.next}` });
	const recipients: string[] = [];
	for (const recipient of numbers) {
		if (!excluded?.persons.has(personOf(recipient))) recipients.push(recipient);
		else {
			skipped.push({ recipient, reason: 'This number is in Exclude Numbers.' });
			doubts.delete(recipient);
		}
	}
	return { isToGroup, recipients, skipped, doubts: doubts.size > 0 ? doubts : undefined };
}

const excludeNumbers = 'options.excludeNumbers';
const defaultCountry = 'options.defaultCountry';

/** The list that was read last: the items of a run mostly share one, and it may have thousands of numbers. */
interface ExcludedNumbers {
	value: unknown;
	country?: string;
	persons: ReadonlySet<string>;
	problems: Problem[];
}

/** Those who get nothing, or why the list is refused: whoever it stands for would be texted. */
function* readExcluded({ parameter, memory }: Fields, isToGroup: boolean) {
	const value = parameter(excludeNumbers);
	const { value: country } = readDefaultCountry(parameter(defaultCountry));
	let last = memory.get(excludeNumbers) as ExcludedNumbers | undefined;
	if (!last || last.country !== country || !isSameList(last.value, value)) {
		const how = { field: 'Exclude Numbers', blanksAllowed: true, isUnbounded: true };
		const read = yield* readingRecipients(value, country, how);
		const persons = new Set(read.numbers.map(personOf));
		last = { value, country, persons, problems: read.problems };
		memory.set(excludeNumbers, last);
	}
	const { persons, problems: found } = last;
	const isText = typeof value === 'string';
	if (isText && value.trim() === '') return { persons, problems: [] };
	if (isToGroup) return { persons, problems: [problems.groupNotExcluded()] };
	const isEmptyList = isText
		? /^\s*\[\s*\]\s*$/.test(value)
		: Array.isArray(value) && value.length === 0;
	// Empty entries alone may be a column that isn't there.
	const isNobody = found.length === 0 && persons.size === 0 && !isEmptyList;
	return { persons, problems: isNobody ? [problems.nothingToExclude()] : found };
}

/** An expression gives a new list for each item, mostly with the same members. */
function isSameList(one: unknown, other: unknown): boolean {
	if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
	return one.length === other.length && one.every((member, index) => member === other[index]);
}

function readOptions({ parameter, isInForm }: Fields, isToGroup: boolean, reasons: Reasons) {
	/** Undefined where the option was not added. */
	const option = <Value, Rules extends unknown[]>(
		name: string,
		label: string,
		read: (value: unknown, label: string, ...rules: Rules) => ValueOrProblem<Value>,
		...rules: Rules
	) => {
		const path = `options.${name}`;
		return isInForm(path) ? reasons.read(read(parameter(path), label, ...rules)) : undefined;
	};
	const perRequest = option('recipientsPerRequest', 'Recipients per Request', readCap, 1) ?? 100;
	const maxSegments = option('maxSegments', 'Max Segments', readCap);
	const maxRecipients = option('maxRecipients', 'Max Recipients', readCap) ?? 0;
	const maxTotalSegments = option('maxTotalSegments', 'Max Total Segments', readCap) ?? 0;
	const skips = option('skipAlreadySent', 'Skip Already Sent', readSafeguard);
	const isDryRun = option('dryRun', 'Dry Run', readSafeguard);
	const combines = option('combineItems', 'Combine Items', readBoolean);
	const looksUp = option('lookUpUnknown', 'Look Up Unknown Sends', readBoolean, true) ?? true;
	if (skips && isToGroup) reasons.problems.push(problems.groupNotChecked());
	const bounds = { min: 1, max: 744 };
	const lookBack = () => option('lookBackHours', 'Look Back Hours', readWholeNumber, bounds) ?? 24;
	return {
		maxSegments,
		maxRecipients,
		maxTotalSegments,
		isDryRun,
		combineUpTo: combines ? perRequest : undefined,
		looksUp,
		skipSentWithin: skips ? lookBack() * 3_600_000 : undefined,
		concurrency: option('maxConcurrentRequests', 'Max Concurrent Requests', readConcurrency) ?? 10,
	};
}

/** POST /sms/messages (specification section 4.2). */
export const sendMessage: Operation = {
	name: 'Send Message',
	value: 'sendMessage',
	action: 'Send a message',
	description: 'Send a text message to phone numbers or a contact group, now or later',
	method: 'POST',
	url: '/sms/messages',
	fields: sendFields,
	prepare: prepareMessage,
};
