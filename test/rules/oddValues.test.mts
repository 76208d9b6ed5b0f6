/**
 * What an expression, a code node or a language model may leave in a field: n8n hands on proxies, objects whose
 * getters throw, lists that hold themselves. What can't become JSON is refused in words, all else is left as it is.
 */
import { DateTime } from 'luxon';
import type { INode } from 'n8n-workflow';
import { plain } from '../../nodes/MessagingService/fields/field.ts';
import { fields } from '../../nodes/MessagingService/fields/send.ts';
import { failureOfThrown, Parameters } from '../../nodes/MessagingService/fields/parameters.ts';

const read = (value: unknown) =>
	new Parameters([], { parameters: {} } as INode, 'UTC', () => value).valueOf(
		plain('X', 'x', {}),
		0,
	);

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
const ring: unknown[] = [];
ring.push(['+254733001177', ring]);
let deep: unknown[] = [];
for (let level = 0; level < 50_000; level++) deep = [deep];

test.each<unknown>([
	...['text', -0, Number.NaN, true, undefined, 41n, Symbol.iterator, Math.max],
	...[{ a: 1 }, Object.create(null), new Date(Number.NaN), DateTime.fromISO('someday')],
	...[DateTime.fromMillis(5), new Date(5), [undefined, ['x', Number.NaN], () => 7]],
	...[new Proxy(['x', 1], {}), bottomless({}), bottomless(() => 7)],
])('%p is left as it is', (value) => expect(Object.is(read(value), value)).toBe(true));

test.each<[string, unknown]>([
	['a list that holds itself', ring],
	['a list as deep as no call goes', deep],
	['getters that throw', Object.defineProperty({}, 'a', { get: throws, enumerable: true })],
	['a member that throws', [2, Object.defineProperty([3], 0, { get: throws, enumerable: true })]],
	['a revoked proxy', revoked({})],
	['a revoked proxy in a list', [revoked([])]],
])('%s is refused in words', (_, value) => {
	const refused = (): unknown => {
		try {
			return read(value);
		} catch (error) {
			return failureOfThrown(error);
		}
	};
	expect(refused()).toMatchObject({
		isOfExpression: true,
		what: expect.stringContaining("its result can't be written as JSON"),
	});
});

test('a field that must be filled in is refused where the node lacks it', () => {
	const form = [fields.message.property, fields.senderId.property];
	const given = new Parameters(form, { parameters: {} } as INode, 'UTC', () => null).of(0);
	expect([given.read(fields.message), given.read(fields.senderId)]).toEqual(['', 0]);
	expect(given.problems.map(({ what }) => what)).toEqual([
		'Message is empty.',
		'Sender ID is an empty value, not a whole number.',
	]);
});
