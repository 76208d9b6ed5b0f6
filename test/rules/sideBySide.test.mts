/** Pages that are asked for while one before them is still to be answered: not without end. */
import type { IDataObject } from 'n8n-workflow';
import type { PageAnswer } from '../../nodes/MessagingService/messages/page.ts';
import { Pass, type Reading } from '../../nodes/MessagingService/messages/pass.ts';
import { askSideBySide } from '../../nodes/MessagingService/messages/pages.ts';

jest.mock('n8n-workflow', () => ({ sleep: () => Promise.resolve() }));

test.each([1, 2, 5])(
	'%i at once: three times as many pages at most, then all the others',
	async (concurrency) => {
		const asked: number[] = [];
		const taken: IDataObject[] = [];
		let answerSecond = (): void => undefined;
		const second = new Promise<void>((resolve) => (answerSecond = resolve));
		const ask = async ({ page }: { page: number }): Promise<PageAnswer> => {
			asked.push(page);
			if (page === 2) await second;
			const records = [{ id: page }];
			return { page: { records, keys: [`${page}`], oddRows: 0, lastPage: 30, total: 30 } };
		};
		const reading: Reading = {
			first: 1,
			perPage: 1,
			concurrency,
			ask,
			take: (record) => void taken.push(record),
		};
		const pass = new Pass(reading);
		const reads = askSideBySide(reading, pass);
		await new Promise((resolve) => setTimeout(resolve, 100));
		// Where one alone may be under way, nothing overtakes it.
		expect(asked).toHaveLength(concurrency === 1 ? 2 : 1 + 3 * concurrency);
		answerSecond();
		await reads;
		expect(taken.map(({ id }) => id)).toEqual(Array.from({ length: 30 }, (_, place) => place + 1));
		expect(asked).toHaveLength(30);
	},
);
