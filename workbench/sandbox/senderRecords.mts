import type { Readings } from './readings.mts';
import type { Sender } from './senders.mts';
import { timestamp } from './timestamps.mts';

/** A sender as the query returns it. The record's fields are not in the specification: one shape for each reading. */
export function senderRecord(sender: Sender, readings: Readings): object {
	const created = timestamp(sender.createdAt);
	switch (readings.senderRecord) {
		case 'id':
			return { id: sender.id, name: sender.name, status: sender.status, created_at: created };
		case 'sender_id':
			return {
				sender_id: sender.id,
				sender_name: sender.name,
				status: sender.status,
				created_at: created,
			};
		case 'message':
			// As in the specification's sample: the id is the message's, and the sender is its display value.
			return {
				id: 90_000 + sender.id,
				sender_id: sender.name,
				category: 'utility',
				campaign: 'sample',
				message: 'A message sent from this sender',
				schedule: created,
				creator: 'Sandbox User',
				status: 'Pending',
				sms_recipients: [
					{
						phone_number: '+254711001001',
						reference: null,
						status: 'Pending',
						created_at: created,
					},
				],
				sms_list_recipients: [],
				created_at: created,
			};
		case 'unknown':
			return { code: `S-${sender.id}`, title: sender.name };
	}
}
