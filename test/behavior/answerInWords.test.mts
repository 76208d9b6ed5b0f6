/** Free Text: an answer in words, and a page whose own words are in the language of the person who answers. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { clock, service } from '../harness/index.mts';
import { ask, opened, question, sent, unmarked, waitsUntil } from './asking.mts';

const freeText: INodeParameters = { responseType: 'freeText' };
const family = '👨‍👩‍👧‍👦';
const england = '🏴󠁧󠁢󠁥󠁮󠁧󠁿';

beforeEach(() => clock.set('2026-11-23T12:00:00Z'));

/**
 * Asks a question and answers it with `text`. Returns the page, the output's data, and the text kept in the page's
 * field.
 */
async function answered(text: unknown, parameters: INodeParameters = freeText) {
	const outcome = await ask(parameters);
	const { status, page, goesOn } = await opened(outcome, parameters, { text });
	const data = goesOn?.[0]?.json.data as IDataObject | undefined;
	const kept = /<textarea[^>]*>\n(.*)<\/textarea>/s.exec(page)?.[1];
	return { status, page, data, kept };
}

test('the page has the message, a field and a button; it waits as for an approval', async () => {
	const outcome = await ask(freeText);
	expect([outcome.told, sent().text, waitsUntil(outcome)?.slice(0, 4)]).toEqual([
		'',
		question,
		'3000',
	]);
	const { status, page, goesOn } = await opened(outcome);
	expect([status, goesOn]).toEqual([200, undefined]);
	expect(unmarked(page)).toMatch(
		/Your answer is needed\s+Order 4711.*Up to 2,000 characters\.\s+Send\s+November 23, 2026 at 12:00\sPM\s*$/s,
	);
	expect(page.match(/<(?:textarea|button)/g)).toEqual(['<textarea', '<button']);
	expect(page).not.toMatch(/approved|maxlength|invalid|autofocus/);
});

test.each([
	['a word', 'Tuesday', 'Tuesday'],
	['a number', 12, '12'],
	['blanks around it', ' \tTuesday \u00a0', 'Tuesday'],
	['line breaks as browsers send them', 'Tuesday\r\nor\rlater', 'Tuesday\nor\nlater'],
	['Arabic and emoji', `يوم الثلاثاء ${family}`, `يوم الثلاثاء ${family}`],
	['2,000 characters', 'x'.repeat(2000), 'x'.repeat(2000)],
	['2,000 emoji of eleven units each', family.repeat(2000), family.repeat(2000)],
	['2,000 flags of fourteen units each', england.repeat(2000), england.repeat(2000)],
	['2,000 with a mark', 'e\u0301'.repeat(2000), 'e\u0301'.repeat(2000)],
	['Persian, which needs marks without width', 'می\u200cروم', 'می\u200cروم'],
	['control characters and an override', '\0\u001b[31m\tno\u202eyes', '[31m\tno\u202eyes'],
	['line breaks as word processors write them', 'Tuesday\vor\flater\u0085', 'Tuesday\nor\nlater'],
])('an answer: %s', async (_what, given, text) => {
	const { status, page, data } = await answered(given);
	expect([status, data]).toEqual([200, { text, respondedAt: '2026-11-23T12:00:00.000Z' }]);
	expect(unmarked(page)).toContain(text);
	expect(unmarked(page)).toMatch(/^\s+Your answer was recorded\s+Your answer was recorded/);
});

const hours = 'Tuesday, or '.repeat(200);
test.each([
	['a character more', 'x'.repeat(2001), 'x'.repeat(2000)],
	['an emoji more', family.repeat(2001), family.repeat(2000)],
	['20,000 characters', `${hours.repeat(8)}Saturday`, hours.slice(0, 2000)],
	['a megabyte', 'x'.repeat(1 << 20), 'x'.repeat(2000)],
	['a megabyte of blanks before it', `${' '.repeat(1 << 20)}yes`, ''],
	['a character with many marks', `e${'\u0301'.repeat(50_000)}`, `e${'\u0301'.repeat(39_999)}`],
])('%s: refused on the page, which keeps as much as it may have', async (_what, text, most) => {
	const { status, page, data, kept } = await answered(text);
	expect([status, data, kept]).toEqual([400, undefined, most]);
	expect(unmarked(page)).toContain(
		'Your answer is too long. The rest was cut off. Up to 2,000 characters.',
	);
	expect(page).toMatch(
		/<textarea [^>]*aria-describedby="message hint"[^>]* aria-invalid="true" autofocus>/,
	);
});

test.each([
	['nothing', undefined],
	['an empty text', ''],
	['blanks', ' \r\n\t\u00a0'],
	['what shows nothing', '\u200b\u2800\u00ad'],
	['control characters', '\0\u001b\u009b'],
	['a list', ['Tuesday', 'Friday']],
	['an object', { day: 'Tuesday' }],
])('%s is asked for again', async (_what, text) => {
	const { status, page, data } = await answered(text);
	expect([status, data]).toEqual([400, undefined]);
	expect(unmarked(page)).toContain('Your answer is missing. Up to 2,000 characters.');
});

