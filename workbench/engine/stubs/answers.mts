/** Stubs for the nodes by which a workflow tells somebody: nothing leaves the process. */
import type { IDataObject } from 'n8n-workflow';
import { choice, optional, parameter, refuse, stub } from './stub.mts';

/** Respond to Webhook with a JSON body, given by an expression: what it answers is the run's `answer`. */
export const respondToWebhook = () =>
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
			// Of several items, the first one's body is the answer.
			const body = context.getNodeParameter('responseBody', 0) as string | IDataObject;
			if (typeof body === 'string') refuse(context, 'The stub answers with an object only.');
			const statusCode = context.getNodeParameter('options.responseCode', 0, 200) as number;
			await context.sendResponse({ body, headers: {}, statusCode });
			return [context.getInputData()];
		},
	);

/** An e-mail that a run would have sent. */
export interface Mail {
	from: string;
	to: string;
	subject: string;
	text: string;
}

/** Send Email in plain text. It connects to no mail server: what it would send is put into the run's `mails`. */
export const sendEmail = (mails: Mail[]) =>
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
			const sent = context.getInputData().map((_, item) => {
				const text = (name: string) => String(context.getNodeParameter(name, item));
				const [from, to] = [text('fromEmail'), text('toEmail')];
				mails.push({ from, to, subject: text('subject'), text: text('text') });
				const envelope = { from, to: [to] };
				return {
					json: { accepted: [to], rejected: [], response: '250 OK', envelope },
					pairedItem: { item },
				};
			});
			return [sent];
		},
	);
