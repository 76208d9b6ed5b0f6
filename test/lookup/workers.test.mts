/**
 * Runs on different workers at the same moment, without n8n and without a network: each worker has
 * a memory of its own, n8n's entries and the service are shared.
 */
import type { SendOrder } from '../../nodes/MessagingService/item.ts';
import type { SharedEntries } from '../../nodes/MessagingService/lookup/workerClaims.ts';
import { Ledger } from '../../nodes/MessagingService/send/ledger.ts';
import { freshCredential, runCore, sends, type CoreRun } from '../run/coreRun.mts';
import { ListService } from './listService.mts';
import { pass, passed, startTime } from '../clock/virtualTime.mts';

jest.mock('../../nodes/MessagingService/http/pause.ts', () =>
	jest.requireActual('../clock/virtualTime.mts'),
);

const turn = () => new Promise((resolve) => setImmediate(resolve));

/**
 * The row that n8n keeps for a node: read whole, and written whole some turns later, whatever
 * others wrote meanwhile.
 */
class Row {
	data: string[] = [];

	calls: Array<{ asked: string[]; scope: string; mode: string; maxEntries?: number }> = [];

	/** How many turns a write comes after its read, for one call after the other. */
	turns: number[] = [];

	/** Errors of the next calls. */
	errors: Array<Error | undefined> = [];

	readonly entries = {
		checkProcessedAndRecord: async (
			items: string[],
			scope: string,
			{ mode, maxEntries }: { mode: string; maxEntries: number },
		) => {
			const error = this.errors.shift();
			this.calls.push({ asked: items, scope, mode, maxEntries });
			if (error) throw error;
			const read = [...this.data];
			for (let left = this.turns.shift() ?? 1; left > 0; left--) await turn();
			const fresh = items.filter((item) => !read.includes(item));
			this.data = [...read, ...fresh].slice(-maxEntries);
			return { new: fresh, processed: items.filter((item) => read.includes(item)) };
		},
		removeProcessed: async (items: string[]) => {
			this.data = this.data.filter((item) => !items.includes(item));
		},
	} as unknown as SharedEntries;
}

let service: ListService;
let row: Row;
beforeEach(() => {
	startTime();
	service = new ListService();
	row = new Row();
});
afterEach(() => jest.restoreAllMocks());

const phone = (index: number) => `+2547${String(11_000_000 + index)}`;
const skipping = (numbers: number[], changes: Partial<SendOrder> = {}) =>
	sends(numbers.map(phone), { skipSentWithin: 86_400_000, ...changes });
/** A run on a worker of its own, unless told which. */
const start = (items: CoreRun['items'], changes: Partial<CoreRun> = {}) => {
	const credential = freshCredential();
	return runCore({
		items,
		service: service.answer,
		credential: () => credential,
		continuesOnFail: true,
		sharedEntries: row.entries,
		...changes,
	});
};
const outcomes = ({ outputs }: Awaited<ReturnType<typeof start>>) =>
	outputs.map(([output]) => output?.json.sendOutcome);

test.each([[[1, 1]], [[1, 5]], [[5, 1]], [[9, 9]], [[3, 2, 2, 2, 2, 2]]])(
	'two deliveries at the same moment, n8n writing %j turns after it read: one text',
	async (turns) => {
		row.turns = turns;
		const both = await Promise.all([start([skipping([1])]), start([skipping([1])])]);
		expect(service.reached).toEqual([phone(1)]);
		expect(both.map(outcomes).flat().sort()).toEqual(['accepted', 'alreadySent']);
	},
);

test('others that write over the entry do not let a second text through', async () => {
	row.turns = [1, 8, 1, 8, 1, 8];
	const all = await Promise.all([
		start([skipping([1])]),
		start([skipping([2])]),
		start([skipping([1])]),
		start([skipping([3])]),
		start([skipping([2])]),
	]);
	expect([...service.reached].sort()).toEqual([phone(1), phone(2), phone(3)]);
	expect(
		all
			.map(outcomes)
			.flat()
			.filter((outcome) => outcome === 'accepted'),
	).toHaveLength(3);
});

