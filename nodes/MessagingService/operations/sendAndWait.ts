import { WAIT_INDEFINITELY } from 'n8n-workflow';

import type { Operation } from './operation';
import { prepareMessage } from './sendMessage';
import type { ItemFields } from '../fields/parameters';
import * as form from '../fields/sendAndWait';
import type { Question, SentQuestion } from '../item';
import { problems, type ValueOrProblem } from '../texts';
import { measureWithLink } from '../values/text';

/** POST /sms/messages (specification section 4.2). Refuses every item, as it has no link to wait for: see `asking`. */
export const sendAndWait: Operation = {
	name: 'Send and Wait for Response',
	value: 'sendAndWait',
	action: 'Send a message and wait for response',
	description: 'Text someone a question, and wait until they approve or write an answer',
	purpose: 'send',
	url: '/sms/messages',
	fields: form.sendAndWaitFields,
	prepare: async (item) => item.refuse(problems.cantWait()),
};

/**
 * Returns the operation for one question, which this link answers. Without a link, it refuses with the reason.
 * @param round as in `Question`
 */
export function asking({ value: link, problem }: ValueOrProblem<string>, round: string): Operation {
	return {
		...sendAndWait,
		prepare: async (item) => (problem ? item.refuse(problem) : await prepare(item, link, round)),
	};
}

async function prepare(item: ItemFields, link: string, round: string) {
	const question = readQuestion(item);
	const cap = item.read(form.maxSegments);
	let message = '';
	const measure = (text: string) => {
		message = text;
		return measureWithLink(text, link, cap);
	};
	const { order, concurrency } = await prepareMessage(item, measure, form.recipient);
	const asked = order.body.recipients?.length ?? 0;
	if (item.problems.length === 0 && asked !== 1) item.refuse(problems.severalAsked(asked));
	return { order: { ...order, question: { round, ...question, message } }, concurrency };
}

/** Reads the user's own words for the page, and the time limit for the answer. */
function readQuestion(item: ItemFields) {
	const { approvalType, approveLabel, disapproveLabel } = form.buttons;
	const { title, language, buttonLabel, thanks, asker } = form.ofPage;
	const labels = item.read(form.approvalOptions);
	const page = item.read(form.page);
	return {
		isFreeText: item.read(form.responseType) === 'freeText',
		isDouble: item.member(labels, approvalType) === 'double',
		language: item.member(page, language),
		title: item.member(page, title),
		thanks: item.member(page, thanks),
		approve: item.member(labels, approveLabel),
		decline: item.member(labels, disapproveLabel),
		send: item.member(page, buttonLabel),
		asker: item.member(page, asker),
		...readLimit(item),
	};
}

const minutesIn: Record<string, number> = { minutes: 1, hours: 60, days: 24 * 60 };

function readLimit(item: ItemFields): Pick<Question, 'waitTill' | 'waitFor'> | undefined {
	const values = item.read(form.limitWaitTime);
	if (Object.keys(values).length === 0) return undefined;
	if (item.member(values, form.limit.limitType) === 'atSpecifiedTime') {
		const time = item.member(values, form.limit.maxDateAndTime);
		if (time !== null) return { waitTill: Date.parse(time) };
		return item.refuse(problems.emptyText(form.limit.maxDateAndTime.label));
	}
	const amount = item.member(values, form.limit.resumeAmount);
	const unit = item.member(values, form.limit.resumeUnit);
	const waitFor = Number(amount) * (minutesIn[String(unit)] ?? NaN) * 60_000;
	if (waitFor > 0) return { waitFor };
	return item.refuse(problems.notADuration(`${String(amount)} ${String(unit)}`));
}

/**
 * Adds the times to a question whose text was sent at `now`. They aren't known earlier: sending may have to wait for
 * the service.
 */
export function sentQuestion(question: Question, now: number, zone: string): SentQuestion {
	// n8n's "forever" is a day in the year 3000.
	const forever = WAIT_INDEFINITELY.getTime();
	const { waitFor = Infinity, waitTill = Math.min(now + waitFor, forever) } = question;
	return { ...question, askedAt: now, zone, waitTill, hasEnd: waitTill < forever };
}
