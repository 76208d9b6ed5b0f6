/**
 * What an expression, a code node or a language model may leave in a field: n8n hands on proxies, objects whose
 * getters throw, lists that hold themselves. Each is made into something that can be looked at, and named in words.
 */
import { DateTime, Duration, Interval } from 'luxon';
import { runInNewContext } from 'node:vm';
import { harmless } from '../../nodes/MessagingService/validation/harmless.ts';
import { quotedValue } from '../../nodes/MessagingService/validation/quotedValue.ts';
import { readStatuses } from '../../nodes/MessagingService/validation/statuses.ts';
import { measureText } from '../../nodes/MessagingService/validation/text.ts';

const throws = (): never => {
	throw new Error('do not look');
};
/** As n8n's `$node`: whatever is asked of it, one more of it is the answer. */
const bottomless = (target: object): object =>
	new Proxy(target, { get: () => bottomless(target), has: () => true });
/** As `$node` outside of a run. */
const untouchable = (target: object): object =>
	new Proxy(target, {
		get: throws,
		has: throws,
		ownKeys: throws,
		getPrototypeOf: throws,
		getOwnPropertyDescriptor: throws,
	});
const revoked = (target: object): object => {
	const { proxy, revoke } = Proxy.revocable(target, {});
	revoke();
	return proxy;
};
/** A list whose length is one of these, each time that it is asked for. */
const lengths = (...answers: unknown[]) =>
	new Proxy([], {
		get: (target, name) => {
			if (name !== 'length') return Reflect.get(target, name) as unknown;
			const answer = answers.shift();
			return typeof answer === 'function' ? (answer() as unknown) : answer;
		},
	});
function nested(depth: number): unknown[] {
	let list: unknown[] = [];
	for (let level = 0; level < depth; level++) list = [list];
	return list;
}
const endless = new Proxy([], {
	get: (_, name) => (name === 'length' ? Number.MAX_SAFE_INTEGER : '+254733001177'),
});

test.each([
	'',
	'text',
	0,
	-0,
	7.5,
	Number.NaN,
	true,
	null,
	undefined,
	41n,
	Symbol.iterator,
	Math.max,
])('%p is left as it is', (value) => expect(Object.is(harmless(value), value)).toBe(true));

test.each<[string, unknown, string]>([
	['an object', { a: 1 }, 'an object'],
	['an object without a prototype', Object.create(null), 'an object'],
	['a Map', new Map(), 'an object'],
	['a text in a box', new String('x'), 'an object'],
	['an Error', new TypeError('odd'), 'an object'],
	['a Duration', Duration.fromMillis(5), 'an object'],
	['an invalid DateTime', DateTime.fromISO('someday'), 'an object'],
	['an invalid Date', new Date(Number.NaN), 'an object'],
	['getters that throw', Object.defineProperty({}, 'toMillis', { get: throws }), 'an object'],
	['a bottomless proxy', bottomless({}), 'an object'],
	['a bottomless proxy of a function', bottomless(() => 7), 'an object'],
	['an untouchable proxy', untouchable({}), 'an object'],
	['an untouchable proxy of a list', untouchable([1]), 'an object'],
	['a revoked proxy of a list', revoked([]), 'an object'],
	['a list whose length changes its mind', lengths(1, throws), 'an object'],
	['a list whose length is a text', lengths('1'), 'an object'],
	[
		'a list whose length is no number',
		lengths(Number.NaN, Number.NaN),
		'a list of more than 1,000,000 values',
	],
	['a list of more than a million', new Array(1_000_001), 'a list of more than 1,000,000 values'],
	['the longest list', new Array(2 ** 32 - 1), 'a list of more than 1,000,000 values'],
	['a million in a list', [new Array(1_000_000)], 'a list of more than 1,000,000 values'],
	['an endless list', endless, 'a list of more than 1,000,000 values'],
])('%s can be named, and no reader takes it', (_, value, shown) => {
	const made = harmless(value);
	expect(quotedValue(made)).toBe(shown);
	expect(quotedValue(value)).toMatch(/^an? (object|list)/);
	expect(measureText(made).problem?.what).toBe(`Message is ${shown}, not a text.`);
	expect(readStatuses(made, 'Statuses').problem?.what).toContain(`Statuses is ${shown}`);
});

const moment = Date.UTC(2027, 2, 17, 18, 45);

test.each<[string, unknown]>([
	['a Date', new Date(moment)],
	['a Date of another realm', runInNewContext(`new Date(${moment})`)],
	['a DateTime', DateTime.fromMillis(moment, { zone: 'Asia/Kathmandu' })],
	['what has toMillis', { toMillis: () => moment }],
])('%s is a Date of our own', (_, value) => {
	const made = harmless(value);
	expect([made === value, made]).toEqual([false, new Date(moment)]);
});

test('a time that says itself in a text only is asked once', () => {
	let asked = 0;
	const made = harmless({ toISO: () => `${++asked}` }) as { toISO(): string };
	expect([made.toISO(), made.toISO(), asked]).toEqual(['1', '1', 1]);
	const interval = harmless(Interval.after(DateTime.utc(2026, 12, 24), 1)) as { toISO(): string };
	expect(interval.toISO()).toContain('/');
});

describe('a list', () => {
	const odd = harmless({});

	test('is one of our own, each member made harmless', () => {
		const given = ['+254733001177', 7, { a: 1 }, [new Date(5), [null]], revoked([])];
		const made = harmless(given);
		expect(made).toEqual(['+254733001177', 7, odd, [new Date(5), [null]], odd]);
		expect(made).not.toBe(given);
	});

	test('behind a proxy is read through it, empty places included', () => {
		const list = new Proxy(Object.assign(new Array<unknown>(3), { 1: ['x'] }), {});
		expect(harmless(list)).toEqual([undefined, ['x'], undefined]);
		expect(Object.keys(harmless(list) as unknown[])).toEqual(['0', '1', '2']);
	});

	test('with a member that throws has something unreadable in its place', () =>
		expect(harmless([1, Object.defineProperty([2, 3], 0, { get: throws })])).toEqual([
			1,
			[odd, 3],
		]));

	test('that holds itself does so afterwards', () => {
		const list: unknown[] = [];
		for (let count = 0; count < 1000; count++) list.push(list);
		const made = harmless(list) as unknown[];
		expect([made.length, made[0] === made, made[999] === made]).toEqual([1000, true, true]);
	});

	test('as deep as lists go is copied, and one of a million members too', () => {
		let made = harmless(nested(20_000)) as unknown[];
		let depth = 0;
		for (; made.length > 0; depth++) made = made[0] as unknown[];
		expect(depth).toBe(20_000);
		expect(harmless(new Array(1_000_000))).toHaveLength(1_000_000);
	});
});

test('a promise that is rejected has a listener from then on: n8n would end otherwise', async () => {
	const unheard: unknown[] = [];
	const note = (reason: unknown) => void unheard.push(reason);
	process.on('unhandledRejection', note);
	harmless([Promise.reject(new Error('heard'))]);
	harmless(Promise.reject(new Error('heard too')));
	await new Promise((resolve) => setImmediate(resolve));
	await new Promise((resolve) => setImmediate(resolve));
	process.off('unhandledRejection', note);
	expect(unheard).toEqual([]);
});
