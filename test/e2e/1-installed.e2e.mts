import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
	credentialType,
	installedManifest,
	nodeType,
	packageName,
	triggerType,
} from '../../workbench/n8n/bench.mts';
import type { NodeTypeDescription } from '../../workbench/n8n/rest.mts';
import { environment } from './environment.mts';

interface Property {
	name: string;
	options?: Array<{ name: string; value: string; action?: string }>;
}

function described(types: NodeTypeDescription[], name: string): NodeTypeDescription {
	const found = types.find((type) => type.name === name);
	assert.ok(found, `n8n lists no ${name}`);
	return found;
}

async function assertIcons(type: NodeTypeDescription): Promise<void> {
	const { iconUrl } = type;
	assert.ok(
		typeof iconUrl === 'object',
		`${type.name} has one icon for both themes: ${String(iconUrl)}`,
	);
	assert.notEqual(iconUrl.light, iconUrl.dark);
	for (const path of [iconUrl.light, iconUrl.dark]) {
		const answer = await fetch(`${environment().bench.n8n.origin}/${path}`);
		assert.equal(answer.status, 200, path);
		assert.match(answer.headers.get('content-type') ?? '', /^image\/svg/, path);
		assert.match(await answer.text(), /<svg/, path);
	}
}

export default function tests(): void {
	describe('The installed package', () => {
		test('is listed under Settings > Community nodes with its version', async () => {
			const packages = await environment().bench.rest.request<
				Array<{
					packageName: string;
					installedVersion: string;
					installedNodes: Array<{ type: string }>;
					failedLoading?: boolean;
				}>
			>('GET', '/community-packages');
			const ours = packages.find((entry) => entry.packageName === packageName);
			assert.deepEqual(ours?.installedNodes.map((entry) => entry.type).sort(), [
				nodeType,
				triggerType,
			]);
			assert.equal(
				ours?.installedVersion,
				(await installedManifest(environment().userFolder)).version,
			);
			assert.notEqual(ours?.failedLoading, true);
		});

		test('offers the node with its four actions', () => {
			const type = described(environment().bench.nodeTypes, nodeType);
			assert.equal(type.displayName, 'Messaging Service');
			const operation = (type.properties as Property[]).find(
				(property) => property.name === 'operation',
			);
			// n8n adds an entry of its own to every node that has a credential.
			const options =
				operation?.options?.filter((option) => option.value !== '__CUSTOM_API_CALL__') ?? [];
			assert.deepEqual(options.map((option) => option.value).sort(), [
				'listStatuses',
				'queryMessages',
				'querySenders',
				'sendMessage',
			]);
			for (const option of options)
				assert.ok(option.action, `${option.name} has no action for the node panel`);
		});

		test('offers the node as a tool for agents', () => {
			assert.ok(described(environment().bench.nodeTypes, `${nodeType}Tool`));
		});

		test('offers the trigger with its two events and poll times, and not as a tool', () => {
			const { nodeTypes } = environment().bench;
			const type = described(nodeTypes, triggerType);
			assert.equal(type.displayName, 'Messaging Service Trigger');
			assert.deepEqual(type.group, ['trigger']);
			const properties = type.properties as Property[];
			// n8n adds the poll times to every trigger that polls.
			assert.ok(properties.some((property) => property.name === 'pollTimes'));
			assert.deepEqual(
				properties
					.find((property) => property.name === 'event')
					?.options?.map((option) => option.value),
				['messageCreated', 'statusChanged'],
			);
			assert.deepEqual(
				nodeTypes.filter((entry) => entry.name === `${triggerType}Tool`),
				[],
			);
		});

		test('offers the credential', async () => {
			const type = described(await environment().bench.rest.credentialTypes(), credentialType);
			assert.equal(type.displayName, 'Messaging Service API');
		});

		for (const [name, type] of [
			['node', nodeType],
			['trigger', triggerType],
		] as const) {
			test(`loads the ${name}'s icons in light and dark`, async () => {
				await assertIcons(described(environment().bench.nodeTypes, type));
			});
		}

		test("loads the credential's icons in light and dark", async () => {
			await assertIcons(
				described(await environment().bench.rest.credentialTypes(), credentialType),
			);
		});
	});
}
