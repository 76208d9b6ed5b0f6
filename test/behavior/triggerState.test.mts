/** No change is lost or reported twice: not by failures, restarts, overlaps, wrong clocks or records without IDs. */
import {
	answering,
	clock,
	numberOf,
	received,
	service,
	setCredential,
	trigger,
} from '../harness/index.mts';
import type { PolledWorkflow } from '../../workbench/engine/poll.mts';
import { add, hour, listing, record, rowsOf, saidBy, short, told, watch } from './watching.mts';

const [asha, bela] = [numberOf(1), numberOf(2)] as const;
const cursors = ['static data', 'durable'] as const;

const watching = async (cursors?: 'static data' | 'durable') => await watch({}, { cursors });

const kept = ({ database }: PolledWorkflow) => [database.staticData, database.cursor];

describe('a poll that fails', () => {
	test.each([
		['refusedInBody', 'service refused the request', 'Correct what the service reports'],
		['html', "this node can't read the answer", ''],
		['hugeLastPage', 'but page 2 is empty', 'narrower Filters or lower Watch Hours'],
		['unauthorized', 'refused the access token', 'Test the credential'],
	] as const)('%s: says why and loses nothing', async (kind, why, advice) => {
		add([asha]);
		const workflow = await watch();
		const before = kept(workflow);
		service.setStatus(asha, 'Lost');
		service.play({ on: 'messages', kind, times: Infinity });
		const said = saidBy(await workflow.poll());
		for (const part of [why, advice, 'No change is lost: the next poll that succeeds tells'])
			expect(said).toContain(part);
		// Advice for other operations doesn't help a trigger.
		expect(said).not.toMatch(/run the workflow|node settings/i);
		expect([workflow.failures.length, workflow.executions, kept(workflow)]).toEqual([
			1,
			[],
			before,
		]);
		service.disarm();
		await workflow.poll();
		expect(told(workflow)).toEqual([`${asha} Pending>Lost`]);
	});

	test.each(cursors)('at its second page changes nothing (%s)', async (cursors) => {
		for (let index = 0; index < 130; index++) add([numberOf(index)]);
		const workflow = await watching(cursors);
		const before = kept(workflow);
		service.setStatus(numberOf(129), 'Lost');
		service.play({ on: 'messages', kind: 'badRequest', after: 1 });
		expect((await workflow.poll()).outcome).toBe('failed');
		expect([workflow.executions, kept(workflow)]).toEqual([[], before]);
		await workflow.poll();
		expect(told(workflow)).toEqual([`${numberOf(129)} Pending>Lost`]);
	});

	test('says no secret that the service repeats, nor one from a field', async () => {
		setCredential({ clientSecret: 'harbour-secret' });
		const workflow = await watchingAScripted('No harbour-secret here');
		expect(saidBy(await workflow.poll())).toContain('No ***** here');
		const wrong = trigger({ filters: { phoneNumber: 'harbour-secret' } });
		await expect(wrong.activate()).rejects.toThrow(/Phone Number/);
		expect(JSON.stringify([workflow.polls, wrong.polls])).not.toContain('harbour');
	});

	/** Activates a trigger whose service accepts the first poll and then refuses with these words. */
	async function watchingAScripted(words: string): Promise<PolledWorkflow> {
		await answering(({ count }) =>
			count === 1
				? { body: { responsecode: 200, data: { data: [], meta: {} } } }
				: { status: 422, body: { responsecode: 422, responsemessage: words } },
		);
		return await watch();
	}
});

describe('a list that loses rows whenever it is read', () => {
	const shrinking = async (from: number) => {
		let total = 300;
		await answering(({ path, count }) => {
			const page = Number(new URL(path, 'http://service').searchParams.get('page'));
			const isShrinking = count > from;
			if (isShrinking) total--;
			const data = Array.from({ length: isShrinking ? 100 : 1 }, (_, index) =>
				record(page * 100 + index, [[numberOf(page * 100 + index), 'Pending']]),
			);
			const of = isShrinking ? { last_page: 3, total } : { last_page: 1, total: 1 };
			const meta = { current_page: page, per_page: 100, ...of };
			return { body: { responsecode: 200, data: { data, meta } } };
		});
	};

	test('is nothing to begin with: what was missed would count as new', async () => {
		await shrinking(0);
		const workflow = trigger({ event: 'messageCreated' });
		await expect(workflow.activate()).rejects.toThrow(/changed while it was read/);
		expect(saidBy(workflow.polls[0]!)).toContain('Publish the workflow again');
		expect(workflow.database.saves).toEqual([]);
	});

	test('is good enough for a test event', async () => {
		await shrinking(0);
		const event = await trigger({ event: 'messageCreated' }).fetchTestEvent();
		expect(event.output('Messaging Service Trigger')).toHaveLength(10);
	});

	test('is told as far as it came later: the rest comes with the next poll', async () => {
		await shrinking(1);
		const workflow = await watch({ event: 'messageCreated' });
		expect(rowsOf(await workflow.poll())).toHaveLength(299);
	});
});

