/** A sender ID: the approved name or number that a message is sent from. */
export interface Sender {
	id: number;
	name: string;
	/** Identifier of section 3.1 of the specification. */
	status: number;
	/** Milliseconds. */
	createdAt: number;
}

const named: ReadonlyArray<Omit<Sender, 'createdAt'>> = [
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
const total = 64;
const twoDays = 2 * 86_400_000;

/** The senders of a sandbox that started at `now`: every status many times over, two days apart, oldest first. */
export function seedSenders(now: number): Sender[] {
	return Array.from({ length: total }, (_, index) => ({
		...(named[index] ?? {
			id: 101 + index,
			name: `Brand ${String(index + 1).padStart(2, '0')}`,
			status: statusOrder[index % statusOrder.length],
		}),
		createdAt: now - (total - index) * twoDays,
	}));
}

/** The senders that the start page names: one for each status. */
export const namedSenders = named;
