import type { IDataObject, INodeParameters } from 'n8n-workflow';
import {
	goodSend,
	itemsOf,
	rowsOf,
	startWorkbench,
	throughRoutingEngine,
	type Workbench,
} from '../workbench.mts';

let bench: Workbench;
beforeAll(async () => {
	bench = await startWorkbench();
});
afterEach(() => {
	bench.sandbox.setOptions({
		readings: {
			singleRecord: true,
			emptyAs: 'array',
			groupRecipients: 'records',
			messageIdType: 'recordId',
			meta: 'present',
		},
	});
	bench.reset();
});
afterAll(async () => await bench.sandbox.stop());

/** Sends to these numbers, so that the query has something to find. */
async function send(recipients: string, parameters: INodeParameters = {}): Promise<IDataObject> {
	const result = await bench.run({ ...goodSend, recipients, ...parameters });
	expect(result.error).toBeUndefined();
	return rowsOf(result)[0]!;
}

const query = async (parameters: INodeParameters = {}, setup = {}) => {
	const result = await bench.run({ operation: 'queryMessages', ...parameters }, setup);
	expect(result.error).toBeUndefined();
	return result;
};

describe('the output of a send', () => {
	it("has the answer's members, the numbers as sent, segments and encoding, in this order", async () => {
		const row = await send('00254711001001, +254 711 001 002', { message: 'Zoë, 5 € off' });
		const { messageId } = bench.sandbox.journal[0]!;
		expect(Object.entries(row)).toEqual([
			['success', true],
			['messageId', messageId],
			['sendOutcome', 'accepted'],
			['recipients', ['+254711001001', '+254711001002']],
			['segments', 1],
			['encoding', 'UCS-2'],
		]);
	});

	it('has recipients null for a contact group', async () => {
		const row = await send('', { sendTo: 'contactGroup', contactListId: 503 });
		expect(row).toEqual({
			success: true,
			messageId: bench.sandbox.journal[0]!.messageId,
			sendOutcome: 'accepted',
			recipients: null,
			segments: 1,
			encoding: 'GSM-7',
		});
	});

	it('counts the segments of the text that was sent', async () => {
		const row = await send('+254711001001', { message: `${'a'.repeat(159)}€` });
		expect(row).toMatchObject({ segments: 2, encoding: 'GSM-7' });
		expect(bench.sandbox.journal[0]?.body.message).toBe(`${'a'.repeat(159)}€`);
	});

	it("is the same through n8n's routing engine", async () => {
		const result = await bench.run(
			{ ...goodSend, recipients: '+254711001001, none', options: { invalidRecipients: 'skip' } },
			{ packages: throughRoutingEngine },
		);
		expect(itemsOf(result)).toEqual([
			{
				json: {
					success: true,
					messageId: bench.sandbox.journal[0]!.messageId,
					sendOutcome: 'accepted',
					recipients: ['+254711001001'],
					segments: 1,
					encoding: 'GSM-7',
					skippedRecipients: [{ recipient: 'none', reason: expect.any(String) }],
				},
				pairedItem: { item: 0 },
			},
		]);
	});

	it('lists what was skipped, in the words that a refusal would have', async () => {
		const row = await send('+254711001001; 0711001002\nabc', {
			options: { invalidRecipients: 'skip' },
		});
		expect(row.recipients).toEqual(['+254711001001']);
		expect(row.skippedRecipients).toEqual([
			{
				recipient: '0711001002',
				reason: expect.stringMatching(
					/^'0711001002' in Recipients has no country code\. Write the number with its own country code/,
				),
			},
			{ recipient: 'abc', reason: expect.stringMatching(/^'abc' /) },
		]);
	});

	it('is one item for one item, each with its own receipt and place', async () => {
		const result = await bench.run(
			{ ...goodSend, recipients: '={{ $json.phone }}' },
			{ items: [{ phone: '+254711001001' }, { phone: '+254711001002' }] },
		);
		const byNumber = new Map(
			bench.sandbox.journal.map(({ recipients, messageId }) => [recipients[0], messageId]),
		);
		expect(itemsOf(result).map(({ json, pairedItem }) => [json.messageId, pairedItem])).toEqual([
			[byNumber.get('+254711001001'), { item: 0 }],
			[byNumber.get('+254711001002'), { item: 1 }],
		]);
	});
});

