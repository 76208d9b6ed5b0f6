/** The installed package in n8n's server: what n8n lists, offers and serves. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { nodeType, packageName } from '../../workbench/n8n/package.mts';
import { triggerType } from '../../workbench/n8n/package.mts';
import { environment, isFrom, notStartedHere, offered } from './environment.mts';
import type { Row } from './workflows.mts';

export const title = 'The installed package';

const described = (name: string) => offered().find((type) => type.name === name)!;

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
		assert.match(JSON.stringify(described(triggerType).properties), /"pollTimes"/);
	});
}
