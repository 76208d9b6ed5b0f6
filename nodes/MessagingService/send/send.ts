import { lookUpUnknown } from './lookUpUnknown';
import { skipsSent } from './recipients';
import { sendAll } from './requests';
import type { Sending } from './sending';
import { sendUnsent } from './skipAlreadySent';
import type { SendItem } from '../item';

/** Sends the items' messages. A step that no item asks for is not taken. */
export async function sendItems(items: SendItem[], sending: Sending): Promise<void> {
	const forget = sending.recent.keepFor(sending.began);
	try {
		const going = items.filter(
			({ order }) => !order.isDryRun && order.body.recipients?.length !== 0,
		);
		const send = going.some(skipsSent) ? sendUnsent : sendAll;
		const unknown = await send(going, sending);
		if (unknown.length > 0) await lookUpUnknown(unknown, sending);
	} finally {
		forget();
	}
}
