/** Handlers of the endpoints, for requests that the OpenAPI document lets through. */
import { envelope, refusal, Refused, type Answer } from './answers.mts';
import { exceeded } from './bounds.mts';
import { isWithinDates, scheduledTime, type DateQuery } from './dates.mts';
import type { SendBody, StoredMessage } from './messages.mts';
import { pagedAnswer, type PageQuery } from './pages.mts';
import { messageIdOf, messageRecord, senderRecord, shownText } from './records.mts';
import type { Sandbox } from './sandbox.mts';
import { membersOf, sendingStatuses, statusLabels, type Sender } from './seeds.mts';
import { deliveryStatusByNumber } from './statuses.mts';
import { tokenAnswer } from './tokens.mts';

/** POST /oauth/token (specification, 4.1). */
export function token(
	sandbox: Sandbox,
	body: { client_id: string; client_secret: string },
): Answer {
	if (body.client_id !== sandbox.clientId || body.client_secret !== sandbox.clientSecret)
		return refusal(401, 'The client id or the client secret is wrong.');
	return sandbox.faults.around('token', [], () => {
		sandbox.tokensIssued += 1;
		const { readings, tokenLifetime } = sandbox.settings;
		const issued = sandbox.tokens.issue(sandbox.now());
		return { status: 200, body: tokenAnswer(issued, readings.tokenShape, tokenLifetime) };
	});
}

/** POST /sms/messages (specification, 4.2). */
export function send(sandbox: Sandbox, body: SendBody): Answer {
	holdWithinBounds(sandbox, body);
	if ((body.recipients === null) === (body.contact_list_id === null))
		throw new Refused('One of recipients and contact_list_id has a value, the other one is null.');
	const [now, createdAt] = [sandbox.now(), sandbox.serviceNow()];
	const due = body.schedule === null ? createdAt : scheduledTime(body.schedule);
	checkSender(sandbox, body.sender_id);
	const recipients = body.recipients ?? membersOf(body.contact_list_id);
	if (recipients.length === 0) throw new Refused(`There is no group ${body.contact_list_id}.`);
	return sandbox.faults.around('send', recipients, () => {
		const { readings, listingDelay } = sandbox.settings;
		const { id } = sandbox.messages.add(
			{ body, phoneNumbers: recipients, createdAt, due: Math.max(due, createdAt) },
			{ since: now, delay: listingDelay },
		);
		const messageId = messageIdOf(id, readings);
		sandbox.journal.push({ messageId, at: now, body, recipients });
		return envelope(201, 'The message is taken.', { success: true, messageId });
	});
}

function holdWithinBounds(sandbox: Sandbox, asked: SendBody | Query): void {
	const reasons = exceeded(sandbox.settings, asked, sandbox.serviceNow());
	if (reasons.length > 0) throw new Refused(...reasons);
}

function checkSender({ senders }: Sandbox, id: number): void {
	const sender = senders.find((candidate) => candidate.id === id);
	if (!sender) throw new Refused(`sender_id ${id} is unknown.`);
	if (!sendingStatuses.includes(sender.status))
		throw new Refused(`sender_id ${id} may not send: it is ${statusLabels[sender.status]}.`);
}

interface Query extends PageQuery, DateQuery {
	query?: string;
	status?: number;
}

const hasText = ({ query }: Query, text: string): boolean =>
	query === undefined || text.toLowerCase().includes(query.toLowerCase());

/** GET /sms/messages (specification, 4.3). */
export function messages(
	sandbox: Sandbox,
	query: Query & { sender_id?: number; category?: string },
): Answer {
	holdWithinBounds(sandbox, query);
	const { listingDelay, readings } = sandbox.settings;
	const now = sandbox.serviceNow();
	const isWithin = isWithinDates(query, now, sandbox.settings);
	const status = deliveryStatusByNumber[query.status ?? ''];
	const filters: Array<[asked: unknown, takes: (message: StoredMessage) => boolean]> = [
		[query.sender_id, ({ body }) => body.sender_id === query.sender_id],
		[query.category, ({ body }) => body.priority === query.category],
		[query.date_created, ({ createdAt }) => isWithin(createdAt)],
		[query.status, (message) => sandbox.statuses.ofMessage(message, now) === status],
		[query.query, (message) => hasText(query, shownText(message, readings))],
	];
	const asked = filters.filter(([value]) => value !== undefined).map(([, takes]) => takes);
	const find = () => {
		const listed = sandbox.messages.find(sandbox.now(), listingDelay);
		const matches = listed.filter((message) => asked.every((takes) => takes(message)));
		return readings.listOrder === 'oldestFirst' ? matches : matches.reverse();
	};
	const key = JSON.stringify([{ ...query, page: undefined, per_page: undefined }, readings]);
	const isTimeless = query.status === undefined && (query.date_created ?? 'custom') === 'custom';
	const found = isTimeless ? () => sandbox.messages.findOnce(key, find) : find;
	return pagedAnswer(sandbox, 'messages', query, found, (message) =>
		messageRecord(message, sandbox, now),
	);
}

/** GET /sms/senders (specification, 4.4). */
export function senders(sandbox: Sandbox, query: Query): Answer {
	holdWithinBounds(sandbox, query);
	const isWithin = isWithinDates(query, sandbox.serviceNow(), sandbox.settings);
	const matches = sandbox.senders.filter(
		({ name, status, createdAt }) =>
			hasText(query, name) && (query.status ?? status) === status && isWithin(createdAt),
	);
	const record = (sender: Sender) => senderRecord(sender, sandbox.settings.readings);
	return pagedAnswer(sandbox, 'senders', query, () => matches.reverse(), record);
}

/** GET /system/system-status (specification, 4.5). */
export function statuses({ faults }: Sandbox): Answer {
	return faults.around('statuses', [], () =>
		envelope(200, 'The statuses of sender IDs.', { ...statusLabels }),
	);
}
