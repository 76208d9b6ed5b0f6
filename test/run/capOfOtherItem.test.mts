/** A cap of the run that one item can't tell, without n8n's engine. With it: `unreadableCaps`. */
import { Stop } from '../../nodes/MessagingService/http/stop.ts';
import { isReadableCap } from '../../nodes/MessagingService/run/caps.ts';
import { checkItems } from '../../nodes/MessagingService/run/check.ts';
import type { FieldReader } from '../../nodes/MessagingService/run/fields.ts';
import type { Run } from '../../nodes/MessagingService/run/runInput.ts';
import { Ledger } from '../../nodes/MessagingService/send/ledger.ts';
import { refused, sends } from './coreRun.mts';

/** What the cap comes to: a value, or an error that its expression throws; a hole where it is not in the form. */
type Caps = unknown[];

const readerOf = (caps: Caps, isInForm = true) => {
	const parameter = (path: string, index: number): unknown => {
		if (path !== 'options.most') throw new Error(`Nobody asked for ${path}.`);
		if (caps[index] instanceof Error) throw caps[index];
		return caps[index];
	};
	return { parameter, isInForm: (path: string) => path === 'options.most' && isInForm };
};

test.each<[unknown, boolean, boolean]>([
	[7, true, true],
	[0, true, true],
	['12', true, true],
	[2.5, true, false],
	[-1, true, false],
	['many', true, false],
	['', true, false],
	[undefined, true, false],
	[undefined, false, true],
	[new Error('no such column'), true, false],
])('%p, in the form: %p, can be read: %p', (value, isInForm, isReadable) => {
	const reader = readerOf([value], isInForm) as unknown as FieldReader;
	expect(isReadableCap(reader, 'options.most', 'Most', 0)).toBe(isReadable);
});

/** What each item is told, none for one that may go, where those with a cap that can't be read are refused. */
async function toldItems(
	caps: Caps,
	{
		continuesOnFail = true,
		capsOfRun = [{ path: 'options.most', label: 'Most' }],
	}: { continuesOnFail?: boolean; capsOfRun?: Array<{ path: string; label: string }> } = {},
): Promise<string[][]> {
	const reader = readerOf(caps);
	const stop = new Stop(undefined);
	const { items, results } = await checkItems(
		{
			total: caps.length,
			ledger: new Ledger(),
			operation: {
				method: 'POST',
				capsOfRun,
				prepare: ({ index }: { index: number }) =>
					typeof caps[index] === 'number'
						? sends([`+35840100${index}`])
						: refused(`Most of this item: ${String(caps[index])}.`),
			},
			reader: { ...reader, read: (index: number) => ({ index }) },
			settings: {},
			continuesOnFail,
		} as unknown as Run,
		stop,
	);
	stop.end();
	return caps.map((_, index) => {
		const result = results.get(index);
		const goes = items.some((item) => item.index === index);
		if (result && goes) throw new Error('It goes, and has a result.');
		return result && 'failures' in result
			? result.failures.map(({ what, fate }) => `${fate}: ${what}`)
			: [];
	});
}

const other = (index: number): string[] => [
	`refused: Most of item ${index} isn't valid, so no item is sent.`,
];

test('no item goes, those before it and after it neither, and each is told which item it is', async () => {
	expect(await toldItems([7, 'many', 9])).toEqual([
		other(1),
		['refused: Most of this item: many.'],
		other(1),
	]);
});

test('of two such items the first is named', async () => {
	expect(await toldItems([7, 'many', 'few'])).toEqual([
		other(1),
		['refused: Most of this item: many.'],
		['refused: Most of this item: few.'],
	]);
});

test('without continue-on-fail the failure stands at that item alone', async () => {
	expect(await toldItems([7, 'many', 9], { continuesOnFail: false })).toEqual([
		[],
		['refused: Most of this item: many.'],
		[],
	]);
});

test('an option that limits its own item only keeps no other back', async () => {
	expect(await toldItems([7, 'many', 9], { capsOfRun: [] })).toEqual([
		[],
		['refused: Most of this item: many.'],
		[],
	]);
});
