import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { credentialType, nodeType } from '../../workbench/n8n/bench.mts';
import type { DynamicParameterRequest } from '../../workbench/n8n/rest.mts';
import { environment } from './environment.mts';

function dynamic(path: string, methodName: string, operation: string): DynamicParameterRequest {
	return {
		path,
		methodName,
		nodeTypeAndVersion: { name: nodeType, version: 1 },
		currentNodeParameters: { operation },
		credentials: { [credentialType]: environment().credential },
	};
}

export default function tests(): void {
	describe("The editor's live lists", () => {
		beforeEach(() => environment().sandbox.reset());

		test('the sender list offers numeric ids, page after page', async () => {
			const { rest } = environment().bench;
			environment().sandbox.setOptions({ maxPerPage: 20 });
			const ids: unknown[] = [];
			let paginationToken: string | undefined;
			let pages = 0;
			do {
				const page = await rest.locatorResults({
					...dynamic('parameters.senderId', 'searchSenders', 'sendMessage'),
					paginationToken,
				});
				ids.push(...page.results.map((entry) => Number(entry.value)));
				paginationToken = page.paginationToken;
				pages++;
			} while (paginationToken !== undefined && pages < 20);
			environment().sandbox.setOptions({ maxPerPage: Number.MAX_SAFE_INTEGER });
			assert.equal(pages, Math.ceil(ids.length / 20));
			assert.ok(pages > 1, `all senders came in ${pages} page`);
			assert.equal(new Set(ids).size, ids.length);
			assert.ok(ids.includes(101) && ids.every((id) => Number.isInteger(id)));
		});

		test('the sender list searches', async () => {
			const page = await environment().bench.rest.locatorResults({
				...dynamic('parameters.senderId', 'searchSenders', 'sendMessage'),
				filter: 'CLINIC',
			});
			assert.deepEqual(
				page.results.map((entry) => Number(entry.value)),
				[101],
			);
			assert.match(page.results[0]?.name ?? '', /CLINIC/);
		});

		test('the status filter lists the statuses of the service', async () => {
			const options = await environment().bench.rest.options(
				dynamic('parameters.filters.status', 'getStatuses', 'queryMessages'),
			);
			const pairs = options
				.map((option) => [Number(option.value), option.name])
				.sort((a, b) => Number(a[0]) - Number(b[0]));
			assert.deepEqual(pairs, [
				[-3, 'Rejected'],
				[-2, 'Suspended'],
				[-1, 'Deactivated'],
				[0, 'Pending'],
				[1, 'Active'],
				[2, 'Approved'],
			]);
		});
	});
}