describe('after n8n was down', () => {
	test.each(cursors)('what changed meanwhile is told (%s)', async (cursors) => {
		add([asha]);
		add([bela]);
		const workflow = await watching(cursors);
		service.setStatus(asha, 'Sent');
		await workflow.poll();
		workflow.kill();
		service.setStatus(bela, 'Lost');
		if (cursors === 'static data') await workflow.activate('init');
		await workflow.poll();
		expect(told(workflow)).toEqual([`${asha} Pending>Sent`, `${bela} Pending>Lost`]);
	});

	test.each([null, 7, '{', '[]', {}, '{"identity":9}'])(
		'saved data that is none of ours (%j) counts as none',
		async (odd) => {
			add([asha], { status: 'Sent' });
			const workflow = trigger();
			workflow.database.staticData = { 'node:Messaging Service Trigger': { watched: odd } };
			await workflow.activate();
			service.setStatus(asha, 'Lost');
			await workflow.poll();
			expect(told(workflow)).toEqual([`${asha} Sent>Lost`]);
		},
	);
});

describe('polls that overlap', () => {
	/** Starts a service whose list answers at once until `hold` is called; then each answer waits for a `next`. */
	async function gate() {
		const waiting: Array<() => void> = [];
		let isHolding = false;
		await service.start({
			beforeAnswer: async ({ operation }) => {
				if (isHolding && operation === 'messages')
					await new Promise<void>((letGo) => void waiting.push(letGo));
			},
		});
		const next = async () => {
			while (waiting.length === 0) await new Promise((turn) => setImmediate(turn));
			waiting.shift()!();
		};
		return { hold: () => void (isHolding = true), next };
	}

	test('one that begins while another is under way asks nothing and tells nothing', async () => {
		add([asha]);
		const workflow = await watch();
		service.setStatus(asha, 'Sent');
		const polls = await Promise.all([workflow.poll(), workflow.poll(), workflow.poll()]);
		expect(polls.map(({ outcome }) => outcome).sort()).toEqual(['items', 'nothing', 'nothing']);
		expect(received('messages')).toHaveLength(2);
		service.setStatus(asha, 'Lost');
		await workflow.poll();
		expect(told(workflow)).toEqual([`${asha} Pending>Sent`, `${asha} Sent>Lost`]);
	});

	test('with durable cursors the later one tells, the earlier one nothing', async () => {
		const { hold, next } = await gate();
		add([asha]);
		const workflow = await watching('durable');
		hold();
		service.setStatus(asha, 'Sent');
		const polls = [workflow.poll(), workflow.poll()];
		await next();
		await next();
		const outcomes = (await Promise.all(polls)).map(({ outcome }) => outcome);
		expect(outcomes).toEqual(['nothing', 'items']);
	});

	test('one that fails after a later one has begun tells nobody', async () => {
		const { hold, next } = await gate();
		const workflow = await watching('durable');
		hold();
		service.play({ on: 'messages', kind: 'badRequest' });
		const polls = [workflow.poll(), workflow.poll()];
		await next();
		await next();
		await Promise.all(polls);
		expect(workflow.failures).toEqual([]);
	});

	test('two triggers of one workflow with one node ID, as older versions of n8n stored them, both tell', async () => {
		const { hold, next } = await gate();
		add([asha]);
		const names = ['One trigger', 'Another trigger'];
		const both = await Promise.all(
			names.map(async (nodeName) => await watch({}, { id: 'w', nodeName })),
		);
		hold();
		service.setStatus(asha, 'Sent');
		const polls = both.map((workflow) => workflow.poll());
		await next();
		await next();
		await Promise.all(polls);
		expect(both.map(told)).toEqual([[`${asha} Pending>Sent`], [`${asha} Pending>Sent`]]);
	});
});

