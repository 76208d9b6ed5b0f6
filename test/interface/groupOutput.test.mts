/**
 * What a message to a contact group looks like in each reading of its unspecified recipients:
 * alone, and beside numbers of its own.
 */
import type { IDataObject } from 'n8n-workflow';
import { goodSend, rowsOf, startWorkbench, type Workbench } from '../workbench.mts';

let bench: Workbench;
beforeAll(async () => {
	bench = await startWorkbench();
});
beforeEach(() => bench.reset());
afterAll(async () => await bench.sandbox.stop());

const staff = ['+254733003001', '+254733003002', '+254733003003'];
const query = async (output: string) =>
	rowsOf(await bench.run({ operation: 'queryMessages', output }));

const columns = (names: string[]) => (row: IDataObject) => names.map((name) => row[name]);

test.each([
	['records', staff, staff],
	['numbers', staff, staff],
	['group', [null], []],
] as const)('members told as %s', async (groupRecipients, rows, numbers) => {
	bench.sandbox.setOptions({ readings: { groupRecipients } });
	const [sent] = rowsOf(
		await bench.run({
			...goodSend,
			sendTo: 'contactGroup',
			contactListId: 503,
			recipients: '',
			campaign: 'roster wk 31',
		}),
	);
	const output = await query('recipients');
	expect(output.map(columns(['phone_number', 'campaign', 'message_id']))).toEqual(
		rows.map((number) => [number, 'roster wk 31', Number(sent!.messageId)]),
	);
	expect((await query('simplified')).map(({ recipients }) => recipients)).toEqual([numbers]);
});

test.each([
	[
		'records',
		[
			['+34611222333', 'Read', 1],
			[staff[0], 'Sent', 2],
			[staff[1], 'Expired at 4', 3],
			[staff[2], 'Sent', 4],
		],
	],
	[
		'numbers',
		[
			['+34611222333', 'Read', 1],
			[staff[0], null, null],
			[staff[1], null, null],
			[staff[2], null, null],
		],
	],
	// That there is a group beside them is told by Raw alone.
	['group', [['+34611222333', 'Read', 1]]],
] as const)(
	'members told as %s, with a number that was addressed by itself',
	async (groupRecipients, rows) => {
		bench.sandbox.setOptions({ readings: { groupRecipients } });
		// Long delivered by the time, so that the message has another status than any of its recipients.
		const id = bench.sandbox.addMessage({
			contactListId: 503,
			recipients: ['+34611222333'],
			status: 'Sent',
			createdAt: Date.now() - 86_400_000,
		});
		bench.sandbox.setStatus('+34611222333', 'Read', { messageId: id });
		bench.sandbox.setStatus(staff[1]!, 'Expired at 4', { messageId: id });
		expect(
			(await query('recipients')).map(
				columns(['phone_number', 'status', 'reference', 'message_status']),
			),
		).toEqual(
			rows.map(([number, status, place]) => [
				number,
				status,
				place === null ? null : `SBX-${id}-${place}`,
				'Delivered',
			]),
		);
		expect((await query('simplified')).map(columns(['status', 'recipients']))).toEqual([
			['Delivered', rows.map(([number]) => number)],
		]);
		const [raw] = await query('raw');
		expect([
			(raw!.sms_recipients as unknown[]).length,
			(raw!.sms_list_recipients as unknown[]).length,
		]).toEqual([1, groupRecipients === 'group' ? 1 : 3]);
	},
);
