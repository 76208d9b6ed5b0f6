import type { SentQuestion } from '../item';
import { pageLanguageOf, type PageWords, pageWords } from '../texts';

/** Words of a page, with the tag of their language. */
export interface ShownWords extends PageWords {
	tag: string;
}

/** A question in the words of its page. */
export interface ShownQuestion extends ShownWords {
	isFreeText: boolean;
	isDouble: boolean;
	message: string;
	asker: string;
	/** When it was asked, such as 22 November 2026 at 09:00, in the page's language. */
	asked: string;
	/** When the wait ends, in the same form, with the time zone's name. Empty if it has no end. */
	end: string;
}

/** Returns the page's own words, without a question. @param accepted the browser's header Accept-Language */
export function wordsFor(accepted: string, language = ''): ShownWords {
	const tag = language || pageLanguageOf(accepted);
	return { ...pageWords(tag), tag };
}

/** Puts a question into words: the user's own, or else the page's. @param accepted the header Accept-Language */
export function shownQuestion(question: SentQuestion, accepted: string): ShownQuestion {
	const { language, zone, askedAt, waitTill, hasEnd, isFreeText, isDouble, message, asker } =
		question;
	const own = wordsFor(accepted, language);
	const form: Intl.DateTimeFormatOptions = {
		...{ year: 'numeric', month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit' },
		timeZone: zone,
	};
	const asked = new Intl.DateTimeFormat(own.tag, form);
	// With the zone, the time is true also where the workflow's zone isn't the person's.
	const end = new Intl.DateTimeFormat(own.tag, { ...form, timeZoneName: 'long' });
	return {
		...own,
		...{ isFreeText, isDouble, message, asker },
		title: question.title || own.title,
		recorded: question.thanks || own.recorded,
		approve: question.approve || own.approve,
		decline: question.decline || own.decline,
		send: question.send || own.send,
		asked: asked.format(askedAt),
		end: hasEnd ? end.format(waitTill) : '',
	};
}
