import type { IDataObject } from 'n8n-workflow';

import { beforeLooks, type Sending } from './sending';
import { skipsSent } from '../item';
import { endsBefore, readMessageList, ServiceClock } from '../messages/list';
import type { Recipient } from '../recipients/row';
import { AlreadySent } from '../sentBefore/alreadySent';
import { openRecord, summarize, wantedMessage } from '../sentBefore/shown';
import { highestConcurrency } from '../service/limiter';
import { pause } from '../service/stop';
import { hintSentences } from '../texts';
import { countryOf } from '../values/countries';
import { idAsText, personKeys } from '../values/messageRecord';
import { personKey } from '../values/phoneNumber';

/**
 * Checks that the service's list shows messages in a form that later runs recognize, until this has succeeded once for
 * the account in this process. Looks for one of the messages just sent: at once, and 1, 3 and 6 seconds later. If the
 * list doesn't show it in such a form, adds a warning for n8n's output pane, before anybody runs the same list again.
 * Never fails a run.
 */
export async function proveListing(recipients: Recipient[], sending: Sending): Promise<void> {
	const { session, began, warnings } = sending;
	const { account, stop } = session;
	const sent = recipients.find(
		({ order, fate }) => skipsSent(order) && fate?.became === 'accepted',
	);
	if (!sent || account.listing !== 'unproven') return;
	// Concurrent runs leave the check to this one.
	account.listing = 'asked';
	let told: ReturnType<typeof hintSentences.notListedAsSent> | undefined;
	for (const wait of [0, ...beforeLooks]) {
		if (wait > 0) await pause(wait, stop);
		const { order } = sent;
		const clock = new ServiceClock();
		const list = new AlreadySent(countryOf(order.country));
		await list.want([sent]);
		const since = () => clock.earliest(began);
		const look = () => list.of(sent, since(), clock.latest(Date.now()));
		const isFound = () => 'receipt' in (look() ?? {});
		const { priority: category } = order.body;
		const unread = await readMessageList({
			session,
			clock,
			concurrency: highestConcurrency([sent]),
			filters: order.isSameByCampaign ? {} : { category },
			since,
			isEnough: (page, oldest) => isFound() || endsBefore(page, oldest),
			mayMiss: true,
			mustBeNewest: true,
			onRecord: (record) => list.add(record),
		});
		if (isFound()) {
			account.listing = 'proven';
			return;
		}
		const found = look();
		const open = found && 'open' in found ? summarize(found.open) : undefined;
		told = unread ? undefined : hintSentences.notListedAsSent(open);
	}
	account.listing = 'unproven';
	if (told) warnings.add(told);
}

/**
 * Warns if a record is of a send of this process, but doesn't show it as it was sent. Returns whether there is nothing
 * to warn of.
 */
export function checkOwn(record: IDataObject, { recent, warnings }: Sending): boolean {
	const { body } = recent.byId(idAsText(record.id)) ?? {};
	if (!body?.recipients) return true;
	const shown = personKeys(record);
	// An equal ID is no proof: the IDs of receipts may have nothing to do with the IDs of records.
	const isOwn =
		shown.length === 0 || body.recipients.some((each) => shown.includes(personKey(each)));
	const open = openRecord(record, wantedMessage({ body }));
	if (open && shown.length === 0) open.fields.push('sms_recipients');
	const isShown = !isOwn || open?.fields.length === 0;
	if (!isShown) warnings.add(hintSentences.notListedAsSent(open && summarize([open])));
	return isShown;
}
