import { WAIT_INDEFINITELY, type IDataObject } from 'n8n-workflow';

import type { Operation } from './operation';
import { prepareMessage } from './sendMessage';
import type { Field } from '../fields/field';
import type { Given } from '../fields/parameters';
import * as form from '../fields/sendAndWait';
import type { Question } from '../item';
import { problems, type ValueOrProblem } from '../texts';
import { measureWithLink } from '../values/text';
import { clockOf } from '../values/time';

/** POST /sms/messages (specification section 4.2). As it stands it has no link to wait for, and refuses. */
export const sendAndWait: Operation = {
	name: 'Send and Wait for Response',
	value: 'sendAndWait',
	action: 'Send a message and wait for response',
	description: 'Text someone a question, and wait until they approve or write an answer',
	purpose: 'send',
	url: '/sms/messages',
	fields: form.sendAndWaitFields,
	prepare: async (given) => given.refuse(problems.cantWait()),
};

type About = Pick<Question, 'round' | 'workflow'>;

/** The operation for one question, which this link answers. Without a link it says why there is none. */
export function asking({ value: link, problem }: ValueOrProblem<string>, about: About): Operation {
	return {
		...sendAndWait,
		prepare: async (given) => (problem ? given.refuse(problem) : await prepare(given, link, about)),
	};
}

async function prepare(given: Given, link: string, about: About) {
	const question = readQuestion(given);
	const cap = given.read(form.maxSegments);
	let message = '';
	const measure = (text: string) => {
		message = text;
		return measureWithLink(text, link, cap);
	};
	const { order, concurrency } = await prepareMessage(given, measure, form.recipient);
	const asked = order.body.recipients?.length ?? 0;
	if (given.problems.length === 0 && asked !== 1) given.refuse(problems.severalAsked(asked));
	return { order: { ...order, question: { ...about, ...question, message } }, concurrency };
}

/** The words of the page, and when its question was asked and ends. */
function readQuestion(given: Given) {
	const { approvalType, approveLabel, disapproveLabel } = form.buttons;
	const { title, language: tag, buttonLabel, thanks } = form.ofPage;
	const labels = given.read(form.approvalOptions);
	const page = given.read(form.page);
	const isDouble = given.member(labels, approvalType) === 'double';
	const isFreeText = given.read(form.responseType) === 'freeText';
	const language = given.member(page, tag);
	const isEnglish = /^en\b/.test(language);
	/** Where nobody has written it: in English, which may be the field's default, or a sign for any language. */
	const said = (group: IDataObject, field: Field<string>, sign: string, english?: string) =>
		given.member(group, field) || (isEnglish ? (english ?? String(field.property.default)) : sign);
	const waitTill = readLimit(given);
	const inWords = clockOf(given.zone);
	return {
		title: said(page, title, '✉', `Your ${isFreeText ? 'answer' : 'approval'} is needed`),
		thanks: said(page, thanks, '✓', 'Your answer was recorded'),
		language,
		approve: said(labels, approveLabel, '✓'),
		decline: isDouble ? said(labels, disapproveLabel, '✗') : '',
		send: isFreeText ? said(page, buttonLabel, '➤', 'Send') : '',
		asked: isEnglish ? inWords(given.now) : '',
		until: waitTill === undefined ? '' : inWords(waitTill),
		waitTill: waitTill ?? WAIT_INDEFINITELY.getTime(),
	};
}

const minutesIn: Record<string, number> = { minutes: 1, hours: 60, days: 24 * 60 };

/** When the wait ends, in milliseconds since 1970; undefined for never. */
function readLimit(given: Given): number | undefined {
	const values = given.read(form.limitWaitTime);
	if (Object.keys(values).length === 0) return undefined;
	if (given.member(values, form.limit.limitType) === 'atSpecifiedTime') {
		const time = given.member(values, form.limit.maxDateAndTime);
		if (time !== null) return Date.parse(time);
		return given.refuse(problems.emptyText(form.limit.maxDateAndTime.label));
	}
	const amount = given.member(values, form.limit.resumeAmount);
	const unit = given.member(values, form.limit.resumeUnit);
	const length = Number(amount) * (minutesIn[String(unit)] ?? NaN) * 60_000;
	if (!(length > 0))
		return given.refuse(problems.notADuration(`${String(amount)} ${String(unit)}`));
	// n8n's "for ever" is a day in the year 3000.
	return Math.min(given.now + length, WAIT_INDEFINITELY.getTime());
}
