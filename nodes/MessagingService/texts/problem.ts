import type { Failure as Declared } from 'n8n-workflow';

import { fitted, joined } from '../wording';

/** Why something was refused or failed, in words for people who don't write code. */
export interface Problem {
	/** What happened, with the value. Like `next`, whole sentences with a full stop. */
	what: string;
	/** How to go on. */
	next: string;
	/** How to go on after a poll where that differs: n8n polls again by itself, and a trigger has other settings. */
	nextAfterPoll?: string;
	/** Why, as n8n's scheduler of polls takes it (n8n-workflow's failure.d.ts); none where it may pass by itself. */
	declared?: Declared;
	/** Only where nobody knows whether a message was sent. Such a message is never sent again; a refused one may be. */
	check?: Check;
	/** Whether an expression failed, so that a query's item comes out with its own columns. */
	isOfExpression?: true;
}

/** What finds a message at the service again: its numbers or contact group, and its campaign and when it was tried. */
export interface Check {
	to: string;
	about: string;
}

/** What a reader of one value gives back. Readers never throw for bad input. */
export type ValueOrProblem<T> =
	| { value: T; problem?: undefined }
	| { value?: undefined; problem: Problem };

/**
 * A reason why texts may not reach a number that is sent to all the same. Premium and personal numbers (+44 70…) cost
 * more than a person's phone; service numbers are toll-free, of shared cost, of a company (UAN), pagers or voicemail.
 */
export type Doubt = 'unknownRange' | 'premium' | 'personal' | 'landline' | 'service';

/** Characters outside GSM-7, by how often a text has them, and the segments that it would take without them. */
export interface Cost {
	characters: ReadonlyMap<string, number>;
	segments: number;
	/** The text with a plain character for each, where all have one. */
	plain?: string;
}

/** The lines of a template: what happened, how to go on, and how to after a poll where that differs. */
export function problem(lines: TemplateStringsArray, ...values: Array<string | number>): Problem {
	// A value may hold line breaks of its own.
	const [what = '', next = '', nextAfterPoll] = lines
		.join('\0')
		.trim()
		.split(/\n\t*/)
		.map((line) => line.replace(/\0/g, () => String(values.shift())));
	return nextAfterPoll === undefined ? { what, next } : { what, next, nextAfterPoll };
}

/** What happened, each sentence once. */
export function whatOf(problems: Problem[]): string {
	return fitted(joined(problems.map(({ what }) => what)), 1500);
}

/** How to go on, each sentence once. */
export function nextOf(problems: Problem[]): string {
	return fitted(joined(problems.map(({ next }) => next)), 900);
}
