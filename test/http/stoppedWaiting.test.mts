/** A stopped run leaves the limiter that it shares with others: what it had waiting there keeps nobody back. */
import type { Answer } from '../../nodes/MessagingService/http/outcome.ts';
import { Limiter } from '../../nodes/MessagingService/http/limiter.ts';
import { accepted, freshCredential, runCore, sends } from '../run/coreRun.mts';

// No pause ends, and no time passes: whatever goes on here waits for a place, or for an answer.
jest.mock('../../nodes/MessagingService/http/pause.ts', () => ({
	pause: () => new Promise(() => undefined),
}));
beforeEach(() => void jest.spyOn(Date, 'now').mockReturnValue(Date.now()));
afterEach(() => jest.restoreAllMocks());

const turns = async (count: number) => {
	for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
};

test('other runs go on, although it allowed one request at a time and one of theirs never ends', async () => {
	const credential = freshCredential();
	const shared = { credential: () => credential };
	let letGo: (given: Answer) => void = () => undefined;
	const stuck = runCore({
		...shared,
		items: [sends(['+37060011'], {}, 9)],
		service: () => new Promise<Answer>((resolve) => (letGo = resolve)),
	});
	await turns(20);
	const stop = new AbortController();
	const stopped = runCore({
		...shared,
		items: [sends(['+37060012'], {}, 1), sends(['+37060013'], {}, 1)],
		signal: stop.signal,
	});
	await turns(20);
	stop.abort();
	expect((await stopped).left).toEqual([]);
	let answered = 0;
	const going = runCore({
		...shared,
		items: Array.from({ length: 25 }, (_, index) => sends([`+370600${200 + index}`], {}, 9)),
		service: () => (answered++, accepted()),
	});
	await turns(400);
	const answeredMeanwhile = answered;
	letGo(accepted());
	expect([(await stuck).error, (await going).error, answeredMeanwhile]).toEqual([
		undefined,
		undefined,
		25,
	]);
});

test('its requests come through a pause in which no other does, each of them, in one turn', async () => {
	const limiter = new Limiter();
	const [stopped, other] = [{}, {}];
	const order: string[] = [];
	limiter.pause(2 ** 30);
	for (const name of ['first', 'second'])
		void limiter.enter(stopped, 1).then((leave) => (order.push(name), leave()));
	void limiter.enter(other, 1).then(() => order.push('other'));
	await turns(3);
	expect(order).toEqual([]);
	limiter.dismiss(stopped);
	await turns(1);
	expect(order).toEqual(['first', 'second']);
});
