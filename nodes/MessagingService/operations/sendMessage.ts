import type { INodeProperties } from 'n8n-workflow';

import type { MessageBody, SkippedRecipient } from '../item';
import { readBoolean } from '../validation/boolean';
import { readCap } from '../validation/cap';
import { readChoice } from '../validation/choice';
import { countryChoices } from '../validation/countries';
import { readDefaultCountry } from '../validation/defaultCountry';
import { isNotSet } from '../validation/isNotSet';
import { problems } from '../validation/problems';
import { readRecipients } from '../validation/recipients';
import { readRequiredText } from '../validation/requiredText';
import { readSchedule } from '../validation/schedule';
import { measureText } from '../validation/text';
import { readWholeNumber } from '../validation/wholeNumber';
import { readExcluded } from './excludedNumbers';
import type { Fields, Operation, Prepared } from './operation';
import { priorities, priorityChoices } from './priority';
import { readConcurrency } from './query';
import { Reasons } from './reasons';
import { senderField, maxConcurrentRequests, shownFor } from './sharedFields';

/** Milliseconds. */
const hour = 3_600_000;

/** The options that limit a whole run. */
const capsOfRun = [
	{ name: 'maxRecipients', label: 'Max Recipients' },
	{ name: 'maxTotalSegments', label: 'Max Total Segments' },
] as const;

const fields: INodeProperties[] = [
	{ ...senderField('body'), ...shownFor('sendMessage') },
	{
		displayName: 'Send To',
		name: 'sendTo',
		type: 'options',
		default: 'phoneNumbers',
		description: 'Who gets the message',
		...shownFor('sendMessage'),
		options: [
			{
				name: 'Contact Group',
				value: 'contactGroup',
				description: 'Everyone in a group that is stored at the service',
			},
			{
				name: 'Phone Numbers',
				value: 'phoneNumbers',
				description: 'The numbers in Recipients',
			},
		],
	},
	{
		displayName: 'Recipients',
		name: 'recipients',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. +254712345678, +254722000000',
		description:
			'Phone numbers in international format, separated by commas. Each number gets the message once.',
		displayOptions: { show: { operation: ['sendMessage'], sendTo: ['phoneNumbers'] } },
		routing: { send: { type: 'body', property: 'recipients' } },
	},
	{
		displayName: 'Contact Group ID',
		name: 'contactListId',
		type: 'number',
		typeOptions: { minValue: 1 },
		required: true,
		default: 0,
		description: 'The numeric ID of the contact group, as the service shows it',
		displayOptions: { show: { operation: ['sendMessage'], sendTo: ['contactGroup'] } },
		routing: { send: { type: 'body', property: 'contact_list_id' } },
	},
	{
		displayName: 'Message',
		name: 'message',
		type: 'string',
		typeOptions: { rows: 4 },
		required: true,
		default: '',
		placeholder: 'e.g. Your appointment is tomorrow at 9:00',
		description: 'The text of the message, sent exactly as it stands here',
		...shownFor('sendMessage'),
		routing: { send: { type: 'body', property: 'message' } },
	},
	{
		displayName: 'Campaign',
		name: 'campaign',
		type: 'string',
		required: true,
		default: '={{ $workflow.name }}',
		placeholder: 'e.g. appointment-reminders',
		description:
			'A tag to find these messages by later. With Skip Already Sent give it a fixed text: if the workflow is renamed, its new name is another campaign.',
		...shownFor('sendMessage'),
		routing: { send: { type: 'body', property: 'campaign' } },
	},
	{
		displayName: 'Priority',
		name: 'priority',
		type: 'options',
		default: 'utility',
		description: 'What kind of message it is. Query Messages calls it Category.',
		...shownFor('sendMessage'),
		options: priorityChoices,
		routing: { send: { type: 'body', property: 'priority' } },
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		...shownFor('sendMessage'),
		options: [
			{
				displayName: 'Combine Items',
				name: 'combineItems',
				type: 'boolean',
				default: false,
				description:
					'Whether items that differ only in their recipients share requests, which is faster for long lists. Each item still gets its own output.',
			},
			{
				displayName: 'Default Country',
				name: 'defaultCountry',
				type: 'options',
				default: '',
				description: 'The country of numbers that have no country code. Without it they are refused.',
				options: countryChoices,
			},
			{
				displayName: 'Dry Run',
				name: 'dryRun',
				type: 'boolean',
				default: false,
				description:
					'Whether to check everything and show what would be sent, without sending it. No request leaves, so numbers that Skip Already Sent would leave out are shown too.',
			},
			{
				displayName: 'Exclude Numbers',
				name: 'excludeNumbers',
				type: 'string',
				default: '',
				placeholder: 'e.g. +254712345678, +254722000000',
				description:
					'Phone numbers that get nothing, such as those of people who opted out. Separate several by commas, or give a list by an expression. Not for contact groups.',
			},
			{
				displayName: 'Invalid Recipients',
				name: 'invalidRecipients',
				type: 'options',
				default: 'stop',
				description: "What to do when some of an item's numbers are not valid",
				options: [
					{
						name: 'Skip',
						value: 'skip',
						description: 'Send to the valid numbers and list the others in the output',
					},
					{
						name: 'Stop',
						value: 'stop',
						description: 'Send nothing and say which numbers are not valid',
					},
				],
			},
			{
				displayName: 'Look Back Hours',
				name: 'lookBackHours',
				type: 'number',
				typeOptions: { minValue: 1, maxValue: 744 },
				default: 24,
				description: 'How many hours back Skip Already Sent looks for the message',
				displayOptions: { show: { skipAlreadySent: [true] } },
			},
			{
				displayName: 'Look Up Unclear Sends',
				name: 'lookUpUnknown',
				type: 'boolean',
				default: true,
				description:
					"Whether to look for a message in the service's list when it is unclear if it was sent. If it is there, the item counts as accepted. Either way it is not sent again.",
			},
			maxConcurrentRequests,
			{
				displayName: 'Max Recipients',
				name: 'maxRecipients',
				type: 'number',
				typeOptions: { minValue: 0 },
				default: 0,
				description:
					'The most phone numbers that one run of this node may reach; it sends nothing if there are more. 0 means no cap. Set it when an AI agent chooses the recipients.',
			},
			{
				displayName: 'Max Segments',
				name: 'maxSegments',
				type: 'number',
				typeOptions: { minValue: 1 },
				default: 1,
				description: 'The most segments that a message may need. A longer one is not sent. One segment holds up to 160 characters, or 70 with emoji and other special ones.',
			},
			{
				displayName: 'Max Total Segments',
				name: 'maxTotalSegments',
				type: 'number',
				typeOptions: { minValue: 0 },
				default: 0,
				description:
					'The most segments that one run of this node may send, each counted once for each number; it sends nothing if there are more. 0 means no cap.',
			},
			{
				displayName: 'Recipients per Request',
				name: 'recipientsPerRequest',
				type: 'number',
				typeOptions: { minValue: 1 },
				default: 100,
				description: 'The most phone numbers in one combined request',
				displayOptions: { show: { combineItems: [true] } },
			},
			{
				displayName: 'Schedule',
				name: 'schedule',
				type: 'dateTime',
				default: '',
				description:
					"When to send, in the workflow's time zone unless the value states one. Left empty, the message is sent at once.",
				routing: { send: { type: 'body', property: 'schedule' } },
			},
			{
				displayName: 'Skip Already Sent',
				name: 'skipAlreadySent',
				type: 'boolean',
				default: false,
				description:
					'Whether to leave out numbers that have this message from before, with the same campaign and priority, so that a list can be run again. May miss what another n8n worker sent until the service lists it.',
			},
		],
	},
];

