/**
 * Random schedules: messages arrive and statuses change, before and while they are read; polls fail, overlap and lose
 * their saves; n8n is switched off, killed and restarted, with the same settings or others. Every change is reported
 * once, nothing else is, and a failed poll leaves no trace.
 */
import fc from 'fast-check';
import type { PolledWorkflow } from '../../../workbench/engine/poll.mts';
import { clock, service, trigger } from '../../harness/index.mts';
import { runsOf } from '../../harness/random.mts';
import { judge, type Knowledge, type Listed } from './pollOracle.mts';
import {
	filters,
	schedule,
	type Change,
	type Meanwhile,
	type Message,
	type Schedule,
	type Settings,
	type Step,
} from './pollSteps.mts';

const minute = 60_000;

/** Number of polls by outcome, over all schedules. */
const seen = { items: 0, nothing: 0, failed: 0, lost: 0, leftOut: 0, superseded: 0, dead: 0 };

/** The fate of a poll. 'leftOut': another one was running. 'superseded': a later one began. 'dead': it was stopped. */
type Fate = 'counts' | 'leftOut' | 'superseded' | 'dead';

class Story {
	private readonly listed: Listed[] = [];
	private changes = 0;
	private grid = 0;
	private settings: Settings;
	private workflow!: PolledWorkflow;
	private isOn = false;
	private mayFail = false;
	private running: Array<{ fate: Fate }> = [];
	private others: Array<Promise<void>> = [];
	private inMemory: Knowledge | undefined;
	private saved: Knowledge | undefined;
	/** Runs when the service receives a request for its messages. */
	private onRequest: (() => Promise<void>) | undefined;
	private readonly given: Schedule;

	constructor(given: Schedule) {
		this.given = given;
		this.settings = given.settings[0]!;
	}

	async tell(): Promise<void> {
		const { minuteOfDay, service: ofClock, maxPerPage, listOrder, cursors, before } = this.given;
		clock.set(clock.start + minuteOfDay * minute);
		this.grid = clock.now();
		await service.start({
			...ofClock,
			maxPerPage,
			readings: { listOrder },
			beforeAnswer: async ({ operation }) =>
				operation === 'messages' ? await this.onRequest?.() : undefined,
		});
		this.workflow = trigger({}, { cursors });
		for (const { message, age } of [...before].sort((one, other) => other.age - one.age))
			this.add(message, age);
		await this.next('activate');
		for (const step of this.given.steps) await this.go(step);
		// Two quiet rounds at the end report the remaining changes.
		for (let left = 2; left > 0; left--) {
			clock.set((this.grid += 10 * minute));
			await this.next('activate');
		}
	}

	private get isDurable(): boolean {
		return this.given.cursors === 'durable';
	}

	private async go({ first, settings, gap, changes, faults, ...step }: Step): Promise<void> {
		const { database } = this.workflow;
		if (first) await this.end(first);
		// Polls begin on a grid of ten minutes, and messages are five minutes off it: no clock is wrong by that much
		// unnoticed.
		clock.set((this.grid += gap * 10 * minute));
		for (const change of changes) this.change(change);
		for (const fault of faults) service.play({ on: 'messages', ...fault });
		this.mayFail = faults.length > 0;
		database.losesWrites = step.losesWrites;
		let requests = 0;
		this.onRequest = async () => {
			const count = requests++;
			for (const { after, what } of step.meanwhile) if (after === count) this.meanwhile(what);
			for (let turns = 0; turns < 10; turns++) await new Promise((turn) => setImmediate(turn));
		};
		if (first) this.settings = this.given.settings[settings % this.given.settings.length]!;
		await this.next(first === 'kill' ? 'init' : 'activate');
		while (this.others.length > 0) await this.others.shift();
		this.onRequest = undefined;
		service.disarm();
		this.mayFail = database.losesWrites = false;
	}

	/** Polls, or activates the workflow if it is off. */
	private async next(how: 'activate' | 'init'): Promise<void> {
		if (this.isOn) await this.judged(async () => void (await this.workflow.poll()));
		else await this.activate(how);
	}

