import type { MessageBody, SendOrder } from '../operations/operation';

/** One item's order and its place in the run. */
export interface Parcel {
	index: number;
	order: SendOrder;
}

/** One request, and the items that it carries. */
export interface Shipment {
	body: MessageBody;
	parcels: Parcel[];
}

/**
 * Distributes items over requests. Items that ask for it and differ only in their recipients share
 * one, up to the number of recipients that each of them allows; a number that stands in several of
 * them is sent once. An item is never split, and a contact group always travels alone.
 */
export function pack(parcels: Parcel[]): Shipment[] {
	const shipments: Shipment[] = [];
	const open = new Map<string, { shipment: Shipment; numbers: Set<string>; cap: number }>();

	for (const parcel of parcels) {
		const { body, combineUpTo: cap } = parcel.order;
		if (cap === undefined || !body.recipients) {
			shipments.push({ body, parcels: [parcel] });
			continue;
		}
		const key = JSON.stringify([cap, { ...body, recipients: null }]);
		const started = open.get(key);
		const added = body.recipients.filter((number) => !started?.numbers.has(number));
		if (started && started.numbers.size + added.length <= started.cap) {
			for (const number of added) started.numbers.add(number);
			started.shipment.parcels.push(parcel);
			continue;
		}
		if (started) close(started.shipment, started.numbers);
		const shipment = { body, parcels: [parcel] };
		shipments.push(shipment);
		open.set(key, { shipment, numbers: new Set(body.recipients), cap });
	}
	for (const { shipment, numbers } of open.values()) close(shipment, numbers);
	return shipments;
}

/** Names the recipients once the shipment is full: adding them one by one would copy the list each time. */
function close(shipment: Shipment, numbers: Set<string>): void {
	shipment.body = { ...shipment.body, recipients: [...numbers] };
}
