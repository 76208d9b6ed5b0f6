/**
 * One process of n8n knows the messages it has sent, or is sending, without the service's list: two of its runs never
 * give a number the same message with Skip Already Sent.
 */
import { setImmediate as turn } from 'node:timers/promises';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import {
	answering,
	clock,
	numberOf,
	received,
	send,
	service,
	shownInUtc,
	setCredential,
	texted,
	type Outcome,
	type Setup,
} from '../harness/index.mts';

const minute = 60_000;
const hour = 60 * minute;
const [ann, bob, cem] = [1, 2, 3].map(numberOf) as [string, string, string];
const everyRow: Setup = { settings: { onError: 'continueRegularOutput' } };
/** Options of a service whose list shows nothing within a test. */
const unlisted = { listingDelay: 1000 * hour };

const run = async (
	list: Array<string | string[]>,
	options: INodeParameters = { skipAlreadySent: true },
	setup: Setup = everyRow,
) =>
	await send(
		{ recipients: '={{ $json.to }}', options },
		{ rows: list.map((to) => ({ to })), ...setup },
	);

const outcomes = (...runs: Outcome[]) =>
	runs.flatMap(({ rows }) => rows.map(({ sendOutcome }: IDataObject) => sendOutcome));

/** Advances the clock until the condition holds, even while a request is held back. */
async function until(isSo: () => boolean): Promise<void> {
	while (!isSo()) {
		clock.pass(10);
		await turn();
	}
}

/** Advances the clock by two seconds, in which everything that can go on does. */
async function passing(): Promise<void> {
	for (let turns = 0; turns < 200; turns++) {
		clock.pass(10);
		await turn();
	}
}

/**
 * Starts a service that holds back its answer to the first send to this number. Returns a function that releases it.
 */
async function held(number: string): Promise<() => void> {
	let letGo!: () => void;
	const gone = new Promise<void>((resolve) => (letGo = resolve));
	let isFirst = true;
	await service.start({
		...unlisted,
		beforeAnswer: async ({ operation, body }) => {
			const isIts = operation === 'send' && JSON.stringify(body).includes(number);
			if (!isIts || !isFirst) return;
			isFirst = false;
			await gone;
		},
	});
	return letGo;
}

test.each([0, 9.9])(
	'what was sent %d minutes ago, and is not listed yet, is known',
	async (ago) => {
		service.setOptions(unlisted);
		const first = await run([ann], {});
		clock.pass(ago * minute);
		const { rows } = await run([ann, bob]);
		const { messageId } = first.rows[0]!;
		expect(rows).toMatchObject([
			{ sendOutcome: 'alreadySent', messageId, recipients: ann },
			{ sendOutcome: 'accepted' },
		]);
		expect(Math.abs(Date.parse(String(rows[0]!.sentAt)) - clock.start)).toBeLessThan(minute);
		expect(texted()).toEqual([ann, bob]);
	},
);

test.each([
	['alreadySent', 'another client secret', { clientSecret: 'rotated' }],
	['accepted', 'the keys of another account', { clientId: 'another-client' }],
])('it is %s with %s', async (became, _, keys) => {
	const { requests } = await answering(({ method }) => ({
		body: { responsecode: 200, data: method === 'POST' ? { messageId: '1' } : { data: [] } },
	}));
	expect(outcomes(await run([ann]))).toEqual(['accepted']);
	setCredential(keys);
	expect(outcomes(await run([ann]))).toEqual([became]);
	const sends = requests.filter(({ method }) => method === 'POST');
	expect(sends).toHaveLength(became === 'accepted' ? 2 : 1);
});

test('a row names the numbers that the list shows and those that this process sent', async () => {
	service.addMessage({
		recipients: [ann],
		message: 'Hello',
		campaign: 'reminders',
		category: 'utility',
	});
	service.setOptions(unlisted);
	await run([bob], {});
	const { rows } = await run([[ann, bob, cem]]);
	expect(rows).toMatchObject([{ recipients: cem, alreadySentRecipients: `${ann}, ${bob}` }]);
	expect(texted()).toEqual([bob, cem]);
});

test('beyond the hours looked back it is a new message, in a process that was idle and in one that was not', async () => {
	await run([ann]);
	clock.pass(25 * hour);
	expect(outcomes(await run([ann]))).toEqual(['accepted']);

	// A run that is still going remembers all sends since it began.
	const letGo = await held(bob);
	const long = run([ann, bob], { skipAlreadySent: true, maxConcurrentRequests: 1 });
	await until(() => received('send').length === 2);
	clock.pass(2 * hour);
	const within = async (lookBackHours: number) =>
		outcomes(await during(run([ann], { skipAlreadySent: true, lookBackHours })));
	expect(await within(3)).toEqual(['alreadySent']);
	expect(await within(1)).toEqual(['accepted']);
	letGo();
	expect(outcomes(await long)).toEqual(['accepted', 'accepted']);
});

/** Awaits a run during which another one is held back, so that the clock doesn't advance by itself. */
async function during(running: Promise<Outcome>): Promise<Outcome> {
	let isOver = false;
	void running.finally(() => (isOver = true));
	await until(() => isOver);
	return await running;
}

