/** What n8n's server makes of the installed package: what it lists, offers and serves. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { credentialType, nodeType, packageName, triggerType } from '../../workbench/n8n/bench.mts';
import type { NodeTypeDescription } from '../../workbench/n8n/rest.mts';
import { environment, theBench } from './environment.mts';

export const title = 'The installed package';

const described = (types: NodeTypeDescription[], name: string): NodeTypeDescription => {
	const found = types.find((type) => type.name === name);
	assert.ok(found, `n8n lists no ${name}`);
	return found;
};

/** The choices of a field of a node, as n8n offers them. */
const choices = (type: string, field: string): string[] => {
	const properties = described(theBench().nodeTypes, type).properties as Array<{
		name: string;
		options?: Array<{ value: string }>;
	}>;
	const options = properties.find(({ name }) => name === field)?.options ?? [];
	// n8n adds an entry of its own to every node that has a credential.
	return options.map(({ value }) => value).filter((value) => value !== '__CUSTOM_API_CALL__');
};

export function tests(): void {
	test('is listed under Settings > Community nodes with its version', async () => {
		const manifest = readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8');
		const packages = await environment().rest.request<
			Array<{
				packageName: string;
				installedVersion: string;
				installedNodes: Array<{ type: string }>;
				failedLoading?: boolean;
			}>
		>('GET', '/community-packages');
		const ours = packages.find((entry) => entry.packageName === packageName);
		assert.deepEqual(
			[ours?.installedVersion, ours?.failedLoading ?? false],
			[(JSON.parse(manifest) as { version: string }).version, false],
		);
		const types = ours?.installedNodes.map(({ type }) => type).sort();
		assert.deepEqual(types, [nodeType, triggerType]);
	});

	test('offers the node, also as a tool, and the trigger with poll times, not as a tool', () => {
		const { nodeTypes } = theBench();
		const names = nodeTypes.map(({ name }) => name).filter((name) => name.startsWith(packageName));
		assert.deepEqual(names.sort(), [nodeType, `${nodeType}Tool`, triggerType].sort());
		assert.deepEqual(choices(nodeType, 'operation'), [
			'sendMessage',
			'queryMessages',
			'querySenders',
			'listStatuses',
		]);
		assert.deepEqual(choices(triggerType, 'event').sort(), ['messageCreated', 'statusChanged']);
		assert.match(JSON.stringify(described(nodeTypes, triggerType).properties), /"pollTimes"/);
	});

	test('serves the icons of node, trigger and credential in light and dark', async () => {
		const credentials = await environment().rest.credentialTypes();
		const credential = described(credentials, credentialType);
		assert.equal(credential.displayName, 'Messaging Service API');
		const nodes = [nodeType, triggerType].map((name) => described(theBench().nodeTypes, name));
		for (const { iconUrl } of [...nodes, credential]) {
			assert.ok(typeof iconUrl === 'object' && iconUrl.light !== iconUrl.dark);
			for (const path of [iconUrl.light, iconUrl.dark]) {
				const answer = await fetch(`${environment().n8n.origin}/${path}`);
				assert.match(`${answer.status} ${answer.headers.get('content-type')}`, /^200 image\/svg/);
				assert.match(await answer.text(), /<svg/);
			}
		}
	});

	const live = (path: string, methodName: string, operation: string) => ({
		path,
		methodName,
		nodeTypeAndVersion: { name: nodeType, version: 1 },
		currentNodeParameters: { operation },
		credentials: { [credentialType]: environment().credential },
	});

	test('fills the list of senders page by page, searches it, and fills the statuses', async () => {
		const { rest, sandbox } = environment();
		const senders = async (more: { filter?: string; paginationToken?: string }) =>
			await rest.request<{
				results: Array<{ name: string; value: string | number }>;
				paginationToken?: string;
			}>('POST', '/dynamic-node-parameters/resource-locator-results', {
				...live('parameters.senderId', 'searchSenders', 'sendMessage'),
				...more,
			});
		sandbox.setOptions({ maxPerPage: 20 });
		const ids: number[] = [];
		let page: Awaited<ReturnType<typeof senders>> | undefined;
		for (let pages = 0; pages === 0 || (page?.paginationToken && pages < 9); pages++) {
			page = await senders({ paginationToken: page?.paginationToken });
			ids.push(...page.results.map(({ value }) => Number(value)));
		}
		sandbox.setOptions({ maxPerPage: Number.MAX_SAFE_INTEGER });
		assert.deepEqual([ids.length, new Set(ids).size, ids.includes(101)], [64, 64, true]);
		const { results } = await senders({ filter: 'CLINIC' });
		assert.deepEqual(
			results.map(({ value, name }) => [Number(value), name.includes('CLINIC')]),
			[[101, true]],
		);
		const statuses = await rest.request<Array<{ name: string; value: unknown }>>(
			'POST',
			'/dynamic-node-parameters/options',
			live('parameters.filters.status', 'getStatuses', 'queryMessages'),
		);
		assert.deepEqual(statuses.map(({ name, value }) => `${Number(value)} ${name}`).sort(), [
			'-1 Deactivated',
			'-2 Suspended',
			'-3 Rejected',
			'0 Pending',
			'1 Active',
			'2 Approved',
		]);
	});
}
