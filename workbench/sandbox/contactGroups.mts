/** A stored group of recipients. */
export interface ContactGroup {
	id: number;
	name: string;
	phoneNumbers: readonly string[];
}

/** The groups that a sandbox has from the start. */
export const contactGroups: readonly ContactGroup[] = [
	{ id: 501, name: 'Clinic patients', phoneNumbers: members(25, '+2547110010') },
	{ id: 502, name: 'Loyalty customers', phoneNumbers: members(120, '+254722200') },
	{ id: 503, name: 'Staff', phoneNumbers: members(3, '+2547330030') },
	{ id: 504, name: 'Nobody yet', phoneNumbers: [] },
];

function members(count: number, prefix: string): string[] {
	const digits = 13 - prefix.length;
	return Array.from(
		{ length: count },
		(_, index) => prefix + String(index + 1).padStart(digits, '0'),
	);
}
