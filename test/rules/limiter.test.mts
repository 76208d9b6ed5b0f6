/** How many requests of an account are in progress at once, whose turn it is, and what a rate limit holds back. */
import { setImmediate as turn } from 'node:timers/promises';
import { Limiter } from '../../nodes/MessagingService/service/limiter.ts';

/** Ends the pauses that began, in their order. */
let mockPauses: Array<() => void> = [];
jest.mock('n8n-workflow', () => ({
	sleep: async () => await new Promise<void>((resolve) => mockPauses.push(resolve)),
}));
beforeEach(() => (mockPauses = []));

/** Requests that ask for a place, in the order in which they get one. */
class Requests {
	readonly limiter = new Limiter();
	readonly admitted: string[] = [];
	private readonly leaves = new Map<string, () => void>();

	async ask(name: string, run: object, concurrency: number, isRepeat?: boolean): Promise<void> {
		void this.limiter.enter(run, concurrency, isRepeat).then((leave) => {
			this.admitted.push(name);
			this.leaves.set(name, leave);
		});
		await turn();
	}

	/** Ends a request. Returns the names of the requests that this lets in. */
	async end(name: string): Promise<string[]> {
		const before = this.admitted.length;
		this.leaves.get(name)!();
		await turn();
		return this.admitted.slice(before);
	}

	/** Ends a pause. Returns the names of the requests that this lets in. */
	async pauseEnds(): Promise<string[]> {
		const before = this.admitted.length;
		mockPauses.shift()!();
		await turn();
		return this.admitted.slice(before);
	}
}

const [one, other] = [{}, {}];

test('the first requests go side by side, and a row with a smaller number waits until it may', async () => {
	const requests = new Requests();
	for (const name of ['a', 'b']) await requests.ask(name, one, 3);
	await requests.ask('alone', one, 1);
	expect(requests.admitted).toEqual(['a', 'b']);
	await requests.ask('c', other, 3);
	expect(requests.admitted).toEqual(['a', 'b', 'c']);
	expect(await requests.end('a')).toEqual([]);
	expect(await requests.end('b')).toEqual(['alone']);
});

test('runs take turns, and what is repeated goes before what is new', async () => {
	const requests = new Requests();
	await requests.ask('a', one, 1);
	for (const name of ['b', 'c']) await requests.ask(name, one, 1);
	await requests.ask('again', one, 1, true);
	await requests.ask('other', other, 1);
	expect(await requests.end('a')).toEqual(['again']);
	expect(await requests.end('again')).toEqual(['other']);
	expect(await requests.end('other')).toEqual(['b']);
});

describe('after a pause', () => {
	test('one tries alone, and if it succeeds, all go side by side again', async () => {
		const requests = new Requests();
		requests.limiter.pause(1_000, true);
		for (const name of ['a', 'b', 'c']) await requests.ask(name, one, 3);
		expect(requests.admitted).toEqual([]);
		expect(await requests.pauseEnds()).toEqual(['a']);
		expect(await requests.end('a')).toEqual(['b', 'c']);
	});

	test('that was begun again by the one that tried, one tries alone again', async () => {
		const requests = new Requests();
		requests.limiter.pause(1_000, true);
		for (const name of ['a', 'b', 'c']) await requests.ask(name, one, 3);
		await requests.pauseEnds();
		requests.limiter.pause(1_000, true);
		expect(await requests.end('a')).toEqual([]);
		expect(await requests.pauseEnds()).toEqual(['b']);
	});

	test('an answer that came during it proves nothing: one tries alone', async () => {
		const requests = new Requests();
		for (const name of ['a', 'b', 'c', 'd']) await requests.ask(name, one, 2);
		requests.limiter.pause(1_000, true);
		expect([await requests.end('a'), await requests.end('b')]).toEqual([[], []]);
		expect(await requests.pauseEnds()).toEqual(['c']);
	});

	test('that overlaps another one, nothing leaves before both are over', async () => {
		const requests = new Requests();
		requests.limiter.pause(1_000, true);
		requests.limiter.pause(3_000, true);
		await requests.ask('a', one, 1);
		expect([await requests.pauseEnds(), await requests.pauseEnds()]).toEqual([[], ['a']]);
		// The longer one includes the shorter one.
		expect(requests.limiter.paused).toBe(3_000);
	});

	test('for another reason than a rate limit, no time of a rate limit is told', () => {
		const { limiter } = new Requests();
		limiter.pause(1_000, false);
		expect(limiter.paused).toBe(0);
	});
});
