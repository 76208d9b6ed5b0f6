/**
 * Query Senders outputs the sender IDs as the service gives them, List Statuses the statuses that a sender ID can have.
 */
import type { INodeParameters } from 'n8n-workflow';
import { answering, doors, received, run } from '../harness/index.mts';
import { envelope } from './pagedList.mts';

const query = async (parameters: INodeParameters = {}, setup = {}) =>
	await run({ operation: 'querySenders', ...parameters }, setup);
const asked = () => received('senders').map(({ query }) => query);

test.each(doors)('senders come out as the service gives them (%s)', async (door) => {
	const { items, told } = await query({ limit: 2 }, { door });
	expect(told).toBe('');
	expect(items).toMatchObject([
		{ json: { id: 164, name: 'Brand 64', status: -1 }, pairedItem: { item: 0 } },
		{ json: { id: 163, name: 'Brand 63', status: 0 }, pairedItem: { item: 0 } },
	]);
	expect(Object.keys(items[0]!.json)).toEqual(['id', 'name', 'status', 'created_at']);
	expect(asked()).toEqual([{ page: '1', per_page: '2' }]);
});

test.each(doors)('List Statuses: one item a status, its ID a number (%s)', async (door) => {
	const { rows } = await run({ operation: 'listStatuses' }, { door });
	expect(rows).toHaveLength(6);
	expect(rows).toEqual(
		expect.arrayContaining([
			{ id: 0, label: 'Pending' },
			{ id: -3, label: 'Rejected' },
		]),
	);
	expect(received('statuses').map(({ query }) => query)).toEqual([{}]);
});

test.each<[string, unknown, object[]]>([
	['a status that nobody specified', { 4: 'Parked' }, [{ id: 4, label: 'Parked' }]],
	['what is no status', { '-12': 7, '1a': 'x', note: 'x' }, [{ id: -12, label: '7' }]],
	['none', {}, []],
])('List Statuses: %s', async (_, data, statuses) => {
	await answering(() => ({ body: envelope(data) }));
	expect((await run({ operation: 'listStatuses' })).rows).toEqual(statuses);
});
