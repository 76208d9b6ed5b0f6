/** A cap of the run that several items give differently: the lowest counts, wherever it stands. */
import { failuresByCap } from '../../nodes/MessagingService/run/caps.ts';
import type { SendOrder } from '../../nodes/MessagingService/item.ts';
import { sends } from './coreRun.mts';

/** Three items with these caps, 0 for none. They reach five numbers, and come to 11 segments. */
function ordersWith(name: 'maxRecipients' | 'maxTotalSegments', caps: number[]): SendOrder[] {
	const numbers = [['+25471001', '+25471002'], ['+25471003'], ['+25471004', '+25471005']];
	const segments = [2, 3, 2];
	return numbers.map((recipients, place) => {
		const prepared = sends(recipients, {
			[name]: caps[place],
			beside: { segments: segments[place]!, encoding: 'UCS-2' },
		});
		return ('order' in prepared ? prepared.order : undefined) as SendOrder;
	});
}

const told = async (orders: SendOrder[]) =>
	[...(await failuresByCap(orders)).values()].map((failures) => failures.map(({ what }) => what));

describe.each([
	['maxRecipients', 5, 4, /would reach 5 numbers, and Max Recipients allows 4\./],
	[
		'maxTotalSegments',
		11,
		10,
		/would send 11 segments, counted once for each number, and Max Total Segments allows 10\./,
	],
] as const)('%s', (name, enough, tooFew, sentence) => {
	const places = [0, 1, 2];
	const higher = 40;

	test.each(places)('the lowest, here of item %i, refuses them all', async (place) => {
		const caps = places.map((each) => (each === place ? tooFew : higher + each));
		expect(await told(ordersWith(name, caps))).toEqual(
			places.map(() => [expect.stringMatching(sentence)]),
		);
	});

	test.each(places)('the only one, here of item %i, refuses them all', async (place) => {
		const caps = places.map((each) => (each === place ? tooFew : 0));
		expect(await told(ordersWith(name, caps))).toEqual(
			places.map(() => [expect.stringMatching(sentence)]),
		);
	});

	test.each(places)(
		'one that is just enough, here of item %i, refuses none, whatever the others are',
		async (place) => {
			expect(
				await told(
					ordersWith(
						name,
						places.map((each) => (each === place ? enough : higher + each)),
					),
				),
			).toEqual([]);
			expect(
				await told(
					ordersWith(
						name,
						places.map((each) => (each === place ? enough : 0)),
					),
				),
			).toEqual([]);
		},
	);
});
