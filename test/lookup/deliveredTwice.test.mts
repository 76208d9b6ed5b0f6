/** Runs of one process at the same moment, and what other processes can't see. */
import { loggedIn } from '../contract/client.mts';
import { goodSend, rowsOf, startWorkbench, type Workbench } from '../workbench.mts';
import type { SandboxOptions } from '../../workbench/sandbox/sandbox.mts';

let bench: Workbench;
afterEach(async () => await bench.sandbox.stop());
const open = async (options: SandboxOptions = {}) => void (bench = await startWorkbench(options));

const order = (index: number) => ({
	phone: `+2547${String(11_000_000 + index)}`,
	number: `A-${1000 + index}`,
});
const parameters = {
	...goodSend,
	recipients: '={{ $json.phone }}',
	message: '=Order {{ $json.number }}',
	options: { skipAlreadySent: true },
};
const after = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const texted = () => bench.sandbox.journal.flatMap(({ recipients }) => recipients);
const outcomesOf = (results: Array<Awaited<ReturnType<Workbench['run']>>>) =>
	results.map((result) => rowsOf(result).map(({ sendOutcome }) => sendOutcome)).flat();

test.each([0, 40])(
	'100 orders, each delivered twice, 0 to 500 ms apart, by a service that takes %d ms: 100 messages',
	async (latency) => {
		await open({ latency });
		const deliver = async (index: number, wait: number) => {
			await after(wait);
			return await bench.run(parameters, { items: [order(index)] });
		};
		const runs = await Promise.all(
			Array.from({ length: 100 }, async (_, index) => {
				const begins = (index * 37) % 400;
				return await Promise.all([deliver(index, begins), deliver(index, begins + index * 5)]);
			}),
		);
		expect(texted().sort()).toEqual(Array.from({ length: 100 }, (_, index) => order(index).phone));
		for (const [index, pair] of runs.entries()) {
			expect(outcomesOf(pair).sort()).toEqual(['accepted', 'alreadySent']);
			const [accepted, already] = pair
				.map((result) => rowsOf(result)[0]!)
				.sort((one) => (one.sendOutcome === 'accepted' ? -1 : 1));
			expect([already!.messageId, already!.recipients]).toEqual([
				accepted!.messageId,
				[order(index).phone],
			]);
		}
	},
);

test('two runs of one list at the same moment text each number once, whichever of them comes first', async () => {
	await open({ latency: 5, readings: { messageIdType: 'uuid' } });
	const items = Array.from({ length: 120 }, (_, index) => order(index));
	const results = await Promise.all([
		bench.run(parameters, { items }),
		bench.run(parameters, { items: [...items].reverse() }),
		bench.run(parameters, { items }),
	]);
	expect(texted().sort()).toEqual(items.map(({ phone }) => phone));
	expect(outcomesOf(results).filter((outcome) => outcome === 'accepted')).toHaveLength(120);
	expect(outcomesOf(results).filter((outcome) => outcome === 'alreadySent')).toHaveLength(240);
});

test('items with several numbers that overlap, in runs at the same moment, end, and reach each number once', async () => {
	await open({ latency: 3 });
	const list = (from: number, to: number) => ({
		phone: Array.from(
			{ length: Math.abs(to - from) },
			(_, step) => order(from + Math.sign(to - from) * step).phone,
		).join(', '),
		number: 'all',
	});
	const results = await Promise.all([
		bench.run(parameters, { items: [list(0, 6), list(4, 10), list(8, 14)] }),
		bench.run(parameters, { items: [list(13, 7), list(9, 3), list(5, -1)] }),
		bench.run(
			{ ...parameters, options: { skipAlreadySent: true, combineItems: true } },
			{ items: [list(0, 14), list(2, 9)] },
		),
	]);
	expect([...texted()].sort()).toEqual(
		Array.from({ length: 14 }, (_, index) => order(index).phone),
	);
	expect(outcomesOf(results)).toHaveLength(8);
	expect(
		outcomesOf(results).filter((outcome) => outcome !== 'accepted' && outcome !== 'alreadySent'),
	).toEqual([]);
});

test('a run waits for the outcome of another: what that one could not send goes, once', async () => {
	await open({ latency: 30 });
	bench.sandbox.play({ on: 'send', kind: 'badRequest' });
	const results = await Promise.all(
		[0, 5].map(async (wait) => {
			await after(wait);
			return await bench.run(parameters, {
				items: [order(1)],
				settings: { onError: 'continueRegularOutput' },
			});
		}),
	);
	expect(outcomesOf(results).sort()).toEqual(['accepted', 'notSent']);
	expect(texted()).toEqual([order(1).phone]);
});

test('a run that is stopped while it waits for another sends nothing', async () => {
	await open();
	bench.sandbox.play({ on: 'send', kind: 'hang' });
	const [first, second] = [new AbortController(), new AbortController()];
	const running = bench.run(parameters, { items: [order(1)], signal: first.signal });
	while (bench.received('send').length === 0) await after(1);
	const waiting = bench.run(parameters, { items: [order(1)], signal: second.signal });
	while (bench.received('messages').length < 2) await after(1);
	await after(5);
	second.abort();
	expect((await waiting).status).toBe('canceled');
	first.abort();
	await running;
	expect(bench.received('send')).toHaveLength(1);
});

describe('a message from another process', () => {
	test('is seen once the service lists it; before that the number is texted a second time', async () => {
		await open({ listingDelay: 60_000 });
		const elsewhere = await loggedIn(bench.sandbox);
		const body = {
			sender_id: 102,
			priority: 'utility',
			campaign: 'reminders',
			schedule: null,
			contact_list_id: null,
		};
		await elsewhere.post('/sms/messages', {
			...body,
			message: 'Order A-1001',
			recipients: [order(1).phone],
		});
		// This is the gap that the documentation names: nobody in this process can know.
		expect(outcomesOf([await bench.run(parameters, { items: [order(1)] })])).toEqual(['accepted']);
		await elsewhere.post('/sms/messages', {
			...body,
			message: 'Order A-1002',
			recipients: [order(2).phone],
		});
		bench.sandbox.setOptions({ listingDelay: 0 });
		expect(outcomesOf([await bench.run(parameters, { items: [order(2)] })])).toEqual([
			'alreadySent',
		]);
		// What this process sent itself it knows, however late the list is.
		bench.sandbox.setOptions({ listingDelay: 60_000 });
		expect(
			outcomesOf([
				await bench.run(parameters, { items: [order(3)] }),
				await bench.run(parameters, { items: [order(3)] }),
			]),
		).toEqual(['accepted', 'alreadySent']);
	});
});