describe('a wrong clock', () => {
	const wrongly: Array<[string, () => void]> = [
		["the service's, 100 hours ahead", () => service.setOptions({ clockOffset: 100 * hour })],
		["the service's, 100 hours behind", () => service.setOptions({ clockOffset: -100 * hour })],
		["n8n's own, 100 hours ahead", () => ownClock(100)],
		["n8n's own, 100 hours behind", () => ownClock(-100)],
	];
	/** Sets n8n's clock wrong, while the service states no time of its own. */
	const ownClock = (hours: number) => {
		clock.set(clock.now() + hours * hour);
		service.setOptions({ clockOffset: -hours * hour, dateHeader: 'off' });
	};
	let trueTime: number;
	const rightly = () => {
		clock.set(trueTime);
		service.setOptions({ clockOffset: 0, dateHeader: 'on' });
	};
	/** Polls once, a minute after the previous poll, with this clock. */
	async function poll(workflow: PolledWorkflow, setClock?: () => void) {
		clock.set((trueTime += 60_000));
		setClock?.();
		const rows = rowsOf(await workflow.poll());
		rightly();
		return rows;
	}
	beforeEach(() => void (trueTime = clock.start));

	test.each(wrongly)('%s, at one poll: no change of status is lost', async (_, setClock) => {
		add([asha], { status: 'Sent', createdAt: clock.start - 2000 });
		add([bela], { status: 'Sent', createdAt: clock.start - 1000 });
		const workflow = await watch();
		service.setStatus(asha, 'Lost');
		const first = await poll(workflow, setClock);
		service.setStatus(bela, 'Lost');
		const rows = [...first, ...(await poll(workflow))];
		expect(short(rows)).toBe(`${asha} Sent>Lost, ${bela} Sent>Lost`);
	});

	test.each(wrongly)('%s, at one poll: new messages are told once, old never', async (_, set) => {
		add([numberOf(8)], { createdAt: clock.start - 60 * hour });
		add([numberOf(9)]);
		const workflow = await watch({ event: 'messageCreated' });
		const one = add([asha], { createdAt: clock.start + 30_000 });
		const rows = await poll(workflow, set);
		const two = add([bela], { createdAt: clock.start + 90_000 });
		rows.push(...(await poll(workflow)), ...(await poll(workflow)));
		expect(rows.map(({ id }) => id)).toEqual([one, two]);
	});
});

describe('what is kept', () => {
	const size = ({ database }: PolledWorkflow) => JSON.stringify(database.staticData).length;

	test('what is older than Watch Hours is forgotten once two polls say so', async () => {
		add([asha], { status: 'Sent' });
		const workflow = await watch({ options: { watchHours: 5 } });
		const full = size(workflow);
		clock.pass(100 * hour);
		await workflow.poll();
		clock.pass(60_000);
		add([bela], { status: 'Sent' });
		await workflow.poll();
		expect(size(workflow)).toBe(full);
		service.setStatus(asha, 'Lost');
		await workflow.poll();
		expect(told(workflow)).toEqual([`${bela} Pending>Sent`]);
	});

	test('has no number and no text in it', async () => {
		add([asha], { message: 'Your results', campaign: 'labs' });
		const workflow = await watch();
		const text = JSON.stringify(workflow.database.staticData);
		for (const part of [asha.slice(1), 'results', 'labs']) expect(text).not.toContain(part);
	});

	test('up to 50,000 recipients, in ten bytes each; with one more a poll fails and says how to go on', async () => {
		const crowd = (count: number) =>
			record(1, [], { sms_recipients: Array.from({ length: count }, (_, n) => numberOf(n)) });
		const records = await listing([crowd(50_000)]);
		const workflow = await watch();
		expect(size(workflow)).toBeLessThan(520_000);
		const before = kept(workflow);
		records[0] = crowd(50_001);
		const said = saidBy(await workflow.poll());
		for (const part of [
			'up to 50,000 recipients or messages',
			'narrower Filters',
			'No change is lost',
		])
			expect(said).toContain(part);
		expect(kept(workflow)).toEqual(before);
	});
});

describe('another account', () => {
	test.each<[string, string, () => Parameters<typeof setCredential>[0]]>([
		['goes on', 'the address written another way', () => ({ baseUrl: ` ${service.baseUrl}/ ` })],
		['goes on', 'a new token', () => ({ accessToken: '' })],
		['starts anew', 'another address', () => ({ baseUrl: elsewhere() })],
	])('%s with %s', async (how, _, change) => {
		add([asha]);
		const { database } = await watch();
		service.setStatus(asha, 'Lost');
		setCredential(change());
		expect((await watch({}, { database })).executions).toHaveLength(how === 'goes on' ? 1 : 0);
	});
	const elsewhere = () => service.baseUrl.replace('127.0.0.1', 'localhost');

	test.each([
		['starts anew', 'clientId'],
		['goes on', 'clientSecret'],
	] as const)('%s with another %s', async (how, field) => {
		const records = await listing([record(1, [[asha, 'Sent']])]);
		const { database } = await watch();
		records[0] = record(1, [[asha, 'Lost']]);
		setCredential({ [field]: 'another-one' });
		expect((await watch({}, { database })).executions).toHaveLength(how === 'goes on' ? 1 : 0);
	});
});
