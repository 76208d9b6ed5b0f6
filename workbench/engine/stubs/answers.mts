/** Stubs for the nodes by which a workflow tells somebody. Nothing leaves the process. */
import type { IDataObject, INodeExecutionData, INodeType } from 'n8n-workflow';
import { choice, optional, parameter, refuse, stub } from './stub.mts';

/** An email that a run would have sent. */
export interface Mail {
	from: string;
	to: string;
	subject: string;
	text: string;
}

/** @param mails where Send Email puts what it would send */
export const answers = (mails: Mail[]): INodeType[] => [
	// With an object as JSON: what it answers is the run's `answer`.
	stub(
		'respondToWebhook',
		1.1,
		[
			choice('respondWith', 'firstIncomingItem', ['json']),
			parameter('responseBody', 'json', '{}'),
			optional(parameter('responseCode', 'number', 200)),
		],
		async (context) => {
			const parents = context.getParentNodes(context.getNode().name);
			if (!parents.some(({ type }) => type === 'n8n-nodes-base.webhook'))
				refuse(context, 'No Webhook node found in the workflow');
			// Where there are several items, the first one's body is the answer.
			const body = context.getNodeParameter('responseBody', 0) as string | IDataObject;
			if (typeof body === 'string') refuse(context, 'The stub answers with an object only.');
			const statusCode = context.getNodeParameter('options.responseCode', 0, 200) as number;
			await context.sendResponse({ body, headers: {}, statusCode });
			return [context.getInputData()];
		},
	),

	// In plain text.
	stub(
		'emailSend',
		2.1,
		[
			parameter('fromEmail', 'string', '', { required: true }),
			parameter('toEmail', 'string', '', { required: true }),
			parameter('subject', 'string', ''),
			choice('emailFormat', 'html', ['text']),
			parameter('text', 'string', ''),
			optional(choice('appendAttribution', true, [false])),
		],
		async (context) => {
			if (!context.getNode().credentials?.smtp)
				refuse(context, 'Node does not have any credentials set');
			const one = (_: INodeExecutionData, item: number) => {
				const text = (name: string) => String(context.getNodeParameter(name, item));
				const [from, to] = [text('fromEmail'), text('toEmail')];
				mails.push({ from, to, subject: text('subject'), text: text('text') });
				const json = { accepted: [to], rejected: [], response: '250 OK' };
				return { json: { ...json, envelope: { from, to: [to] } }, pairedItem: { item } };
			};
			return [context.getInputData().map(one)];
		},
	),
];
