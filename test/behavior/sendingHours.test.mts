/**
 * Sending Hours: a message that would go out at night goes out in the morning, once, and every row says when. The hours
 * themselves are tested in test/rules/sendingHours.
 */
import type { INodeParameters } from 'n8n-workflow';
import {
	clock,
	doors,
	each,
	locator,
	N8nProcess,
	received,
	rowsTo,
	send,
	service,
	texted,
	tool,
} from '../harness/index.mts';
import { ann, bob, hours, late, morning, morningThere, nairobi, schedules } from './nights.mts';

beforeEach(() => clock.set('2026-11-23T19:00:00Z'));

test.each(doors)('at night it is scheduled, and the row says for when (%s)', async (door) => {
	const { rows, told } = await late([ann], {}, {}, { door });
	expect([told, schedules()]).toEqual(['', [morning]]);
	expect(rows).toMatchObject([
		{ sendOutcome: 'accepted', recipients: ann, scheduledFor: morningThere },
	]);
});

test('by day it goes at once', async () => {
	clock.set('2026-11-23T12:00:00Z');
	const { rows, hints } = await late([ann]);
	expect(schedules()).toEqual([null]);
	expect(rows[0]).not.toHaveProperty('scheduledFor');
	expect(hints).toEqual([
		'Sending Hours are 08:00 to 20:00 (Africa/Nairobi), where it is 15:00: the text goes out now.',
	]);
});

test.each([
	['at night', '2026-11-25 21:00', '2026-11-26T05:00:00.000Z', '2026-11-26T08:00:00+03:00'],
	['by day', '2026-11-25 12:00', '2026-11-25T09:00:00.000Z', '2026-11-25T12:00:00+03:00'],
])('a Schedule %s', async (_, schedule, expected, scheduledFor) => {
	const { rows } = await late([ann], { schedule });
	expect(schedules()).toEqual([expected]);
	expect(rows[0]).toMatchObject({ scheduledFor });
});

