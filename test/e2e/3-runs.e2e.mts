/** Runs that n8n's server starts and stops. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DateTime } from 'luxon';
import { environment } from './environment.mts';
import { accepted, assertSuccess, attempted, chain, numbers } from './workflows.mts';
import { outputs, phones, rowsFrom, run, send, serviceNode } from './workflows.mts';
import { store, trigger, until } from './workflows.mts';

export const title = 'Runs';

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
		await new Promise((resolve) => setTimeout(resolve, 500));
		assert.equal(attempted().length, before);
		assert.ok(before < 100);
	});

	test('Sending Hours: a list at 22:00 by its clock goes out at 08:00; once more, nobody gets it twice', async () => {
		const { sandbox } = environment();
		// Where it is 22:00 now. Etc/GMT-3 is three hours ahead of UTC.
		const ahead = ((22 - new Date().getUTCHours() + 35) % 24) - 11;
		const timezone = `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
		const night = DateTime.now().setZone(timezone);
		assert.equal(night.hour, 22);
		const morning = night.plus({ days: 1 }).set({ hour: 8 }).startOf('hour').toUTC().toISO();
		const options = { skipAlreadySent: true, sendingHours: { values: {} } };
		const parameters = send({ campaign: 'night', options });
		const workflow = chain('Night', [...rowsFrom(phones(20)), serviceNode(parameters)]);
		workflow.settings = { ...workflow.settings, timezone };
		for (const [outcome, scheduledFor] of [
			['accepted', morning],
			['alreadySent', morning],
		]) {
			const execution = await run(workflow);
			assertSuccess(execution);
			for (const row of outputs(execution))
				assert.deepEqual([row.sendOutcome, row.scheduledFor], [outcome, scheduledFor]);
			assert.equal(outputs(execution).length, 20);
		}
		assert.deepEqual(accepted(), numbers(20));
		for (const { body } of sandbox.journal) assert.equal(body.schedule, morning);
	});
}
