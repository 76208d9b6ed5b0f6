/** The distance that many requests keep from each other. */
import { Pace } from '../../nodes/MessagingService/http/pace.ts';
import { Stop } from '../../nodes/MessagingService/http/stop.ts';

const mockPause = jest.fn<Promise<void>, [milliseconds: number, stop?: Stop]>();
jest.mock('../../nodes/MessagingService/http/pause.ts', () => ({
	pause: (milliseconds: number, stop?: Stop) => mockPause(milliseconds, stop),
}));

let now = 0;
beforeEach(() => {
	now = Date.parse('2031-05-14T12:00:00Z');
	jest.spyOn(Date, 'now').mockImplementation(() => now);
	mockPause.mockReset().mockImplementation(async () => undefined);
});
afterEach(() => jest.restoreAllMocks());

const waits = () => mockPause.mock.calls.map(([milliseconds]) => milliseconds);

/** Begins so many requests in one moment that take no time; gives what each waited for its turn. */
async function begin(pace: Pace, count: number): Promise<number[]> {
	mockPause.mockClear();
	await Promise.all(Array.from({ length: count }, () => pace.keep(async () => undefined)));
	return waits();
}

/** A request that takes so long. */
const taking = async (pace: Pace, milliseconds: number) =>
	await pace.keep(async () => void (now += milliseconds));

test.each([
	['ten at once', 10, 31, 4, undefined, [2.5, 5, 7.5]],
	['three at once, five milliseconds apart at most', 3, 100, 3, undefined, [5, 10]],
	['too few to win anything', 10, 30, 4, undefined, []],
	['each takes as long as one before did', 10, 31, 4, 80, [4, 8, 12]],
	['each takes no time', 10, 31, 4, 0, []],
	[
		'less than a millisecond apart, which no timer can wait',
		10,
		31,
		5,
		8,
		[expect.closeTo(1.2), expect.closeTo(1.6)],
	],
])('%s', async (_name, concurrency, requests, count, duration, expected) => {
	expect(await begin(new Pace(concurrency, requests, duration), count)).toEqual(expected);
});

test('the last answer tells how long the next distance is', async () => {
	const pace = new Pace(4, 100, 0);
	await taking(pace, 16);
	expect(await begin(pace, 3)).toEqual([2, 4]);
	now += 10;
	expect(await begin(pace, 3)).toEqual([]);
});

test('whoever begins later than its turn does not wait, and those after it keep their distance from it', async () => {
	const pace = new Pace(4, 100, 24);
	const rest: number[][] = [];
	for (const later of [0, 1, 2, 3, 20]) {
		now += later;
		mockPause.mockClear();
		void pace.keep(() => new Promise(() => undefined));
		rest.push(waits());
	}
	expect(rest).toEqual([[], [2], [3], [3], []]);
});

test('a clock that is set back holds nobody up for longer than the others may take to begin', async () => {
	const pace = new Pace(4, 100, 24);
	void pace.keep(() => new Promise(() => undefined));
	now -= 3_600_000;
	expect(await begin(pace, 1)).toEqual([20]);
	now += 40;
	expect(await begin(pace, 1)).toEqual([]);
});

test('nor does one that is set back while a request is under way', async () => {
	const pace = new Pace(4, 100, 24);
	await taking(pace, -3_600_000);
	now += 3_600_020;
	expect(await begin(pace, 3)).toEqual([]);
	// The first of them was told no distance.
	await taking(pace, 8);
	expect(await begin(pace, 2)).toEqual([1]);
});

test('a request waits for its turn and leaves then; what comes of it is handed on', async () => {
	const pace = new Pace(1, 4);
	expect(await pace.keep(async () => 'first')).toBe('first');
	await taking(pace, 20);
	void pace.keep(() => new Promise(() => undefined));
	let goOn = (): void => undefined;
	mockPause.mockImplementation(() => new Promise((resolve) => (goOn = resolve)));
	const left: string[] = [];
	const stop = new Stop();
	const second = pace.keep(async () => {
		left.push('second');
		throw new Error('no answer');
	}, stop);
	expect([left, mockPause.mock.calls.at(-1)]).toEqual([[], [5, stop]]);
	goOn();
	await expect(second).rejects.toThrow('no answer');
	expect(left).toEqual(['second']);
});