test('forty deliveries of twenty messages on one worker, all in one moment: each is texted, and no run writes over the entry of another', async () => {
	const credential = freshCredential();
	row.turns = Array.from({ length: 400 }, (_, index) => 1 + ((index * 7) % 9));
	const numbers = Array.from({ length: 20 }, (_, index) => index + 1);
	const all = await Promise.all(
		numbers
			.flatMap((number) => [number, number])
			.map(async (number) => await start([skipping([number])], { credential: () => credential })),
	);
	expect([...service.reached].sort()).toEqual(numbers.map(phone));
	expect(all.map(outcomes).flat().sort()).toEqual([
		...numbers.map(() => 'accepted'),
		...numbers.map(() => 'alreadySent'),
	]);
	// An entry and a look at it for whoever sends; one that finds another's entry asks for it once
	// more, when that has sent.
	expect(row.calls.length).toBeLessThanOrEqual(4 * numbers.length);
});

test('the second looks at the list after 1, 3 and 6 seconds', async () => {
	const first = start([skipping([1])]);
	service.listsAfter = 2_000;
	await Promise.all([first, turn()]);
	const pages = service.pages.length;
	const second = await start([skipping([1])]);
	expect(outcomes(second)).toEqual(['alreadySent']);
	expect(service.pages.slice(pages).map(({ at }) => at - service.pages[pages]!.at)).toEqual([
		0, 1000, 3000,
	]);
	expect(service.reached).toEqual([phone(1)]);
});

test('what the first could certainly not send goes with the second', async () => {
	service.fates = ['refused'];
	const both = await Promise.all([start([skipping([1])]), start([skipping([1])])]);
	expect(both.map(outcomes).flat().sort()).toEqual(['accepted', 'notSent']);
	expect(service.reached).toEqual([phone(1)]);
	expect(outcomes(await start([skipping([2])]))).toEqual(['accepted']);
});

test('what is unclear on the first worker is unclear on the second, in later tries too', async () => {
	service.fates = ['lost'];
	await start([skipping([1])]);
	const ledger = new Ledger();
	const second = await start([skipping([1]), skipping([2])], { ledger });
	expect(outcomes(second)).toEqual(['unknown', 'accepted']);
	expect(second.outputs[0]![0]!.json.error).toMatch(
		/^Outcome unclear: the same message.*may or may not have been sent/,
	);
	pass(300_000);
	expect(outcomes(await start([skipping([1]), skipping([2])], { ledger }))).toEqual([
		'unknown',
		'accepted',
	]);
	expect(service.reached).toEqual([phone(2)]);
});

test('a worker that died after its entry keeps the message back for two minutes at most, however often it is asked for', async () => {
	await row.entries.checkProcessedAndRecord((await entriesFor([1])).flat(), 'node', {
		mode: 'entries',
		maxEntries: 1000,
	});
	const began = passed();
	for (let tries = 0; passed() - began < 140_000; tries++) {
		const result = await start([skipping([1])]);
		if (outcomes(result)[0] === 'accepted') break;
		expect([outcomes(result), tries < 20]).toEqual([['unknown'], true]);
		pass(5_000);
	}
	expect(passed() - began).toBeGreaterThan(59_000);
	expect(passed() - began).toBeLessThan(130_000);
	expect(service.reached).toEqual([phone(1)]);
});

test('an entry of the last second of a minute is found in the next minute', async () => {
	pass(59_000);
	await row.entries.checkProcessedAndRecord((await entriesFor([1])).flat(), 'node', {
		mode: 'entries',
		maxEntries: 1000,
	});
	pass(2_000);
	expect(outcomes(await start([skipping([1])]))).toEqual(['unknown']);
	expect(service.reached).toEqual([]);
});

/** The entries that a run makes for its numbers. */
async function entriesFor(numbers: number[]): Promise<string[][]> {
	const other = new Row();
	const stop = new AbortController();
	await start([skipping(numbers)], {
		sharedEntries: other.entries,
		signal: stop.signal,
		service: (left) => {
			if (left.request.method === 'POST') stop.abort();
			return service.pageOf([], 1, 0);
		},
	});
	return other.calls.slice(0, 1).map(({ asked }) => asked.slice(0, -1));
}

test('an item with several numbers waits as a whole, and holds none of them meanwhile', async () => {
	const [first, second] = [start([skipping([1])]), start([skipping([1, 2])])];
	await turn();
	const third = await start([skipping([2])]);
	await Promise.all([first, second]);
	expect(outcomes(third)).toEqual(['accepted']);
	expect(outcomes(await second)).toEqual(['alreadySent']);
	expect([...service.reached].sort()).toEqual([phone(1), phone(2)]);
});

