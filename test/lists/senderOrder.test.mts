/** Who comes first in the list of senders, and of whom it is said that they can't send. */
import { searchSenders } from '../../nodes/MessagingService/lists/searchSenders.ts';
import { page } from '../run/answers.mts';
import { editorFunctions } from './editorFunctions.mts';

/** The senders in the order of the list, as it shows them. */
async function namesOf(records: object[]): Promise<string[]> {
	return (await searchSenders.call(editorFunctions(() => page(records)))).results.map(
		({ name }) => name,
	);
}

test("senders whose status nobody knows stand among those that can send, before those that can't", async () => {
	expect(
		await namesOf([
			{ id: 41, name: 'ALDER', status: -2 },
			{ id: 42, name: 'WILLOW' },
			{ id: 43, name: 'ROWAN', status: 2 },
			{ id: 44, name: 'BEECH', status: 0 },
			{ id: 45, name: 'HAZEL', status: null },
			{ id: 46, name: 'YEW', status: 1 },
		]),
	).toEqual([
		'HAZEL',
		'ROWAN (Approved)',
		'WILLOW',
		'YEW (Active)',
		"ALDER (Suspended, can't send)",
		"BEECH (Pending, can't send)",
	]);
});

test('a status in words is shown as it is, and nothing is made of it', async () => {
	expect(
		await namesOf([
			{ id: 51, name: 'OSIER', status: -1 },
			{ id: 52, name: 'SLOE', status: ' Under review ' },
		]),
	).toEqual(['SLOE (Under review)', "OSIER (Deactivated, can't send)"]);
});
