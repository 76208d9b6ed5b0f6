import { WAIT_INDEFINITELY, type IDataObject } from 'n8n-workflow';

import type { Operation } from './operation';
import { prepareMessage } from './sendMessage';
import type { Field } from '../fields/field';
import type { ItemFields } from '../fields/parameters';
import * as form from '../fields/sendAndWait';
import type { Question, SentQuestion } from '../item';
import { problems, type ValueOrProblem } from '../texts';
import { measureWithLink } from '../values/text';
import { clockOf } from '../values/timeZone';

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

type About = Pick<Question, 'round' | 'workflow'>;

/** Returns the operation for one question, which this link answers. Without a link, it refuses with the reason. */
export function asking({ value: link, problem }: ValueOrProblem<string>, about: About): Operation {
	return {
		...sendAndWait,
		prepare: async (item) => (problem ? item.refuse(problem) : await prepare(item, link, about)),
	};
}

async function prepare(item: ItemFields, link: string, about: About) {
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
	return { order: { ...order, question: { ...about, ...question, message } }, concurrency };
}

/** Reads the texts of the page, and the time limit for the answer. */
function readQuestion(item: ItemFields) {
	const { approvalType, approveLabel, disapproveLabel } = form.buttons;
	const { title, language: tag, buttonLabel, thanks } = form.ofPage;
	const labels = item.read(form.approvalOptions);
	const page = item.read(form.page);
	const isDouble = item.member(labels, approvalType) === 'double';
	const isFreeText = item.read(form.responseType) === 'freeText';
	const language = item.member(page, tag);
	const isEnglish = isEnglishTag(language);
	/**
	 * Returns the user's text. Without one, on an English page `english` or the field's default, else a sign for any
	 * language.
	 */
	const said = (group: IDataObject, field: Field<string>, sign: string, english?: string) =>
		item.member(group, field) || (isEnglish ? (english ?? String(field.property.default)) : sign);
	return {
		title: said(page, title, '✉', `Your ${isFreeText ? 'answer' : 'approval'} is needed`),
		thanks: said(page, thanks, '✓', 'Your answer was recorded'),
		language,
		approve: said(labels, approveLabel, '✓'),
		decline: isDouble ? said(labels, disapproveLabel, '✗') : '',
		send: isFreeText ? said(page, buttonLabel, '➤', 'Send') : '',
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
	const inWords = clockOf(zone);
	// n8n's "forever" is a day in the year 3000.
	const forever = WAIT_INDEFINITELY.getTime();
	const { language, waitFor = Infinity, waitTill = Math.min(now + waitFor, forever) } = question;
	return {
		...question,
		asked: isEnglishTag(language) ? inWords(now) : '',
		until: waitTill < forever ? inWords(waitTill) : '',
		waitTill,
	};
}

function isEnglishTag(language: string): boolean {
	return /^en\b/.test(language);
}
