import { WAIT_INDEFINITELY, type IDataObject } from 'n8n-workflow';

import type { Fields, Operation, Prepared } from './operation';
import { prepareMessage } from './sendMessage';
import { sendAndWaitFields } from '../fields/sendAndWait';
import type { Question } from '../item';
import { problems, type ValueOrProblem } from '../texts';
import { givenText, readChoice, Reasons } from '../values/simple';
import { measureWithLink } from '../values/text';
import { clockOf, readSchedule } from '../values/time';

/** POST /sms/messages (specification section 4.2). As it stands it has no link to wait for, and refuses. */
export const sendAndWait: Operation = {
	name: 'Send and Wait for Approval',
	value: 'sendAndWait',
	action: 'Send a message and wait for approval',
	description: 'Text someone a link, and wait until they approve or decline',
	method: 'POST',
	url: '/sms/messages',
	fields: sendAndWaitFields,
	prepare: () => ({ problems: [problems.cantWait()] }),
};

type About = Pick<Question, 'round' | 'workflow'>;

/** The operation for one question, which this link answers. Without a link it says why there is none. */
export function asking({ value: link, problem }: ValueOrProblem<string>, about: About): Operation {
	return {
		...sendAndWait,
		prepare: (given) => (problem ? { problems: [problem] } : prepare(given, link, about)),
	};
}

function* prepare(given: Fields, link: string, about: About): Generator<undefined, Prepared> {
	const reasons = new Reasons();
	const measure = (value: unknown, cap = 3) => measureWithLink(value, link, cap);
	const prepared = yield* prepareMessage(given, measure);
	const shown = readQuestion(given, reasons);
	if ('problems' in prepared) return { problems: [...reasons.problems, ...prepared.problems] };
	const { length: asked } = prepared.order.body.recipients ?? [];
	if (asked !== 1) reasons.problems.push(problems.severalAsked(asked));
	if (reasons.problems.length > 0) return { problems: reasons.problems };
	const question = { ...about, ...shown, message: givenText(given.body.message) ?? '' };
	return { ...prepared, order: { ...prepared.order, question } };
}

/** The buttons of the page, and when its question was asked and ends. */
function readQuestion({ parameter, zone, now }: Fields, reasons: Reasons) {
	const buttons = valuesOf(parameter('approvalOptions'));
	const type = readChoice(buttons.approvalType ?? 'single', 'Type of Approval', [
		'single',
		'double',
	]);
	const isDouble = reasons.read(type) === 'double';
	const limit = valuesOf(parameter('options.limitWaitTime'));
	const waitTill = reasons.read(readLimit(limit, zone, now), null);
	const inWords = clockOf(zone);
	return {
		approve: givenText(buttons.approveLabel)?.trim() || 'Approve',
		decline: isDouble ? givenText(buttons.disapproveLabel)?.trim() || 'Decline' : '',
		asked: inWords(now),
		until: waitTill === null ? '' : inWords(waitTill),
		waitTill: waitTill ?? WAIT_INDEFINITELY.getTime(),
	};
}

/** What n8n keeps of a group of fields; nothing where it is not added. */
const valuesOf = (given: unknown) => Object((Object(given) as IDataObject).values) as IDataObject;

const interval = 'afterTimeInterval';
const minutesIn: Record<string, number> = { minutes: 1, hours: 60, days: 24 * 60 };

/** When the wait ends, in milliseconds since 1970; null for never. */
function readLimit(limit: IDataObject, zone: string, now: number): ValueOrProblem<number | null> {
	if (Object.keys(limit).length === 0) return { value: null };
	const { limitType = interval, resumeAmount: amount = 1, resumeUnit: unit = 'hours' } = limit;
	const type = readChoice(limitType, 'Limit Type', [interval, 'atSpecifiedTime']);
	if (type.problem) return type;
	if (type.value !== interval) {
		const field = 'Max Date and Time';
		const { value: time, problem } = readSchedule(limit.maxDateAndTime, zone, now, field);
		if (problem) return { problem };
		return time ? { value: Date.parse(time) } : { problem: problems.emptyText(field) };
	}
	const length = Number(amount) * (minutesIn[String(unit)] ?? NaN) * 60_000;
	if (!(length > 0)) return { problem: problems.notADuration(`${amount} ${unit}`) };
	// n8n's "for ever" is a day in the year 3000.
	return { value: Math.min(now + length, WAIT_INDEFINITELY.getTime()) };
}
