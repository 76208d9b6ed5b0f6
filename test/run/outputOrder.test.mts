/** Items come out in the order of the input, whichever was answered first. */
import { outputsOf } from '../../nodes/MessagingService/run/outputs.ts';
import type { Result } from '../../nodes/MessagingService/item.ts';

test('the item that is answered last stands where it stood in the input', async () => {
	const failed: Result = {
		failures: [{ id: 'x', what: 'No.', next: 'Mend it.', fate: 'refused' }],
	};
	const answered: Array<[number, Result]> = [
		[3, { outputs: [{ name: 'fern' }] }],
		[1, failed],
		[2, { outputs: [{ name: 'moss' }, { name: 'sedge' }] }],
		[0, { outputs: [{ name: 'heath' }] }],
	];
	const form = {
		errorOf: () => new Error('No.'),
		sends: false,
		toErrorOutput: false,
		rowOf: () => ({}),
	};
	const outputs = await outputsOf(new Map(answered), 4, form);
	expect(outputs.map(({ json, pairedItem }) => [json.name, pairedItem])).toEqual([
		['heath', { item: 0 }],
		[undefined, { item: 1 }],
		['moss', { item: 2 }],
		['sedge', { item: 2 }],
		['fern', { item: 3 }],
	]);
});
