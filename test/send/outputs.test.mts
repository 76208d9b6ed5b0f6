/**
 * What comes out of a send (interface.md, sendOutcome): each column from where it belongs, on
 * orders in which no two values are alike.
 */
import type { IDataObject } from 'n8n-workflow';
import type { Sender } from '../../nodes/MessagingService/http/request.ts';
import type { Item, Results, SendOrder } from '../../nodes/MessagingService/item.ts';
import { receiptOf } from '../../nodes/MessagingService/send/receipt.ts';
import { withoutSent, type SentBefore } from '../../nodes/MessagingService/send/sentBefore.ts';
import { settleWithoutRequest } from '../../nodes/MessagingService/send/withoutRequest.ts';

const skippedRecipients = [{ recipient: '12-b', reason: 'It has no country code.' }];

function order(recipients: string[] | null, changes: Partial<SendOrder> = {}): SendOrder {
	return {
		purpose: 'send',
		maxRecipients: 0,
		maxTotalSegments: 0,
		body: {
			sender_id: 7_310,
			priority: 'authentication',
			campaign: 'ebb 12',
			message: 'Low water at 5',
			schedule: '2031-03-10T05:00:00.000Z',
			recipients,
			contact_list_id: recipients ? null : 503,
		},
		beside: { segments: 4, encoding: 'UCS-2', skippedRecipients },
		...changes,
	};
}

const item = (index: number, of: SendOrder): Item<SendOrder> => ({
	index,
	order: of,
	concurrency: 10,
});
const [tromsø, osaka, quito] = ['+4791234567', '+81612345678', '+593991234567'];

describe('accepted', () => {
	it("has the answer's members first, then the outcome, this item's numbers, segments and encoding, and what was skipped", () => {
		const answer = { success: true, messageId: 'a3f0-91', queue: 'night' };
		expect(Object.entries(receiptOf(answer, order([tromsø, osaka])))).toEqual([
			['success', true],
			['messageId', 'a3f0-91'],
			['queue', 'night'],
			['sendOutcome', 'accepted'],
			['recipients', [tromsø, osaka]],
			['segments', 4],
			['encoding', 'UCS-2'],
			['skippedRecipients', skippedRecipients],
		]);
	});

	it('says what the node knows, where the answer has members of the same names, and has no error', () => {
		const answer = {
			success: true,
			messageId: 'a3f0-91',
			recipients: 9,
			segments: 1,
			encoding: 'GSM-7',
			sendOutcome: 'queued',
			error: null,
		};
		expect(receiptOf(answer, order(null))).toEqual({
			success: true,
			messageId: 'a3f0-91',
			sendOutcome: 'accepted',
			recipients: null,
			segments: 4,
			encoding: 'UCS-2',
			skippedRecipients,
		});
		expect(answer).toHaveProperty('error');
	});
});

describe('already sent', () => {
	const known = (numbers: Record<string, SentBefore>) => (number: string) => numbers[number];
	const first: SentBefore = { id: 'm-771', sentAt: '2031-03-09T07:41:12.000006Z' };
	const second: SentBefore = { id: 'm-772', sentAt: '2031-03-08T22:15:00.000001Z' };

	it('to all of them: the ID and the time of the first, the numbers, and what was skipped', () => {
		const outcome = withoutSent(
			item(3, order([tromsø, osaka])),
			known({ [osaka]: second, [tromsø]: first }),
		);
		expect('output' in outcome && Object.entries(outcome.output)).toEqual([
			['sendOutcome', 'alreadySent'],
			['messageId', 'm-771'],
			['sentAt', '2031-03-09T07:41:12.000006Z'],
			['recipients', [tromsø, osaka]],
			['skippedRecipients', skippedRecipients],
		]);
	});

	it('where the service named no ID and no time, both are null', () => {
		const outcome = withoutSent(item(3, order([quito])), known({ [quito]: { sentAt: null } }));
		expect('output' in outcome && outcome.output).toMatchObject({
			messageId: null,
			sentAt: null,
			recipients: [quito],
		});
	});

	it('to some: the others still go, and the output will name those that had it, with those from an earlier look', () => {
		const before = order([tromsø, osaka, quito]);
		before.beside.alreadySentRecipients = ['+442079460018'];
		const outcome = withoutSent(item(3, before), known({ [osaka]: second }));
		const { order: going } = 'item' in outcome ? outcome.item : item(0, before);
		expect(going.body).toEqual({ ...before.body, recipients: [tromsø, quito] });
		expect(going.beside).toEqual({
			...before.beside,
			alreadySentRecipients: ['+442079460018', osaka],
		});
		expect(receiptOf({ messageId: 'a3f0-92' }, going)).toMatchObject({
			recipients: [tromsø, quito],
			alreadySentRecipients: ['+442079460018', osaka],
			skippedRecipients,
		});
	});
});

describe('without a request', () => {
	/** Hides nothing; what is hidden has tests of its own. */
	const session = {
		redactedCopy: (body: IDataObject) => ({ ...body }),
	} as unknown as Sender['session'];

	async function settled(...orders: SendOrder[]) {
		const results: Results = new Map();
		const going = await settleWithoutRequest(
			orders.map((each, index) => item(index, each)),
			results,
			session,
		);
		return {
			going: going.map(({ index }) => index),
			rows: [...results].map(([index, result]) => [
				index,
				'outputs' in result ? result.outputs : result,
			]),
		};
	}

	it('excluded: no number, and who was left out and why; the others go on', async () => {
		const { going, rows } = await settled(order([]), order([tromsø]));
		expect([going, rows]).toEqual([
			[1],
			[[0, [{ sendOutcome: 'excluded', recipients: [], skippedRecipients }]]],
		]);
	});

	it('a dry run: what would be sent, beside the numbers of the item; nothing goes on', async () => {
		const dry = order([tromsø], { isDryRun: true });
		const { going, rows } = await settled(
			dry,
			order([osaka], {
				isDryRun: true,
				skipSentWithin: 3_600_000,
				beside: { segments: 1, encoding: 'GSM-7' },
			}),
		);
		expect(going).toEqual([]);
		expect(rows).toEqual([
			[
				0,
				[
					{
						sendOutcome: 'dryRun',
						recipients: [tromsø],
						segments: 4,
						encoding: 'UCS-2',
						skippedRecipients,
						request: dry.body,
					},
				],
			],
			[
				1,
				[
					{
						sendOutcome: 'dryRun',
						recipients: [osaka],
						segments: 1,
						encoding: 'GSM-7',
						request: { ...dry.body, recipients: [osaka] },
						notLookedUp: true,
					},
				],
			],
		]);
	});

	it('a dry run of items that share a request: each its own numbers, and the request whole', async () => {
		const shares = (number: string) => order([number], { isDryRun: true, combineUpTo: 5 });
		const { rows } = await settled(shares(tromsø), shares(quito));
		const request = { ...shares(tromsø).body, recipients: [tromsø, quito] };
		expect(rows).toMatchObject([
			[0, [{ recipients: [tromsø], request }]],
			[1, [{ recipients: [quito], request }]],
		]);
	});
});
