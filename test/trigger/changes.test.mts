import type { IDataObject } from 'n8n-workflow';
import { createdAtOf } from '../../nodes/MessagingService/lookup/listedMessage.ts';
import type { WatchOrder } from '../../nodes/MessagingService/operations/watchMessages.ts';
import { Changes } from '../../nodes/MessagingService/trigger/changes.ts';
import { Watched } from '../../nodes/MessagingService/trigger/watched.ts';

const statusChanged: WatchOrder = {
	event: 'statusChanged',
	filters: {},
	query: {},
	watchedFor: 3_600_000,
	concurrency: 1,
};
const messageCreated: WatchOrder = { ...statusChanged, event: 'messageCreated' };
const noon = '2026-11-22T12:00:00.000000Z';
const later = '2026-11-22T14:20:00.000000Z';

function recipient(phone_number: unknown, status: unknown = 'Pending'): IDataObject {
	return { phone_number, reference: null, status, created_at: noon } as IDataObject;
}

/** A message to these, each a number and its status. */
function message(
	id: number | undefined,
	recipients: Array<[unknown, unknown]>,
	more: IDataObject = {},
): IDataObject {
	return {
		...(id === undefined ? {} : { id }),
		sender_id: 'CLINIC',
		category: 'utility',
		campaign: 'reminders',
		message: 'Hello',
		schedule: noon,
		status: 'Pending',
		sms_recipients: recipients.map(([number, status]) => recipient(number, status)),
		sms_list_recipients: [],
		created_at: noon,
		...more,
	} as IDataObject;
}

/** What each poll tells, given what the service lists at it; the state goes through its text as n8n keeps it. */
function told(
	polls: IDataObject[][],
	order = statusChanged,
	since = Date.parse('2026-11-22T11:00:00Z'),
): Array<IDataObject[] | null> {
	let text: string | undefined;
	return polls.map((messages) => {
		const before = Watched.read(text, 'same');
		const now = new Watched();
		const changes = new Changes(order, before, now);
		for (const each of messages) changes.note(each, createdAtOf(each));
		now.since = since;
		if (before) now.keepFrom(before);
		text = now.text('same');
		return before ? changes.items : changes.items.length > 0 ? changes.items : null;
	});
}

/** The same, short: number, status before, status. */
function shortly(polls: IDataObject[][], order?: WatchOrder): string[] {
	return told(polls, order).map((items) =>
		(items ?? [])
			.map((item) => `${item.phone_number} ${item.previous_status}>${item.status}`)
			.join(', '),
	);
}

