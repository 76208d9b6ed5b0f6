/** What the hints of a run go by: its items' options, its campaign, and what this run alone had to wait. */
import { pass, startTime } from '../clock/virtualTime.mts';
import { ListService } from '../lookup/listService.mts';
import { answer } from './answers.mts';
import { accepted, freshCredential, refused, runCore, sends, type CoreRun } from './coreRun.mts';

jest.mock('../../nodes/MessagingService/http/pause.ts', () =>
	jest.requireActual('../clock/virtualTime.mts'),
);

let service: ListService;
beforeEach(() => {
	startTime();
	service = new ListService();
});
afterEach(() => jest.restoreAllMocks());

const skipping = (number: string) => sends([number], { skipSentWithin: 86_400_000 });

const hintsAfter = async (
	items: CoreRun['items'],
	changes: Partial<CoreRun> = {},
): Promise<string[]> =>
	(await runCore({ items, service: service.answer, continuesOnFail: true, ...changes })).hints.map(
		({ message }) => message,
	);

const runAgain = /Run the workflow again .*: Skip Already Sent looks for it/;
const lookFirst = /Look for it with Query Messages before resending/;

test.each([
	['all of them', [skipping('+358401001'), skipping('+358401002')], runAgain],
	['one of them', [skipping('+358401001'), sends(['+358401002'])], lookFirst],
	['none of them', [sends(['+358401001']), sends(['+358401002'])], lookFirst],
])('an unclear message, with Skip Already Sent on for %s', async (_which, items, said) => {
	service.fates = ['accepted', 'lost'];
	expect(await hintsAfter(items)).toEqual([expect.stringMatching(said)]);
});

describe("a campaign that is the workflow's name, with Skip Already Sent on", () => {
	const named = /^Campaign is the workflow's name\./;

	test.each([
		['={{ $workflow.name }}', [expect.stringMatching(named)]],
		['={{ $json.list }}', []],
		[undefined, []],
	])('%s', async (campaignExpression, hints) => {
		expect(await hintsAfter([skipping('+358401001')], { campaignExpression })).toEqual(hints);
	});

	test('is no matter where no item goes, or where it is off', async () => {
		const campaignExpression = '={{ $workflow.name }}';
		expect(await hintsAfter([refused('No.')], { campaignExpression })).toEqual([]);
		expect(await hintsAfter([sends(['+358401001'])], { campaignExpression })).toEqual([]);
	});
});

test('only what the service had this run wait, and not what it had another one wait', async () => {
	const credential = freshCredential();
	const waits = async (seconds: number[]): Promise<string[]> =>
		await hintsAfter([sends(['+358401001'])], {
			credential: () => credential,
			service: () => {
				const next = seconds.shift();
				return next === undefined ? accepted() : answer(429, '', { 'retry-after': String(next) });
			},
		});
	expect(await waits([7])).toEqual([expect.stringMatching(/wait 7 seconds\.$/)]);
	pass(60_000);
	expect(await waits([])).toEqual([]);
	expect(await waits([4])).toEqual([expect.stringMatching(/wait 4 seconds\.$/)]);
});

describe('where an unknown outcome comes out as an output', () => {
	test('it does when that is all that failed', async () => {
		service.fates = ['lost', 'accepted'];
		const { error, outputs } = await runCore({
			items: [sends(['+358401001']), sends(['+358401002'])],
			service: service.answer,
			givesOutUnknown: true,
		});
		expect([error, outputs.map(([output]) => output!.json.sendOutcome)]).toEqual([
			undefined,
			['unknown', 'accepted'],
		]);
	});

	test('the run fails when a message was refused too, and names both', async () => {
		service.fates = ['lost', 'refused'];
		const { error } = await runCore({
			items: [sends(['+358401001']), sends(['+358401002'])],
			service: service.answer,
			givesOutUnknown: true,
		});
		expect(error?.message).toMatch(
			/^1 of 2 items may or may not have been sent, and 1 was not sent\. \[item 0\] .*\[item 1\] /,
		);
	});
});