describe('two runs at the same moment', () => {
	test.each(['recordId', 'uuid'] as const)('text each number once: %s', async (messageIdType) => {
		service.setOptions({ ...unlisted, readings: { messageIdType } });
		const list = Array.from({ length: 40 }, (_, index) => numberOf(index));
		const runs = await Promise.all([run(list), run([...list].reverse()), run(list)]);
		expect(texted().sort()).toEqual(list);
		expect(outcomes(...runs).sort()).toEqual([
			...Array(40).fill('accepted'),
			...Array(80).fill('alreadySent'),
		]);
	});

	test.each([
		['none', 'accepted', 'alreadySent', [ann, cem]],
		['badRequest', 'notSent', 'accepted', [ann, cem]],
		['dropBefore', 'unknown', 'unknown', [cem]],
		['dropAfter', 'unknown', 'unknown', [ann, cem]],
	] as const)('one waits for what comes of the other: %s', async (kind, one, other, reached) => {
		const letGo = await held(ann);
		if (kind !== 'none') service.play({ on: 'send', kind });
		const first = run([ann]);
		await until(() => received('send').length === 1);
		const second = run([ann, cem]);
		await until(() => texted().includes(cem));
		expect(received('send')).toHaveLength(2);
		letGo();
		expect(outcomes(await first, await second)).toEqual([one, other, 'accepted']);
		expect(texted().sort()).toEqual(reached);
	});

	test.each([
		['none', 'accepted', [cem], [ann, bob], [ann, bob, cem]],
		['badRequest', 'accepted', [bob, cem], [ann], [ann, bob, cem]],
		['dropBefore', 'unknown', [bob], [ann, cem], [ann, cem]],
	] as const)(
		'a row of which one number has the message and another is under way: %s',
		async (kind, sendOutcome, recipients, alreadySentRecipients, reached) => {
			const letGo = await held(bob);
			await run([ann]);
			const looks = received('messages').length;
			if (kind !== 'none') service.play({ on: 'send', kind, recipient: bob });
			const first = run([bob]);
			await until(() => received('send').length === 2);
			const second = run([[ann, bob, cem]]);
			await until(() => received('messages').length === looks + 2);
			expect(texted()).not.toContain(cem);
			letGo();
			await first;
			const { rows } = await second;
			expect(rows).toMatchObject([{ sendOutcome, recipients: recipients.join(', ') }]);
			const having = String(rows[0]!.alreadySentRecipients).split(', ');
			expect(having.sort()).toEqual(alreadySentRecipients);
			expect(texted().sort()).toEqual(reached);
		},
	);

	test('a row of which one number has the message and of another nobody knows: that one is not texted for two minutes', async () => {
		service.setOptions(unlisted);
		await run([ann]);
		service.play({ on: 'send', kind: 'dropBefore' });
		expect(outcomes(await run([bob]))).toEqual(['unknown']);
		const row = [[ann, bob, cem]];
		expect((await run(row)).rows).toMatchObject([{ sendOutcome: 'unknown', recipients: bob }]);
		expect(texted()).toEqual([ann, cem]);
		clock.pass(2 * minute);
		expect((await run(row)).rows).toMatchObject([
			{ sendOutcome: 'accepted', recipients: bob, alreadySentRecipients: `${ann}, ${cem}` },
		]);
		expect(texted()).toEqual([ann, cem, bob]);
	});

	test('of a number nobody knows: what another run sent and the list shows later is told as sent before', async () => {
		service.setOptions({ listingDelay: 5_000 });
		service.play({ on: 'send', kind: 'dropAfter' });
		const withoutLook = { skipAlreadySent: true, lookUpUnknown: false };
		expect(outcomes(await run([ann], withoutLook))).toEqual(['unknown']);
		const { rows } = await run([ann]);
		const { messageId } = service.journal[0]!;
		expect(rows).toMatchObject([{ sendOutcome: 'alreadySent', messageId, recipients: ann }]);
		expect(rows[0]).not.toHaveProperty('confirmedBy');
		expect(texted()).toEqual([ann]);
	});

	test('a row whose two numbers two requests hold waits for both, and texts neither again', async () => {
		const letGo = new Map<string, () => void>();
		await service.start({
			...unlisted,
			beforeAnswer: async ({ operation, body }) => {
				const text = JSON.stringify(body ?? null);
				const number = [ann, bob].find((each) => text.includes(each) && !letGo.has(each));
				if (operation === 'send' && number)
					await new Promise<void>((resolve) => letGo.set(number, resolve));
			},
		});
		const first = run([ann, bob]);
		await until(() => received('send').length === 2);
		const second = run([[ann, bob]]);
		await until(() => received('messages').length === 2);
		letGo.get(ann)!();
		await passing();
		letGo.get(bob)!();
		await first;
		expect(outcomes(await second)).toEqual(['alreadySent']);
		expect(texted().sort()).toEqual([ann, bob]);
	});

	test('what another run scheduled is told with its schedule', async () => {
		await service.start(unlisted);
		const schedule = '2026-11-24T09:00:00.000Z';
		await run([ann], { schedule });
		const { rows } = await run([ann], { skipAlreadySent: true, schedule });
		expect(rows).toMatchObject([
			{ sendOutcome: 'alreadySent', scheduledFor: shownInUtc(schedule) },
		]);
	});

	test('one that is stopped while it waits sends nothing', async () => {
		const letGo = await held(ann);
		const first = run([ann]);
		await until(() => received('send').length === 1);
		const stop = new AbortController();
		const second = run([ann], { skipAlreadySent: true }, { stop: stop.signal });
		await until(() => received('messages').length === 2);
		// By the end of these two seconds, the second run is waiting.
		await passing();
		stop.abort();
		expect((await second).status).toBe('canceled');
		letGo();
		expect(outcomes(await first)).toEqual(['accepted']);
		await clock.quiet();
		expect(texted()).toEqual([ann]);
	});

	test('one without the option waits for nobody, and is waited for', async () => {
		const letGo = await held(ann);
		const first = run([ann], {});
		await until(() => received('send').length === 1);
		expect(outcomes(await during(run([ann], {})))).toEqual(['accepted']);
		letGo();
		await first;
		expect(outcomes(await run([ann]))).toEqual(['alreadySent']);
		expect(texted()).toEqual([ann, ann]);
	});
});
