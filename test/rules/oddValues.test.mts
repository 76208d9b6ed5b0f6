/**
 * What an expression, a code node or a language model may leave in a field: n8n hands on proxies, objects whose
 * getters throw, lists that hold themselves. Each is made into something that can be looked at, and named in words.
 */
import { DateTime } from 'luxon';
import { harmless } from '../../nodes/MessagingService/values/json.ts';
import { quotedValue } from '../../nodes/MessagingService/wording.ts';

const throws = (): never => {
	throw new Error('do not look');
};
/** As n8n's `$node`: whatever is asked of it, one more of it is the answer. */
const bottomless = (target: object): object =>
	new Proxy(target, { get: () => bottomless(target), has: () => true });
const revoked = (target: object): object => {
	const { proxy, revoke } = Proxy.revocable(target, {});
	revoke();
	return proxy;
};
/** A list that gives these lengths, one each time that it is asked. */
const lengths = (...answers: Array<() => unknown>) =>
	new Proxy([], {
		get: (target, name) => (name === 'length' ? answers.shift()?.() : target[name as never]),
	});
const [one, noNumber] = [() => 1, () => Number.NaN];

test.each([['text', -0, Number.NaN, true, null, undefined, 41n, Symbol.iterator, Math.max]].flat())(
	'%p is left as it is',
	(value) => expect(Object.is(harmless(value), value)).toBe(true),
);

const tooLong = 'a list of more than 1,000,000 values';

test.each<[string, unknown, string]>([
	['an object', { a: 1 }, 'an object'],
	['an object without a prototype', Object.create(null), 'an object'],
	['an invalid DateTime', DateTime.fromISO('someday'), 'an object'],
	['an invalid Date', new Date(Number.NaN), 'an object'],
	['getters that throw', Object.defineProperty({}, 'toMillis', { get: throws }), 'an object'],
	['a bottomless proxy', bottomless({}), 'an object'],
	['a bottomless proxy of a function', bottomless(() => 7), 'an object'],
	['a revoked proxy of a list', revoked([]), 'an object'],
	['a list whose length changes its mind', lengths(one, throws), 'an object'],
	['a list whose length is a text', lengths(() => '1'), 'an object'],
	['a list whose length is no number', lengths(noNumber, noNumber), tooLong],
	['a list of more than a million', new Array(1_000_001), tooLong],
	['a million in a list', [new Array(1_000_000)], tooLong],
])('%s can be named, in a refusal too', (_, value, shown) => {
	expect(quotedValue(harmless(value))).toBe(shown);
	expect(quotedValue(value)).toMatch(/^an? (object|list)/);
});

const moment = Date.UTC(2027, 2, 17, 18, 45);

test.each<[string, unknown]>([
	['a Date', new Date(moment)],
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
		const made = harmless(new Proxy(Object.assign(new Array<unknown>(3), { 1: ['x'] }), {}));
		expect(made).toEqual([undefined, ['x'], undefined]);
		expect(Object.keys(made as unknown[])).toEqual(['0', '1', '2']);
	});

	test('with a member that throws has something unreadable in its place', () => {
		const given = [1, Object.defineProperty([2, 3], 0, { get: throws })];
		expect(harmless(given)).toEqual([1, [odd, 3]]);
	});

	test('as deep as lists go is copied, and one of a million members too', () => {
		let given: unknown[] = [];
		for (let level = 0; level < 20_000; level++) given = [given];
		let made = harmless(given) as unknown[];
		let depth = 0;
		for (; made.length > 0; depth++) made = made[0] as unknown[];
		expect(depth).toBe(20_000);
		expect(harmless(new Array(1_000_000))).toHaveLength(1_000_000);
	});

	test('that holds itself does so afterwards', () => {
		const list: unknown[] = [];
		list.push(list, list);
		const made = harmless(list) as unknown[];
		expect([made.length, made[0] === made, made[1] === made]).toEqual([2, true, true]);
	});
});
