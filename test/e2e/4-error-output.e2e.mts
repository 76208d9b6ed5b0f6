import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { outputOf, type Execution } from '../../workbench/n8n/executions.mts';
import {
	chain,
	phones,
	rowsFrom,
	send,
	service,
	serviceNode,
	store,
	trigger,
} from './workflows.mts';
import { environment } from './environment.mts';

type Row = Record<string, unknown>;

/** Rows as a customer's table might have them, with columns whose names a node likes to take for itself. */
function orders(numbers: unknown[]): Row[] {
	return numbers.map((phone, index) => ({
		phone,
		message: `Note of customer ${index}`,
		details: 'two parcels',
		description: 'fragile',
		order: { number: index },
	}));
}

const goodNumbers = (count: number): string[] => phones(count).map(({ phone }) => phone);

/** Runs Send Message over the rows with its error output open. */
async function run(rows: Row[], parameters: Row = {}): Promise<Execution> {
	const { executions } = environment().bench;
	const node = serviceNode(send({ options: { lookUpUnknown: false }, ...parameters }), {
		onError: 'continueErrorOutput',
	});
	const execution = await executions.run(
		(await store(chain('Error output in full', [...rowsFrom(rows), node]))).id,
		trigger,
	);
	assert.equal(execution.status, 'success', execution.error?.message);
	return execution;
}

const accepted = (execution: Execution): Row[] =>
	outputOf(execution, service, 0).map(({ json }) => json);
const failed = (execution: Execution): Row[] =>
	outputOf(execution, service, 1).map(({ json }) => json);

/**
 * The item has the row's own columns, each as it was, and two of ours: the sentence and what it
 * means for the message.
 */
function assertFailed(
	item: Row | undefined,
	row: Row | undefined,
	sendOutcome: string,
	sentence: RegExp,
): void {
	const { error } = item ?? {};
	assert.match(String(error), sentence);
	assert.deepEqual(item, { ...row, error, sendOutcome });
}

export default function tests(): void {
	describe('The error output', () => {
		beforeEach(() => environment().sandbox.reset());

		test("keeps every column of a refused row, 'message' too, and adds 'error' and 'sendOutcome' only", async () => {
			const [first, last] = goodNumbers(2);
			const rows = orders([first, '0712', last]);
			const execution = await run(rows);
			assert.equal(failed(execution).length, 1);
			assertFailed(failed(execution)[0], rows[1], 'notSent', /country code/);
			assert.deepEqual(
				outputOf(execution, service, 1).map(({ pairedItem }) => pairedItem),
				[{ item: 1 }],
			);
			assert.deepEqual(
				accepted(execution).map((item) => [item.recipients, item.sendOutcome, 'error' in item]),
				[
					[[first], 'accepted', false],
					[[last], 'accepted', false],
				],
			);
			assert.deepEqual(
				environment()
					.sandbox.journal.map((entry) => entry.recipients)
					.sort(),
				[[first], [last]],
			);
		});

		test('tells what was certainly not sent from what nobody knows', async () => {
			const { sandbox } = environment();
			const rows = orders(goodNumbers(3));
			sandbox.play({ on: 'send', kind: 'badRequest', recipient: String(rows[0]?.phone) });
			sandbox.play({ on: 'send', kind: 'serverError', recipient: String(rows[1]?.phone) });
			const execution = await run(rows);
			assert.equal(failed(execution).length, 2);
			assertFailed(failed(execution)[0], rows[0], 'notSent', /./);
			assertFailed(failed(execution)[1], rows[1], 'unknown', /may or may not have been sent/);
			assert.deepEqual(
				accepted(execution).map((item) => item.sendOutcome),
				['accepted'],
			);
			assert.equal(sandbox.journal.length, 1);
		});

		test('keeps the columns of a row whose expression fails', async () => {
			const numbers = goodNumbers(3);
			const rows = orders(numbers);
			const execution = await run(rows, {
				message: '={{ $json.order.number === 1 ? $("Nowhere").first().json.text : "Hello" }}',
			});
			assert.equal(failed(execution).length, 1);
			assertFailed(failed(execution)[0], rows[1], 'notSent', /Referenced node doesn't exist/);
			const sent = [[numbers[0]], [numbers[2]]];
			assert.deepEqual(
				accepted(execution).map((item) => item.recipients),
				sent,
			);
			assert.deepEqual(
				environment()
					.sandbox.journal.map((entry) => entry.recipients)
					.sort(),
				sent,
			);
		});
	});
}
