/** The result of a pass over the pages of a query, and the number of further pages that it wants. */
import type { IDataObject } from 'n8n-workflow';
import type { Page, PageAnswer } from '../../nodes/MessagingService/messages/page.ts';
import { Pass, type PageQuery } from '../../nodes/MessagingService/messages/pass.ts';
import { problems } from '../../nodes/MessagingService/texts/index.ts';
import { tableOf } from './table.mts';

const upTo = (last: number, from = 1): number[] =>
	Array.from({ length: last - from + 1 }, (_, place) => from + place);
const failure = problems.listChanged();

/**
 * Parses an answer: `1-10,7/35:4` is a page of these records (x has no ID), with a total of 35 and a last page of 4.
 */
function answerOf(text: string): PageAnswer {
	if (text === 'refused' || text === 'failed') return { failure, isRefusal: text === 'refused' };
	if (text === 'none') return answerOf('');
	const [, ids, total, lastPage] = /^([\dx,-]*)(?:\/(\d+))?(?::(\d+))?$/.exec(text)!;
	const records = ids!.split(',').flatMap((range): IDataObject[] => {
		if (range === '') return [];
		if (range === 'x') return [{ text: 'x' }];
		const [from, to = from] = range.split('-').map(Number);
		// The newest first.
		return upTo(to!, from).map((id) => ({ id, created_at: `2026-11-22T09:00:${50 - id}Z` }));
	});
	const page: Page = {
		records,
		keys: records.map(({ id }) => id?.toString()),
		oddRows: 0,
		...(total && { total: Number(total) }),
		...(lastPage && { lastPage: Number(lastPage) }),
	};
	return { page };
}

function newPass(changes: Partial<PageQuery>, before?: Pass) {
	const reading: PageQuery = {
		first: 1,
		perPage: 10,
		concurrency: 4,
		ask: () => Promise.reject(new Error('A pass asks for nothing.')),
		take: () => undefined,
		...changes,
	};
	return { reading, pass: new Pass(reading, before) };
}

/** Feeds pages to a pass, or to two passes, divided by `||`. Returns the last pass and the records that were taken. */
function passOver(pages: string, changes: Partial<PageQuery> = {}) {
	const taken: unknown[] = [];
	const take = (record: IDataObject) => void taken.push(record.id ?? 'x');
	const [first, ...more] = pages.split(' || ').map((texts) => texts.split(' '));
	const noted = (texts: string[], before?: Pass): Pass => {
		const { pass, reading } = newPass({ take, ...changes }, before);
		for (const [place, text] of texts.entries()) {
			const answer = answerOf(text);
			pass.stopIfLast(reading.first + place, answer);
			pass.addAnswer(reading.first + place, answer);
		}
		return pass;
	};
	const pass = more.reduce((before, texts) => noted(texts, before), noted(first!));
	return { pass, taken };
}

