/**
 * Retry On Fail with items that share requests: what the service took, or may have taken, is kept of
 * every item of a request, of its first as of the others; what it refused is sent again, all of it.
 */
import fc from 'fast-check';
import type { Answer } from '../../nodes/MessagingService/http/outcome.ts';
import { Ledger } from '../../nodes/MessagingService/send/ledger.ts';
import { answer, numbersOf } from './answers.mts';
import { accepted, runCore, sends } from './coreRun.mts';
import { runsOf } from '../randomRuns.mts';

/** Items of one number each, which share requests of so many. */
const sharing = (count: number, combineUpTo: number) =>
	Array.from({ length: count }, (_, index) => sends([`+2557130${100 + index}`], { combineUpTo }));
const numbers = (...places: number[]) => places.map((place) => `+2557130${100 + place}`);

type Fate = 'accepted' | 'unknown' | 'refused';
const answers: Record<Fate, (id: string) => Answer> = {
	accepted,
	unknown: () => answer(500),
	refused: () => answer(422),
};

describe('after a try whose request for items 0 to 2 was', () => {
	async function twoTries(fate: Fate) {
		const ledger = new Ledger();
		const items = sharing(5, 3);
		const first = await runCore({
			items,
			ledger,
			service: (_left, count) => answers[count === 1 ? fate : 'refused'](`quay-${count}`),
		});
		expect(numbersOf(first)).toEqual([numbers(0, 1, 2), numbers(3, 4)]);
		return {
			ledger,
			second: await runCore({
				items,
				ledger,
				continuesOnFail: true,
				service: () => accepted('quay-later'),
			}),
		};
	}

	test('accepted, the next one sends only the others, and gives all three their receipt', async () => {
		const { ledger, second } = await twoTries('accepted');
		expect(numbersOf(second)).toEqual([numbers(3, 4)]);
		expect(
			second.outputs.map(([output]) => [
				output!.json.sendOutcome,
				output!.json.messageId,
				output!.json.recipients,
			]),
		).toEqual([
			...[0, 1, 2].map((place) => ['accepted', 'quay-1', numbers(place)]),
			...[3, 4].map((place) => ['accepted', 'quay-later', numbers(place)]),
		]);
		expect(ledger.receipts.map(({ index, messageId }) => [index, messageId])).toEqual([
			[0, 'quay-1'],
			[1, 'quay-1'],
			[2, 'quay-1'],
			[3, 'quay-later'],
			[4, 'quay-later'],
		]);
	});

	test('unknown, the next one sends only the others, and none of the three', async () => {
		const { ledger, second } = await twoTries('unknown');
		expect(numbersOf(second)).toEqual([numbers(3, 4)]);
		expect(second.outputs.map(([output]) => output!.json.sendOutcome)).toEqual([
			'unknown',
			'unknown',
			'unknown',
			'accepted',
			'accepted',
		]);
		for (const [output] of second.outputs.slice(0, 3))
			expect(output!.json.error).toMatch(
				/^Outcome unclear: the service answered 500.*may or may not have been sent/,
			);
		expect(ledger.receipts.map(({ index }) => index)).toEqual([3, 4]);
	});

	test('refused, the next one sends all of them', async () => {
		const { ledger, second } = await twoTries('refused');
		expect(numbersOf(second)).toEqual([numbers(0, 1, 2), numbers(3, 4)]);
		expect(ledger.receipts.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4]);
	});
});

test('over any tries each number is in one of three states, and leaves again only where it was refused', async () => {
	const fate = fc.constantFrom<Fate>('accepted', 'unknown', 'refused', 'refused');
	const seen = { again: 0, unknown: 0, shared: 0 };
	await fc.assert(
		fc.asyncProperty(
			fc.integer({ min: 2, max: 9 }),
			fc.integer({ min: 1, max: 4 }),
			fc.array(fc.array(fate, { minLength: 9, maxLength: 9 }), { minLength: 2, maxLength: 4 }),
			async (count, combineUpTo, tries) => {
				const ledger = new Ledger();
				const items = sharing(count, combineUpTo);
				/** What the service knows of each number. */
				const states = new Map<string, Fate>();
				const ids = new Map<string, string>();
				let messages = 0;
				for (const [number, fates] of tries.entries()) {
					const run = await runCore({
						items,
						ledger,
						continuesOnFail: true,
						service: ({ request }, place) => {
							const { recipients } = request.body as { recipients: string[] };
							const became = fates[place - 1]!;
							const id = `tide-${++messages}`;
							for (const recipient of recipients) {
								expect([undefined, 'refused']).toContain(states.get(recipient));
								if (states.has(recipient)) seen.again++;
								states.set(recipient, became);
								ids.set(recipient, id);
							}
							if (recipients.length > 1) seen.shared++;
							return answers[became](id);
						},
					});
					expect([...states.keys()].sort()).toEqual(numbers(...items.keys()).sort());
					const told = run.outputs.map(([output]) => [
						output!.json.sendOutcome,
						output!.json.messageId,
					]);
					expect([number, told]).toEqual([
						number,
						numbers(...items.keys()).map((recipient) => {
							const state = states.get(recipient)!;
							return [
								state === 'refused' ? 'notSent' : state,
								state === 'accepted' ? ids.get(recipient) : undefined,
							];
						}),
					]);
				}
				expect(ledger.receipts.map(({ index, messageId }) => [index, messageId])).toEqual(
					numbers(...items.keys()).flatMap((recipient, index) =>
						states.get(recipient) === 'accepted' ? [[index, ids.get(recipient)]] : [],
					),
				);
				seen.unknown += [...states.values()].filter((state) => state === 'unknown').length;
			},
		),
		runsOf(150),
	);
	// The schedules must not all be harmless.
	expect(Object.entries(seen).filter(([, times]) => times < 50)).toEqual([]);
});
