/**
 * Odd values that an expression, a Code node or a language model may leave in a field. n8n passes on proxies, objects
 * whose getters throw, and lists that contain themselves. A value that can't become JSON is refused with a reason.
 */
import type { INode } from 'n8n-workflow';
import { anyField } from '../../nodes/MessagingService/fields/field.ts';
import { failureOfThrown, Parameters } from '../../nodes/MessagingService/fields/parameters.ts';

const read = (value: unknown) =>
	new Parameters([], { parameters: {} } as INode, 'UTC', () => value).valueOf(
		anyField('X', 'x', {}),
		0,
	);

const throws = (): never => {
	throw new Error('do not look');
};
const revoked = (target: object): object => {
	const { proxy, revoke } = Proxy.revocable(target, {});
	revoke();
	return proxy;
};
const ring: unknown[] = [];
ring.push(['+254733001177', ring]);
let deep: unknown[] = [];
for (let level = 0; level < 50_000; level++) deep = [deep];

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
