/** Pages are read side by side, and may answer in any order: the records stand in the order of the pages. */
import { readPages } from '../../nodes/MessagingService/query/pages.ts';
import { same, upTo } from './pagedService.mts';

const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Reads five pages of four rows, of which the later ones answer in this order. */
async function readWhereAnswersCome(
	order: number[],
	{ limit, hasIds = true }: { limit?: number; hasIds?: boolean } = {},
) {
	const held = new Map<number, () => void>();
	const ask = async ({ page }: { page: number }) => {
		if (page > 1) await new Promise<void>((resolve) => held.set(page, resolve));
		const data = upTo(4).map((place) => ({
			...(hasIds ? { id: page * 100 + place } : {}),
			text: `${page}.${place}`,
		}));
		return { data: { data, meta: { last_page: 5, per_page: 4, total: 20 } } };
	};
	const reading = readPages({ first: 1, perPage: 4, limit }, 4, ask, same);
	for (const page of order) {
		await settle();
		held.get(page)!();
	}
	const answer = await reading;
	return 'outputs' in answer ? answer.outputs.map(({ text }) => text) : answer;
}

const rows = upTo(5).flatMap((page) => upTo(4).map((place) => `${page}.${place}`));

test.each([[[5, 4, 3, 2]], [[3, 5, 2, 4]], [[4, 2, 5, 3]]])(
	'where they answer in the order %j',
	async (order) => {
		expect(await readWhereAnswersCome(order)).toEqual(rows);
		expect(await readWhereAnswersCome(order, { hasIds: false })).toEqual(rows);
	},
);

test('a limit cuts after the first records of the pages, not of the answers', async () => {
	expect(await readWhereAnswersCome([4, 3, 2], { limit: 14 })).toEqual(rows.slice(0, 14));
});
