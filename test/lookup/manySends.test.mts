/** Thousands of sends and records at once: n8n hears nothing else while they are gone through in one go. */
import { Slices } from '../../nodes/MessagingService/http/slices.ts';
import type { MessageBody } from '../../nodes/MessagingService/item.ts';
import { confirmed } from '../../nodes/MessagingService/lookup/confirm.ts';
import { contentKeyOf } from '../../nodes/MessagingService/lookup/identity.ts';
import type { ListedMessage } from '../../nodes/MessagingService/lookup/listedMessage.ts';
import type { RecentSend } from '../../nodes/MessagingService/lookup/recentSend.ts';
import { RecentSends } from '../../nodes/MessagingService/lookup/recentSends.ts';
import { ServiceClock } from '../../nodes/MessagingService/lookup/serviceClock.ts';
import { freshCredential, runCore, sends } from '../run/coreRun.mts';
import { ListService } from './listService.mts';

const noon = Date.parse('2026-11-22T12:00:00Z');
let now = noon;
beforeEach(() => {
	now = noon;
	jest.spyOn(Date, 'now').mockImplementation(() => now);
});
afterEach(() => jest.restoreAllMocks());

const phone = (index: number) => `+2547${String(11_000_000 + index)}`;
const body = (recipients: string[]): MessageBody => ({
	sender_id: 1,
	priority: 'utility',
	campaign: 'stock alarm',
	message: 'Shelf 9 is empty',
	schedule: null,
	recipients,
	contact_list_id: null,
});

/** A record that counts how often its numbers are looked at. */
function counting(number: string, index: number, looks: { count: number }): ListedMessage {
	const record = {
		id: String(index),
		sentAt: null,
		createdAt: noon + index,
		isToNumbers: true,
		contentKey: contentKeyOf(body([number])),
	};
	return Object.defineProperty(record, 'numbers', {
		get: () => (looks.count++, [number.slice(1)]),
	}) as unknown as ListedMessage;
}

function unclearSend(recent: RecentSends, number: string): RecentSend {
	const send = recent.begin(body([number]));
	send.leaves();
	send.end('unknown');
	return send;
}

test.each([
	['to as many numbers', phone],
	['to one number', () => phone(1)],
])(
	'unclear sends %s are found by looking at each record a few times, not once for each send',
	(_title, to) => {
		const recent = new RecentSends();
		const clock = new ServiceClock();
		clock.note(new Date(noon).toUTCString(), noon, noon);
		const looks = { count: 0 };
		const unclear = Array.from({ length: 400 }, (_, index) => unclearSend(recent, to(index)));
		const listed = Array.from({ length: 400 }, (_, index) => counting(to(index), index, looks));
		expect(confirmed(unclear, listed, recent, clock).size).toBe(400);
		expect(looks.count).toBeLessThanOrEqual(3 * 400);
	},
);

test('what is old is forgotten a thousand numbers at a time, and counts for nothing before that', () => {
	const recent = new RecentSends();
	const old = Array.from({ length: 2_500 }, (_, index) => recent.begin(body([phone(index)])));
	for (const send of old) send.end('accepted');
	now += 600_001;
	const places = (recent as unknown as { byNumber: Map<string, unknown> }).byNumber;
	recent.begin(body([phone(-1)])).end('refused');
	expect(places.size).toBe(1_500);
	for (const index of [0, 999, 1_000, 2_499])
		expect(recent.holding(old[0]!.contentKey, phone(index), now)).toBeUndefined();
	expect(recent.like(recent.begin(body([phone(2_499)])))).toEqual([]);
	recent.begin(body([phone(-1)])).end('refused');
	expect([...places.keys()]).toEqual([expect.stringMatching(/2499$/)]);
});

test('equal rows that wait for the first of them are gone through in slices', async () => {
	jest.spyOn(Slices.prototype, 'isOver', 'get').mockReturnValue(true);
	const next = jest.spyOn(Slices.prototype, 'next').mockImplementation(async () => undefined);
	const service = new ListService();
	const credential = freshCredential();
	const turns = async (rows: number) => {
		next.mockClear();
		const { outputs } = await runCore({
			items: Array.from({ length: rows }, () =>
				sends([phone(rows)], { skipSentWithin: 3_600_000 }),
			),
			service: service.answer,
			credential: () => credential,
		});
		expect(outputs.filter(([output]) => output!.json.sendOutcome === 'alreadySent')).toHaveLength(
			rows - 1,
		);
		return next.mock.calls.length;
	};
	// Each row once when it is read, put into a request, looked for, redacted and given out, and once
	// when it is found to be sent.
	const [few, many] = [await turns(10), await turns(110)];
	expect((many - few) / 100).toBeGreaterThan(await baseTurns());

	/** The same for rows that are sent. */
	async function baseTurns(): Promise<number> {
		const sent = async (rows: number) => {
			next.mockClear();
			await runCore({
				items: Array.from({ length: rows }, (_, index) =>
					sends([phone(1_000 + rows * 10 + index)], { skipSentWithin: 3_600_000 }),
				),
				service: service.answer,
				credential: () => credential,
			});
			return next.mock.calls.length;
		};
		const [less, more] = [await sent(10), await sent(110)];
		return (more - less) / 100;
	}
});
