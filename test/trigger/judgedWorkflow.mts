/** A workflow of the trigger, whose polls are judged one by one, whichever way they overlap and end. */
import type { IDataObject } from 'n8n-workflow';
import { MessagingServiceApi } from '../../credentials/MessagingServiceApi.credentials.ts';
import { packageOf } from '../../workbench/engine/engine.mts';
import type { Poll, PolledWorkflow, PolledWorkflowOptions } from '../../workbench/engine/poll.mts';
import { clock } from '../clock/virtualClock.mts';
import { judge, sinceOf, type Knowledge } from './pollOracle.mts';
import { filters, type Settings } from './scheduleSteps.mts';
import { service, WatchedTrigger, type Showing } from './shownRecords.mts';
import { parametersOf, watchingOf, type Watching } from './watching.mts';
import type { Listed, WatchedService } from './watchedService.mts';

/** A poll that is under way. */
interface Run extends Showing {
	/**
	 * 'leftOut': another poll of the same activation was under way when it began. 'superseded': one that n8n
	 * gave a state of its own has begun since. 'dead': switched off or killed meanwhile.
	 */
	fate: 'counts' | 'leftOut' | 'superseded' | 'dead';
}

export class JudgedWorkflow {
	readonly workflow: PolledWorkflow;

	/** Whether it is switched on, and its process knows it. */
	isOn = false;

	/** What went as it went, counted. */
	readonly seen: Record<string, number>;

	/** Whether a poll may fail now. */
	mayFail = false;

	private readonly watched: WatchedService;

	private readonly options: Partial<PolledWorkflowOptions>;

	private settings: Settings;

	private running: Run[] = [];

	/** The activation that is under way. */
	private activating: object | undefined;

	private inMemory: Knowledge | undefined;

	private saved: Knowledge | undefined;

	constructor(
		watched: WatchedService,
		settings: Settings,
		cursors: PolledWorkflowOptions['cursors'],
		seen: Record<string, number>,
	) {
		this.watched = watched;
		this.settings = settings;
		this.seen = seen;
		this.options = {
			cursors,
			packages: [packageOf([new WatchedTrigger()], [new MessagingServiceApi()])],
		};
		this.workflow = watched.environment.bench.polled({}, this.options);
	}

	/** Whether the running code is of a poll that counts, and reads. */
	get isReading(): boolean {
		const showing = service.showing.getStore() as Run | undefined;
		return showing?.fate === 'counts';
	}

	/**
	 * While it is being activated, n8n hasn't all of it in its register yet, and a dead process may
	 * still take its durable job out.
	 */
	mayEnd(how: 'off' | 'kill'): boolean {
		return this.isOn || (how === 'kill' && !this.isDurable);
	}

	/** Whether it is neither switched on nor about to be. */
	get isOff(): boolean {
		return !this.isOn && this.activating === undefined;
	}

	async off(): Promise<void> {
		this.end();
		await this.workflow.deactivate();
	}

	/** @param cursors as n8n is set when it starts again */
	kill(cursors = this.options.cursors): void {
		this.end();
		this.set({ cursors });
		this.workflow.kill();
		this.seen.killed!++;
	}

	async activate(how: 'activate' | 'init', settings = this.settings): Promise<void> {
		this.settings = settings;
		this.workflow.parameters = parametersOf(settings);
		this.set({ credentials: this.watched.credentialsOf(settings.account) });
		this.inMemory = this.saved;
		const own = (this.activating = {});
		const ended = (isOn: boolean) => (): void => {
			if (this.activating !== own) return;
			this.isOn = isOn;
			this.activating = undefined;
		};
		const activated = async (): Promise<void> =>
			await this.workflow.activate(how).then(ended(true), ended(false));
		// A schedule that outlived the process isn't polled at its start.
		await (this.isDurable && this.workflow.database.scheduled
			? activated()
			: this.judged(activated));
	}

	async poll(): Promise<void> {
		if (this.isOn) await this.judged(async () => void (await this.workflow.poll()));
	}

	/** The editor's test event, which changes nothing. */
	async fetchTestEvent(): Promise<void> {
		const { there } = this.watched;
		const { status, error } = await service.showing.exit(
			async () => await this.workflow.fetchTestEvent(),
		);
		if (status === 'success') this.seen.tested!++;
		else if (!this.isExcused(there)) expect(error?.message).toMatch(/hour|Hour/);
	}

	private get isDurable(): boolean {
		return this.options.cursors === 'durable';
	}

	/**
	 * Whether a poll that began with these in the list may fail: not only for a fault, but also where
	 * rows move and look like pages that are repeated.
	 */
	private isExcused(there: ReadonlySet<Listed>): boolean {
		return this.mayFail || this.watched.hasMoved(there) || this.settings.account === 'otherClient';
	}

