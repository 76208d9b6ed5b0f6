/** Stubs for the nodes that a run starts from, and for notes. The engine never waits and opens no port. */
import { DateTime } from 'luxon';
import type { INodeType } from 'n8n-workflow';
import { choice, optional, parameter, refuse, stub } from './stub.mts';

export const triggers = (): INodeType[] => [
	// A person presses Execute; the run's input is handed on, one empty item unless told.
	stub('manualTrigger', 1, [], async (context) => [context.getInputData()], { isTrigger: true }),

	// A run is the moment at which n8n would have started it, so the rule is n8n's matter. The item has the time
	// in the fields that the examples use.
	stub(
		'scheduleTrigger',
		1.2,
		[parameter('rule', 'json', {})],
		async (context) => {
			const now = DateTime.now().setZone(context.getTimezone());
			const zone = `${now.zoneName} (UTC${now.toFormat('ZZ')})`;
			return [[{ json: { timestamp: now.toISO(), Timezone: zone } }]];
		},
		{ isTrigger: true },
	),

	// The run's input is the item that n8n would make of a call: `headers`, `params`, `query` and `body`.
	stub(
		'webhook',
		2.1,
		[
			choice('httpMethod', 'GET', ['POST']),
			parameter('path', 'string', ''),
			choice('authentication', 'none', ['headerAuth']),
			choice('responseMode', 'onReceived', ['responseNode']),
			optional(),
		],
		async (context) => {
			const [call, ...others] = context.getInputData();
			if (others.length > 0 || typeof call?.json.body !== 'object')
				refuse(context, 'A run that starts at a webhook needs one input item with a "body".');
			return [[{ json: { headers: {}, params: {}, query: {}, ...call.json } }]];
		},
		{ isTrigger: true },
	),

	// Text on the canvas that nothing leads to.
	stub(
		'stickyNote',
		1,
		[
			parameter('content', 'string', ''),
			parameter('height', 'number', 160),
			parameter('width', 'number', 240),
			parameter('color', 'number', 1),
		],
		async (context) => refuse(context, 'A sticky note can not run.'),
	),
];
