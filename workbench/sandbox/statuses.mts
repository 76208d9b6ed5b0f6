/** The sender-ID statuses of section 3.1 of the specification: labels by identifier. */
export const statusLabels: Readonly<Record<string, string>> = {
	'0': 'Pending',
	'1': 'Active',
	'2': 'Approved',
	'-1': 'Deactivated',
	'-2': 'Suspended',
	'-3': 'Rejected',
};

/** Only a sender in one of these may send. */
export const sendingStatuses: readonly number[] = [1, 2];

/** Delivery statuses of messages and recipients. Only Pending is in the specification; the others are a reading. */
export type DeliveryStatus = 'Pending' | 'Sent' | 'Delivered' | 'Failed';

/**
 * Which delivery status the number in the filter `status` of the message query stands for: a
 * reading, the specification names no list.
 */
export const deliveryStatusByNumber: Readonly<Record<string, DeliveryStatus>> = {
	'0': 'Pending',
	'1': 'Sent',
	'2': 'Delivered',
	'-3': 'Failed',
};

/** Milliseconds after which a message that is due counts as sent, and as delivered or failed. */
export const sentAfter = 2_000;
export const deliveredAfter = 5_000;

/** A number that ends in 404 is accepted, and its delivery fails. */
export function deliveryFails(phoneNumber: string): boolean {
	return phoneNumber.endsWith('404');
}

/** The status of one recipient of a message that was due at `due`, both times in milliseconds. */
export function recipientStatus(phoneNumber: string, due: number, now: number): DeliveryStatus {
	if (now < due + sentAfter) return 'Pending';
	if (now < due + deliveredAfter) return 'Sent';
	return deliveryFails(phoneNumber) ? 'Failed' : 'Delivered';
}

/** The status of a message: that of its recipients; failed only when delivery failed for every one of them. */
export function messageStatus(
	phoneNumbers: readonly string[],
	due: number,
	now: number,
): DeliveryStatus {
	if (now < due + deliveredAfter) return recipientStatus('', due, now);
	return phoneNumbers.length > 0 && phoneNumbers.every(deliveryFails) ? 'Failed' : 'Delivered';
}