describe('the output of Query Messages', () => {
	/** A message, scheduled and of two recipients, of which no column has the value of another one. */
	function listed() {
		const createdAt = Date.now() - 86_400_000;
		const numbers = ['+34611222333', '+61491570156'] as const;
		const id = bench.sandbox.addMessage({
			recipients: [...numbers],
			campaign: 'timetable/south',
			category: 'authentication',
			senderId: 108,
			message: 'Track 9¾',
			createdAt,
			schedule: createdAt + 7_000,
			status: 'Read',
		});
		bench.sandbox.setStatus(numbers[1], 'Undeliverable', { messageId: id });
		const at = (later: number, microseconds = 0) =>
			`${new Date(createdAt + later).toISOString().slice(0, -1)}${String(microseconds).padStart(3, '0')}Z`;
		const recipients = [
			{ phone_number: numbers[0], status: 'Read', reference: `SBX-${id}-1`, created_at: at(0, 1) },
			{
				phone_number: numbers[1],
				status: 'Undeliverable',
				reference: `SBX-${id}-2`,
				created_at: at(0, 2),
			},
		];
		return { id, numbers: [...numbers], recipients, created: at(0), due: at(7_000) };
	}

	it('is simplified: these fields in this order', async () => {
		const { id, numbers, created, due } = listed();
		const [row] = rowsOf(await query());
		expect(Object.entries(row!)).toEqual([
			['id', id],
			['status', 'Delivered'],
			['message', 'Track 9¾'],
			['sender_id', '40404'],
			['category', 'authentication'],
			['campaign', 'timetable/south'],
			['recipients', numbers],
			['schedule', due],
			['created_at', created],
		]);
	});

	it('is raw: the record as the service gives it', async () => {
		const { id, recipients, created, due } = listed();
		expect(rowsOf(await query({ output: 'raw' }))).toEqual([
			{
				id,
				sender_id: '40404',
				category: 'authentication',
				campaign: 'timetable/south',
				message: 'Track 9¾',
				schedule: due,
				creator: 'Sandbox User',
				status: 'Delivered',
				sms_recipients: recipients,
				sms_list_recipients: [],
				created_at: created,
			},
		]);
	});

	it('is one item per recipient, with its own status and the message beside it', async () => {
		const { id, recipients } = listed();
		const result = await query({ output: 'recipients' });
		const message = {
			message_id: id,
			message_status: 'Delivered',
			sender_id: '40404',
			category: 'authentication',
			campaign: 'timetable/south',
		};
		expect(rowsOf(result).map((row) => Object.entries(row))).toEqual(
			recipients.map((recipient) => Object.entries({ ...recipient, ...message })),
		);
		expect(itemsOf(result).map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 0 }]);
	});

	it('has the record of a send: its numbers, its texts, and the time that it was scheduled for', async () => {
		const later = new Date(Date.now() + 3 * 86_400_000).toISOString();
		const { messageId } = await send('+254711001001, +254711001002', {
			options: { schedule: later },
			campaign: 'neap tide',
			message: 'Slack at 4',
		});
		expect(rowsOf(await query())).toEqual([
			{
				id: Number(messageId),
				status: 'Pending',
				message: 'Slack at 4',
				sender_id: 'SHOP',
				category: 'utility',
				campaign: 'neap tide',
				recipients: ['+254711001001', '+254711001002'],
				schedule: later.replace('Z', '000Z'),
				created_at: expect.not.stringContaining(later.slice(0, 10)),
			},
		]);
	});

	it.each([
		['one record', 1, { singleRecord: true }],
		['an array of one', 1, { singleRecord: false }],
		['an array', 2, {}],
		['an empty array', 0, { emptyAs: 'array' }],
		['null', 0, { emptyAs: 'null' }],
		['missing', 0, { emptyAs: 'missing' }],
		['one record without meta', 1, { meta: 'missing' }],
	] as const)('reads data.data that is %s as %i records', async (_title, count, readings) => {
		for (let sent = 0; sent < count; sent++) await send('+254711001001');
		bench.sandbox.setOptions({ readings });
		expect(rowsOf(await query())).toHaveLength(count);
	});

	it('takes a last page with a single record for a page of one', async () => {
		for (let sent = 0; sent < 3; sent++) await send('+254711001001');
		bench.sandbox.setOptions({ readings: { singleRecord: 'page' } });
		const rows = rowsOf(await query({ returnAll: true, options: { perPage: 2 } }));
		expect(rows.map(({ id }) => String(id))).toEqual(
			bench.sandbox.journal.map(({ messageId }) => messageId).reverse(),
		);
	});

	it('runs the query once an item and pairs each record with its item', async () => {
		await send('+254711001001', { campaign: 'one', message: 'first' });
		await send('+254711001001', { campaign: 'two', message: 'second' });
		const result = await query(
			{ filters: { query: '={{ $json.text }}' } },
			{ items: [{ text: 'second' }, { text: 'none' }, { text: 'first' }] },
		);
		expect(itemsOf(result).map(({ json, pairedItem }) => [json.campaign, pairedItem])).toEqual([
			['two', { item: 0 }],
			['one', { item: 2 }],
		]);
	});
});

describe('the other outputs', () => {
	it('gives senders as the service does', async () => {
		const result = await bench.run({ operation: 'querySenders', filters: { query: 'CLINIC' } });
		expect(itemsOf(result)).toEqual([
			{
				json: { id: 101, name: 'CLINIC', status: 2, created_at: expect.any(String) },
				pairedItem: { item: 0 },
			},
		]);
	});

	it('gives one item a status, its id a number', async () => {
		const result = await bench.run({ operation: 'listStatuses' });
		expect(rowsOf(result).sort((one, other) => Number(other.id) - Number(one.id))).toEqual([
			{ id: 2, label: 'Approved' },
			{ id: 1, label: 'Active' },
			{ id: 0, label: 'Pending' },
			{ id: -1, label: 'Deactivated' },
			{ id: -2, label: 'Suspended' },
			{ id: -3, label: 'Rejected' },
		]);
		expect(itemsOf(result).map(({ pairedItem }) => pairedItem)).toEqual(
			Array.from({ length: 6 }, () => ({ item: 0 })),
		);
	});
});
