import type { IExecuteData, INode } from 'n8n-workflow';
import type { Order } from '../../nodes/MessagingService/operations/operation.ts';
import { itemCount, ledgerOf, type Remembered } from '../../nodes/MessagingService/transport/run.ts';

const node = { name: 'SMS' } as INode;
const data = (owner: string, inputs: object): IExecuteData => ({ node: { name: owner }, data: inputs, source: null }) as unknown as IExecuteData;
const own = () => data('SMS', { main: [[{ json: {} }, { json: {} }]] });
const order = (message: string) => ({ purpose: 'send', body: { message } }) as unknown as Order;
const receipt: Remembered = { receipt: { messageId: 'm1' } };
const unknown: Remembered = { unknown: { id: 'x', what: 'x.', next: 'x.', fate: 'unknown' } };

describe('the ledger of a run', () => {
	test('lasts over the tries of one run and is empty for the next', () => {
		const executeData = own();
		ledgerOf(executeData, node).set(1, order('text'), receipt);
		expect(ledgerOf(executeData, node).get(1, order('another text'))).toBe(receipt);
		expect(ledgerOf(executeData, node).get(0, order('text'))).toBeUndefined();
		expect(ledgerOf(own(), node).get(1, order('text'))).toBeUndefined();
	});

	test('of a tool call that shares its data with the agent: only an unknown outcome is remembered, by its content', () => {
		const agent = data('Agent', { main: [[{ json: {} }]] });
		const ledger = ledgerOf(agent, node);
		ledger.set(0, order('first'), receipt);
		ledger.set(0, order('second'), unknown);
		expect(ledger.get(0, order('first'))).toBeUndefined();
		expect(ledger.get(0, order('second'))).toBe(unknown);
		expect(ledgerOf(agent, { name: 'Other SMS' } as INode).get(0, order('second'))).toBeUndefined();
	});
});

test.each<[string, IExecuteData, object, number]>([
	['all items of its input', own(), {}, 2],
	['one with Execute Once', own(), { executeOnce: true }, 1],
	['the items of a tool call that n8n runs as a step', data('SMS', { ai_tool: [[{ json: {} }]] }), {}, 1],
	['one when it shares its data with the agent', data('Agent', { main: [[{ json: {} }, { json: {} }]] }), {}, 1],
	['one when there is no list', data('SMS', {}), {}, 1],
])('the node runs for %s', (_name, executeData, settings, expected) => {
	expect(itemCount(executeData, { ...node, ...settings } as INode)).toBe(expected);
});
