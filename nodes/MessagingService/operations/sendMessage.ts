import { readExcluded, readExcludedAhead } from './excludedNumbers';
import { readConcurrency, Reasons, type Fields, type Operation, type Prepared } from './operation';
import { sendFields } from '../fields/send';
import { priorities } from '../fields/shared';
import type { MessageBody } from '../item';
import { problems, type ValueOrProblem } from '../texts';
import { readDefaultCountry } from '../values/countries';
import { readRecipients } from '../values/recipients';
import {
	isNotSet,
	readBoolean,
	readCap,
	readChoice,
	readRequiredText,
	readWholeNumber,
} from '../values/simple';
import { measureText } from '../values/text';
import { readSchedule } from '../values/time';

const hour = 3_600_000;

function prepare(given: Fields): Prepared {
	const { body: raw, parameter, isInForm, zone, now } = given;
	const reasons = new Reasons();
	const sendTo = isInForm('sendTo') ? parameter('sendTo') : 'phoneNumbers';
	const to = reasons.read(readChoice(sendTo, 'Send To', ['phoneNumbers', 'contactGroup']));
	const { numbers, skipped } = readNumbers(given, to, reasons);
	const { maxSegments, ...options } = readOptions(given, to, reasons);
	const text = reasons.read(measureText(raw.message, maxSegments));
	const body: MessageBody = {
		sender_id: reasons.read(readWholeNumber(raw.sender_id, 'Sender ID'), 0),
		priority: reasons.read(readChoice(raw.priority, 'Priority', priorities), ''),
		campaign: reasons.read(readRequiredText(raw.campaign, 'Campaign'), ''),
		message: text?.text ?? '',
		schedule: reasons.read(readSchedule(raw.schedule, zone, now), null),
		recipients: numbers,
		contact_list_id:
			to === 'contactGroup'
				? reasons.read(readWholeNumber(raw.contact_list_id, 'Contact Group ID', { min: 1 }), 0)
				: null,
	};
	const concurrency = readConcurrency(given, reasons);
	if (!text || reasons.problems.length > 0) return { problems: reasons.problems };
	const beside = {
		segments: text.segments,
		encoding: text.encoding,
		...(skipped.length > 0 ? { skippedRecipients: skipped } : {}),
	};
	return { order: { purpose: 'send', body, beside, ...options }, concurrency };
}

/** The refusals after which numbers of the list are missing, so that nobody can say who is skipped. */
const cutShort = ['restOfRecipientsNotRead', 'tooManyRecipientValues', 'tooManyNumbers'];

/** The numbers that get the message, null for a contact group, and those that don't, with their reasons. */
function readNumbers(given: Fields, to: string | undefined, reasons: Reasons) {
	const option = (name: string) => given.parameter(`options.${name}`);
	const excluded = readExcluded(given, to, reasons);
	if (to !== 'phoneNumbers') return { numbers: null, skipped: [] };
	const country = reasons.read(readDefaultCountry(option('defaultCountry')));
	const { numbers, refused, problems } = readRecipients(given.body.recipients, country);
	const onInvalid = option('invalidRecipients') ?? 'stop';
	const choice = reasons.read(readChoice(onInvalid, 'Invalid Recipients', ['stop', 'skip']));
	const isReadWhole = !problems.some(({ id }) => cutShort.includes(id));
	const skips = choice === 'skip' && numbers.length > 0 && isReadWhole;
	if (!skips) reasons.problems.push(...problems);
	const skipped = refused.map(({ recipient, problem: { what, next } }) => ({
		recipient,
		reason: `${what} ${next}`,
	}));
	for (const recipient of numbers.filter((number) => excluded.has(number)))
		skipped.push({ recipient, reason: 'This number is in Exclude Numbers.' });
	return { numbers: numbers.filter((number) => !excluded.has(number)), skipped };
}

/** How the message is sent, beside what it says. */
function readOptions(given: Fields, to: string | undefined, reasons: Reasons) {
	const { parameter, isInForm } = given;
	const option = (name: string) => parameter(`options.${name}`);
	const cap = (name: string, label: string, min: number) =>
		reasons.read(readCap(option(name), label, isInForm(`options.${name}`), min));
	const perRequest = cap('recipientsPerRequest', 'Recipients per Request', 1) ?? 100;
	const combines = reasons.read(readBoolean(option('combineItems'), 'Combine Items'));
	return {
		maxSegments: cap('maxSegments', 'Max Segments', 0),
		maxRecipients: cap('maxRecipients', 'Max Recipients', 0) ?? 0,
		maxTotalSegments: cap('maxTotalSegments', 'Max Total Segments', 0) ?? 0,
		combineUpTo: combines ? perRequest : undefined,
		looksUp: reasons.read(readBoolean(option('lookUpUnknown'), 'Look Up Unknown Sends', true)),
		skipSentWithin: readSkip(given, to, reasons),
		isDryRun: reasons.read(readSafeguard(given, 'dryRun', 'Dry Run')),
	};
}

/** Within how many milliseconds a number that was sent the message gets nothing; undefined where that is not asked. */
function readSkip(given: Fields, to: string | undefined, reasons: Reasons): number | undefined {
	const { parameter, isInForm } = given;
	if (!reasons.read(readSafeguard(given, 'skipAlreadySent', 'Skip Already Sent'))) return undefined;
	if (to === 'contactGroup') reasons.problems.push(problems.groupNotChecked());
	const lookBack = isInForm('options.lookBackHours') ? parameter('options.lookBackHours') : 24;
	const bounds = { min: 1, max: 744 };
	return reasons.read(readWholeNumber(lookBack, 'Look Back Hours', bounds), 24) * hour;
}

/** A switch that keeps messages back: an expression that comes out empty must not switch it off. */
function readSafeguard(given: Fields, name: string, label: string): ValueOrProblem<boolean> {
	const path = `options.${name}`;
	const value = given.parameter(path);
	if (given.isInForm(path) && isNotSet(value))
		return { problem: problems.notABoolean(label, value) };
	return readBoolean(value, label);
}

/** POST /sms/messages (specification section 4.2). */
export const sendMessage: Operation = {
	name: 'Send Message',
	value: 'sendMessage',
	action: 'Send message',
	description: 'Send a text message to phone numbers or a contact group, now or later',
	method: 'POST',
	url: '/sms/messages',
	fields: sendFields,
	readAhead: readExcludedAhead,
	prepare,
};