	private async activate(how: 'activate' | 'init'): Promise<void> {
		const { filter, event, ...options } = this.settings;
		this.workflow.parameters = { event, filters: filters[filter]!.given, options };
		this.inMemory = this.saved;
		const activated = async (): Promise<void> => {
			this.isOn = await this.workflow.activate(how).then(
				() => true,
				() => false,
			);
		};
		// A durable schedule that outlived the process isn't polled when n8n starts.
		if (this.isDurable && this.workflow.database.scheduled) await activated();
		else await this.judged(activated);
	}

	private async end(how: 'off' | 'kill'): Promise<void> {
		for (const run of this.running) run.fate = 'dead';
		this.isOn = false;
		if (how === 'off') await this.workflow.deactivate();
		else this.workflow.kill();
	}

	private meanwhile(what: Meanwhile): void {
		if (typeof what !== 'string') this.change(what);
		else if (!this.isOn) return;
		else if (what === 'poll') this.others.push(this.next('activate'));
		else if (what === 'test')
			this.others.push(this.workflow.fetchTestEvent().then(() => undefined));
		else {
			const how = what === 'kill' ? 'kill' : 'off';
			const ended = this.end(how);
			this.others.push(
				ended.then(async () => await this.activate(how === 'kill' ? 'init' : 'activate')),
			);
		}
	}

	private change(change: Change): void {
		if ('message' in change) return this.add(change.message);
		const message = this.listed[change.of % (this.listed.length || 1)];
		if (!message) return;
		const number = message.to[change.recipient % message.to.length]!;
		service.setStatus(number, change.status, { messageId: message.id });
		message.statuses.get(number)!.push({ count: ++this.changes, status: change.status });
	}

	private add(message: Message, age = 0): void {
		const { to, ...given } = message;
		const time = this.grid - (age * 10 + 5) * minute + this.listed.length;
		const createdAt = time + this.given.service.clockOffset;
		const id = service.addMessage({ recipients: to, ...given, createdAt });
		const count = ++this.changes;
		const statuses = new Map(to.map((number) => [number, [{ count, status: given.status }]]));
		this.listed.push({ ...message, id, createdAt, came: count, statuses });
	}

	private async judged(start: () => Promise<void>): Promise<void> {
		const { workflow, isDurable, settings, listed, changes: from, running } = this;
		const { database } = workflow;
		const others = running.filter(({ fate }) => fate === 'counts');
		const run = { fate: (others.length > 0 && !isDurable ? 'leftOut' : 'counts') as Fate };
		if (run.fate === 'counts') for (const other of others) other.fate = 'superseded';
		running.push(run);
		const before = isDurable ? this.saved : this.inMemory;
		const beganAt = clock.now();
		const [saves, number, messages] = [database.saves.length, workflow.polls.length, listed.length];
		await start();
		running.splice(running.indexOf(run), 1);
		const { outcome, items = [], error } = workflow.polls[number]!;
		if (run.fate !== 'counts') {
			seen[run.fate]++;
			return expect([run.fate, outcome]).toEqual([run.fate, expect.not.stringMatching('items')]);
		}
		seen[outcome as 'items']++;
		if (outcome === 'failed') {
			// Pages that shift look like pages that are repeated.
			if (!this.mayFail && listed.length === messages) throw error!;
			expect(database.saves).toHaveLength(saves);
		}
		if (outcome !== 'items' && outcome !== 'nothing') return;
		const after = judge({
			settings,
			before,
			beganAt,
			serviceBeganAt: beganAt + this.given.service.clockOffset,
			from,
			to: this.changes,
			listed,
			items: items.map(({ json }) => json),
		});
		this.inMemory = after;
		if (database.saves.length > saves) this.saved = after;
	}
}

test('every change is told once, nothing else is, and a poll that failed is as if it had not been', async () => {
	await fc.assert(
		fc.asyncProperty(schedule, async (given) => await new Story(given).tell()),
		runsOf(40),
	);
	// The schedules must not all be harmless, nor all hopeless.
	const { leftOut, superseded, dead, ...others } = seen;
	expect(leftOut + superseded + dead).toBeGreaterThan(0);
	for (const [kind, count] of Object.entries(others))
		expect({ [kind]: count > 0 }).toEqual({ [kind]: true });
}, 3_600_000);
