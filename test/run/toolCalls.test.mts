/** The node as a tool, called by n8n's own invocation: one message a call, however often n8n tries it. */
import { toolOf, type CallTool } from '../../workbench/engine/tool.mts';
import {
	goodSend,
	messagingService,
	nodeName,
	startWorkbench,
	workflowOf,
	type Workbench,
} from '../workbench.mts';

jest.mock('../../nodes/MessagingService/http/pause.ts', () =>
	jest.requireActual('../clock/quickPause.mts'),
);

let bench: Workbench;
let call: CallTool;
let callThatLooks: CallTool;
beforeAll(async () => {
	bench = await startWorkbench();
});
beforeEach(() => {
	bench.reset();
	// The text has the time in it, so that no two tries have the same.
	const tool = (lookUpUnknown: boolean) => {
		const workflow = workflowOf(
			{ ...goodSend, message: '=Code {{ Math.random() }}', options: { lookUpUnknown } },
			{ settings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 } },
		);
		return toolOf(workflow, nodeName, [messagingService], bench.credentials);
	};
	call = tool(false);
	callThatLooks = tool(true);
});
afterAll(() => bench.sandbox.stop());

const words = () => ({ text: 'the same words' });

test('a call sends one message, and the model reads its receipt', async () => {
	const read = await call(words());
	expect(bench.sandbox.journal).toHaveLength(1);
	expect(String(read)).toContain(`"messageId":"${bench.sandbox.journal[0]!.messageId}"`);
	expect(String(read)).toContain('"sendOutcome":"accepted"');
});

test.each(['serverError', 'errorAfterAccept', 'dropAfter', 'notJson'] as const)(
	'after %s the model reads that nobody knows, and nothing is sent again',
	async (kind) => {
		bench.sandbox.play({ on: 'send', kind });
		// Of a tool that throws, an agent before version 3 tells its model nothing.
		const read = String(await call(words()));
		expect(read).toContain('may or may not have been sent');
		expect(read).toContain('"sendOutcome":"unknown"');
		expect(bench.received('send')).toHaveLength(1);
	},
);

test.each(['serverError', 'errorAfterAccept'] as const)(
	'also where n8n tries the call again itself, %s is not sent again',
	async (kind) => {
		bench.sandbox.play({ on: 'send', kind });
		const args = words();
		// The same arguments are the same call.
		for (const read of [await call(args), await call(args), await call(args)])
			expect(String(read)).toContain('may or may not have been sent');
		expect(bench.received('send')).toHaveLength(1);
	},
);

test('a refusal is thrown, so that n8n shows it', async () => {
	bench.sandbox.play({ on: 'send', kind: 'badRequest', times: 3 });
	await expect(call(words())).rejects.toThrow('The service refused the request');
	expect(bench.received('send')).toHaveLength(3);
});

test('what was plainly refused is sent at the next try of the call', async () => {
	bench.sandbox.play({ on: 'send', kind: 'badRequest' });
	await call(words());
	expect(bench.received('send')).toHaveLength(2);
	expect(bench.sandbox.journal).toHaveLength(1);
});

test('a new call with the same words is a new intention, also after an unknown outcome', async () => {
	bench.sandbox.play({ on: 'send', kind: 'serverError' });
	expect(String(await call(words()))).toContain('may or may not');
	await call(words());
	await call(words());
	expect(bench.sandbox.journal).toHaveLength(2);
	expect(bench.received('send')).toHaveLength(3);
});

test('two calls at the same moment are two messages', async () => {
	await Promise.all([call(words()), call(words())]);
	expect(bench.sandbox.journal).toHaveLength(2);
});

test.each(['dropAfter', 'errorAfterAccept'] as const)(
	'where the list shows the message after %s, the model reads that it was accepted, at every try of the call',
	async (kind) => {
		bench.sandbox.play({ on: 'send', kind });
		const args = words();
		for (const read of [await callThatLooks(args), await callThatLooks(args)]) {
			expect(String(read)).toContain('"confirmedBy":"lookup"');
			expect(String(read)).toContain(`"messageId":"${bench.sandbox.journal[0]!.messageId}"`);
		}
		expect(bench.received('send')).toHaveLength(1);
	},
);
