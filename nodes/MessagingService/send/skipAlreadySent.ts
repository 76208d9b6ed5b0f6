import { checkOwn } from './proveListing';
import { makeRequests } from './requests';
import { settleSent, settleUnknownElsewhere } from './reserve';
import { beforeLooks, type Sending } from './sending';
import { yielding } from '../eventLoop';
import { type SendOrder, skipsSent } from '../item';
import { readMessageList, ServiceClock } from '../messages/list';
import { byRow, settle, type Recipient } from '../recipients/row';
import { AlreadySent } from '../sentBefore/alreadySent';
import { IncrementalRead } from '../sentBefore/incrementalRead';
import { summarize } from '../sentBefore/shown';
import { WorkerClaims } from '../sentBefore/workerClaims';
import { highestConcurrency } from '../service/limiter';
import { pause } from '../service/stop';
import { hintSentences, type Problem, problems } from '../texts';
import { countryOf } from '../values/countries';
import { DAY } from '../values/durations';

/**
 * Sends to recipients, some of them with Skip Already Sent. Reads the service's list once for all of them, and settles
 * the recipients that it shows to have their message. If the list can't be read, nobody gets anything. Recipients of
 * dry rows are only looked for.
 *
 * Recipients that another worker may be texting at this moment are checked again 1, 3 and 6 seconds later. If the list
 * shows their message by then, they have it. If the worker has given it up, it is sent. All others stay unknown.
 */
export async function sendUnsent(recipients: Recipient[], sending: Sending): Promise<void> {
	const claims = new WorkerClaims(sending);
	try {
		await sendUnclaimed(recipients, claims, sending);
	} finally {
		await claims.release();
	}
}

async function sendUnclaimed(
	recipients: Recipient[],
	claims: WorkerClaims,
	sending: Sending,
): Promise<void> {
	const { stop } = sending.session;
	let remaining = recipients;
	for (const wait of [0, ...beforeLooks]) {
		const isFirst = wait === 0;
		if (!isFirst) await pause(wait, stop);
		if (!isFirst && stop.isStopped) break;
		const [claimed, failure] = await Promise.all([
			claims.claim(remaining.filter(goesOut)),
			settleListed(remaining, sending),
		]);
		if (failure && !isFirst) continue;
		if (failure) {
			sending.isListUnread = true;
			return settle(recipients, { became: 'notSent', failures: [failure] });
		}
		const unsettled = remaining.filter(({ isSettled }) => !isSettled);
		const unsent = unsettled.filter(goesOut);
		settleSent(
			unsettled.filter((recipient) => !goesOut(recipient)),
			sending,
		);
		remaining = unsent.filter((recipient) => claimed.has(recipient));
		await makeRequests(
			unsent.filter((recipient) => !claimed.has(recipient)),
			sending,
		);
		if (remaining.length === 0) break;
	}
	for (const ofRow of byRow(remaining)) settleUnknownElsewhere(ofRow, sending);
}

function goesOut({ order }: Recipient): boolean {
	return order.isDryRun !== true;
}

/** The longest time between the creation of a message and its schedule, in milliseconds. The list goes by creation. */
const longestAhead = 31 * DAY;

/** The longest time by which Sending Hours put a message off, in milliseconds. */
const longestPutOff = 8 * DAY;

/**
 * Reads the service's list, and settles the recipients that have their message, or may have it. Returns the problem if
 * the list can't be read. Yields to the event loop.
 */
async function settleListed(
	recipients: Recipient[],
	sending: Sending,
): Promise<Problem | undefined> {
	const { session, began, warnings } = sending;
	const skipping = recipients.filter(({ order }) => skipsSent(order));
	const orders: SendOrder[] = [];
	for await (const ofRow of yielding(byRow(skipping))) orders.push(ofRow[0]!.order);
	const back = orders.reduce((most, { body, hours, skipSentWithin = 0 }) => {
		const own = skipSentWithin + (hours ? longestPutOff : 0);
		return Math.max(most, own, body.schedule === null ? 0 : longestAhead);
	}, 0);
	const categories = new Set(
		orders.map(({ body, isSameByCampaign }) => (isSameByCampaign ? undefined : body.priority)),
	);
	const clock = new ServiceClock();
	const countries = new Set(orders.map(({ country }) => country));
	const sent = new AlreadySent(countries.size === 1 ? countryOf([...countries][0]) : undefined);
	await sent.want(skipping);
	const incremental = new IncrementalRead(session.account, skipping);
	const unread = await readMessageList({
		session,
		clock,
		concurrency: highestConcurrency(skipping),
		// Doesn't filter by sender ID: whichever sender the message came from, the number has it.
		filters: categories.size === 1 ? { category: [...categories][0] } : {},
		since: () => clock.earliest(began) - back,
		mustBeNewest: true,
		onRecord: (record) => {
			sent.add(record);
			// Each run is to warn of such a list.
			if (!checkOwn(record, sending)) incremental.giveUp();
		},
		incremental,
	});
	if (unread)
		return session.stop.isStopped ? problems.sendCanceled() : problems.listUnreadable(unread);
	const now = clock.latest(Date.now());
	for await (const recipient of yielding(skipping)) {
		const since = clock.earliest(began) - recipient.order.skipSentWithin!;
		const told = sent.of(recipient, since, now);
		if (!told) continue;
		if ('receipt' in told) recipient.settle({ became: 'alreadySent', receipt: told.receipt });
		else
			recipient.settle({ became: 'notSent', failures: [problems.cantTell(summarize(told.open))] });
	}
	const [group] = sent.toGroups;
	if (group) warnings.add(hintSentences.sentToGroup(group.id));
	return undefined;
}
