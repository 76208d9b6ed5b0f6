import { Slices } from '../../nodes/MessagingService/http/slices.ts';

afterEach(() => jest.restoreAllMocks());

test('a slice is over after 20 milliseconds; the next begins when others had their turn', async () => {
	let now = 1_000;
	jest.spyOn(Date, 'now').mockImplementation(() => now);
	const slices = new Slices();
	const overAfter = (milliseconds: number): boolean => ((now += milliseconds), slices.isOver);
	expect([overAfter(0), overAfter(19), overAfter(1), overAfter(1_000)]).toEqual([
		false,
		false,
		true,
		true,
	]);
	let othersHadTheirTurn = false;
	setTimeout(() => (othersHadTheirTurn = true), 0);
	await slices.next();
	expect(othersHadTheirTurn).toBe(true);
	expect([overAfter(0), overAfter(19), overAfter(1)]).toEqual([false, false, true]);
});
