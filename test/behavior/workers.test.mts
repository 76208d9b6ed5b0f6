/** Workers of n8n, and n8n after a restart, share nothing but the service's list of messages. */
import type { IDataObject } from 'n8n-workflow';
import {
	clock,
	N8nProcess,
	numberOf,
	received,
	service,
	texted,
	type Outcome,
	type Setup,
} from '../harness/index.mts';

const list = [1, 2, 3, 4, 5, 6].map(numberOf);

const skip = async (worker: N8nProcess, numbers = list, setup: Setup = {}) =>
	await worker.send(
		{ recipients: '={{ $json.to }}', options: { skipAlreadySent: true, maxConcurrentRequests: 1 } },
		{ rows: numbers.map((to) => ({ to })), ...setup },
	);

const outcomes = ({ rows }: Outcome) => rows.map(({ sendOutcome }: IDataObject) => sendOutcome);

let one: N8nProcess;
let other: N8nProcess;
beforeAll(() => {
	one = new N8nProcess();
	other = new N8nProcess();
});

test('what one has sent, the other sees in the list and leaves out', async () => {
	await skip(one, list.slice(0, 4));
	expect(outcomes(await skip(other))).toEqual([
		...Array(4).fill('alreadySent'),
		...Array(2).fill('accepted'),
	]);
	expect(texted()).toEqual(list);
});

test.each([1, 5])(
	'n8n dies at request %d: after the restart only the rest is texted',
	async (after) => {
		const dies = new AbortController();
		await service.start({
			beforeAnswer: () => {
				if (received('send').length === after) dies.abort();
			},
		});
		await skip(one, list, { stop: dies.signal });
		await clock.quiet();
		expect(texted()).toEqual(list.slice(0, after));
		const { rows } = await skip(other);
		expect(outcomes({ rows } as Outcome)).toEqual([
			...Array(after).fill('alreadySent'),
			...Array(6 - after).fill('accepted'),
		]);
		expect(rows.slice(0, after).map(({ messageId }) => messageId)).toEqual(
			service.journal.slice(0, after).map(({ messageId }) => messageId),
		);
		expect(texted()).toEqual(list);
	},
);

test.each([
	['dropBefore', 'accepted'],
	['dropAfter', 'alreadySent'],
] as const)(
	'a send that was unknown to one (%s): the other goes by the list',
	async (kind, then) => {
		service.play({ on: 'send', kind });
		await skip(one, list.slice(0, 1));
		expect(outcomes(await skip(other, list.slice(0, 1)))).toEqual([then]);
		expect(texted()).toEqual(list.slice(0, 1));
	},
);
