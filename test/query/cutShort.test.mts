/** A service that gives fewer rows than its total says: read on past the last page it claims, else said. */
import { numbered, read, upTo } from './pagedService.mts';

const records = numbered(35);

describe('what the service says of its pages is too little, and all rows come', () => {
	test.each([
		['a smaller page than it claims', { cap: 5, claimsSize: 10, lastPage: 4 }, 7],
		['a last page clipped to 2', { cap: 5, lastPage: 2 }, 7],
		['a last page that is always 1', { cap: 10, lastPage: 1 }, 4],
		['a last page of 0', { cap: 10, lastPage: 0 }, 4],
		['no last page', { cap: 5, claimsSize: 10, hidesLastPage: true }, 7],
		['no page size', { cap: 5, hidesSize: true, lastPage: 3 }, 7],
	])('%s', async (_name, changes, last) => {
		for (const concurrency of [1, 10]) {
			const { answer, ids, pages } = await read({ records, ...changes }, { concurrency });
			expect([ids, pages]).toEqual([upTo(35), upTo(last)]);
			expect(Object.keys(answer)).toEqual(['outputs']);
		}
	});

	test.each([2, 3])('from page %i on', async (first) => {
		const { answer, ids } = await read({ records, cap: 5, claimsSize: 10, lastPage: 4 }, { first });
		expect(ids).toEqual(upTo(35).slice((first - 1) * 5));
		expect(Object.keys(answer)).toEqual(['outputs']);
	});

	test('a limit is still reached with no page too many', async () => {
		const { ids, pages } = await read({ records, cap: 5, lastPage: 1 }, { limit: 12 });
		expect([ids, pages]).toEqual([upTo(12), [1, 2, 3]]);
	});
});

test('an honest last page, asked for first, is the only one read', async () => {
	const { answer, ids, pages } = await read({ records }, { first: 4 });
	expect([ids, pages]).toEqual([[31, 32, 33, 34, 35], [4]]);
	expect(Object.keys(answer)).toEqual(['outputs']);
});

describe('rows that never come are counted', () => {
	test.each([
		['an empty page', { lastPage: 2, endsAfter: 2 }, 20],
		[
			'an empty page that counts nothing',
			{ lastPage: 2, endsAfter: 2, emptyMeta: { total: undefined } },
			20,
		],
		['an empty page that counts 0', { lastPage: 2, endsAfter: 2, emptyMeta: { total: 0 } }, 20],
		['no such page', { lastPage: 2, failsFrom: 3 }, 20],
		['the last page once more', { lastPage: 2, repeatsLastPage: true }, 20],
		['an empty first page', { lastPage: 1, endsAfter: 0 }, 0],
		['an empty page, and no last page', { hidesLastPage: true, endsAfter: 3 }, 30],
	])('%s', async (_name, changes, came) => {
		for (const concurrency of [1, 10]) {
			const { answer, ids } = await read({ records, ...changes }, { concurrency });
			expect(ids).toEqual(upTo(came));
			expect(answer).toMatchObject({ missing: 35 - came });
		}
	});

	test('but not where the limit is reached', async () => {
		const { answer } = await read({ records, lastPage: 2, endsAfter: 2 }, { limit: 20 });
		expect(Object.keys(answer)).toEqual(['outputs']);
	});
});

describe('a failure stays one', () => {
	const idsOf = async (...given: Parameters<typeof read>) => {
		const { answer } = await read(...given);
		return 'failures' in answer ? answer.failures.map(({ id }) => id) : 'none';
	};

	test.each([
		['a claimed page is refused', { lastPage: 3, failsFrom: 3 }, 'refused'],
		[
			'a page past the last fails',
			{ lastPage: 2, failsFrom: 3, failsWith: 'serverError' },
			'serverError',
		],
		[
			'a page is refused, and no last page was claimed',
			{ hidesLastPage: true, failsFrom: 3 },
			'refused',
		],
		['a claimed page is an earlier one again', { lastPage: 3, repeats: true }, 'repeatedPage'],
		[
			'no last page is claimed, and each page is the first',
			{ hidesLastPage: true, repeats: true },
			'repeatedPage',
		],
		[
			'a claimed page is empty',
			{ lastPage: 4, endsAfter: 3, emptyMeta: { total: 35 } },
			'missingPages',
		],
	])('%s', async (_name, changes, id) => {
		for (const concurrency of [1, 10])
			expect(await idsOf({ records, ...changes }, { concurrency })).toEqual([id]);
	});
});

test('what one page says of the last one holds on where the next says nothing', async () => {
	const { ids, answer } = await read({
		records,
		meta: 'once',
		cap: 5,
		claimsSize: 10,
		lastPage: 4,
	});
	expect([ids, Object.keys(answer)]).toEqual([upTo(35), ['outputs']]);
});
