/** Values that a field can't take, as an expression, a code node or a language model may leave them there. */
import { DateTime, Duration, Interval } from 'luxon';

const throws = (): never => {
	throw new Error('do not look');
};

/** As n8n's `$node`: whatever is asked of it, one more of it is the answer. */
export function bottomless(target: object): object {
	return new Proxy(target, { get: () => bottomless(target), has: () => true });
}

/** As `$node` outside of a run: whatever is asked of it, it throws. */
export function untouchable(target: object): object {
	return new Proxy(target, {
		get: throws,
		has: throws,
		ownKeys: throws,
		getPrototypeOf: throws,
		getOwnPropertyDescriptor: throws,
		apply: throws,
	});
}

export function revoked(target: object): object {
	const { proxy, revoke } = Proxy.revocable(target, {});
	revoke();
	return proxy;
}

/** A list that holds itself this many times. */
export function listOfItself(times: number): unknown[] {
	const list: unknown[] = [];
	for (let count = 0; count < times; count++) list.push(list);
	return list;
}

function nested(depth: number): unknown[] {
	let list: unknown[] = [];
	for (let level = 0; level < depth; level++) list = [list];
	return list;
}

function cyclic(): object {
	const object: Record<string, unknown> = { name: 'ring' };
	object.self = object;
	return object;
}

/** By what they are; each is made when asked for. None is a number, a text, a choice, a time or a list of numbers. */
export const oddValues: Record<string, () => unknown> = {
	NaN: () => Number.NaN,
	Infinity: () => Number.POSITIVE_INFINITY,
	'-Infinity': () => Number.NEGATIVE_INFINITY,
	'a bigint': () => 41n,
	'a symbol': () => Symbol('odd'),
	'a symbol without a name': () => Symbol.iterator,
	'a function': () => () => 7,
	'a class': () => class Odd {},
	'an empty object': () => ({}),
	'an object without a prototype': () => Object.create(null) as object,
	'a number in a box': () => new Number(7),
	'a text in a box': () => new String('utility'),
	'a yes in a box': () => new Boolean(true),
	'an Error': () => new TypeError('odd'),
	'a Map': () => new Map([['a', 1]]),
	'an invalid Date': () => new Date(Number.NaN),
	'an invalid DateTime': () => DateTime.fromISO('someday'),
	'a Duration': () => Duration.fromMillis(1_795_327_200_000),
	'an Interval': () => Interval.after(DateTime.utc(2026, 12, 24), 3_600_000),
	'a toString that throws': () => ({
		toString: throws,
		valueOf: throws,
		[Symbol.toPrimitive]: throws,
		toJSON: throws,
	}),
	'getters that throw': () =>
		Object.defineProperties(
			{},
			Object.fromEntries(
				['toMillis', 'toISO', 'isValid', 'length', 'mode', 'value', 'then', 'constructor'].map(
					(name) => [name, { get: throws, enumerable: true }],
				),
			),
		),
	'a Date without a time': () => ({
		[Symbol.toStringTag]: 'Date',
		getTime: () => 1_795_327_200_000,
	}),
	'a bottomless proxy': () => bottomless({}),
	'a bottomless proxy of a function': () => bottomless(() => 7),
	'a bottomless proxy of a list': () => bottomless([]),
	'an untouchable proxy': () => untouchable({}),
	'an untouchable proxy of a function': () => untouchable(() => 7),
	'an untouchable proxy of a list': () => untouchable(['+254733001177']),
	'a revoked proxy': () => revoked({}),
	'a revoked proxy of a list': () => revoked(['+254733001177']),
	'a list of a revoked proxy': () => [revoked([])],
	'an endless list': () =>
		new Proxy([], {
			get: (_target, name) =>
				name === 'length'
					? Number.MAX_SAFE_INTEGER
					: name === Symbol.iterator
						? Array.prototype.values
						: '+254733001177',
		}),
	'a list whose members throw': () => Object.defineProperty([1, 2], 0, { get: throws }),
	'an object in a ring': cyclic,
	'a list that holds itself': () => listOfItself(1),
	'a list that holds itself a thousand times': () => listOfItself(1000),
	'an empty list': () => [],
	'a list of nothing': () => new Array(3),
	'lists in lists': () => nested(7),
	'a great many lists in lists': () => nested(20_000),
	'a list of odd values': () => [Number.NaN, Symbol('odd'), 41n, {}, null, () => 7],
	'a rejected promise': () => Promise.reject(new Error('nobody listens')),
};
