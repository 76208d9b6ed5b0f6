import type { Failure as Declared } from 'n8n-workflow';

import { truncateBytes, joinSentences } from '../wording';

/** Why something was refused or failed, in words for people who don't write code. */
export interface Problem {
	/** Says what happened, with the value. Like `next`, whole sentences with a full stop. */
	what: string;
	/** How to go on. */
	next: string;
	/** How to go on after a poll where that differs: n8n polls again by itself, and a trigger has other settings. */
	nextAfterPoll?: string;
	/** The cause, as n8n's poll scheduler takes it (n8n-workflow's failure.d.ts); undefined if it may pass by itself. */
	declared?: Declared;
	/** Set only if nobody knows whether a message was sent. Such a message is never sent again; a refused one may be. */
	check?: Check;
	/** Whether an expression failed, so that a query's item comes out with its own columns. */
	isOfExpression?: true;
}

/** Facts to find a message at the service: its numbers or contact group, and its campaign and when it was tried. */
export interface Check {
	to: string;
	about: string;
}

/** The result of reading one value. Readers never throw for bad input. */
export type ValueOrProblem<T> =
	| { value: T; problem?: undefined }
	| { value?: undefined; problem: Problem };

/**
 * A reason why texts may not reach a number, although they are sent. Premium and personal numbers (+44 70…) cost more
 * than a person's phone; service numbers are toll-free, of shared cost, of a company (UAN), pagers or voicemail.
 */
export type Doubt = 'unknownRange' | 'premium' | 'personal' | 'landline' | 'service';

/** Characters outside GSM-7 with their counts in a text, and the segments that it would take without them. */
export interface Cost {
	characters: ReadonlyMap<string, number>;
	segments: number;
	/** The text with plain characters instead; undefined unless all of them have a plain form. */
	plain?: string;
}

/** Creates a problem from the lines of a template: `what`, `next`, and `nextAfterPoll` where it differs. */
export function problem(lines: TemplateStringsArray, ...values: Array<string | number>): Problem {
	// Values are filled in after the split, since they may hold line breaks.
	const [what = '', next = '', nextAfterPoll] = lines
		.join('\0')
		.trim()
		.split(/\n\t*/)
		.map((line) => line.replace(/\0/g, () => String(values.shift())));
	return nextAfterPoll === undefined ? { what, next } : { what, next, nextAfterPoll };
}

/** Joins the `what` of several problems, each sentence once. Truncates the result to 1,500 bytes. */
export function whatOf(problems: Problem[]): string {
	return truncateBytes(joinSentences(problems.map(({ what }) => what)), 1500);
}

/** Joins the `next` of several problems, each sentence once. Truncates the result to 900 bytes. */
export function nextOf(problems: Problem[]): string {
	return truncateBytes(joinSentences(problems.map(({ next }) => next)), 900);
}
