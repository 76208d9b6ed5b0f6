/** What somebody gets who declares the fields and leaves the rest to n8n's routing engine. */
import type { ICredentialType, INodeType } from 'n8n-workflow';
import { packageOf, type NodePackage } from '../../workbench/engine/engine.mts';
import { sentFields, type Subject } from './task.mts';
import { runNode } from './workflow.mts';

// An expression for each: only so do the values reach the service in their own types.
const values = Object.entries(sentFields).map(([name, value]) => [name, JSON.stringify(value)]);
const fields = [...values, ['recipients', '[$json.phone]']].map(([name, value]) => {
	const routing = { send: { type: 'body', property: name } };
	return { displayName: name, name, type: 'json', default: `={{ ${value} }}`, routing };
});

const credentialType: ICredentialType = {
	name: 'plainToken',
	displayName: 'Plain Token',
	properties: [{ displayName: 'Token', name: 'token', type: 'string', default: '' }],
	authenticate: {
		type: 'generic',
		properties: { headers: { Authorization: '=Bearer {{ $credentials.token }}' } },
	},
};

function packageAt(baseURL: string): NodePackage {
	const description = {
		displayName: 'Plain',
		name: 'plain',
		group: ['output'],
		version: 1,
		defaults: { name: 'Plain' },
		inputs: ['main'],
		outputs: ['main'],
		credentials: [{ name: 'plainToken', required: true }],
		requestDefaults: { baseURL, method: 'POST', url: '/sms/messages' },
		properties: fields,
	};
	return packageOf([{ description } as unknown as INodeType], [credentialType], 'plain');
}

export const declarative: Subject = async (task, { baseUrl, token }) =>
	await runNode(task, {
		packages: [packageAt(baseUrl)],
		node: { type: 'plain.plain', typeVersion: 1, parameters: {} },
		credential: { name: 'Benchmark', type: 'plainToken', data: { token } },
	});
