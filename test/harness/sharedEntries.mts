/**
 * A fake of n8n's deduplication helper, whose entries the workers share. As in n8n, the entries of a node are one row
 * that is read and written as a whole (deduplication-helper.ts), so a write by another worker in between is lost.
 * Without a `row` it keeps no entries, as in an n8n that doesn't have the helper.
 */
import { n8nDeduplication } from '../../workbench/engine/n8n-modules.mts';

export const sharedEntries = {
	row: undefined as string[] | undefined,
	/** Number of calls. */
	calls: 0,
	/** Awaited between the read and the write of a call. */
	between: undefined as ((items: string[]) => Promise<void>) | undefined,
	/** Whether another worker overwrites every write. */
	isLost: false,
	/** Starts with an empty row. */
	keep(): void {
		Object.assign(this, { row: [], calls: 0 });
	},
	/** Stops keeping entries. */
	forget(): void {
		Object.assign(this, { row: undefined, between: undefined, isLost: false });
	},
};

async function changed(items: string[], change: (row: string[]) => string[]): Promise<string[]> {
	if (!sharedEntries.row) throw new Error('n8n keeps no entries here.');
	sharedEntries.calls++;
	const read = [...sharedEntries.row];
	await sharedEntries.between?.(items);
	if (!sharedEntries.isLost) sharedEntries.row = change(read);
	return read;
}

void n8nDeduplication.init({
	async checkProcessedAndRecord(given) {
		const items = given.map(String);
		const read = await changed(items, (row) => {
			const all = [...row, ...items.filter((item) => !row.includes(item))];
			return all.slice(-1_000);
		});
		return {
			new: items.filter((item) => !read.includes(item)),
			processed: items.filter((item) => read.includes(item)),
		};
	},
	async removeProcessed(given) {
		const items = given.map(String);
		await changed(items, (row) => row.filter((item) => !items.includes(item)));
	},
	clearAllProcessedItems: () => Promise.reject(new Error('The node asks for no such thing.')),
	getProcessedDataCount: () => Promise.reject(new Error('The node asks for no such thing.')),
});
