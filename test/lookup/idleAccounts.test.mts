/** The sends of an account that runs no more are let go when any other one runs, and not before their time. */
import { setImmediate as nextTask } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { accountOf } from '../../nodes/MessagingService/auth/account.ts';
import { recentSendsOf } from '../../nodes/MessagingService/lookup/recentSends.ts';
import { contentKeyOf } from '../../nodes/MessagingService/lookup/identity.ts';
import type { RecentSend } from '../../nodes/MessagingService/lookup/recentSend.ts';

const minute = 60_000;
let now = Date.parse('2026-11-22T12:00:00Z');
const trueNow = Date.now;
// A spy would keep each of its 200,000 calls.
beforeAll(() => void (Date.now = () => now));
afterAll(() => void (Date.now = trueNow));

const sendsOf = (name: string) =>
	recentSendsOf(accountOf({ baseUrl: 'https://sms.example.com', clientId: name }));
const body = (number: string) => ({
	sender_id: 1,
	priority: 'utility',
	campaign: 'reminders',
	message: `Hello ${number}`,
	schedule: null,
	recipients: [number],
	contact_list_id: null,
});
const phone = (index: number) => `+2547${33_000_000 + index}`;

function send2000(name: string): WeakRef<RecentSend>[] {
	const recent = sendsOf(name);
	return Array.from({ length: 2_000 }, (_, index) => {
		const send = recent.begin(body(phone(index)));
		send.leaves();
		send.end('accepted', { id: String(index) });
		return new WeakRef(send);
	});
}

/** How many are in memory after a collection of garbage. In megabytes, other tests of this process would count too. */
async function inMemory(sends: WeakRef<RecentSend>[]): Promise<number> {
	// The task that made a WeakRef, or looked at one, keeps what it refers to.
	await nextTask();
	setFlagsFromString('--expose-gc');
	(runInNewContext('gc') as () => void)();
	return sends.filter((send) => send.deref()).length;
}

test('25 accounts of 2,000 sends keep none of them in memory after their time', async () => {
	const sends = Array.from({ length: 25 }, (_, index) => send2000(`account ${index}`)).flat();
	expect(await inMemory(sends)).toBe(50_000);
	now += 11 * minute;
	sendsOf('any other');
	expect(await inMemory(sends)).toBe(0);
});

test.each([
	['in their time', 9 * minute],
	['in the last minute of it', 10 * minute],
])('%s they are kept', (_name, passed) => {
	const [number, name] = [phone(1), `account ${passed}`];
	const recent = sendsOf(name);
	const send = recent.begin(body(number));
	send.end('accepted');
	now += passed;
	sendsOf('any other');
	expect(recent.holding(contentKeyOf(body(number)), number, now)).toBe(send);
});

test('so are those under way, and those that a run still needs, however long it lasts', () => {
	const [recent, number] = [sendsOf('slow'), phone(2)];
	const held = () => recent.holding(contentKeyOf(body(number)), number, now);
	const send = recent.begin(body(number));
	now += 60 * minute;
	sendsOf('any other');
	expect(held()).toBe(send);
	const forget = recent.keepSince(now);
	send.end('accepted');
	now += 60 * minute;
	sendsOf('any other');
	expect(held()).toBe(send);
	forget();
	sendsOf('any other');
	expect(held()).toBeUndefined();
});