describe('statuses', () => {
	it('the first poll takes the present state and tells nothing', () => {
		expect(told([[message(1, [['+254700100001', 'Delivered']])]])).toEqual([null]);
	});

	it('a change comes out with all its columns', () => {
		const own = { reference: 'r-8814', created_at: '2026-11-22T12:00:00.000004Z' };
		const at = (status: string, ofMessage: string) =>
			message(70_413, [], {
				status: ofMessage,
				schedule: later,
				sms_recipients: [{ ...recipient('+254700100001', status), ...own }],
			});
		const [, items] = told([[at('Queued', 'Accepted')], [at('Undeliverable', 'Done')]]);
		expect(items).toEqual([
			{
				phone_number: '+254700100001',
				status: 'Undeliverable',
				...own,
				message_id: 70_413,
				message_status: 'Done',
				sender_id: 'CLINIC',
				category: 'utility',
				campaign: 'reminders',
				previous_status: 'Queued',
			},
		]);
	});

	it('each change once, each recipient alone', () => {
		const at = (one: string, other: string) => [
			message(1, [
				['+254700100001', one],
				['+254700100002', other],
			]),
		];
		expect(
			shortly([
				at('Pending', 'Pending'),
				at('Sent', 'Pending'),
				at('Sent', 'Pending'),
				at('Delivered', 'Failed'),
				at('Delivered', 'Failed'),
			]),
		).toEqual([
			'',
			'+254700100001 Pending>Sent',
			'',
			'+254700100001 Sent>Delivered, +254700100002 Pending>Failed',
			'',
		]);
	});

	it('a message that is first seen as delivered counts as having been Pending', () => {
		expect(
			shortly([
				[],
				[message(3, [['+254700100003', 'Delivered']]), message(4, [['+254700100004', 'pending']])],
			]),
		).toEqual(['', '+254700100003 Pending>Delivered']);
	});

	it.each([
		['PENDING', 'Pending'],
		['delivered', 'DELIVERED'],
		['Sent', ' sent '],
	])('%j and %j are the same status', (one, other) => {
		expect(
			shortly([[message(1, [['+254700100001', one]])], [message(1, [['+254700100001', other]])]]),
		).toEqual(['', '']);
	});

	it('a status that the service leaves out is what it was', () => {
		const at = (status: unknown) => [message(1, [['+254700100001', status]], { status: null })];
		expect(shortly([at('Sent'), at(null), at(''), at('Sent'), at('Failed')])).toEqual([
			'',
			'',
			'',
			'',
			'+254700100001 Sent>Failed',
		]);
		expect(shortly([at(null), at('Pending'), at('Failed')])).toEqual([
			'',
			'',
			'+254700100001 Pending>Failed',
		]);
	});

	it("a recipient without a status has its message's", () => {
		expect(shortly([[], [message(1, [['+254700100001', null]], { status: 'Failed' })]])).toEqual([
			'',
			'+254700100001 Pending>Failed',
		]);
	});

	it('a message without readable recipients is one item without a number', () => {
		const at = (status: string) => [
			message(1, [], { status, sms_list_recipients: [{ contact_list_id: 501 }] }),
		];
		expect(shortly([at('Pending'), at('Delivered'), at('Delivered')])).toEqual([
			'',
			'null Pending>Delivered',
			'',
		]);
		const none = (status: string) => [message(2, [], { status })];
		expect(shortly([none('Pending'), none('Failed')])).toEqual(['', 'null Pending>Failed']);
	});

	it('members of a contact group that can be read come out each', () => {
		const at = (status: string) => [
			message(1, [], {
				sms_list_recipients: [
					{ phone_number: '+254700100001', status },
					{ phone_number: '+254700100002', status: 'Pending' },
				],
			}),
		];
		expect(shortly([at('Pending'), at('Failed')])).toEqual(['', '+254700100001 Pending>Failed']);
	});

	it.each([
		['in another order', ['Sent', 'Failed'], ['Failed', 'Sent'], ''],
		[
			'one of them changed, in another order',
			['Pending', 'Sent'],
			['Delivered', 'Pending'],
			'+254***01 Sent>Delivered',
		],
		[
			'both changed',
			['Pending', 'Pending'],
			['Delivered', 'Failed'],
			'+254***01 Pending>Delivered, +254***01 Pending>Failed',
		],
		[
			'one more',
			['Delivered', 'Delivered'],
			['Delivered', 'Failed', 'Delivered'],
			'+254***01 Pending>Failed',
		],
	])(
		'equal numbers in one message are told apart by their statuses: %s',
		(_, before, after, expected) => {
			const at = (statuses: string[]) => [
				message(
					1,
					statuses.map((status) => ['+254***01', status]),
				),
			];
			expect(shortly([at(before), at(after), at(after)])).toEqual(['', expected, '']);
		},
	);

	it('the same number in two messages is two recipients', () => {
		const at = (one: string, other: string) => [
			message(1, [['+254700100001', one]]),
			message(2, [['+254700100001', other]]),
		];
		const [, items] = told([at('Sent', 'Sent'), at('Sent', 'Failed')]);
		expect(items).toMatchObject([{ message_id: 2, status: 'Failed' }]);
	});

	it('only the wanted statuses are told, and the others are kept in mind', () => {
		const at = (status: string) => [message(1, [['+254700100001', status]])];
		const order = { ...statusChanged, statuses: new Set(['failed', 'expired']) };
		expect(
			shortly([at('Pending'), at('Sent'), at('FAILED'), at('Sent'), at('Expired')], order),
		).toEqual(['', '', '+254700100001 Sent>FAILED', '', '+254700100001 Sent>Expired']);
	});

	it('only the wanted numbers are told', () => {
		const at = (status: string) => [
			message(1, [
				['+254700100001', status],
				['+254700100002', status],
			]),
		];
		expect(
			shortly([at('Pending'), at('Failed')], {
				...statusChanged,
				numbers: new Set(['254700100002']),
			}),
		).toEqual(['', '+254700100002 Pending>Failed']);
	});

	it('the oldest message is told first', () => {
		const later = { created_at: '2026-11-22T12:30:00Z' };
		const at = (status: string) => [
			message(9, [['+254700100009', status]], later),
			message(3, [['+254700100003', status]]),
		];
		expect(shortly([at('Pending'), at('Sent')])).toEqual([
			'',
			'+254700100003 Pending>Sent, +254700100009 Pending>Sent',
		]);
	});

	it("a message without an ID is told by what doesn't change of it, once however often it comes", () => {
		const at = (status: string) => [
			message(undefined, [['+254700100001', status]]),
			message(undefined, [['+254700100001', status]]),
			message(undefined, [['+254700100001', status]], { message: 'Other' }),
		];
		expect(shortly([at('Pending'), at('Sent'), at('Sent')])).toEqual([
			'',
			'+254700100001 Pending>Sent, +254700100001 Pending>Sent',
			'',
		]);
	});

	it('a message that the list lacked for a while is not told again', () => {
		const delivered = [message(1, [['+254700100001', 'Delivered']])];
		expect(
			shortly([[message(1, [['+254700100001', 'Pending']])], delivered, [], delivered]),
		).toEqual(['', '+254700100001 Pending>Delivered', '', '']);
	});

	it('a message from before the time that was watched so far is taken as it is', () => {
		const old = { created_at: '2026-11-22T10:59:59Z' };
		const at = (status: string) => [
			message(1, [['+254700100001', status]], old),
			message(2, [['+254700100002', status]]),
		];
		expect(shortly([[], at('Sent'), at('Failed')])).toEqual([
			'',
			'+254700100002 Pending>Sent',
			'+254700100001 Sent>Failed, +254700100002 Sent>Failed',
		]);
	});

	it("a message whose time of creation can't be read is watched, and not told again when the list lacked it for a while", () => {
		const at = (status: string) => [
			message(1, [['+254700100001', status]], { created_at: 'lately' }),
		];
		const anHourAgo = Date.now() - 3_600_000;
		expect(
			told([[], at('Sent'), at('Failed'), [], at('Failed')], statusChanged, anHourAgo).map(
				(items) => items?.map(({ status }) => status),
			),
		).toEqual([undefined, ['Sent'], ['Failed'], [], []]);
	});

	it('a message from the very moment from which is watched is a new one', () => {
		const at = [message(1, [['+254700100001', 'Sent']], { created_at: '2026-11-22T11:00:00Z' })];
		expect(shortly([[], at])).toEqual(['', '+254700100001 Pending>Sent']);
	});

	it('of a status that is a whole report the first 200 characters count', () => {
		const at = (status: string) => [message(1, [['+254700100001', status]])];
		const report = 'no route '.repeat(30);
		const [, items, others] = told([at('Sent'), at(`${report}1`), at(`${report}2`)]);
		expect([items?.[0]?.status, others]).toEqual([`${report}1`, []]);
		expect(told([at(`${report}1`), at('Sent')])[1]?.[0]?.previous_status).toBe(
			report.slice(0, 200).trim(),
		);
	});

	it('odd statuses are statuses', () => {
		const at = (status: unknown) => [message(1, [['+254700100001', status]])];
		expect(shortly([at(0), at(2), at('__proto__'), at('constructor'), at({ code: 2 })])).toEqual([
			'',
			'+254700100001 0>2',
			'+254700100001 2>__proto__',
			'+254700100001 __proto__>constructor',
			'+254700100001 constructor>Pending',
		]);
	});
});

describe('new messages', () => {
	it('each comes out once, simplified', () => {
		const old = message(1, [['+254700100001', 'Pending']]);
		const added = message(
			2,
			[
				['+254700100002', 'Sent'],
				['+254700100003', 'Sent'],
			],
			{ message: 'New', schedule: later },
		);
		expect(told([[old], [added, old], [added, old]], messageCreated)).toEqual([
			null,
			[
				{
					id: 2,
					status: 'Pending',
					message: 'New',
					sender_id: 'CLINIC',
					category: 'utility',
					campaign: 'reminders',
					recipients: ['+254700100002', '+254700100003'],
					schedule: later,
					created_at: noon,
				},
			],
			[],
		]);
	});

	it('one without an ID comes out once, however often it comes', () => {
		const added = message(undefined, [['+254700100002', 'Sent']]);
		expect(
			told([[], [added, added], [added]], messageCreated).map((items) => items?.length),
		).toEqual([undefined, 1, 0]);
	});

	it('a change of its status is no new message', () => {
		expect(
			told(
				[[message(1, [['+254700100001', 'Pending']])], [message(1, [['+254700100001', 'Failed']])]],
				messageCreated,
			),
		).toEqual([null, []]);
	});
});
