import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { outputOf } from '../../workbench/n8n/executions.mts';
import {
	chain,
	node,
	phones,
	rowsFrom,
	send,
	service,
	serviceNode,
	store,
	trigger,
	until,
} from './workflows.mts';
import { environment } from './environment.mts';

const unknownOutcome = /may or may not have been sent/;

/** How many sends contained this number, accepted or not. */
function sendsTo(phone: string): number {
	return environment().sandbox.requests.filter(
		(request) => request.operation === 'send' && JSON.stringify(request.body).includes(phone),
	).length;
}

function acceptedNumbers(): string[] {
	return environment()
		.sandbox.journal.flatMap((entry) => entry.recipients)
		.sort();
}

export default function tests(): void {
	describe('Runs inside n8n', () => {
		beforeEach(() => environment().sandbox.reset());

		test('a send carries all seven fields and gives its receipt back, paired with its row', async () => {
			const { bench, sandbox } = environment();
			const rows = phones(3);
			const workflow = await store(chain('Send', [...rowsFrom(rows), serviceNode(send())]));
			const execution = await bench.executions.run(workflow.id, trigger);
			assert.equal(execution.status, 'success', execution.error?.message);
			for (const { phone } of rows) {
				const entry = sandbox.journal.find(({ recipients }) => recipients.includes(phone));
				assert.deepEqual(entry?.body, {
					sender_id: 101,
					priority: 'utility',
					campaign: 'end to end',
					message: 'Hello from the bench',
					schedule: null,
					recipients: [phone],
					contact_list_id: null,
				});
			}
			const items = outputOf(execution, service);
			assert.deepEqual(
				items.map((item) => item.json.recipients),
				rows.map((row) => [row.phone]),
			);
			assert.deepEqual(
				items.map((item) => item.pairedItem),
				[{ item: 0 }, { item: 1 }, { item: 2 }],
			);
			const ids = new Map(sandbox.journal.map((entry) => [entry.recipients[0], entry.messageId]));
			assert.deepEqual(
				items.map((item) => item.json.messageId),
				rows.map((row) => ids.get(row.phone)),
			);
		});

		test('a production run that a webhook starts sends exactly once', async () => {
			const { bench, sandbox } = environment();
			const hook = node(
				'Order',
				'n8n-nodes-base.webhook',
				2,
				{ httpMethod: 'POST', path: 'e2e-order', responseMode: 'lastNode', options: {} },
				{ webhookId: 'e2e-order' },
			);
			const workflow = await store(
				chain('Webhook', [hook, serviceNode(send({ recipients: '={{ $json.body.phone }}' }))]),
			);
			await bench.rest.activate(workflow);
			const answer = await fetch(`${bench.n8n.origin}/webhook/e2e-order`, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify({ phone: '+254712399999' }),
			});
			const receipt = (await answer.json()) as Record<string, unknown>;
			await bench.rest.deactivate(workflow);
			assert.equal(answer.status, 200);
			assert.deepEqual(acceptedNumbers(), ['+254712399999']);
			assert.equal(receipt.messageId, sandbox.journal[0]?.messageId);
		});

		test('Return All reads every page, filtered', async () => {
			const { bench, sandbox } = environment();
			const parameters = {
				operation: 'queryMessages',
				returnAll: true,
				filters: { category: 'marketing' },
				options: { perPage: 20 },
			};
			const workflow = await store(
				chain('Query', [
					node(trigger, 'n8n-nodes-base.manualTrigger', 1, {}),
					serviceNode(parameters),
				]),
			);
			const execution = await bench.executions.run(workflow.id, trigger);
			assert.equal(execution.status, 'success', execution.error?.message);
			const items = outputOf(execution, service);
			const requests = sandbox.requests.filter((request) => request.operation === 'messages');
			assert.ok(items.length > 20, `only ${items.length} messages came out`);
			assert.equal(new Set(items.map((item) => item.json.id)).size, items.length);
			assert.ok(items.every((item) => item.json.category === 'marketing'));
			assert.equal(requests.length, Math.ceil(items.length / 20));
			assert.ok(requests.every((request) => request.query.category === 'marketing'));
		});

		test('Retry On Fail sends again what was plainly refused, and nothing else', async () => {
			const { bench, sandbox } = environment();
			const rows = phones(6);
			const refused = rows[3]?.phone ?? '';
			sandbox.play({ on: 'send', kind: 'badRequest', recipient: refused });
			const workflow = await store(
				chain('Retry', [
					...rowsFrom(rows),
					serviceNode(send(), { retryOnFail: true, maxTries: 3, waitBetweenTries: 100 }),
				]),
			);
			const execution = await bench.executions.run(workflow.id, trigger);
			assert.equal(execution.status, 'success', execution.error?.message);
			assert.deepEqual(
				acceptedNumbers(),
				rows.map((row) => row.phone),
			);
			assert.equal(sendsTo(refused), 2);
			assert.equal(outputOf(execution, service).length, rows.length);
		});

		for (const kind of ['serverError', 'errorAfterAccept', 'dropAfter'] as const) {
			test(`Retry On Fail never repeats a send whose outcome is unknown (${kind})`, async () => {
				const { bench, sandbox } = environment();
				const rows = phones(6);
				const unlucky = rows[2]?.phone ?? '';
				sandbox.play({ on: 'send', kind, recipient: unlucky });
				const workflow = await store(
					chain(`Unknown ${kind}`, [
						...rowsFrom(rows),
						serviceNode(send({ options: { lookUpUnknown: false } }), {
							retryOnFail: true,
							maxTries: 3,
							waitBetweenTries: 100,
						}),
					]),
				);
				const execution = await bench.executions.run(workflow.id, trigger);
				assert.equal(execution.status, 'error');
				assert.match(`${execution.error?.message} ${execution.error?.description}`, unknownOutcome);
				assert.equal(sendsTo(unlucky), 1);
				const others = rows.map((row) => row.phone).filter((phone) => phone !== unlucky);
				assert.deepEqual(
					acceptedNumbers().filter((phone) => phone !== unlucky),
					others,
				);
			});
		}

		test('a message whose receipt was lost is found in the list of the service, six seconds later at most', async () => {
			const { bench, sandbox } = environment();
			const rows = phones(6);
			sandbox.play({ on: 'send', kind: 'errorAfterAccept', recipient: rows[2]?.phone });
			// A text of its own: n8n's process remembers what the tests before have sent.
			const node = serviceNode(send({ message: 'Found again' }), {
				retryOnFail: true,
				maxTries: 3,
				waitBetweenTries: 100,
			});
			const execution = await bench.executions.run(
				(await store(chain('Found again', [...rowsFrom(rows), node]))).id,
				trigger,
			);
			assert.equal(execution.status, 'success', execution.error?.message);
			assert.deepEqual(
				acceptedNumbers(),
				rows.map((row) => row.phone),
			);
			assert.deepEqual(
				outputOf(execution, service).map((item) => item.json.confirmedBy),
				[undefined, undefined, 'lookup', undefined, undefined, undefined],
			);
		});

		test('the error output carries the failing row with its data, and nothing else leaves by it', async () => {
			const { bench, sandbox } = environment();
			const rows = phones(5).map((row, index) => ({ ...row, customer: `Customer ${index}` }));
			const unlucky = rows[1];
			sandbox.play({ on: 'send', kind: 'badRequest', recipient: unlucky?.phone });
			const workflow = await store(
				chain('Error output', [
					...rowsFrom(rows),
					serviceNode(send(), { onError: 'continueErrorOutput' }),
				]),
			);
			const execution = await bench.executions.run(workflow.id, trigger);
			assert.equal(execution.status, 'success', execution.error?.message);
			const failures = outputOf(execution, service, 1);
			assert.equal(failures.length, 1);
			assert.equal(failures[0]?.json.customer, unlucky?.customer);
			assert.equal(failures[0]?.json.phone, unlucky?.phone);
			assert.equal(typeof failures[0]?.json.error, 'string');
			const receipts = outputOf(execution, service, 0);
			assert.equal(receipts.length, 4);
			assert.ok(receipts.every((item) => item.json.success === true));
			assert.equal(sandbox.journal.length, 4);
		});

		test('one refused row means that nothing is sent', async () => {
			const { bench, sandbox } = environment();
			const rows = [...phones(4), { phone: '0712' }];
			const workflow = await store(chain('Refused row', [...rowsFrom(rows), serviceNode(send())]));
			const execution = await bench.executions.run(workflow.id, trigger);
			assert.equal(execution.status, 'error');
			assert.equal(sandbox.requests.filter((request) => request.operation === 'send').length, 0);
		});

		test('a stopped execution stops sending', async () => {
			const { bench, sandbox } = environment();
			const parameters = send({ options: { maxConcurrentRequests: 2 } });
			const workflow = await store(
				chain('Stopped', [...rowsFrom(phones(100)), serviceNode(parameters)]),
			);
			sandbox.setOptions({ latency: 100 });
			try {
				const id = await bench.executions.start(workflow.id, trigger);
				await until('four messages accepted', () => sandbox.journal.length >= 4);
				await bench.executions.stop(id);
				await until(
					'the run has ended',
					async () => (await bench.executions.status(id)) === 'canceled',
				);
				await until('nothing is under way', () => sandbox.inFlight.now === 0);
				const accepted = sandbox.journal.length;
				// Time for ten more sends, were there any to come.
				await new Promise((resolve) => setTimeout(resolve, 500));
				assert.equal(sandbox.journal.length, accepted);
				assert.ok(accepted < 100);
			} finally {
				sandbox.setOptions({ latency: 0 });
			}
		});
	});
}
