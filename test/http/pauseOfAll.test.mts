/**
 * A 429 holds back every request of the account until the time that the service asked for is over:
 * by the limiter's clock, not by one's own wait.
 */
import type { Answer } from '../../nodes/MessagingService/http/outcome.ts';
import { answer, numbersOf } from '../run/answers.mts';
import { accepted, freshCredential, runCore, sends } from '../run/coreRun.mts';

/** Pauses end when the test says so. */
const mockHeld: Array<{ milliseconds: number; over: () => void }> = [];
jest.mock('../../nodes/MessagingService/http/pause.ts', () => ({
	pause: (milliseconds: number) =>
		new Promise<void>((over) => mockHeld.push({ milliseconds, over })),
}));

let now = Date.now();
beforeEach(() => {
	mockHeld.length = 0;
	jest.spyOn(Date, 'now').mockImplementation(() => now);
});
afterEach(() => jest.restoreAllMocks());

const turns = async (count: number) => {
	for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
};

test('neither the other items nor another run leave meanwhile, however many may be under way', async () => {
	const credential = freshCredential();
	const left: string[] = [];
	const service = ({ request }: { request: Record<string, unknown> }, count: number): Answer => {
		left.push((request.body as { recipients: string[] }).recipients[0]!);
		return count === 1 && left.length === 1
			? answer(429, 'Slow down', { 'retry-after': '17' })
			: accepted();
	};
	const numbers = ['+59322001', '+59322002', '+59322003'];
	const run = runCore({
		items: numbers.map((number) => sends([number], {}, 1)),
		credential: () => credential,
		service,
	});
	await turns(20);
	const other = runCore({
		items: [sends(['+59322009'], {}, 8)],
		credential: () => credential,
		service,
	});
	await turns(20);
	expect([left, mockHeld.map(({ milliseconds }) => milliseconds)]).toEqual([
		['+59322001'],
		[17_000],
	]);
	now += 17_000;
	mockHeld[0]!.over();
	expect([(await run).error, (await other).error]).toEqual([undefined, undefined]);
	expect(
		numbersOf(await run)
			.flat()
			.sort(),
	).toEqual(['+59322001', ...numbers]);
});
