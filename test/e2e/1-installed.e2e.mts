/** What n8n's server makes of the installed package: what it lists, offers and serves. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { credentialType, nodeType, packageName } from '../../workbench/n8n/package.mts';
import { triggerType } from '../../workbench/n8n/package.mts';
import { environment, isFrom, notStartedHere, offered } from './environment.mts';
import type { Row } from './workflows.mts';

export const title = 'The installed package';

interface Page {
	results: Array<{ name: string; value: string | number }>;
	paginationToken?: string;
}

const described = (name: string) => offered().find((type) => type.name === name)!;

/** The choices of a field of a node, but for the entry that n8n adds to every node that has a credential. */
const choices = (type: string, field: string): unknown[] =>
	(described(type).properties as Array<{ name: string; options: Row[] }>)
		.find(({ name }) => name === field)!
		.options.map(({ value }) => value)
		.filter((value) => value !== '__CUSTOM_API_CALL__');

/** Asks n8n's server for what the editor shows in a field. */
async function live<T>(kind: string, field: string, methodName: string, more = {}): Promise<T> {
	return await environment().rest.request<T>('POST', `/dynamic-node-parameters/${kind}`, {
		path: `parameters.${field}`,
		methodName,
		nodeTypeAndVersion: { name: nodeType, version: 1 },
		currentNodeParameters: { operation: 'queryMessages' },
		credentials: { [credentialType]: environment().credential },
		...more,
	});
}

export function tests(): void {
	test('is listed under Settings > Community nodes with its version', async (t) => {
		if (notStartedHere) return t.skip(notStartedHere);
		const manifest = readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8');
		const { version } = JSON.parse(manifest) as { version: string };
		const packages = await environment().rest.request<Row[]>('GET', '/community-packages');
		const ours = packages.find((entry) => entry.packageName === packageName)!;
		assert.deepEqual([ours.installedVersion, ours.failedLoading ?? false], [version, false]);
		const nodes = (ours.installedNodes as Row[]).map(({ type }) => type).sort();
		assert.deepEqual(nodes, [nodeType, triggerType]);
	});

	test('offers the node, also as a tool and as human review, and the trigger with poll times, not as a tool', () => {
		const names = offered().map(({ name }) => name);
		const ours = names.filter((name) => name.startsWith(packageName)).sort();
		// n8n 1.x has no human review.
		const review = isFrom(2) ? [`${nodeType}HitlTool`] : [];
		assert.deepEqual(ours, [nodeType, ...review, `${nodeType}Tool`, triggerType].sort());
		const queries = ['queryMessages', 'querySenders', 'listStatuses'];
		const operations = ['sendMessage', 'sendAndWait', ...queries];
		assert.deepEqual(choices(nodeType, 'operation'), operations);
		assert.deepEqual(choices(triggerType, 'event').sort(), ['messageCreated', 'statusChanged']);
		assert.match(JSON.stringify(described(triggerType).properties), /"pollTimes"/);
	});

	test('serves the icons of node, trigger and credential in light and dark', async () => {
		const credentials = await environment().rest.types('credentials');
		const credential = credentials.find(({ name }) => name === credentialType)!;
		for (const { iconUrl } of [described(nodeType), described(triggerType), credential]) {
			assert.ok(typeof iconUrl === 'object' && iconUrl.light !== iconUrl.dark);
			for (const path of [iconUrl.light, iconUrl.dark]) {
				const answer = await fetch(`${environment().n8n.origin}/${path}`);
				assert.match(`${answer.status} ${answer.headers.get('content-type')}`, /^200 image\/svg/);
				assert.match(await answer.text(), /<svg/);
			}
		}
	});

	test('fills the list of senders page by page, searches it, and fills the statuses', async () => {
		const senders = async (more: { filter?: string; paginationToken?: string }) =>
			await live<Page>('resource-locator-results', 'senderId', 'searchSenders', more);
		environment().sandbox.setOptions({ maxPerPage: 20 });
		const ids: number[] = [];
		let page: Page | undefined;
		do {
			page = await senders({ paginationToken: page?.paginationToken });
			ids.push(...page.results.map(({ value }) => Number(value)));
		} while (page.paginationToken && ids.length < 200);
		assert.deepEqual([ids.length, new Set(ids).size, ids.includes(101)], [64, 64, true]);
		const { results } = await senders({ filter: 'CLINIC' });
		assert.deepEqual([results.length, Number(results[0]?.value)], [1, 101]);
		const statuses = await live<Page['results']>('options', 'filters.status', 'getStatuses');
		const told = statuses
			.map(({ name, value }) => `${value} ${name}`)
			.sort()
			.join();
		assert.equal(told, '-1 Deactivated,-2 Suspended,-3 Rejected,0 Pending,1 Active,2 Approved');
	});
}