test('markup is text on each page: in the question, the words of the page and the answer', async () => {
	const markup = `</textarea></blockquote><script>alert("1")</script>&amp;'`;
	const values = { title: markup, buttonLabel: markup, thanks: markup };
	const parameters = {
		...freeText,
		message: markup,
		options: { page: { values } },
	} as INodeParameters;
	const shown = markup.replace(/[&<>"']/g, (each) => `&#${each.charCodeAt(0)};`);
	const outcome = await ask(parameters);
	const { page } = await opened(outcome);
	const refused = await opened(outcome, {}, { text: markup.repeat(100) });
	const recorded = await opened(outcome, {}, { text: markup });
	expect((recorded.goesOn![0]!.json.data as IDataObject).text).toBe(markup);
	for (const [html, times] of [
		[page, 4],
		[refused.page, 4 + Math.floor(2000 / markup.length)],
		[recorded.page, 4],
	] as const)
		expect([html.split(shown).length - 1, html.includes('<script')]).toEqual([times, false]);
});

test('what answers the other kind of question decides nothing', async () => {
	const words = await ask(freeText);
	expect(await opened(words, {}, { approved: true })).toMatchObject({ status: 400 });
	service.reset();
	const approval = await ask();
	const answer = await opened(approval, {}, { text: 'true' });
	expect([answer.status, answer.goesOn]).toEqual([400, undefined]);
});

test('a second answer within seconds changes nothing', async () => {
	const outcome = await ask(freeText);
	expect((await opened(outcome, {}, { text: 'Tuesday' })).goesOn).toHaveLength(1);
	const again = await opened(outcome, {}, { text: 'Friday' });
	expect([again.status, again.goesOn]).toEqual([410, undefined]);
	expect(again.page).not.toContain('Friday');
});

describe('Page', () => {
	const withPage = (values: IDataObject, beside: INodeParameters = freeText) =>
		({ ...beside, message: 'Siku gani?', options: { page: { values } } }) as INodeParameters;

	/**
	 * Returns the languages and words of one question's pages: before the answer, refused, after it, and closed.
	 * @param phone the languages that the phone's browser asks for
	 */
	async function pagesOf(parameters: INodeParameters, answers: IDataObject[] = [], phone?: string) {
		const outcome = await ask(parameters);
		const pages = [(await opened(outcome, {}, undefined, phone)).page];
		for (const answer of answers) pages.push((await opened(outcome, {}, answer, phone)).page);
		expect(pages[0]).toMatch(/^<!doctype html>\n<html lang="[\w-]+">/);
		return {
			languages: pages.map((page) => /lang="(.*?)"/.exec(page)![1]),
			words: pages.map(wordsOf),
		};
	}
	const wordsOf = (page: string) =>
		unmarked(page.replaceAll('<br>', '\n'))
			.split('\n')
			.map((line) => line.trim())
			.filter(Boolean);
	const long = 'a'.repeat(2001);
	const answers = [{ text: '' }, { text: long }, { text: 'Jumanne' }, { text: 'Jumanne' }];
	const inSwahili = [
		['Jibu lako linahitajika', 'Jibu lako linahitajika', 'Siku gani?'],
		['Herufi 2,000 kwa wingi.', 'Tuma', '23 Novemba 2026, 12:00'],
	].flat();

	test.each([
		['the language that was chosen', { language: 'sw' }, undefined, 'sw'],
		['the language that the phone asks for first', {}, 'xh,sw-KE;q=0.9,en;q=0.8', 'sw-KE'],
		['the language that the phone asks for with most weight', {}, 'de;q=0.5, sw', 'sw'],
	])('all words are in %s', async (_which, values, phone, tag) => {
		const { languages, words } = await pagesOf(withPage(values), answers, phone);
		expect(languages).toEqual(Array(5).fill(tag));
		expect(words[0]!.slice(0, 5)).toEqual(inSwahili.slice(0, 5));
		expect(words[0]![5]).toMatch(/^23 Novemba 2026.* 12:00$/);
		const [refused, tooLong, recorded, closed] = words.slice(1);
		expect(refused![3]).toBe('Hujaandika jibu. Herufi 2,000 kwa wingi.');
		expect(tooLong!.slice(3, 5)).toEqual([
			'Jibu lako ni refu mno. Sehemu iliyobaki imekatwa. Herufi 2,000 kwa wingi.',
			long.slice(1),
		]);
		const heading = 'Jibu lako limehifadhiwa';
		expect(recorded).toEqual([heading, heading, 'Jumanne', 'Siku gani?']);
		expect(closed!.slice(1)).toEqual([
			'Hakuna la kujibu tena',
			'Swali hili limeshajibiwa, au muda umekwisha. Unaweza kufunga ukurasa huu.',
		]);
	});

	test('an approval has buttons in the language, and says in it until when', async () => {
		const options = {
			page: { values: { language: 'de', asker: 'Praxis <Dr. Weiß>' } },
			limitWaitTime: {
				values: { limitType: 'afterTimeInterval', resumeAmount: 45, resumeUnit: 'minutes' },
			},
		};
		const { words } = await pagesOf({ message: 'Kommen Sie?', options }, [{ approved: false }]);
		const title = 'Ihre Antwort wird gebraucht';
		expect(words).toEqual([
			[
				...[title, title, 'Kommen Sie?', 'Zustimmen', 'Ablehnen'],
				'Praxis &#60;Dr. Weiß&#62; · 23. November 2026 um 12:00',
				'Sie können bis 23. November 2026 um 12:45 Koordinierte Weltzeit antworten.',
			],
			['Ihre Antwort ist eingegangen', 'Ihre Antwort ist eingegangen', 'Ablehnen', 'Kommen Sie?'],
		]);
	});

	test("own words take the place of the page's", async () => {
		const own = { title: 'Tafadhali', buttonLabel: 'Peleka', thanks: 'Asante', asker: 'Kliniki' };
		const { words } = await pagesOf(withPage({ language: 'sw', ...own }), [{ text: 'x' }]);
		expect(words[0]!.slice(0, 5)).toEqual([
			'Tafadhali',
			'Tafadhali',
			'Siku gani?',
			inSwahili[3],
			'Peleka',
		]);
		expect(words[0]![5]).toMatch(/^Kliniki · 23/);
		expect(words[1]).toEqual(['Asante', 'Asante', 'x', 'Siku gani?']);
	});

	test('for a language without words, those that nobody wrote are signs', async () => {
		const { words } = await pagesOf(withPage({ language: '=xh', title: 'Nceda' }), [{ text: 'x' }]);
		expect(words[0]!.slice(0, 5)).toEqual([
			'Nceda',
			'Nceda',
			'Siku gani?',
			`≤ ${(2000).toLocaleString('xh')}`,
			'➤',
		]);
		expect(words[1]).toEqual(['✓', '✓', 'x', 'Siku gani?']);
		service.reset();
		const no = [{ approved: false }, { approved: true }];
		const approval = await pagesOf(withPage({ language: '=xh' }, {}), no);
		expect(approval.words[0]!.slice(0, 5)).toEqual(['✉', '✉', 'Siku gani?', '✓', '✗']);
		expect(approval.words.slice(1)).toEqual([
			['✓', '✓', '✗', 'Siku gani?'],
			['🔒', '🔒'],
		]);
	});

	test('in English, what is left out is as without Page', async () => {
		const { languages, words } = await pagesOf(
			withPage({ language: '=en_gb', thanks: 'Thanks!' }, {}),
			[{ approved: true }],
		);
		expect(languages).toEqual(['en-GB', 'en-GB']);
		expect(words[0]!.slice(1)).toEqual([
			...['Your answer is needed', 'Siku gani?', 'Approve', 'Decline'],
			'23 November 2026 at 12:00',
		]);
		expect(words[1]).toEqual(['Thanks!', 'Thanks!', 'Approve', 'Siku gani?']);
	});

	test.each([undefined, '', 'xh', '__proto__', ',;q=x', `${'x'.repeat(100_000)},sw`, 'en-GB'])(
		'the page is in English for a phone that asks for %j',
		async (phone) => {
			const { languages, words } = await pagesOf(withPage({}), [], phone);
			expect(languages[0]).toMatch(/^en/);
			expect(words[0]!.slice(1, 5)).toEqual([
				'Your answer is needed',
				'Siku gani?',
				'Up to 2,000 characters.',
				'Send',
			]);
		},
	);

	test.each(['title', 'buttonLabel', 'thanks', 'asker'])(
		'%s has 1,000 characters at most',
		async (name) => {
			const { told } = await ask(withPage({ [name]: 'a'.repeat(1001) }));
			expect(told).toMatch(
				/has 1,001 characters, which is too long\.\sShorten .* to at most 1,000/,
			);
			expect(service.requests).toEqual([]);
			expect((await ask(withPage({ [name]: 'a'.repeat(1000) }))).told).toBe('');
		},
	);

	test.each(['Swahili', '"><script>', 'x', 12, {}])('Language %j is refused', async (language) => {
		const { told } = await ask(withPage({ language }));
		expect(told).toMatch(
			/^Nothing was sent\..*Language is .*, which is no language tag\..*such as sw/s,
		);
		expect(service.requests).toEqual([]);
	});
});

test('Response Type is one of the two', async () => {
	const { told } = await ask({ responseType: 'customForm' });
	expect(told).toMatch(/'customForm' isn't a valid Response Type/);
	expect(service.requests).toEqual([]);
});

test.each([
	[
		'an answer to another question is left out',
		{ approved: true, respondedAt: '2026-11-22T09:00:00.000Z' },
		[],
	],
	["a column of the row's own stays", { total: 780 }, ['data']],
])('after a time-out the input comes out: %s', async (_what, data, left) => {
	const { execution } = await ask({}, { rows: [{ order: 4711, data }] });
	const [waiting] = execution.run!.data.executionData!.nodeExecutionStack;
	const [passedOn] = waiting!.data.main![0]!;
	expect(Object.keys(passedOn!.json)).toEqual(['order', ...left]);
	// The output of the previous node stays unchanged.
	expect(execution.output('Start')[0]!.json.data).toEqual(data);
});
