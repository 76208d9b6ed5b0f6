/**
 * Random schedules: messages come and statuses change, before and while they are read; polls fail, overlap and
 * lose their saves; n8n is switched off, killed and started again, with the same settings or others. Each poll
 * is judged by what the service showed it and by what was told before: every change is told once, nothing else is,
 * and a poll that failed is as if it had not been.
 *
 * More of them: FAST_CHECK_RUNS=2000 FAST_CHECK_SEED=7 npx jest test/trigger/anySchedule
 */
import fc from 'fast-check';
import { clock } from '../clock/virtualClock.mts';
import { endEnvironment } from '../lookup/environment.mts';
import { runsOf } from '../randomRuns.mts';
import { JudgedWorkflow } from './judgedWorkflow.mts';
import {
	schedule,
	type Meanwhile,
	type Schedule,
	type Settings,
	type Step,
} from './scheduleSteps.mts';
import { service } from './shownRecords.mts';
import { WatchedService } from './watchedService.mts';

jest.mock('../../nodes/MessagingService/http/pause.ts', () =>
	jest.requireActual('../clock/virtualPause.mts'),
);
jest.mock('../../nodes/MessagingService/http/attempt.ts', () =>
	jest.requireActual('./shownRecords.mts'),
);

const minute = 60_000;

const seen = {
	good: 0,
	told: 0,
	first: 0,
	anew: 0,
	raised: 0,
	failed: 0,
	lost: 0,
	unsaved: 0,
	killed: 0,
	leftOut: 0,
	superseded: 0,
	dead: 0,
	tested: 0,
	unsure: 0,
	changedMeanwhile: 0,
	unreadableGroup: 0,
};

/**
 * A message whose time can't be read is watched as long as the service lists it; there is nothing
 * to tell a change of Watch Hours by.
 */
function settingsOf({ settings, writing }: Schedule): Settings[] {
	return settings.map((each) =>
		writing.createdAt === 'unreadable' ? { ...each, watchHours: settings[0]!.watchHours } : each,
	);
}

class Story {
	private readonly given: Schedule;

	private readonly settings: Settings[];

	private readonly watched: WatchedService;

	private readonly judged: JudgedWorkflow;

	private others: Array<Promise<void>> = [];

	constructor(given: Schedule, watched: WatchedService) {
		this.given = given;
		this.watched = watched;
		this.settings = settingsOf(given);
		this.judged = new JudgedWorkflow(
			watched,
			this.settings[0]!,
			given.cursors === 'durable' ? 'durable' : 'static data',
			seen,
		);
	}

	async tell(): Promise<void> {
		await this.judged.activate('activate');
		for (const step of this.given.steps) await this.go(step);
		// A quiet end: what is left to be told is told.
		for (let left = 3; left > 0; left--) {
			clock.advance(minute);
			await this.next();
		}
	}

	private get sandbox() {
		return this.watched.environment.bench.sandbox;
	}

	private async go(step: Step): Promise<void> {
		const { judged, sandbox, given } = this;
		const settings =
			step.settings === undefined ? undefined : this.settings[step.settings % this.settings.length];
		if (step.first === 'off') await judged.off();
		if (step.first === 'kill')
			judged.kill(given.cursors === 'static data' ? 'static data' : 'durable');
		clock.advance(step.gap);
		for (const change of step.changes) this.watched.change(change);
		await this.settled();
		if (step.groupRecipients)
			sandbox.setOptions({ readings: { groupRecipients: step.groupRecipients } });
		const isTimeless = given.writing.createdAt === 'unreadable';
		if (step.dateHeader && Math.abs(given.clock.clockOffset) <= minute && !isTimeless)
			sandbox.setOptions({ dateHeader: step.dateHeader });
		for (const place of isTimeless ? [] : step.hidden)
			service.hidden.add(this.watched.listed[place % (this.watched.listed.length || 1)]?.id ?? 0);
		for (const { kind, after, times, retryAfter } of step.faults)
			sandbox.play({
				on: 'messages',
				kind,
				after,
				times,
				...(kind === 'rateLimited' ? { retryAfter } : {}),
			});
		// Another client gets no new one.
		if (step.tokensExpire && !this.settings.some(({ account }) => account === 'otherClient'))
			sandbox.expireTokens();
		judged.mayFail = step.faults.length > 0 || service.hidden.size > 0;
		judged.workflow.database.losesWrites = step.losesWrites;
		let left = 0;
		clock.onRequest = (moment) => {
			if (moment !== 'leaves' || !judged.isReading) return;
			const count = left++;
			for (const { after, what } of step.meanwhile) if (after === count) this.meanwhile(what);
		};
		await this.next(step.first === 'kill' ? 'init' : 'activate', settings);
		await this.settled();
		clock.onRequest = () => undefined;
		sandbox.disarm();
		service.hidden.clear();
		judged.mayFail = false;
		judged.workflow.database.losesWrites = false;
	}

	/** A poll, or the activation that is due. */
	private async next(how: 'activate' | 'init' = 'activate', settings?: Settings): Promise<void> {
		if (this.judged.isOn) await this.judged.poll();
		else await this.judged.activate(how, settings);
	}

	private meanwhile(what: Meanwhile): void {
		const { judged } = this;
		if (what.kind === 'status' || what.kind === 'message') this.watched.change(what);
		else if (what.kind === 'poll') this.others.push(judged.poll());
		else if (what.kind === 'test') this.others.push(judged.fetchTestEvent());
		else if (!judged.mayEnd(what.kind === 'kill' ? 'kill' : 'off')) return;
		else if (what.kind === 'kill') {
			judged.kill();
			this.others.push(judged.activate('init'));
		} else {
			const off = judged.off();
			this.others.push(
				what.kind === 'off'
					? off
					: off.then(async () => {
							if (judged.isOff) await judged.activate('activate');
						}),
			);
		}
	}

	/** Resolves when nothing is under way any more. */
	private async settled(): Promise<void> {
		while (this.others.length + this.watched.underWay.length > 0) {
			await Promise.all([...this.others.splice(0), ...this.watched.underWay.splice(0)]);
		}
		await clock.quiet();
	}
}

async function tryOut(given: Schedule): Promise<void> {
	await new Story(given, await WatchedService.start(given)).tell();
}

afterAll(endEnvironment);

test('every change is told once, nothing else is, and a poll that failed is as if it had not been', async () => {
	await fc.assert(fc.asyncProperty(schedule, tryOut), runsOf(70));
	// The schedules must not all be harmless, nor all hopeless. Of the first ones seventy schedules may have none.
	const { superseded, tested, unreadableGroup, ...usual } = seen;
	expect(superseded + tested + unreadableGroup).toBeGreaterThan(0);
	for (const [kind, count] of Object.entries(usual))
		expect({ [kind]: count > 0 }).toEqual({ [kind]: true });
}, 3_600_000);
