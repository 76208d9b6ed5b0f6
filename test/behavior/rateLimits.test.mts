/**
 * A rate limit applies to the whole account: no request leaves before it is over. And no more requests are in flight
 * than Max Concurrent Requests allows, however many runs an account has.
 */
import { setImmediate as turn } from 'node:timers/promises';
import {
	answering,
	clock,
	doors,
	each,
	numberOf,
	received,
	rowsTo,
	run,
	send,
	service,
	texted,
} from '../harness/index.mts';

/** Sends a message to `count` numbers, `atOnce` at once. The campaign names the run. */
const bulk = (campaign: string, count: number, atOnce: number | string) =>
	send({ ...each, campaign, options: { maxConcurrentRequests: atOnce } }, { rows: rowsTo(count) });
const campaignOf = (body: unknown) => (body as { campaign: string }).campaign;
const campaigns = () => received('send').flatMap(({ body }) => (body ? [campaignOf(body)] : []));
const turns = async (count: number) => {
	for (let left = count; left > 0; left--) await turn();
};
/** Waits until the condition holds, or long enough to see that it won't. */
const until = async (isSo: () => boolean) => {
	for (let left = 100_000; left > 0 && !isSo(); left--) await turn();
};

describe('a 429', () => {
	test.each(doors)('with Retry-After: waited for, then sent once (%s)', async (door) => {
		service.play({ on: 'send', kind: 'rateLimited', retryAfter: '41' });
		const { rows, hints } = await send({}, { door });
		expect(rows).toMatchObject([{ sendOutcome: 'accepted' }]);
		expect(texted()).toEqual(['+254712345678']);
		expect(clock.slept).toContain(41_000);
		if (door === 'customOperations') expect(hints.join()).toContain('waited 41 seconds');
	});

	test('holds back the other runs of the account, queries too, and no other account', async () => {
		const left: string[] = [];
		let release = (): void => undefined;
		const released = new Promise<void>((resolve) => (release = resolve));
		const { baseUrl } = await answering(async ({ body }) => {
			const { campaign = 'query' } = (body ?? {}) as { campaign?: string };
			left.push(`${clock.passed}: ${campaign}`);
			// The test clock stands still while this request is in flight.
			if (campaign === 'held') await released;
			return left.length === 2
				? { status: 429, headers: { 'retry-after': '17' } }
				: { body: { responsecode: 201, data: { success: true, messageId: '7', data: [] } } };
		});
		const another = { credential: { baseUrl, clientId: 'another account' } };
		const runs = [send({ campaign: 'held' }, another)];
		await until(() => left.length === 1);
		runs.push(send({ campaign: 'limited' }));
		await until(() => clock.slept.includes(17_000));
		runs.push(send({ campaign: 'other', recipients: numberOf(1) }));
		runs.push(run({ operation: 'queryMessages' }));
		await turns(100);
		await send({ campaign: 'another' }, another);
		expect(left).toEqual(['0: held', '0: limited', '0: another']);
		release();
		await Promise.all(runs);
		expect(left.slice(3).sort()).toEqual(['17000: limited', '17000: other', '17000: query']);
	});

	test.each([
		['a shorter one', '2', 9_000],
		['a longer one', '30', 30_000],
	])('that comes with another: %s', async (_name, retryAfter, milliseconds) => {
		service.play({ on: 'send', kind: 'rateLimited', retryAfter: '9', recipient: numberOf(0) });
		service.play({ on: 'send', kind: 'rateLimited', retryAfter, recipient: numberOf(1) });
		const { hints } = await bulk('reminders', 3, 2);
		// The third request left with the first two, or waited with them.
		expect(
			received('send')
				.slice(-2)
				.map(({ at }) => at - clock.start),
		).toEqual([milliseconds, milliseconds]);
		expect(texted()).toHaveLength(3);
		expect(hints.join()).toContain(`waited ${milliseconds / 1000} seconds`);
	});
});

describe('no more are under way at once than Max Concurrent Requests', () => {
	/**
	 * Starts a service that answers once `most` requests are in flight or `all` have arrived, and only a moment later, so
	 * that one too many could arrive.
	 */
	async function crowded(most: number, all: number, alone = 0): Promise<void> {
		const came = () => service.requests.filter(({ operation }) => operation !== 'token').length;
		await service.start({
			pastMessages: 2000,
			beforeAnswer: async ({ operation }) => {
				if (operation === 'token') return;
				while (came() > alone && service.inFlight.now < most && came() < all) {
					clock.pass(1);
					await turn();
				}
				await turns(20);
			},
		});
	}

	test.each([
		[10, 100, undefined],
		[1, 3, 1],
		[3, 12, 3],
		[25, 50, 25],
	])('%i, and as many as that: %i rows', async (most, count, given) => {
		await crowded(most, count);
		await send(
			{ ...each, options: given === undefined ? {} : { maxConcurrentRequests: given } },
			{ rows: rowsTo(count) },
		);
		expect([service.inFlight.peak, texted().length, service.exchanges]).toEqual([most, count, 1]);
	});

	test('each run keeps to its own, all together to the largest', async () => {
		const underWay: Record<string, number[]> = { one: [], two: [], five: [] };
		const inside: Record<string, number> = { one: 0, two: 0, five: 0 };
		await service.start({
			beforeAnswer: async ({ operation, body }) => {
				if (operation !== 'send') return;
				const campaign = campaignOf(body);
				underWay[campaign]!.push(++inside[campaign]!);
				await turns(5);
				inside[campaign]!--;
			},
		});
		await Promise.all([bulk('one', 3, 1), bulk('two', 6, 2), bulk('five', 15, 5)]);
		expect(Object.values(underWay).map(({ length }) => length)).toEqual([3, 6, 15]);
		expect(Math.max(...underWay.one!)).toBe(1);
		expect(Math.max(...underWay.two!)).toBeLessThanOrEqual(2);
		expect(Math.max(...underWay.five!)).toBeLessThanOrEqual(5);
		expect(service.inFlight.peak).toBe(5);
	});

	test('a run that is over counts no more: after one with 20, two with 3 keep to 3 together', async () => {
		await service.start({ beforeAnswer: async () => await turns(20) });
		await bulk('large', 30, 20);
		expect(service.inFlight.peak).toBe(20);
		service.reset();
		await Promise.all([bulk('one', 15, 3), bulk('two', 15, 3)]);
		expect(service.inFlight.peak).toBe(3);
	});

	test('each row keeps to its own where an expression sets it', async () => {
		const underWay: number[][] = [];
		await service.start({
			beforeAnswer: async ({ operation, body }) => {
				if (operation !== 'send') return;
				const place = Number((body as { recipients: string[] }).recipients[0]!.slice(-2));
				underWay.push([place, service.inFlight.now]);
				await turns(5);
			},
		});
		await bulk('mixed', 9, '={{ $itemIndex === 4 ? 1 : 4 }}');
		expect(Object.fromEntries(underWay)[4]).toBe(1);
		expect(Math.max(...underWay.map(([, count]) => count!))).toBeLessThanOrEqual(4);
		expect(texted()).toHaveLength(9);
	});
});

test('runs of one account take turns: a long one does not hold up a short one', async () => {
	await service.start({ beforeAnswer: async () => await turns(2) });
	await Promise.all([bulk('long', 80, 4), bulk('short', 20, 4)]);
	// About 40 if the runs take fair turns. If the long run went first whenever it could, the short one would be last.
	expect(campaigns().lastIndexOf('short')).toBeLessThan(60);
});
