/** The words of the page behind a question's link: each language has all of them. */
import {
	pageLanguageOf,
	pageLanguages,
	pageWords,
	type PageWords,
} from '../../nodes/MessagingService/texts/index.ts';

const names = Object.keys(pageWords('en')) as Array<keyof PageWords>;
const filledIn: Partial<Record<keyof PageWords, string>> = { until: '{time}', upTo: '{number}' };

test('there are more than twenty languages, each with its English name', () => {
	expect(pageLanguages.length).toBeGreaterThan(20);
	const inEnglish = new Intl.DisplayNames(['en'], { type: 'language' });
	for (const { tag, language } of pageLanguages) expect(inEnglish.of(tag)).toBe(language);
});

describe.each(pageLanguages)('$language', ({ tag }) => {
	const words = pageWords(tag);

	test.each(names)('%s', (name) => {
		expect(words[name]).toMatch(/\p{L}[\p{L}\p{M}]/u);
		expect(words[name].trim()).toBe(words[name]);
		expect(words[name].match(/\{.*?\}/g) ?? []).toEqual([filledIn[name] ?? []].flat());
		// A word that was left in English would hardly be noticed.
		if (tag !== 'en') expect(words[name]).not.toBe(pageWords('en')[name]);
	});

	test('a yes differs from a no', () => expect(words.approve).not.toBe(words.decline));

	test('a phone gets it, with its country', () => {
		expect(pageLanguageOf(`xh, ${tag.toUpperCase()}-ZZ;q=0.3, x;q=0.1`)).toBe(
			`${tag.toUpperCase()}-ZZ`,
		);
	});
});
