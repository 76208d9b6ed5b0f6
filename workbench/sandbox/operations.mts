import { refusal, refusalInBody, success, type Answer } from './answers.mts';
import { scheduledTime } from './calendar.mts';
import { contactGroups } from './contactGroups.mts';
import { dateRange, type DateQuery } from './dateRange.mts';
import { playFault } from './faultAnswers.mts';
import type { Operation } from './faults.mts';
import { messageIdOf, messageRecord } from './messageRecords.mts';
import type { SendBody } from './messages.mts';
import { pagedAnswer, type PageQuery } from './pages.mts';
import { senderRecord } from './senderRecords.mts';
import type { SandboxState } from './state.mts';
import { sendingStatuses, statusLabels } from './statuses.mts';
import { keysOf, tokenAnswer } from './tokens.mts';

/** POST /oauth/token (specification, 4.1). */
export function token(
	state: SandboxState,
	body: { client_id: string; client_secret: string },
): Answer {
	const { clientId, clientSecret } = keysOf(state.account);
	if (body.client_id !== clientId || body.client_secret !== clientSecret) {
		return refusal(401, 'The client id or the client secret is wrong.');
	}
	return withFaults(state, 'token', [], () => {
		const issued = state.tokens.issue(state.now());
		state.counters.tokensIssued += 1;
		const { readings, tokenLifetime } = state.settings;
		return { status: 200, body: tokenAnswer(issued, readings.tokenShape, tokenLifetime) };
	});
}

/** POST /sms/messages (specification, 4.2). */
export function send(state: SandboxState, body: SendBody): Answer {
	if ((body.recipients === null) === (body.contact_list_id === null)) {
		const both = body.recipients === null ? 'Both are null.' : 'Both have a value.';
		return refusal(
			422,
			`Exactly one of recipients and contact_list_id has a value, the other is null. ${both}`,
		);
	}
	const now = state.serviceNow();
	const due = body.schedule === null ? now : scheduledTime(body.schedule);
	if (Number.isNaN(due))
		return refusal(422, `schedule is no date and time of the calendar: ${body.schedule}.`);

	const refused = refusedSender(state, body.sender_id) ?? refusedGroup(body.contact_list_id);
	if (refused)
		return state.settings.readings.refusalTold === 'body'
			? refusalInBody(422, refused)
			: refusal(422, refused);

	const group = contactGroups.find(({ id }) => id === body.contact_list_id);
	const recipients = body.recipients ?? [...(group?.phoneNumbers ?? [])];
	return withFaults(state, 'send', recipients, () => {
		const trueNow = state.now();
		const message = state.messages.add({
			body,
			phoneNumbers: recipients,
			at: now,
			due: Math.max(due, now),
			wait: { since: trueNow, delay: state.settings.listingDelay },
		});
		const messageId = messageIdOf(message, state.settings.readings);
		state.journal.push({ messageId, at: trueNow, body, recipients });
		const text =
			body.schedule === null ? 'The message is on its way.' : 'The message is scheduled.';
		return success(201, { success: true, messageId }, text);
	});
}

/** GET /sms/messages (specification, 4.3). */
export function messages(
	state: SandboxState,
	query: PageQuery &
		DateQuery & { query?: string; sender_id?: number; category?: string; status?: number },
): Answer {
	const now = state.serviceNow();
	const { listingDelay, readings } = state.settings;
	const filter = {
		query: query.query,
		senderId: query.sender_id,
		category: query.category,
		status: query.status,
		range: dateRange(query, now),
	};
	return pagedAnswer(
		state,
		'messages',
		query,
		() => {
			state.messages.listDue(state.now(), listingDelay);
			return state.messages.find(
				filter,
				(message) => state.statuses.ofMessage(message, now),
				readings.storedText,
			);
		},
		(message) => messageRecord(message, state, now, readings),
		readings.listOrder,
	);
}

/** GET /sms/senders (specification, 4.4). */
export function senders(
	state: SandboxState,
	query: PageQuery & DateQuery & { query?: string; status?: number },
): Answer {
	const range = dateRange(query, state.serviceNow());
	const needle = query.query?.toLowerCase();
	const matches = state.senders.filter(
		(sender) =>
			(needle === undefined || sender.name.toLowerCase().includes(needle)) &&
			(query.status === undefined || sender.status === query.status) &&
			(!range || (sender.createdAt >= range.from && sender.createdAt <= range.to)),
	);
	return pagedAnswer(
		state,
		'senders',
		query,
		() => matches,
		(sender) => senderRecord(sender, state.settings.readings),
	);
}

/** GET /system/system-status (specification, 4.5). */
export function statuses(state: SandboxState): Answer {
	return withFaults(state, 'statuses', [], () =>
		success(200, { ...statusLabels }, 'The statuses of sender IDs.'),
	);
}

/** Does the work, unless an armed fault or a reserved number stands in the way. An armed fault goes first. */
function withFaults(
	state: SandboxState,
	operation: Operation,
	recipients: readonly string[],
	work: () => Answer,
): Answer {
	const fault =
		state.faults.take(operation, recipients) ??
		(operation === 'send' ? state.reserved.take(recipients) : undefined);
	return fault ? playFault(fault, work) : work();
}

function refusedSender(state: SandboxState, id: number): string | undefined {
	const sender = state.senders.find((candidate) => candidate.id === id);
	if (!sender) return `There is no sender ${id}.`;
	if (sendingStatuses.includes(sender.status)) return undefined;
	return `The sender ${id} may not send: its status is ${statusLabels[sender.status]}.`;
}

function refusedGroup(id: number | null): string | undefined {
	if (id === null) return undefined;
	const group = contactGroups.find((candidate) => candidate.id === id);
	if (!group) return `There is no contact group ${id}.`;
	return group.phoneNumbers.length === 0 ? `The contact group ${id} has no members.` : undefined;
}
