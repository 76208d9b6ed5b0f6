/**
 * Stub for n8n's Send Email, in plain text. It connects to no mail server: what it would send is
 * put into the run's `mails`.
 */
import type { IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';
import { describe, parameter } from './description.mts';
import { NodeOperationError } from './operation-error.mts';

/** An e-mail that a run would have sent. */
export interface Mail {
	from: string;
	to: string;
	subject: string;
	text: string;
}

const attribution = '\n\n---\nThis email was sent automatically with n8n\nhttps://n8n.io';

export class SendEmail implements INodeType {
	description = describe({
		name: 'emailSend',
		displayName: 'Send Email',
		version: [2.1],
		properties: [
			parameter('operation', 'options', 'send', { options: [{ name: 'Send', value: 'send' }] }),
			parameter('fromEmail', 'string', '', { required: true }),
			parameter('toEmail', 'string', '', { required: true }),
			parameter('subject', 'string', ''),
			parameter('emailFormat', 'options', 'html', { options: [{ name: 'Text', value: 'text' }] }),
			parameter('text', 'string', '', { displayOptions: { show: { emailFormat: ['text'] } } }),
			parameter(
				'options',
				'collection',
				{},
				{ options: [parameter('appendAttribution', 'boolean', true)] },
			),
		],
	});

	constructor(mails: Mail[]) {
		// `this` is n8n's context inside execute, so the list comes from the closure.
		this.execute = async function (this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
			if (!this.getNode().credentials?.smtp)
				throw new NodeOperationError(this.getNode(), 'Node does not have any credentials set');
			return [
				this.getInputData().map((_, item) => {
					const mail = mailOf(this, item);
					mails.push(mail);
					const envelope = { from: mail.from, to: [mail.to] };
					return {
						json: { accepted: [mail.to], rejected: [], response: '250 OK', envelope },
						pairedItem: { item },
					};
				}),
			];
		};
	}

	execute: (this: IExecuteFunctions) => Promise<INodeExecutionData[][]>;
}

function mailOf(context: IExecuteFunctions, item: number): Mail {
	const text = (name: string) => String(context.getNodeParameter(name, item));
	if (text('emailFormat') !== 'text')
		throw new NodeOperationError(context.getNode(), 'The stub sends plain text only.');
	const { appendAttribution = true } = context.getNodeParameter('options', item) as {
		appendAttribution?: boolean;
	};
	return {
		from: text('fromEmail'),
		to: text('toEmail'),
		subject: text('subject'),
		text: text('text') + (appendAttribution ? attribution : ''),
	};
}
