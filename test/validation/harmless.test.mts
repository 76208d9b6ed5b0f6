/** What a field's value is made into before anybody reads it. */
import { DateTime, Duration, Interval } from 'luxon';
import { runInNewContext } from 'node:vm';
import { harmless } from '../../nodes/MessagingService/validation/harmless.ts';
import { quotedValue } from '../../nodes/MessagingService/validation/quotedValue.ts';
import { Unreadable } from '../../nodes/MessagingService/validation/unreadable.ts';
import { bottomless, listOfItself, oddValues, revoked, untouchable } from './oddValues.mts';

const anObject = new Unreadable('an object');

test.each([
	'',
	'text',
	0,
	-0,
	7.5,
	Number.NaN,
	true,
	false,
	null,
	undefined,
	41n,
	Symbol.iterator,
	Math.max,
])('%p is left as it is', (value) => {
	expect(Object.is(harmless(value), value)).toBe(true);
});

test.each<[string, unknown]>([
	['an object', { a: 1 }],
	['a Map', new Map()],
	['a text in a box', new String('x')],
	['a Duration', Duration.fromMillis(5)],
	['an invalid DateTime', DateTime.fromISO('someday')],
	['a bottomless proxy', bottomless({})],
	['an untouchable one', untouchable({})],
	['a revoked one', revoked([])],
])('%s is something that no reader can touch, named in words', (_title, value) => {
	expect(harmless(value)).toEqual(anObject);
	expect(harmless(value)).toBeInstanceOf(Unreadable);
	expect(quotedValue(harmless(value))).toBe('an object');
});

describe('a time', () => {
	const moment = Date.UTC(2027, 2, 17, 18, 45);

	test.each<[string, unknown]>([
		['a Date', new Date(moment)],
		['a Date of another realm', runInNewContext(`new Date(${moment})`)],
		['a DateTime', DateTime.fromMillis(moment, { zone: 'Asia/Kathmandu' })],
		['what has toMillis', { toMillis: () => moment }],
	])('%s is a Date of our own', (_title, value) => {
		const made = harmless(value);
		expect(made).toBeInstanceOf(Date);
		expect([(made as Date).getTime(), made === value]).toEqual([moment, false]);
	});

	test('that says itself in a text only keeps its text, and is asked once', () => {
		let asked = 0;
		const made = harmless({
			toISO: () => {
				asked++;
				return '2027-03-17T18:45:00+05:45';
			},
		}) as { toISO(): string };
		expect([made.toISO(), made.toISO(), asked]).toEqual([
			'2027-03-17T18:45:00+05:45',
			'2027-03-17T18:45:00+05:45',
			1,
		]);
	});

	test('an Interval has two, so that its text is no time', () => {
		const made = harmless(Interval.after(DateTime.utc(2026, 12, 24), 1)) as { toISO(): string };
		expect(made.toISO()).toContain('/');
	});
});

describe('a list', () => {
	test('is a list of our own, each member made harmless', () => {
		const given = ['+254733001177', 7, { a: 1 }, [new Date(5), [null]]];
		const made = harmless(given);
		expect(made).toEqual(['+254733001177', 7, anObject, [new Date(5), [null]]]);
		expect(made).not.toBe(given);
	});

	test('behind a proxy is read through it, empty places included', () => {
		const list = new Proxy(Object.assign(new Array<unknown>(3), { 1: ['x'] }), {});
		expect(harmless(list)).toEqual([undefined, ['x'], undefined]);
		expect(Object.keys(harmless(list) as unknown[])).toEqual(['0', '1', '2']);
	});

	test('with a member that throws has something unreadable in its place', () => {
		expect(
			harmless([
				1,
				Object.defineProperty([2, 3], 0, {
					get() {
						throw new Error('no');
					},
				}),
			]),
		).toEqual([1, [anObject, 3]]);
		expect(harmless([revoked([]), 4])).toEqual([anObject, 4]);
		expect(harmless(untouchable([]))).toEqual(anObject);
	});

	test('that holds itself does so afterwards, and is copied once', () => {
		let reads = 0;
		const list = new Proxy(listOfItself(1000), {
			get: (target, name, receiver) => {
				reads++;
				return Reflect.get(target, name, receiver) as unknown;
			},
		});
		const made = harmless(list) as unknown[];
		// The proxy holds what it stands in front of.
		expect(made[0]).toBe((made[0] as unknown[])[999]);
		expect(reads).toBeLessThan(1100);
	});

	test('whose length changes its mind is unreadable', () => {
		const lengths = (...answers: unknown[]) =>
			new Proxy([], {
				get: (target, name) => {
					if (name !== 'length') return Reflect.get(target, name) as unknown;
					const answer = answers.shift();
					return typeof answer === 'function' ? (answer() as unknown) : answer;
				},
			});
		const throws = () => {
			throw new Error('no');
		};
		for (const list of [
			lengths(1, throws),
			lengths('1'),
			lengths(Number.NaN, Number.NaN),
			lengths(0, Number.NaN),
		])
			expect(harmless(list)).toBeInstanceOf(Unreadable);
		expect(harmless(lengths(0, 0))).toEqual([]);
	});

	test('as deep as lists go is copied', () => {
		let made = harmless(oddValues['a great many lists in lists']!()) as unknown[];
		let depth = 0;
		for (; made.length > 0; depth++) made = made[0] as unknown[];
		expect(depth).toBe(20_000);
	});

	test('of a million members is the longest; one of more is named', () => {
		expect(harmless(new Array(1_000_000))).toHaveLength(1_000_000);
		for (const list of [
			new Array(1_000_001),
			new Array(2 ** 32 - 1),
			[new Array(1_000_000)],
			oddValues['an endless list']!(),
		]) {
			expect(quotedValue(harmless(list))).toBe('a list of more than 1,000,000 values');
		}
	});
});

test('a promise that is rejected has a listener from then on', async () => {
	const unheard: unknown[] = [];
	const note = (reason: unknown) => void unheard.push(reason);
	process.on('unhandledRejection', note);
	harmless(Promise.reject(new Error('heard')));
	harmless([Promise.reject(new Error('heard too'))]);
	await new Promise((resolve) => setImmediate(resolve));
	await new Promise((resolve) => setImmediate(resolve));
	process.off('unhandledRejection', note);
	expect(unheard).toEqual([]);
});

test.each(Object.entries(oddValues))(
	'%s can be named in a sentence, before and after',
	(_title, make) => {
		const given = make();
		const made = harmless(given);
		for (const value of [given, made])
			expect(quotedValue(value)).toMatch(/^('.{1,44}'|a list.*|an object)$/);
	},
);
