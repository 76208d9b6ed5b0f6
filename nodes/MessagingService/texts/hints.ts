import type { NodeExecutionHint } from 'n8n-workflow';

import type { Doubt } from './problem';
import { notShown } from './runs';
import { columnsInWords, quotedPlaceholder } from './values';
import {
	itOrThem,
	joinSentences,
	joinWithAnd,
	pluralize,
	quotedValue,
	showInvisible,
	truncate,
} from '../wording';

/** Joins sentences into one line above n8n's output. Returns none if there are no sentences. */
export function lineOf(isWarning: boolean, sentences: string[]): NodeExecutionHint[] {
	const message = joinSentences(sentences);
	return message === '' ? [] : [{ type: isWarning ? 'warning' : 'info', message }];
}

/** Says of how many numbers something is true, such as '2 numbers are'. */
function numbersAre(count: number): string {
	return `${pluralize(count, 'number')} ${count === 1 ? 'is' : 'are'}`;
}

/** What is odd about the text of a row, though it is sent. */
export interface Oddity {
	/** Such as "'{{ $json.Nmae }}' in Message is empty". The same in all rows that it is true of. */
	what: string;
	/** The code of an empty placeholder. */
	code?: string;
}

export const oddities = {
	emptyPlaceholder: (field: string, code: string): Oddity => ({
		what: `${quotedPlaceholder(code)} in ${field} is empty`,
		code,
	}),
	word: (field: string, word: string): Oddity => ({ what: `The word '${word}' is in ${field}` }),
	wrongLetters: (field: string): Oddity => ({
		what: `${field} has letters of a wrong encoding (like Ã© for é)`,
	}),
};

