/** Runs that n8n's server starts and stops. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { DateTime } from 'luxon';
import { environment } from './environment.mts';
import { kinds, largest, longestWait } from './foreignTexts.mts';
import { accepted, assertSuccess, attempted, calls, chain, numbers } from './workflows.mts';
import { noOp, outputs, phones } from './workflows.mts';
import { rowsFrom, run, send, serviceNode, store, trigger, until } from './workflows.mts';

export const title = 'Runs';

const manager = '+254712345678';

/** Formats a time as the columns of a workflow in this zone show it. */
function shownIn(zone: string, time: string | null): string | undefined {
	const shown = time && DateTime.fromISO(time, { zone }).toISO({ suppressMilliseconds: true });
	return shown?.replace('+00:00', 'Z');
}

export function tests(): void {
	test('Stop: what is under way ends, and nothing more is sent', async () => {
		const { sandbox, executions } = environment();
		const parameters = send({ options: { maxConcurrentRequests: 2 } });
		const workflow = chain('Stopped', [...rowsFrom(phones(100)), serviceNode(parameters)]);
		sandbox.setOptions({ latency: 100 });
		const id = await executions.start((await store(workflow)).id, trigger);
		await until('four messages accepted', () => sandbox.journal.length >= 4);
		await executions.stop(id);
		assert.equal((await executions.finished(id)).status, 'canceled');
		await until('nothing is under way', () => sandbox.inFlight.now === 0);
		const before = attempted().length;
		// Time for ten more sends, were there any to come.
		await setTimeout(500);
		assert.equal(attempted().length, before);
		assert.ok(before < 100);
	});

	for (const [kind, piece] of Object.entries(kinds))
		test(`16 MB of ${kind} by a webhook hold n8n no longer than with a node that does nothing`, async () => {
			const body = largest(piece, (text) => JSON.stringify({ text }));
			const usual = await longestWait(async () => await calls(body, noOp('Nothing'), 'success'));
			const text = '={{ $json.body.text }}';
			for (const parameters of [{ message: text }, { campaign: text }, { recipients: text }]) {
				const options = { skipAlreadySent: true, sameMessage: 'campaign' };
				const sends = serviceNode(send({ recipients: manager, ...parameters, options }));
				const longest = await longestWait(async () => await calls(body, sends, 'error'));
				assert.ok(
					longest < usual + 500,
					`${longest} ms, and ${usual} ms with a node that does nothing`,
				);
			}
			assert.deepEqual(attempted(), []);
		});

	test('the service ends in the middle of a list and is there again after 20 seconds: the list goes on by itself', async () => {
		const { sandbox, executions } = environment();
		sandbox.setOptions({ latency: 20 });
		const sends = serviceNode(send(), { onError: 'continueRegularOutput' });
		const workflow = await store(chain('Outage', [...rowsFrom(phones(200)), sends]));
		const id = await executions.start(workflow.id, trigger);
		await until('fifty messages accepted', () => sandbox.journal.length >= 50);
		const port = Number(new URL(sandbox.baseUrl).port);
		await sandbox.stop();
		await setTimeout(20_000);
		await sandbox.start(port);
		const execution = await executions.finished(id);
		assertSuccess(execution);
		const rows = outputs(execution);
		const lost = rows.filter(({ sendOutcome }) => sendOutcome !== 'accepted');
		for (const { sendOutcome, error } of lost) {
			assert.equal(sendOutcome, 'unknown');
			assert.match(String(error), /The service's list of messages did not show it, last read at/);
		}
		const found = rows.filter(({ confirmedBy }) => confirmedBy === 'lookup');
		assert.ok(lost.length + found.length <= 10, `${lost.length} unknown, ${found.length} found`);
		assert.ok(lost.length + found.length > 0);
		assert.equal(accepted().length, 200 - lost.length);
		assert.equal(new Set(accepted()).size, accepted().length);
	});

	test('Sending Hours: a list at 22:00 by its clock goes out at 08:00; once more, nobody gets it twice', async () => {
		const { sandbox } = environment();
		// The time zone where it is 22:00 now. Etc/GMT-3 is three hours ahead of UTC.
		const ahead = ((22 - new Date().getUTCHours() + 35) % 24) - 11;
		const timezone = `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
		const night = DateTime.now().setZone(timezone);
		assert.equal(night.hour, 22);
		const morning = night.plus({ days: 1 }).set({ hour: 8 }).startOf('hour').toUTC().toISO();
		const options = { skipAlreadySent: true, sendingHours: { values: {} } };
		const parameters = send({ campaign: 'night', options });
		const workflow = chain('Night', [...rowsFrom(phones(20)), serviceNode(parameters)]);
		workflow.settings = { ...workflow.settings, timezone };
		for (const outcome of ['accepted', 'alreadySent']) {
			const execution = await run(workflow);
			assertSuccess(execution);
			for (const row of outputs(execution))
				assert.deepEqual(
					[row.sendOutcome, row.scheduledFor],
					[outcome, shownIn(timezone, morning)],
				);
			assert.equal(outputs(execution).length, 20);
		}
		assert.deepEqual(accepted(), numbers(20));
		for (const { body } of sandbox.journal) assert.equal(body.schedule, morning);
	});

	test('Sending Hours that end while a list of 300 is being sent: the rest goes out when they begin again', async () => {
		const { sandbox } = environment();
		sandbox.setOptions({ latency: 300 });
		// The hours end at a full minute, some seconds after the first text.
		const minute = 60_000;
		const left = minute - (Date.now() % minute);
		await setTimeout(left > 8_000 ? left - 8_000 : left + minute - 8_000);
		const end = DateTime.utc().plus({ minutes: 1 }).startOf('minute');
		const [from, to] = [end.minus({ hours: 12 }), end].map((time) => time.toFormat('HH:mm'));
		const values = { from, to, timeZone: 'UTC' };
		const parameters = send({ campaign: 'evening', options: { sendingHours: { values } } });
		const workflow = chain('Evening', [...rowsFrom(phones(300)), serviceNode(parameters)]);
		workflow.settings = { ...workflow.settings, timezone: 'UTC' };
		const execution = await run(workflow);
		assertSuccess(execution);
		assert.deepEqual(accepted(), numbers(300));
		const morning = end.plus({ hours: 12 }).toISO();
		const told = new Map(outputs(execution).map((row) => [row.recipients, row.scheduledFor]));
		let later = 0;
		for (const { at, body, recipients } of sandbox.journal) {
			// On its way to the service, a request may cross the minute.
			if (Math.abs(at - end.toMillis()) > 500)
				assert.equal(body.schedule, at < end.toMillis() ? null : morning);
			if (body.schedule !== null) later++;
			const shown = shownIn('UTC', body.schedule as string | null);
			assert.equal(told.get(recipients[0]!), shown);
		}
		assert.ok(later > 30 && later < 270, `${later} of 300 after the hours`);
	});
}
