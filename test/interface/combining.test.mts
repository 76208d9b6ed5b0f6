import { goodSend, itemsOf, rowsOf, startWorkbench, type Workbench } from '../workbench.mts';

let bench: Workbench;
beforeAll(async () => {
	bench = await startWorkbench();
});
afterEach(() => bench.reset());
afterAll(async () => await bench.sandbox.stop());

const phone = (number: number) => `+2547110010${String(number).padStart(2, '0')}`;

/** Runs a combined send; each item gives its numbers and what else differs. */
async function combine(items: Array<{ to: string; text?: string; group?: number }>, options = {}) {
	const parameters = {
		...goodSend,
		sendTo: '={{ $json.group ? "contactGroup" : "phoneNumbers" }}',
		recipients: '={{ $json.to }}',
		contactListId: '={{ $json.group }}',
		message: '={{ $json.text ?? "Hello" }}',
		options: { combineItems: true, ...options },
	};
	const result = await bench.run(parameters, { items });
	expect(result.error).toBeUndefined();
	expect(itemsOf(result).map(({ pairedItem }) => pairedItem)).toEqual(
		items.map((_, item) => ({ item })),
	);
	return rowsOf(result);
}

const sentNumbers = () => bench.sandbox.journal.map(({ body }) => body.recipients);

describe('combining items', () => {
	it('puts items that differ only in recipients into one request; each gets the receipt and its own numbers', async () => {
		const rows = await combine([
			{ to: phone(1) },
			{ to: `${phone(2)}, ${phone(3)}` },
			{ to: phone(4) },
		]);
		expect(sentNumbers()).toEqual([[phone(1), phone(2), phone(3), phone(4)]]);
		const { messageId } = bench.sandbox.journal[0]!;
		expect(rows.map((row) => [row.messageId, row.recipients])).toEqual([
			[messageId, [phone(1)]],
			[messageId, [phone(2), phone(3)]],
			[messageId, [phone(4)]],
		]);
	});

	it('keeps items apart that differ in anything else, and pairs them all the same', async () => {
		const rows = await combine([
			{ to: phone(1), text: 'A' },
			{ to: phone(2), text: 'B' },
			{ to: phone(3), text: 'A' },
		]);
		const sent = bench.sandbox.journal.map(({ body }) => [body.message, body.recipients]).sort();
		expect(sent).toEqual([
			['A', [phone(1), phone(3)]],
			['B', [phone(2)]],
		]);
		expect(rows[0]?.messageId).toBe(rows[2]?.messageId);
		expect(rows[1]?.messageId).not.toBe(rows[0]?.messageId);
	});

	it('sends a number that two items share once, and both get the receipt', async () => {
		const rows = await combine([
			{ to: `${phone(1)}, ${phone(2)}` },
			{ to: `${phone(2)}, ${phone(3)}` },
		]);
		expect(sentNumbers()).toEqual([[phone(1), phone(2), phone(3)]]);
		expect(rows.map(({ recipients }) => recipients)).toEqual([
			[phone(1), phone(2)],
			[phone(2), phone(3)],
		]);
		expect(new Set(rows.map(({ messageId }) => messageId)).size).toBe(1);
	});

	it('never exceeds the cap, and counts a shared number once against it', async () => {
		await combine(
			[1, 2, 3, 4, 5].map((number) => ({ to: phone(number) })),
			{ recipientsPerRequest: 2 },
		);
		expect(
			sentNumbers()
				.map((numbers) => numbers!.length)
				.sort(),
		).toEqual([1, 2, 2]);
		bench.reset();
		await combine([{ to: phone(1) }, { to: phone(2) }, { to: `${phone(1)}, ${phone(2)}` }], {
			recipientsPerRequest: 2,
		});
		expect(sentNumbers()).toEqual([[phone(1), phone(2)]]);
	});

	it('never splits an item: one with more numbers than the cap goes alone', async () => {
		const many = [1, 2, 3].map(phone);
		await combine([{ to: many.join(',') }, { to: phone(4) }], { recipientsPerRequest: 2 });
		expect(sentNumbers().sort()).toEqual([many, [phone(4)]]);
	});

	it('takes a hundred numbers a request unless told', async () => {
		const items = Array.from({ length: 101 }, (_, index) => ({
			to: `+2547220${String(10_000 + index)}`,
		}));
		await combine(items);
		expect(
			sentNumbers()
				.map((numbers) => numbers!.length)
				.sort((one, other) => one - other),
		).toEqual([1, 100]);
		expect(new Set(sentNumbers().flat()).size).toBe(101);
	});

	it('never combines contact groups', async () => {
		await combine([
			{ to: '', group: 503 },
			{ to: '', group: 503 },
			{ to: phone(1) },
			{ to: phone(2) },
		]);
		const sent = bench.sandbox.journal.map(({ body }) => [body.contact_list_id, body.recipients]);
		expect(sent).toHaveLength(3);
		expect(sent).toEqual(
			expect.arrayContaining([
				[503, null],
				[503, null],
				[null, [phone(1), phone(2)]],
			]),
		);
	});

	it('is off unless switched on: equal items go alone', async () => {
		await combine([{ to: phone(1) }, { to: phone(1) }], { combineItems: false });
		expect(sentNumbers()).toEqual([[phone(1)], [phone(1)]]);
	});

	it('gives every item of a refused request its failure, and only those', async () => {
		const parameters = {
			...goodSend,
			recipients: '={{ $json.to }}',
			message: '={{ $json.text }}',
			options: { combineItems: true },
		};
		const items = [
			{ to: phone(1), text: 'A' },
			{ to: '+254700000400', text: 'A' },
			{ to: phone(2), text: 'B' },
		];
		const result = await bench.run(parameters, {
			items,
			settings: { onError: 'continueRegularOutput' },
		});
		const rows = itemsOf(result).map(({ json, pairedItem }) => [
			pairedItem,
			typeof json.error,
			json.messageId,
		]);
		expect(rows).toEqual([
			[{ item: 0 }, 'string', undefined],
			[{ item: 1 }, 'string', undefined],
			[{ item: 2 }, 'undefined', bench.sandbox.journal[0]?.messageId],
		]);
		expect(sentNumbers()).toEqual([[phone(2)]]);
	});
});

describe('the cap on recipients', () => {
	const capped = { ...goodSend, recipients: '={{ $json.to }}', options: { maxRecipients: 2 } };

	it('counts each number of the run once', async () => {
		const result = await bench.run(capped, {
			items: [{ to: phone(1) }, { to: `${phone(1)}, ${phone(2)}` }],
		});
		expect(result.error).toBeUndefined();
		expect(sentNumbers().sort()).toEqual([[phone(1)], [phone(1), phone(2)]]);
	});

	it('refuses the whole run above it, also under continue-on-fail', async () => {
		const items = [phone(1), phone(2), phone(3)].map((to) => ({ to }));
		const result = await bench.run(capped, {
			items,
			settings: { onError: 'continueRegularOutput' },
		});
		expect(rowsOf(result).map(({ error }) => String(error))).toEqual(
			items.map((_, index) =>
				expect.stringMatching(
					`would reach 3 numbers, and Max Recipients allows 2\\. .* \\[item ${index}\\]$`,
				),
			),
		);
		expect(bench.sandbox.requests).toEqual([]);
	});
});
