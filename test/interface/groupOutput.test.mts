/** What a message to a contact group looks like in each reading of its unspecified recipients. */
import { goodSend, rowsOf, startWorkbench } from '../workbench.mts';

test.each([
	['records', 3, '+'],
	['numbers', 3, '+'],
	['group', 1, null],
] as const)('members told as %s', async (groupRecipients, rows, begins) => {
	const bench = await startWorkbench({ readings: { groupRecipients } });
	await bench.run({ ...goodSend, sendTo: 'contactGroup', contactListId: 503, recipients: '' });
	const output = rowsOf(await bench.run({ operation: 'queryMessages', output: 'recipients' }));
	expect(output).toHaveLength(rows);
	for (const row of output) {
		expect(row).toMatchObject({ campaign: 'reminders', message_id: expect.anything() });
		expect(begins === null ? row.phone_number : String(row.phone_number)[0]).toBe(begins);
	}
	const [simplified] = rowsOf(await bench.run({ operation: 'queryMessages' }));
	expect(simplified!.recipients).toHaveLength(begins === null ? 0 : 3);
	await bench.sandbox.stop();
});