/** Facts that the reader of n8n's output pane is to look at. */
export const hintSentences = {
	/**
	 * @param repeats items, each with the first item whose message it repeats
	 * @param isOnlyOne whether all items are the same
	 */
	repeats(repeats: Array<{ index: number; first: number }>, isOnlyOne: boolean): string {
		const count = repeats.length;
		const verb = count === 1 ? 'repeats' : 'repeat';
		const named = repeats.map(({ index, first }) => `item ${index} that of item ${first}`);
		const next = isOnlyOne
			? ' If each item has a number of its own, drag its column into Recipients.'
			: '';
		return `${pluralize(count, 'item')} ${verb} another item's message to the same recipients (${joinWithAnd(named)}), so no second text goes out for ${itOrThem(count)}.${next}`;
	},
	/** @param numbers with how many texts each gets, and from which items, such as '1, 2 and 5' */
	severalTexts(numbers: Array<{ number: string; texts: number; items: string }>): string {
		const gets = numbers.length > 1 ? 'get several' : `gets ${numbers[0]?.texts}`;
		const named = numbers.map(({ number, items }) => `${number} (items ${items})`);
		return `${pluralize(numbers.length, 'number')} ${gets} different texts: ${joinWithAnd(named)}.`;
	},
	/** @param texts each with its item, and with the first item, whose text the number gets */
	textsLeftOut(texts: Array<{ number: string; index: number; first: number }>): string {
		const named = texts.map(
			({ number, index, first }) =>
				`${number || 'a contact group'} (item ${first}, not item ${index})`,
		);
		const are = texts.length === 1 ? 'is' : 'are';
		return `${pluralize(texts.length, 'text')} ${are} left out, as only the first of a campaign goes out: ${joinWithAnd(named)}.`;
	},
	/** @param first the first such item, with its record's ID */
	listedOtherwise(count: number, first: { index: number; id: string | null }): string {
		const record = first.id === null ? '' : `, message ${first.id}`;
		const stand =
			count === 1 ? 'The text of 1 item stands' : `The texts of ${pluralize(count, 'item')} stand`;
		return `${stand} in the service's list with the same letters but other signs (the first is item ${first.index}${record}), so it counted as another message. If the service rewrites texts, set What Counts as a Repeat in Options to Same Campaign, Whatever the Text.`;
	},
	/**
	 * @param rows the items that it is true of, such as '3, 8'; undefined if there are no others
	 * @param columns of the first row; empty where they don't matter
	 */
	odd(what: string, count: number, rows: string | undefined, columns: string[]): string {
		const inAll = count === 1 ? '' : ` in all ${pluralize(count, 'row')}`;
		const inSome = ` in ${pluralize(count, 'row')} (item${count === 1 ? '' : 's'} ${rows})`;
		const are = columns.length > 0 ? ` The columns are ${columnsInWords(columns)}.` : '';
		return `${what}${rows === undefined ? inAll : inSome}.${are}`;
	},
	/** @param id of one of the records */
	sentToGroup: (id: string | undefined) =>
		`The service's list has this message to a contact group${id === undefined ? '' : ` (message ${id})`}, and doesn't show who is in the group. Whoever is in it and in this run gets it twice.`,
	/** @param shown the fields that the message's record lacks and has instead; undefined where there is no record */
	notListedAsSent(shown: Parameters<typeof notShown>[0] | undefined): string {
		const how = shown
			? notShown(shown)
			: "its list of messages doesn't show them as they were sent";
		return `The service took these messages, but ${how}. So Skip Already Sent won't know them again: don't run the same list again before you have found out with Query Messages, or from the service, who has them.`;
	},
	namedAfterWorkflow:
		"Campaign is the workflow's name. If you rename the workflow, Skip Already Sent sends these messages again. For your next list, type a name of its own into Campaign.",
	skipped(numbers: ReadonlySet<string>): string {
		// Each is shown as it was written, which may be a whole text.
		const named = joinWithAnd(
			[...numbers].map((number) => truncate(showInvisible(number.slice(0, 40)), 40)),
		);
		return `${numbersAre(numbers.size)} left out: ${named}. The output's skippedRecipients says why.`;
	},
	abroad(numbers: ReadonlySet<string>): string {
		return `${numbersAre(numbers.size)} abroad, outside Default Country: ${joinWithAnd([...numbers])}.`;
	},
	inDoubt(doubts: ReadonlyMap<string, Doubt>): string {
		const inDoubt = (...kinds: Doubt[]) =>
			[...doubts.keys()].filter((number) => kinds.includes(doubts.get(number)!));
		const wrong = inDoubt('unknownRange');
		const costly = inDoubt('premium', 'personal');
		const landlines = inDoubt('landline');
		const ofServices = inDoubt('service');
		const aLandline = landlines.length === 1 ? 'a landline' : 'landlines';
		const said = [
			`${pluralize(wrong.length, 'number')} may be wrong: ${joinWithAnd(wrong)} (no such range is known).`,
			`${numbersAre(costly.length)} premium-rate or personal, nobody's phone, and may cost more: ${joinWithAnd(costly)}.`,
			`${numbersAre(landlines.length)} ${aLandline}, which may not receive texts.`,
			`${numbersAre(ofServices.length)} of a service, such as a toll-free line or a pager, and may not receive texts: ${joinWithAnd(ofServices)}.`,
		];
		return [wrong, costly, landlines, ofServices]
			.flatMap(({ length }, place) => (length > 0 ? said[place]! : []))
			.join(' ');
	},
	/** Names the first and the last number of the longest series. */
	inSeries: ({ count, first, last }: { count: number; first: string; last: string }) =>
		`${pluralize(count, 'number')} follow one another, such as ${first} to ${last}: a cell that is dragged down in a spreadsheet counts up. Check that these are people's numbers.`,
	invertedZone: (zone: string, offset: string) =>
		`The time zone ${zone} is ${offset}: the sign in such a name is the other way round. Choose one by its place, such as Africa/Nairobi, if that isn't meant.`,
	/**
	 * @param others values that other messages have in the fields of filters that none met
	 * @param hasLastDay whether one of the queries has an End Date
	 */
	nothingFound(
		filters: string[],
		others: Array<[label: string, values: string[]]>,
		hasLastDay: boolean,
	): string {
		const more = filters.length > 3 ? `; and ${filters.length - 3} more` : '';
		const seen = others.map(
			([label, values]) => ` Other messages have ${label} ${joinWithAnd(values.map(quotedValue))}.`,
		);
		const lastDay = hasLastDay
			? ' Some services leave out the last day of a range: try an End Date one day later.'
			: '';
		return `Nothing was found for ${filters.slice(0, 3).join('; or ')}${more}.${seen.join('')}${lastDay}`;
	},
	filtersNotShown: (labels: string[]) =>
		`No message that was read shows a ${joinWithAnd(labels)}, so finding nothing means nothing: the service's list seems to leave it out.`,
	limitsMessages:
		'Limit counts messages, not recipients: each message has one item for each of its recipients.',
	linkBelowPath: (path: string) =>
		`The link to the page is below the path ${path}. Open it once: if it says 'Invalid Form Link', a proxy takes that path away, and n8n needs other settings (see Operations in this package's documentation).`,
	waited: {
		rateLimit: (seconds: number) =>
			`The service was receiving too many requests, so this run waited ${pluralize(seconds, 'second')}.`,
		outage: (seconds: number) =>
			`The service stopped answering, so this run waited ${pluralize(seconds, 'second')}.`,
	},
};
