/** Initial data of a sandbox: senders, contact groups and past messages. */
import type { Category, StoredMessage } from './messages.mts';

/** The sender-ID statuses of the specification (3.1): labels by identifier. */
export const statusLabels: Readonly<Record<string, string>> = {
	'0': 'Pending',
	'1': 'Active',
	'2': 'Approved',
	'-1': 'Deactivated',
	'-2': 'Suspended',
	'-3': 'Rejected',
};

/** Statuses in which a sender may send: Active and Approved. */
export const sendingStatuses: readonly number[] = [1, 2];

/** A sender ID: the approved name or number that a message is sent from. */
export interface Sender {
	id: number;
	name: string;
	status: number;
	createdAt: number;
}

export const namedSenders: ReadonlyArray<Omit<Sender, 'createdAt'>> = [
	{ id: 101, name: 'CLINIC', status: 2 },
	{ id: 102, name: 'SHOP', status: 1 },
	{ id: 103, name: '+254711000100', status: 2 },
	{ id: 104, name: 'NEWCOMER', status: 0 },
	{ id: 105, name: 'OLDNAME', status: -1 },
	{ id: 106, name: 'PAUSED', status: -2 },
	{ id: 107, name: 'REFUSED', status: -3 },
	{ id: 108, name: '40404', status: 1 },
];

const statusOrder = [2, 1, 0, -1, -2, -3];
const senderCount = 64;
const twoDays = 2 * 86_400_000;

/** Returns a sandbox's senders, oldest first: every status many times over, created two days apart before `now`. */
export function seedSenders(now: number): Sender[] {
	return Array.from({ length: senderCount }, (_, index) => ({
		...(namedSenders[index] ?? {
			id: 101 + index,
			name: `Brand ${String(index + 1).padStart(2, '0')}`,
			status: statusOrder[index % statusOrder.length],
		}),
		createdAt: now - (senderCount - index) * twoDays,
	}));
}

const numbers = (count: number, from: number): string[] =>
	Array.from({ length: count }, (_, index) => `+${from + index}`);

export const contactGroups = [
	{ id: 501, name: 'Clinic patients', phoneNumbers: numbers(25, 254711001001) },
	{ id: 503, name: 'Staff', phoneNumbers: numbers(3, 254733003001) },
];

/** Returns the numbers of a group; empty for an unknown group, and for null. */
export const membersOf = (groupId: number | null): string[] =>
	contactGroups.find(({ id }) => id === groupId)?.phoneNumbers ?? [];

const categories: Category[] = ['authentication', 'utility', 'marketing'];
const texts = ['Your appointment is tomorrow', 'Your code is 4711', 'This week: two for one'];
const senderIds = [101, 102, 103, 108];

/** Returns the past message with this index. Every tenth went to a group, every seventh of the others failed. */
export function pastMessage(index: number, createdAt: number): StoredMessage {
	const contact_list_id = index % 10 === 9 ? 503 : null;
	const number = index % 7 === 6 ? '+254700000404' : `+2547${10_100_000 + index}`;
	const recipients = contact_list_id === null ? [number] : null;
	return {
		id: index + 1,
		body: {
			sender_id: senderIds[index % senderIds.length],
			priority: categories[index % categories.length],
			campaign: `campaign-${(index % 5) + 1}`,
			message: `${texts[index % texts.length]} (${index + 1})`,
			schedule: null,
			recipients,
			contact_list_id,
		},
		phoneNumbers: recipients ?? membersOf(contact_list_id),
		createdAt,
		due: createdAt,
	};
}
