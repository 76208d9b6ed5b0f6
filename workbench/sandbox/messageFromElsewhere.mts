import { contactGroups } from './contactGroups.mts';
import { onlyMembers, phoneNumber, status } from './givenMembers.mts';
import { categories, groupMembers, type Category } from './messages.mts';
import type { SandboxState } from './state.mts';

/** A message that no request of a client made: another person's, another system's. Every member has a default. */
export interface MessageFromElsewhere {
	recipients?: string[];
	/**
	 * A contact group, in place of recipients or beside them: then both lists of the record are
	 * filled, which no send can do.
	 */
	contactListId?: number;
	message?: string;
	campaign?: string;
	category?: Category;
	senderId?: number;
	/**
	 * Milliseconds, or ISO 8601 with its zone; by the service's clock. The status follows from it, as
	 * does what a date filter finds.
	 */
	createdAt?: number | string;
	/** When it goes out, in the same forms; left out, when it was created. */
	schedule?: number | string;
	/** What its recipients show from the start, as set for this message alone; left out, they go by time. */
	status?: string | null;
}

const members = [
	'recipients',
	'contactListId',
	'message',
	'campaign',
	'category',
	'senderId',
	'createdAt',
	'schedule',
	'status',
];
const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)$/;
/** The first moment of the year 10000, which no timestamp of four digits can state. */
const endOfTime = Date.UTC(10_000, 0);

/**
 * Puts a message into the list at once, as the one accepted last, and not into the journal, which has what
 * clients sent. Gives its id. Throws a sentence where a member can't be.
 */
export function addFromElsewhere(state: SandboxState, given: MessageFromElsewhere = {}): number {
	onlyMembers('A message', given, members);
	const {
		contactListId = null,
		recipients = contactListId === null ? ['+254711001001'] : [],
		message = 'Sent by somebody else',
	} = given;
	const { campaign = 'elsewhere', category = 'marketing', senderId = 102, createdAt } = given;
	if (contactListId !== null && !contactGroups.some(({ id }) => id === contactListId)) {
		throw new Error(`There is no contact group ${JSON.stringify(contactListId)}.`);
	}
	if (!categories.includes(category))
		throw new Error(
			`category is one of ${categories.join(', ')}, not ${JSON.stringify(category)}.`,
		);
	if (!Number.isSafeInteger(senderId))
		throw new Error(`senderId is a whole number, not ${JSON.stringify(senderId)}.`);
	const shown = status(given.status);
	const at = createdAt === undefined ? state.serviceNow() : time('createdAt', createdAt);
	const stored = state.messages.add({
		body: {
			sender_id: senderId,
			priority: category,
			campaign: text('campaign', campaign),
			message: text('message', message),
			schedule: null,
			recipients: [...numbers(recipients)],
			contact_list_id: contactListId,
		},
		phoneNumbers: [...recipients, ...(contactListId === null ? [] : groupMembers(contactListId))],
		at,
		due: given.schedule === undefined ? at : time('schedule', given.schedule),
	});
	if (shown !== undefined) {
		for (const number of stored.phoneNumbers) state.statuses.set(number, shown, stored.id);
	}
	return stored.id;
}

function numbers(given: unknown): string[] {
	if (!Array.isArray(given))
		throw new Error(`recipients is a list of phone numbers, not ${JSON.stringify(given)}.`);
	return given.map((number, index) => phoneNumber(`recipients[${index}]`, number));
}

function text(name: string, value: unknown): string {
	if (typeof value !== 'string') throw new Error(`${name} is text, not ${JSON.stringify(value)}.`);
	return value;
}

function time(name: string, given: unknown): number {
	const at = typeof given === 'string' && isoTime.test(given) ? Date.parse(given) : given;
	if (typeof at === 'number' && at >= 0 && at < endOfTime) return at;
	throw new Error(
		`${name} is milliseconds or an ISO 8601 time with its zone, not ${JSON.stringify(given)}.`,
	);
}