const names: Array<[string, RegExp]> = [
	['repeatedPage', /the same records on page/],
	['missingPages', /pages, but page \d+ is empty/],
	['endlessPages', /doesn't say how many pages/],
];
const nameOf = (what: string) => names.find(([, words]) => words.test(what))?.[0] ?? what;

/** Returns the pass's result in one word or two. */
function told(pass: Pass): string {
	const { then, read } = pass.end;
	const again = then === 'readAgain' ? 'again: ' : '';
	if ('failure' in read)
		return again + (read.failure === failure ? 'its failure' : nameOf(read.failure.what));
	return `${again}${read.incomplete ? 'incomplete' : 'whole'}${read.missing ? ` -${read.missing}` : ''}`;
}

// Columns: the case, the pages, how many more are wanted after them, and the result if it ends there.
test.each(
	tableOf(`
		the first of four                            1-10/35:4                                   3  whole -25
		all                                          1-10/35:4 11-20/35 21-30/35 31-35/35        0  whole
		nothing tells how many: one more             1-10                                        1  whole
		nothing tells how many: an empty page        1-10 none                                   0  whole
		a last page of 0 tells nothing               1-10:0                                      1  whole
		no total                                     1-10:3                                      2  whole
		no total, full pages: one more               1-10:3 11-20:3 21-30:3                      1  whole
		no total, a page that isn't full             1-10:3 11-20:3 21-25:3                      0  whole
		no total, and the end by an empty page       1-10:3 11-20:3 21-30:3 none                 0  whole
		a last page that the total is beyond         1-10/35:2 11-20/35:2                        2  whole -15
		an empty list                                /0:1                                        0  whole
		an empty list without a word                 none                                        0  whole
		an empty page, rows are missing              1-10/35:2 11-20/35:2 /35:2                  0  whole -15
		an empty page that counts nothing            1-10/35:2 11-20/35:2 /0:2                   0  whole -15
		a claimed page is empty                      1-10/35:4 11-20/35:4 /35:4                  0  missingPages
		the last claimed page is empty               1-10/35:2 /35:2                             0  missingPages
		the first page is empty, of two              /35:2                                       0  missingPages
		the first page is empty, of one              /35:1                                       0  whole -35
		an empty page, one before it claimed more    1-10/35:4 /35                               0  whole -25
		short pages, the end only by an empty page   1-4:3 5-8:3 9-12:3                          1  whole
		short pages, and their end                   1-4:3 5-8:3 9-12:3 none                     0  whole
		a page fails                                 1-10/35:4 failed                            0  its failure
		a claimed page is refused                    1-10/35:4 refused                           0  its failure
		the first page is refused                    refused                                     0  its failure
		a page past the claimed ones is refused      1-10/35:2 11-20/35:2 refused                0  whole -15
		a page past the claimed ones fails           1-10/35:2 11-20/35:2 failed                 0  its failure
		after such a refusal another one fails       1-10/35:2 11-20/35:2 refused failed         0  its failure
		after a failure nothing counts               1-10/35:4 failed 1-10/30:4                  0  its failure
		a claimed page repeats another               1-10/35:4 1-10/35:4                         0  again: repeatedPage
		a page repeats another, none is claimed      1-10 1-10                                   0  again: repeatedPage
		a page past the claimed ones repeats one     1-10/35:2 11-20/35:2 11-20/35:2             0  whole -15
		after it, nothing counts                     1-10/35:2 11-20/35:2 11-20/35:2 failed      0  whole -15
		after it, no record is taken                 1-10/35:2 11-20/35:2 11-20/35:2 21-30/35:2  0  whole -15
		empty pages are no repetition                1-10/35:2 11-20/35:2 /35:2 /35:2            0  whole -15
		the same records with another total          1-10/20:2 1-10/30:3                         1  whole -10
		records without an ID, another order         x,1/3:2 1,x/3:2                             1  whole
		records without an ID, the same order        x,1/3:2 x,1/3:2                             0  again: repeatedPage
		the total falls                              1-10/12:2 11/11:2                           0  again: incomplete
		the total falls to more than came            1-10/35:2 11-20/34:2 none                   0  again: incomplete -14
		the total rises                              1-10/12:2 11-13/13:2                        0  whole
		the last page falls, no total                1-10:4 11-20:3 21-30:3                      1  again: incomplete
		the last page falls, the total stays         1-10/30:4 11-20/30:3 21-30/30:3             0  whole
		records in place of others                   1-10/20:2 2-11/20:2                         0  again: incomplete
		records twice, but all came                  1-10/20:2 10-19/20:2 20/21:3                0  whole
		a new record in place of an old one          1-10/20:2 10-18,0/21:3 20/21:3              0  again: incomplete
		records twice, and nothing tells how many    1-10 10-18 none                             0  again: incomplete
		the same pages in both passes prove nothing  1-10/20:2 2-11/20:2 || 1-10/20:2 2-11/20:2  0  again: incomplete
		other pages in the second pass               1-10/20:2 2-11/20:2 || 1-10/20:2 3-12/20:2  0  again: incomplete
		both passes together have all                1-10/12:2 2-3/12:2 || 1-9/12:2 3,11,12/12:2  0  whole
		one that is gone makes up for none           1-10/12:2 2-3/12:2 || 2-10,3/11:2 11/11:2   0  again: incomplete
		the second pass has all that is left         1-10/20:2 2-11/20:2 || 1-10/19:2 11-19/19:2  0  whole
		the second pass is right                     1-10/20:2 2-11/20:2 || 1-10/20:2 11-20/20   0  whole
	`),
)('%s: %s', (_, pages, wanted, end) => {
	const { pass } = passOver(pages!);
	expect([String(pass.wanted), told(pass)]).toEqual([wanted, end]);
});

/** A service with `count` rows that gives at most `cap` rows a page. Its claims are true, except those in `says`. */
interface Service {
	count: number;
	cap: number;
	says?: Partial<Record<'perPage' | 'lastPage' | 'total', number | undefined>>;
}

/** Reads all pages that a pass wants, one after the other. */
function readAll({ count, cap, says }: Service, changes: Partial<PageQuery>) {
	const taken: unknown[] = [];
	const { pass, reading } = newPass({ ...changes, take: ({ id }) => void taken.push(id) });
	const size = Math.min(cap, reading.perPage);
	let next = reading.first;
	for (; pass.wanted > 0; next++) {
		const records = upTo(count)
			.slice((next - 1) * size, next * size)
			.map((id) => ({ id }));
		const truth = { perPage: size, lastPage: Math.ceil(count / size), total: count };
		const page = { records, keys: records.map(({ id }) => `${id}`), oddRows: 0, ...truth, ...says };
		pass.stopIfLast(1, { page });
		pass.addAnswer(next, { page });
	}
	return { taken, pages: next - reading.first, told: told(pass) };
}

describe('claims that do not agree: nothing is lost, nothing is said to be', () => {
	const nothing = { perPage: undefined, lastPage: undefined, total: undefined };
	const halves = { count: 150, cap: 50, says: { perPage: 100, lastPage: 2 } };
	const fifths = { count: 210, cap: 20, says: { perPage: 100, lastPage: 3, total: undefined } };
	const own = { perPage: 100, lastPage: 11, total: undefined };
	const few = (says: Service['says'], cap = 5) => ({ count: 35, cap, says });
	test.each<[string, Service, Partial<PageQuery>, number[], number]>([
		['a service that tells nothing', few(nothing), {}, upTo(35), 8],
		['one that tells the truth', few({}), {}, upTo(35), 7],
		['no page size', few({ perPage: undefined, lastPage: 3 }), {}, upTo(35), 7],
		['a page size of 0', few({ perPage: 0, lastPage: 3 }), {}, upTo(35), 7],
		['a last page of 0', few({ lastPage: 0 }, 10), {}, upTo(35), 4],
		['5 of a claimed 10 rows a page', few({ perPage: 10, lastPage: 4 }), {}, upTo(35), 7],
		['page 3 of it', few({ perPage: 10, lastPage: 4 }), { first: 3 }, upTo(35, 11), 5],
		['5 rows a page, up to a limit', few({ lastPage: 1 }), { limit: 12 }, upTo(12), 3],
		['page 2 of a service that gives 50 of 100', halves, { first: 2 }, upTo(150, 51), 2],
		['page 3 of it, which is its last', halves, { first: 3 }, upTo(150, 101), 1],
		['20 of a claimed 100, three pages, no total', fifths, {}, upTo(210), 11],
		['up to a limit', fifths, { limit: 105 }, upTo(105), 6],
		[
			'a total below its pages',
			{ ...fifths, says: { ...fifths.says, total: 20 } },
			{},
			upTo(210),
			11,
		],
		['a total of 0', { ...fifths, says: { ...fifths.says, total: 0 } }, {}, upTo(210), 11],
		['its own last page, one more tells', { ...fifths, says: own }, {}, upTo(210), 12],
		['the same with 250', { ...fifths, count: 250 }, {}, upTo(250), 13],
		[
			'the same with 190',
			{ ...fifths, count: 190, says: { ...fifths.says, lastPage: 2 } },
			{},
			upTo(190),
			10,
		],
		[
			'the same with 330',
			{ ...fifths, count: 330, says: { ...fifths.says, lastPage: 4 } },
			{},
			upTo(330),
			17,
		],
		[
			'the same with 90, one page',
			{ ...fifths, count: 90, says: { ...fifths.says, lastPage: 1 } },
			{},
			upTo(90),
			5,
		],
	])('%s', (_, service, changes, ids, pages) => {
		const perPage = service.count === 35 ? 10 : 100;
		const came = readAll(service, { perPage, ...changes });
		expect(came).toEqual({ taken: ids, pages, told: 'whole' });
	});
});

test('records without an ID are counted: read again, they would come twice', () => {
	const { pass, taken } = passOver('1,x,x/3:2');
	expect([pass.withoutId, taken]).toEqual([2, [1, 'x', 'x']]);
});

test.each([
	[10_000, 1, 'whole'],
	[10_001, 0, 'endlessPages'],
])('%i pages, and nothing tells the last one', (count, wanted, end) => {
	const pages = upTo(count).join(' ');
	const { pass } = passOver(pages, { perPage: 1 });
	expect([pass.wanted, told(pass)]).toEqual([wanted, end]);
	expect(told(passOver(pages, { perPage: 1, limit: count }).pass)).toBe('whole');
});

describe('a limit', () => {
	test.each<[Partial<PageQuery>, string, number, string]>([
		[{ limit: 10 }, '1-10/100:10', 0, 'whole'],
		[{ limit: 11 }, '1-10/100:10', 1, 'whole -90'],
		[{ limit: 31 }, '1-10/100:10', 3, 'whole -90'],
		[{ limit: 90 }, '1-10/25:3', 2, 'whole -15'],
		[{ limit: 30 }, '1-4/100:10', 7, 'whole -96'],
		[{ limit: 5 }, '1-10/35:4 failed', 0, 'whole'],
		[{ limit: 12 }, '1-10/12:2 2-11/11:2', 0, 'again: incomplete'],
		[{ limit: 11 }, '1-10/12:2 2-11/11:2', 0, 'whole'],
		// If some records don't count, it wants as many pages as may be under way.
		[{ limit: 1, keeps: () => false }, '1-10/100:10', 4, 'whole -90'],
		[{ limit: 1, keeps: () => false }, '1-10/35:4', 3, 'whole -25'],
		[{ keeps: () => false }, '1-10/100:10', 9, 'whole -90'],
	])('%j, %s: %i more pages are wanted', (changes, pages, wanted, end) => {
		const { pass } = passOver(pages, changes);
		expect([pass.wanted, told(pass)]).toEqual([wanted, end]);
	});

	test('no more is taken', () => {
		expect(passOver('1-10/20:2 11-20/20:2', { limit: 3 }).taken).toEqual([1, 2, 3]);
	});
});

describe('from a later page on', () => {
	test.each([
		[3, '21-30/35:4', 1, 'whole -5'],
		[3, '21-30/35:4 31-35/35:4', 0, 'whole'],
		// It may be a page of a service that gives fewer rows than it claims.
		[4, '31-35/35:4', 1, 'whole'],
		[4, '31-35/35:4 none', 0, 'whole'],
		[5, '/35:4', 0, 'whole'],
		[3, '/35:3', 0, 'whole -15'],
		[3, '/35:4', 0, 'missingPages'],
	])('%i, %s', (first, pages, wanted, end) => {
		const { pass } = passOver(pages, { first });
		expect([pass.wanted, told(pass)]).toEqual([wanted, end]);
	});
});

describe('a page that is enough', () => {
	const isEnough = ({ records }: Page) => records.some(({ id }) => id === 12);

	test.each([
		['1-10/35:4', 3, 'whole -25'],
		['1-10/35:4 11-20/35:4', 0, 'whole'],
		['1-10/35:4 11-20/35:4 failed', 0, 'whole'],
		['1-10/35:4 11-20/34:4', 0, 'again: incomplete'],
		['1-10/35:4 10-19/36:4', 0, 'whole'],
		['1-10/35:4 10-19/35:4', 0, 'again: incomplete'],
		// Neither pass has seen 11, though the first one has seen more.
		['1-10/50:5 2,13-21/50:5 12,22-30/50:5 || 1-10/50:5 2,12-20/50:5', 0, 'again: incomplete'],
	])('%s', (pages, wanted, end) => {
		const { pass } = passOver(pages, { isEnough });
		expect([pass.wanted, told(pass)]).toEqual([wanted, end]);
	});
});

test.each([['failed'], ['none'], ['12/35:4']])(
	'%s, before its turn: no more are asked for',
	(text) => {
		const { pass } = passOver('1-10/35:4', { isEnough: ({ records: [one] }) => one?.id === 12 });
		expect(pass.wanted).toBe(3);
		pass.stopIfLast(2, answerOf(text));
		expect(pass.wanted).toBe(0);
	},
);

describe('records', () => {
	test.each([
		['come out once', '1-3/5 3-5/5', [1, 2, 3, 4, 5]],
		['come out once in both passes', '1-3/5 3-5/4 || 2-4/4', [1, 2, 3, 4, 5]],
		['without an ID come as they come', '1,x,x/5 x,2/5', [1, 'x', 'x', 'x', 2]],
		['of a page that comes again past the claimed ones do not', '1,x/4:1 1,x/4:1', [1, 'x']],
	])('%s', (_, pages, ids) => expect(passOver(pages).taken).toEqual(ids));

	test('that count only the second time come out, once', () => {
		let times = 0;
		const keeps = ({ id }: IDataObject) => id !== 2 || ++times > 1;
		expect(passOver('1,2/4 2,3/4 2/4', { keeps }).taken).toEqual([1, 2, 3]);
	});
});
