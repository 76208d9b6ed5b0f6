/** Return All from a later page on: what stands before that page is neither read nor missed. */
import type { Fields } from '../../nodes/MessagingService/operations/operation.ts';
import { queryMessages } from '../../nodes/MessagingService/operations/queryMessages.ts';
import { querySenders } from '../../nodes/MessagingService/operations/querySenders.ts';
import { runCore } from '../run/coreRun.mts';
import { page as answerOf } from '../run/answers.mts';
import { numbered, read, upTo } from './pagedService.mts';

test.each([queryMessages, querySenders])(
	'$name reads from Page to the last page, and nothing else',
	async ({ prepare }) => {
		const set: Record<string, unknown> = { returnAll: true, output: 'raw' };
		const fields = {
			body: {},
			query: { page: 4, per_page: 3 },
			parameter: (path: string) => set[path],
			isInForm: () => false,
			zone: 'UTC',
			now: 0,
			memory: new Map(),
		} as unknown as Fields;
		const run = await runCore({
			items: [prepare(fields)],
			method: 'GET',
			service: ({ request }) => {
				const { page, per_page: size } = request.qs as { page: number; per_page: number };
				return answerOf(numbered(16).slice((page - 1) * size, page * size), {
					last_page: 6,
					per_page: size,
					total: 16,
				});
			},
		});
		expect(run.left.map(({ request }) => request.qs)).toEqual(
			[4, 5, 6].map((page) => ({ page, per_page: 3 })),
		);
		expect(run.outputs[0]!.map(({ json }) => json.id)).toEqual([10, 11, 12, 13, 14, 15, 16]);
	},
);

test('a row that comes while the pages are read has none of them read again: those before the first page are not missing', async () => {
	let isNew = true;
	const { answer, ids, pages } = await read(
		{
			records: numbered(32),
			before: (page, records) => {
				if (page === 4 && isNew) records.unshift({ id: 77 });
				if (page === 4) isNew = false;
			},
		},
		{ first: 3, perPage: 6, concurrency: 1 },
	);
	// Row 18 was pushed on to page 4, and came a second time.
	expect([ids, pages]).toEqual([upTo(32).slice(12), [3, 4, 5, 6]]);
	expect(answer).not.toHaveProperty('incomplete');
});
