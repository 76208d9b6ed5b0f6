/** The first accepted send of an account with Skip Already Sent: the run checks that the service's list shows it. */
import {
	answering,
	clock,
	N8nProcess,
	numberOf,
	received,
	service,
	texted,
} from '../harness/index.mts';
import { type Way, ways } from '../../workbench/sandbox/shown.mts';
import { forms, missing, onList, skip } from './shownWays.mts';
import { record } from './watching.mts';

describe('the first accepted send of an account is looked for in the list', () => {
	const listed = () => received('messages').length;

	test.each((Object.keys(ways) as Way[]).filter((way) => missing[way][0]))(
		'%s: a hint in the same run says what is missing',
		async (way) => {
			service.setOptions({ shows: way });
			const { rows, hints } = await skip(new N8nProcess());
			expect(rows.map(({ sendOutcome }) => sendOutcome)).toEqual(Array(3).fill('accepted'));
			expect(hints.join()).toMatch(/The service took these messages, but the list doesn't show/);
			expect(hints.join()).toContain(missing[way][0]);
			expect(clock.slept).toEqual(expect.arrayContaining([1_000, 2_000, 3_000]));
		},
	);

	test('listed at once: one request more in a process, for hundreds of webhooks', async () => {
		const n8n = new N8nProcess();
		const { hints } = await skip(n8n);
		const last = () => service.requests.at(-1)!.method;
		expect([hints.join(), listed(), last()]).toEqual(['3 rows accepted.', 2, 'GET']);
		for (let count = 0; count < 200; count++) {
			// Goes beyond the look-back of a run, so that one page is enough.
			clock.pass(3_600_000);
			await skip(n8n, { lookBackHours: 1 }, { rows: [{ to: numberOf(100 + count) }] });
			expect(last()).toBe('POST');
		}
		expect(texted()).toHaveLength(203);
	});

	test.each([900, 2_900, 5_900])('listed after %i ms: no hint', async (listingDelay) => {
		service.setOptions({ listingDelay });
		expect((await skip(new N8nProcess())).hints.join()).toBe('3 rows accepted.');
	});

	test('not listed: a hint, repeated until one run finds proof', async () => {
		service.setOptions({ listingDelay: 3_600_000 });
		const n8n = new N8nProcess();
		for (const count of [0, 1])
			expect(
				(await skip(n8n, {}, { rows: [{ to: numberOf(50 + count) }] })).hints.join(),
			).toContain("its list of messages doesn't show them as they were sent");
		service.setOptions({ listingDelay: 0 });
		const { hints } = await skip(n8n, {}, { rows: [{ to: numberOf(60) }] });
		expect(hints.join()).not.toContain('took these messages');
	});

	test('not without the switch, and not in a dry run', async () => {
		await new N8nProcess().send(onList, { rows: forms['a row each']![0] });
		expect(listed()).toBe(0);
		await skip(new N8nProcess(), { dryRun: true });
		expect(listed()).toBe(1);
	});

	test('a list that cannot be read then fails no run', async () => {
		service.play({ on: 'messages', kind: 'badRequest', after: 1, times: Infinity });
		const { rows, hints } = await skip(new N8nProcess());
		expect(rows.map(({ sendOutcome }) => sendOutcome)).toEqual(Array(3).fill('accepted'));
		expect(hints).toEqual(['3 rows accepted.']);
	});

	test('Stop ends it: nothing more is asked', async () => {
		const stop = new AbortController();
		const beforeAnswer = () => void (listed() === 3 && stop.abort());
		await service.start({ listingDelay: Infinity, beforeAnswer });
		const { status } = await skip(new N8nProcess(), {}, { stop: stop.signal });
		expect([status, listed(), texted().length]).toEqual(['canceled', 3, 3]);
	});
});

describe('what this process has sent', () => {
	test('is told by every run that reads it shown otherwise, though the list was right once', async () => {
		const n8n = new N8nProcess();
		await skip(n8n);
		service.setOptions({ shows: 'noText' });
		const others = [{ to: numberOf(20) }];
		for (let run = 0; run < 2; run++) {
			const { hints } = await skip(n8n, { sameMessage: 'campaign' }, { rows: others });
			expect(hints.join()).toMatch(/took these messages, but the list doesn't show the whole text/);
		}
	});

	test('is no record of somebody else whose ID is the same', async () => {
		let newest: object[] = [];
		await answering(({ method, body }) => {
			const { recipients = [], message, campaign } = (body ?? {}) as Record<string, string[]>;
			const own = record(8, [[recipients[0]!, 'Sent']], {
				...{ message, campaign, created_at: new Date(clock.now()).toISOString() },
			});
			const elses = record(7, [[numberOf(30), 'Sent']]);
			if (method === 'POST') newest = [own, elses];
			const data =
				method === 'POST'
					? { success: true, messageId: '7' }
					: { data: newest, meta: { total: newest.length } };
			return { body: { responsecode: 200, data } };
		});
		const n8n = new N8nProcess();
		for (const to of [numberOf(31), numberOf(32)]) {
			const { rows, hints } = await skip(n8n, {}, { rows: [{ to }] });
			expect([rows[0]!.sendOutcome, hints]).toEqual(['accepted', []]);
		}
	});
});