test('the rest of such an item goes once the other has sent', async () => {
	// The first is written before the second is read.
	row.turns = [0];
	const both = await Promise.all([start([skipping([1])]), start([skipping([1, 2])])]);
	expect(both.map(outcomes).flat()).toEqual(['accepted', 'accepted']);
	expect([...service.reached].sort()).toEqual([phone(1), phone(2)]);
});

test('items of one run that are equal do not wait for one another', async () => {
	expect(outcomes(await start([skipping([1]), skipping([1])]))).toEqual([
		'accepted',
		'alreadySent',
	]);
	expect(passed()).toBeLessThan(1_000);
});

test('two runs on one worker do not wait for what they know of each other', async () => {
	const credential = freshCredential();
	await start([skipping([1])], { credential: () => credential });
	service.listsAfter = 86_400_000;
	const began = passed();
	expect(outcomes(await start([skipping([1])], { credential: () => credential }))).toEqual([
		'alreadySent',
	]);
	expect(passed()).toBe(began);
});

test('n8n has no entries for it: as without', async () => {
	row.errors = Array.from({ length: 3 }, () => new Error('no workflow'));
	expect(outcomes(await start([skipping([1])]))).toEqual(['accepted']);
	expect(row.calls).toHaveLength(3);
	expect(outcomes(await start([skipping([2])], { sharedEntries: {} as SharedEntries }))).toEqual([
		'accepted',
	]);
	expect(outcomes(await start([skipping([3])], { sharedEntries: undefined }))).toEqual([
		'accepted',
	]);
});

test('of two workers that make the first entry one fails, and tries again', async () => {
	row.errors = [new Error('duplicate key')];
	expect(outcomes(await start([skipping([1])]))).toEqual(['accepted']);
	expect(row.calls.length).toBe(3);
});

test('asks for nothing where it is not asked for, for contact groups, for no item, and for more than ten numbers', async () => {
	await start([sends([phone(2)]), sends(null)]);
	await start(Array.from({ length: 11 }, (_, index) => skipping([index + 10])));
	expect(row.calls).toEqual([]);
	await start([
		skipping([200, 201, 202, 203]),
		sends([phone(1)]),
		skipping([204, 205, 206, 207, 208, 209]),
	]);
	expect(row.calls).toHaveLength(2);
	expect([...service.reached].sort()).toEqual(
		[
			1,
			2,
			...Array.from({ length: 11 }, (_, index) => index + 10),
			...Array.from({ length: 10 }, (_, index) => index + 200),
		]
			.map(phone)
			.sort(),
	);
});

test('no number and no text stands in the entries, and n8n keeps a thousand', async () => {
	await start([skipping([1])]);
	expect(row.calls.map(({ scope, mode, maxEntries }) => [scope, mode, maxEntries])).toEqual([
		['node', 'entries', 1000],
		['node', 'entries', 1000],
	]);
	const asked = row.calls.flatMap((call) => call.asked).join(' ');
	expect(asked).not.toContain(phone(1).slice(1));
	expect(asked).not.toContain('Hello');
});

test('stopped while it waits, it sends nothing, and the item stays unknown', async () => {
	service.fates = ['lost'];
	await start([skipping([1])]);
	const stop = new AbortController();
	const pages = service.pages.length;
	const real = service.answer;
	const second = await start([skipping([1])], {
		signal: stop.signal,
		service: (left) => {
			if (service.pages.length === pages + 1) stop.abort();
			return real(left);
		},
	});
	expect(outcomes(second)).toEqual(['unknown']);
	expect(service.reached).toEqual([]);
});

test('a list that cannot be read at one look is read at the next', async () => {
	const first = start([skipping([1])]);
	await first;
	service.messages.splice(0, 1);
	const pages = service.pages.length;
	const back = {
		id: 1,
		createdAt: Date.now(),
		body: { message: 'Hello', campaign: 'reminders', priority: 'utility', recipients: [phone(1)] },
	};
	service.list = () => {
		if (service.pages.length === pages + 2)
			return { statusCode: 422, body: { responsecode: 422, data: {}, responsemessage: 'No list' } };
		return service.pageOf(service.pages.length > pages + 2 ? [back] : [], 1, 0);
	};
	expect(outcomes(await start([skipping([1])]))).toEqual(['alreadySent']);
	expect(service.pages).toHaveLength(pages + 3);
});