	private end(): void {
		for (const run of this.running) run.fate = 'dead';
		this.isOn = false;
		this.activating = undefined;
	}

	/** What the workflow, or the process that begins next, goes by. */
	private set(options: Partial<PolledWorkflowOptions>): void {
		Object.assign(this.options, options);
		Object.assign((this.workflow as unknown as { options: object }).options, options);
	}

	private async judged(start: () => Promise<void>): Promise<void> {
		const { database } = this.workflow;
		const { settings, isDurable } = this;
		const others = this.running.filter(({ fate }) => fate === 'counts');
		const run: Run = {
			requests: 0,
			records: new Map(),
			begins: () => undefined,
			fate: others.length > 0 && !isDurable ? 'leftOut' : 'counts',
		};
		const starting = new Promise<void>((resolve) => {
			run.begins = resolve;
		});
		if (run.fate === 'counts') for (const other of others) other.fate = 'superseded';
		const before = isDurable ? this.saved : this.inMemory;
		const { there, now: began } = this.watched;
		const beganHere = clock.now;
		const [saves, kept, number] = [
			database.saves.length,
			JSON.stringify(database.staticData),
			this.workflow.polls.length,
		];
		const missing = new Set(service.hidden);
		this.running.push(run);
		service.starting.add(starting);
		void starting.then(() => service.starting.delete(starting));
		await service.showing.run(run, start);
		run.begins();
		this.running = this.running.filter((other) => other !== run);
		const poll = this.workflow.polls[number]!;
		if (run.fate !== 'counts') return this.judgeIdle(run, poll);
		if (poll.outcome === 'failed') {
			if (!this.isExcused(there)) throw new Error(`A poll failed: ${String(poll.error?.message)}`);
			expect([database.saves.length, JSON.stringify(database.staticData)]).toEqual([saves, kept]);
		}
		if (poll.outcome === 'failed' || poll.outcome === 'lost')
			return void this.seen[poll.outcome]!++;
		expect(poll.outcome).toMatch(/^(items|nothing)$/);
		const order = watchingOf(settings);
		this.judgeReading(run, order, settings, there, began, missing);
		const items = (poll.items ?? []).map(({ json }) => json as IDataObject);
		const after = judge({
			order,
			before,
			began,
			beganHere,
			records: run.records,
			createdAt: service.createdAt,
			isTimeless: service.writing.createdAt === 'unreadable',
			items,
		});
		const isSaved = database.saves.length > saves;
		this.inMemory = after;
		if (isSaved) this.saved = after;
		this.count(order, before, after, items, isSaved, run);
	}

	/** A poll whose result doesn't count: it tells nothing. */
	private judgeIdle({ fate, requests }: Run, { outcome }: Poll): void {
		expect([fate, outcome]).toEqual([fate, expect.not.stringMatching('items')]);
		if (fate === 'leftOut') expect([outcome, requests]).toEqual(['nothing', 0]);
		this.seen[fate]!++;
	}

	/** Everything that was watched and in the list all the time has been shown. */
	private judgeReading(
		{ records }: Run,
		order: Watching,
		{ filter }: Settings,
		there: ReadonlySet<Listed>,
		began: number,
		missing: Set<number>,
	): void {
		// Records without an ID can't be read again: a later poll has what moved past the pages.
		if (service.writing.ids === 'none' && this.watched.hasMoved(there)) return;
		// Nor can a page that comes again be told from another one, when what is in it has changed meanwhile.
		if (
			service.writing.ids === 'none' &&
			[...records.values()].some((versions) => versions.length > 1)
		)
			return;
		const asked = Object.entries(filters[filter]!.asked);
		const lacking = [...there].filter(
			(message) =>
				message.createdAt >= sinceOf(order, began).to &&
				!missing.has(message.id) &&
				!records.has(message.id) &&
				asked.every(([name, value]) => message.asked[name as 'message'] === value),
		);
		if (lacking.length > 0) throw new Error(`The poll was not shown ${JSON.stringify(lacking)}`);
	}

	private count(
		order: Watching,
		before: Knowledge | undefined,
		after: Knowledge,
		items: IDataObject[],
		isSaved: boolean,
		run: Run,
	): void {
		const { seen } = this;
		seen.good!++;
		seen.told! += items.length;
		if (before?.identity !== order.identity) seen[before ? 'anew' : 'first']!++;
		else if (before.said.from > after.said.from) seen.raised!++;
		if (items.length > 0 && !isSaved) seen.unsaved!++;
		if ([...after.messages.values()].some((possible) => possible.length > 1)) seen.unsure!++;
		if ([...run.records.values()].some((versions) => versions.length > 1)) seen.changedMeanwhile!++;
		if (items.some((item) => 'phone_number' in item && item.phone_number === null))
			seen.unreadableGroup!++;
	}
}