test('one that can be read in no way is refused as such', async () => {
	const { told } = await late([ann], { schedule: 'tonight' });
	expect(told).toMatch(/Nothing was sent\. Schedule is 'tonight', which this node can't read/);
});

test('a one-time code is never put off', async () => {
	await late([ann], {}, { priority: 'authentication' });
	expect(schedules()).toEqual([null]);
});

test('a contact group is put off, too', async () => {
	const { hints } = await late([ann], {}, { sendTo: 'contactGroup', contactListId: 503 });
	expect(schedules()).toEqual([morning]);
	expect(hints).toEqual([
		'Sending Hours are 08:00 to 20:00 (Africa/Nairobi), where it is 22:00: the text goes out tomorrow at 08:00. That is a later day than without Sending Hours: does the text say "today" or "tomorrow"?',
	]);
});

test('each row by the time zone of its person', async () => {
	const rows = [
		{ to: ann, zone: 'America/New_York' },
		{ to: bob, zone: '' },
	];
	const timeZone = '={{ $json.zone }}';
	const { rows: came } = await late([], hours({ timeZone }), {}, { rows });
	expect(came.map(({ scheduledFor }) => scheduledFor)).toEqual([undefined, morningThere]);
	expect(schedules().sort()).toEqual([morning, null]);
});

const laterDay =
	'That is a later day than without Sending Hours: do the texts say "today" or "tomorrow"?';

describe('hints', () => {
	test('say how many go out later, and when', async () => {
		const { hints } = await late([ann, bob, ann]);
		expect(hints[1]).toBe(
			`Sending Hours are 08:00 to 20:00 (Africa/Nairobi), where it is 22:00: both texts go out tomorrow at 08:00. ${laterDay}`,
		);
		const schedule = '={{ $itemIndex ? "2026-11-24 12:00" : "" }}';
		const two = await late(['+254733818201', '+254733818202'], { schedule });
		expect(two.hints[1]).toBe(
			'Sending Hours are 08:00 to 20:00 (Africa/Nairobi), where it is 22:00: both texts go out between tomorrow at 08:00 and tomorrow at 12:00. For 1 of them that is a later day than without Sending Hours: does the text say "today" or "tomorrow"?',
		);
	});

	test('in a dry run too, whose rows say it, and no request is made', async () => {
		const { hints, rows } = await late([ann, bob, ann], { dryRun: true });
		expect(hints[1]).toBe(
			`Sending Hours are 08:00 to 20:00 (Africa/Nairobi), where it is 22:00: both texts would go out tomorrow at 08:00. ${laterDay}`,
		);
		expect(rows.map(({ scheduledFor }) => scheduledFor)).toEqual(Array(3).fill(morningThere));
		expect(service.requests).toEqual([]);
	});

	test('of a Schedule alone', async () => {
		const options = { schedule: '2026-11-24 08:00' };
		const { hints } = await send({ options }, nairobi);
		expect(hints).toEqual([
			"It is 22:00 in the workflow's time zone (Africa/Nairobi): the text goes out tomorrow at 08:00.",
		]);
	});
});

test('all rows of a run go by one now: those that are read after the hours began are equal to the others', async () => {
	// Each read of the clock takes a millisecond, and the hours begin after two thousand reads.
	let now = Date.parse('2026-11-24T04:59:58Z');
	const ticking = jest.spyOn(clock, 'now').mockImplementation(() => now++);
	const { rows } = await late(Array.from({ length: 2_000 }, () => ann));
	ticking.mockRestore();
	expect(now).toBeGreaterThan(Date.parse(morning) + 500);
	expect(texted()).toEqual([ann]);
	expect(rows.filter(({ sendOutcome }) => sendOutcome === 'alreadySent')).toHaveLength(1_999);
});

test('combined rows share a request and its schedule', async () => {
	await late([ann, bob], { combineItems: true });
	expect(service.journal.map(({ recipients }) => recipients)).toEqual([[ann, bob]]);
	expect(schedules()).toEqual([morning]);
});

test('under Retry On Fail that goes on into the morning, nobody is texted twice', async () => {
	service.play({ on: 'send', kind: 'badRequest', recipient: bob });
	const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
	const text = { message: '={{ Math.random() }}' };
	await late([ann, bob], {}, text, { settings });
	expect(texted()).toEqual([ann, bob]);
	expect(schedules()).toEqual([morning, morning]);
});

describe('with Skip Already Sent, what was put off the night before is found', () => {
	const skip = { skipAlreadySent: true };
	/** Sends again at this time, on another worker. Returns the outcomes. */
	const again = async (at: string, options: INodeParameters = {}) => {
		clock.set(at);
		const { rows } = await new N8nProcess().send(
			{ ...each, options: { ...hours(options), ...skip } },
			{ rows: rowsTo(2), ...nairobi },
		);
		return rows.map(({ sendOutcome }) => sendOutcome);
	};

	test.each([
		['the same night', '2026-11-23T20:00:00Z'],
		['in the morning', '2026-11-24T07:00:00Z'],
		// 24 hours after the message went out, and 34 after it was requested.
		['the next morning', '2026-11-25T04:59:00Z'],
	])('%s', async (_, at) => {
		await late([ann, bob], skip);
		expect(await again(at)).toEqual(['alreadySent', 'alreadySent']);
		expect(texted()).toEqual([ann, bob]);
	});

	test('after a weekend, though it was asked for on Friday', async () => {
		clock.set('2026-11-27T18:00:00Z');
		const weekdays = { days: ['mon', 'tue', 'wed', 'thu', 'fri'] };
		await late([ann, bob], { ...skip, ...hours(weekdays) });
		expect(schedules()).toEqual(['2026-11-30T05:00:00.000Z', '2026-11-30T05:00:00.000Z']);
		expect(await again('2026-11-30T15:00:00Z', weekdays)).toEqual(['alreadySent', 'alreadySent']);
		expect(texted()).toEqual([ann, bob]);
	});

	test('a week after, with hours on one day a week and an hour looked back', async () => {
		// In UTC, so that the preceding days don't begin any earlier.
		const zone = 'UTC';
		clock.set('2026-11-23T16:05:00Z');
		const mondays = { from: '15:00', to: '16:00', days: ['mon'] };
		const options = { ...hours(mondays), ...skip, lookBackHours: 1 };
		await late([ann], options, {}, { zone });
		expect(schedules()).toEqual(['2026-11-30T15:00:00.000Z']);
		clock.set('2026-11-30T15:30:00Z');
		const { rows } = await new N8nProcess().send({ ...each, options }, { rows: rowsTo(1), zone });
		expect(rows).toMatchObject([{ sendOutcome: 'alreadySent' }]);
		expect(texted()).toEqual([ann]);
	});

	test('and the row says when it goes out, as long as it is to come', async () => {
		await late([ann], skip);
		const { rows, hints } = await late([ann], skip);
		expect(rows).toMatchObject([{ sendOutcome: 'alreadySent', scheduledFor: morningThere }]);
		expect(hints.join()).not.toContain('later');
		clock.set('2026-11-24T09:00:00Z');
		const [row] = (await late([ann], skip)).rows;
		expect(row).toMatchObject({ sendOutcome: 'alreadySent' });
		expect(row).not.toHaveProperty('scheduledFor');
	});
});

test("an agent's tool reads when its text goes out", async () => {
	const parameters = {
		operation: 'sendMessage',
		senderId: locator(102),
		priority: 'utility',
		campaign: 'agent',
		sendTo: 'phoneNumbers',
		message: 'Hello',
		recipients: ann,
		options: hours({ from: '00:00', to: '00:01' }),
	};
	const read = String(await tool(parameters, nairobi)({}));
	expect(read).toContain('"scheduledFor":"2026-11-24T00:00:00+03:00"');
	expect(received('send')).toHaveLength(1);
});
