import { readExcluded, readExcludedAhead } from './excludedNumbers';
import { Reasons, type Fields, type Operation, type Prepared } from './operation';
import { readConcurrency } from './queries';
import { priorities, sendFields } from '../fields/send';
import type { MessageBody, SkippedRecipient } from '../item';
import { isNotSet, problems } from '../texts';
import { readDefaultCountry } from '../values/countries';
import { readRecipients } from '../values/recipients';
import {
	readBoolean,
	readCap,
	readChoice,
	readRequiredText,
	readWholeNumber,
} from '../values/simple';
import { measureText } from '../values/text';
import { readSchedule } from '../values/time';

/** Milliseconds. */
const hour = 3_600_000;

function prepare(given: Fields): Prepared {
	const { body: raw, parameter, isInForm, zone, now } = given;
	const reasons = new Reasons();
	const option = (name: string) => parameter(`options.${name}`);
	const cap = (name: string, field: string, min: number) =>
		readCap(option(name), field, isInForm(`options.${name}`), min);

	const to = reasons.read(
		readChoice(isInForm('sendTo') ? parameter('sendTo') : 'phoneNumbers', 'Send To', [
			'phoneNumbers',
			'contactGroup',
		]),
		undefined,
	);
	const country =
		to === 'contactGroup'
			? undefined
			: reasons.read(readDefaultCountry(option('defaultCountry')), undefined);
	const excluded = readExcluded(given, to, country, reasons);
	const { numbers, skipped }: { numbers: string[] | null; skipped: SkippedRecipient[] } =
		to === 'phoneNumbers'
			? readNumbers(raw.recipients, country, option('invalidRecipients'), reasons)
			: { numbers: null, skipped: [] };
	for (const recipient of numbers ?? []) {
		if (excluded.has(recipient))
			skipped.push({ recipient, reason: 'This number is in Exclude Numbers.' });
	}
	const text = reasons.read(
		measureText(raw.message, reasons.read(cap('maxSegments', 'Max Segments', 0), undefined)),
		undefined,
	);
	const body = {
		sender_id: reasons.read(readWholeNumber(raw.sender_id, 'Sender ID'), 0),
		priority: reasons.read(readChoice(raw.priority, 'Priority', priorities), ''),
		campaign: reasons.read(readRequiredText(raw.campaign, 'Campaign'), ''),
		message: text?.text ?? '',
		schedule: reasons.read(readSchedule(raw.schedule, zone, now), null),
		recipients: numbers?.filter((number) => !excluded.has(number)) ?? null,
		contact_list_id:
			to === 'contactGroup'
				? reasons.read(readWholeNumber(raw.contact_list_id, 'Contact Group ID', { min: 1 }), 0)
				: null,
	} satisfies MessageBody;
	const perRequest =
		reasons.read(cap('recipientsPerRequest', 'Recipients per Request', 1), undefined) ?? 100;
	const maxRecipients = reasons.read(cap('maxRecipients', 'Max Recipients', 0), undefined) ?? 0;
	const maxTotalSegments =
		reasons.read(cap('maxTotalSegments', 'Max Total Segments', 0), undefined) ?? 0;
	const combines = reasons.read(readBoolean(option('combineItems'), 'Combine Items'), false);
	const looksUp = reasons.read(
		readBoolean(option('lookUpUnknown'), 'Look Up Unknown Sends', true),
		true,
	);
	const skipSentWithin = to === undefined ? undefined : readSkip(to, given, reasons);
	const isDryRun = readSafeguard('dryRun', 'Dry Run', given, reasons);
	const concurrency = readConcurrency(parameter, reasons);

	if (!text || reasons.problems.length > 0) return { problems: reasons.problems };
	return {
		order: {
			purpose: 'send',
			body,
			beside: {
				segments: text.segments,
				encoding: text.encoding,
				...(skipped.length > 0 ? { skippedRecipients: skipped } : {}),
			},
			maxRecipients,
			maxTotalSegments,
			...(isDryRun ? { isDryRun } : {}),
			...(combines ? { combineUpTo: perRequest } : {}),
			...(looksUp ? { looksUp } : {}),
			...(skipSentWithin !== undefined ? { skipSentWithin } : {}),
		},
		concurrency,
	};
}

/** The numbers of one item, and what was skipped where the user wants the good ones to go all the same. */
function readNumbers(
	value: unknown,
	country: string | undefined,
	onInvalid: unknown,
	reasons: Reasons,
): { numbers: string[]; skipped: SkippedRecipient[] } {
	const { numbers, refused, problems } = readRecipients(value, country);
	const choice = reasons.read(
		readChoice(onInvalid ?? 'stop', 'Invalid Recipients', ['stop', 'skip']),
		'stop',
	);
	const isReadWhole = problems.every(
		({ id }) =>
			id !== 'restOfRecipientsNotRead' &&
			id !== 'tooManyRecipientValues' &&
			id !== 'tooManyNumbers',
	);
	if (choice === 'skip' && numbers.length > 0 && isReadWhole) {
		return {
			numbers,
			skipped: refused.map(({ recipient, problem: { what, next } }) => ({
				recipient,
				reason: `${what} ${next}`,
			})),
		};
	}
	reasons.problems.push(...problems);
	return { numbers, skipped: [] };
}

/** Within how many milliseconds a number that was sent the message gets nothing; undefined where that is not asked. */
function readSkip(to: string, given: Fields, reasons: Reasons): number | undefined {
	const skips = readSafeguard('skipAlreadySent', 'Skip Already Sent', given, reasons);
	const hours = given.parameter('options.lookBackHours');
	const within =
		isNotSet(hours) && !given.isInForm('options.lookBackHours')
			? 24
			: reasons.read(readWholeNumber(hours, 'Look Back Hours', { min: 1, max: 744 }), 24);
	if (skips && to === 'contactGroup') reasons.problems.push(problems.groupNotChecked());
	return skips ? within * hour : undefined;
}

/** A switch that keeps messages back: an expression that comes out empty must not switch it off. */
function readSafeguard(
	name: string,
	label: string,
	{ parameter, isInForm }: Fields,
	reasons: Reasons,
): boolean {
	const given = parameter(`options.${name}`);
	if (isNotSet(given) && isInForm(`options.${name}`))
		reasons.problems.push(problems.notABoolean(label, given));
	return reasons.read(readBoolean(given, label), false);
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
