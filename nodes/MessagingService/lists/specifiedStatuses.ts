/** The statuses of a sender ID that the specification names (section 3.1). */
export const specifiedStatuses = [
	{ id: 0, label: 'Pending' },
	{ id: 1, label: 'Active' },
	{ id: 2, label: 'Approved' },
	{ id: -1, label: 'Deactivated' },
	{ id: -2, label: 'Suspended' },
	{ id: -3, label: 'Rejected' },
];

/** Whether a sender ID with this status can send: Active and Approved can. */
export function canSend(status: number | undefined): boolean {
	return status === 1 || status === 2;
}