function prepare(given: Fields): Prepared {
	const { body: raw, parameter, isInForm, zone, now } = given;
	const reasons = new Reasons();
	const option = (name: string) => parameter(`options.${name}`);
	const cap = (name: string, field: string, min: number) => readCap(option(name), field, isInForm(`options.${name}`), min);

	const to = reasons.read(
		readChoice(isInForm('sendTo') ? parameter('sendTo') : 'phoneNumbers', 'Send To', ['phoneNumbers', 'contactGroup']),
		undefined,
	);
	const country = to === 'contactGroup' ? undefined : reasons.read(readDefaultCountry(option('defaultCountry')), undefined);
	const excluded = readExcluded(given, to, country, reasons);
	const { numbers, skipped }: { numbers: string[] | null; skipped: SkippedRecipient[] } =
		to === 'phoneNumbers' ? readNumbers(raw.recipients, country, option('invalidRecipients'), reasons) : { numbers: null, skipped: [] };
	for (const recipient of numbers ?? []) {
		if (excluded.has(recipient)) skipped.push({ recipient, reason: 'This number is in Exclude Numbers.' });
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
	const perRequest = reasons.read(cap('recipientsPerRequest', 'Recipients per Request', 1), undefined) ?? 100;
	const ofRun = capsOfRun.map(({ name, label }) => ({ label, ...cap(name, label, 0) }));
	const [maxRecipients = 0, maxTotalSegments = 0] = ofRun.map((outcome) => reasons.read(outcome, 0));
	const unreadable = ofRun.find(({ problem }) => problem !== undefined);
	const combines = reasons.read(readBoolean(option('combineItems'), 'Combine Items'), false);
	const looksUp = reasons.read(readBoolean(option('lookUpUnknown'), 'Look Up Unclear Sends', true), true);
	const skipSentWithin = to === undefined ? undefined : readSkip(to, given, reasons);
	const isDryRun = readSafeguard('dryRun', 'Dry Run', given, reasons);
	const concurrency = readConcurrency(parameter, reasons);

	if (!text || reasons.problems.length > 0) {
		return { problems: reasons.problems, ...(unreadable ? { unreadableCap: unreadable.label } : {}) };
	}
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
	const isReadWhole = problems.every(({ id }) => id !== 'restOfRecipientsNotRead' && id !== 'tooManyRecipientValues');
	if (choice === 'skip' && numbers.length > 0 && isReadWhole) {
		return { numbers, skipped: refused.map(({ recipient, problem: { what, next } }) => ({ recipient, reason: `${what} ${next}` })) };
	}
	reasons.problems.push(...problems);
	return { numbers, skipped: [] };
}

/** Within how many milliseconds a number that was sent the message gets nothing; undefined where that is not asked. */
function readSkip(to: string, given: Fields, reasons: Reasons): number | undefined {
	const skips = readSafeguard('skipAlreadySent', 'Skip Already Sent', given, reasons);
	const hours = given.parameter('options.lookBackHours');
	const within = isNotSet(hours) && !given.isInForm('options.lookBackHours') ? 24 : reasons.read(readWholeNumber(hours, 'Look Back Hours', { min: 1, max: 744 }), 24);
	if (skips && to === 'contactGroup') reasons.problems.push(problems.groupNotChecked());
	return skips ? within * hour : undefined;
}

/** A switch that keeps messages back: an expression that comes out empty must not switch it off. */
function readSafeguard(name: string, label: string, { parameter, isInForm }: Fields, reasons: Reasons): boolean {
	const given = parameter(`options.${name}`);
	if (isNotSet(given) && isInForm(`options.${name}`)) reasons.problems.push(problems.notABoolean(label, given));
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
	fields,
	capsOfRun: capsOfRun.map(({ name, label }) => ({ path: `options.${name}`, label })),
	prepare,
};
