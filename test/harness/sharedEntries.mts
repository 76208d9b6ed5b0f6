/**
 * What n8n's workers share: the entries of its deduplication helper, by the node. As in n8n a row is read and written
 * whole (deduplication-helper.ts), so that what another worker writes in between is written over. Without a `row`
 * n8n keeps no entries, as in an n8n that doesn't have the helper.
 */
import { n8nDeduplication } from '../../workbench/engine/n8n-modules.mts';

export const sharedEntries = {
	row: undefined as string[] | undefined,
	/** How many calls have been made. */
	calls: 0,
	/** Awaited between the reading and the writing of a call. */
	between: undefined as ((items: string[]) => Promise<void>) | undefined,
	/** Whether another worker writes over whatever is written. */
	isLost: false,
	/** Starts with an empty row. */
	keep(): void {
		Object.assign(this, { row: [], calls: 0 });
	},
	/** n8n keeps none any more. */
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
