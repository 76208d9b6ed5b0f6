/**
 * Random rows with several numbers each: lists that overlap, spellings, groups, texts and schedules that change from
 * try to try, all options and faults, over tries and further runs. Checked against the journal: nobody gets one message
 * twice within a run, each row reports the true outcome of each number, and following the advice of each run to the
 * letter texts everybody exactly once in the end.
 */
import fc from 'fast-check';
import type { IDataObject, INode, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import {
	clock,
	locator,
	readingChoices,
	send,
	service,
	type Outcome,
} from '../../harness/index.mts';
import { runsOf } from '../../harness/random.mts';
import { adviceOf, leftIn, people, type ListRow, type NextRun, type Spelled } from './advice.mts';
import { numbersIn, seldom } from './messages.mts';

const card = fc.record({
	text: fc.constantFrom('Hello', 'Two\nlines', 'Ünïcode ✓'),
	/** Where the time appears, so that it changes in each try: in the text, in the schedule, or in both. */
	moves: fc.constantFrom('', '', 'text', 'schedule', 'both'),
	schedule: fc.constantFrom('', '', '2026-11-30T09:00:00Z'),
	sender: fc.constantFrom(101, 102),
	priority: fc.constantFrom('utility', 'marketing'),
});
const spelled = fc.tuple(fc.nat(people.length - 1), fc.nat(2)).map(([person, spelling]) => {
	const spellings = people[person]!;
	return spellings[spelling % spellings.length]!;
});
const row = fc.record({
	card: fc.constantFrom(0, 0, 1, 2),
	to: fc.oneof(
		{ weight: 9, arbitrary: fc.array(spelled, { minLength: 1, maxLength: 4 }) },
		{ weight: 1, arbitrary: fc.constant('group' as const) },
	),
	/** Number of readings in which its expression fails. */
	fails: seldom(fc.integer({ min: 1, max: 2 }), 9),
	nobody: seldom(fc.constant(true), 9),
});
const story = fc.record({
	cards: fc.array(card, { minLength: 3, maxLength: 3 }),
	rows: fc.array(row, { minLength: 1, maxLength: 7 }),
	options: fc.record({
		combineItems: fc.boolean(),
		recipientsPerRequest: fc.constantFrom(1, 2, 3, 6, 100),
		lookUpUnknown: fc.boolean(),
		skipAlreadySent: fc.constantFrom(false, false, true),
		maxConcurrentRequests: fc.constantFrom(1, 2, 10),
		invalidRecipients: fc.constantFrom('skip', 'skip', 'stop'),
		excludeNumbers: fc.constantFrom('', '', people[3]![0]!.e164),
	}),
	batchSize: seldom(fc.integer({ min: 1, max: 3 }), 3),
	faults: fc.array(
		fc.record({
			kind: fc.constantFrom(
				...(['badRequest', 'badRequest', 'serverError', 'errorAfterAccept'] as const),
				...(['dropBefore', 'dropAfter', 'rateLimited', 'notJson'] as const),
			),
			person: fc.nat(people.length - 1),
			times: fc.constantFrom(1, 1, 2, 4),
		}),
		{ maxLength: 5 },
	),
	/** An outage: from a send on, every request fails this way for `lasts` milliseconds. */
	outage: seldom(
		fc.record({
			from: fc.nat(6),
			kind: fc.constantFrom('serverError', 'dropAfter', 'rateLimited'),
			lasts: fc.constantFrom(2500, 20_000, 100_000),
		} as const),
		2,
	),
	/** People whom the service refuses in the first two runs. */
	refused: seldom(
		fc.record({
			persons: fc.array(fc.nat(people.length - 1), { minLength: 1, maxLength: 2 }),
			refusedBy: fc.constantFrom(...readingChoices.refusedBy),
			refusals: fc.constantFrom(...readingChoices.refusals),
		}),
		2,
	),
	settings: fc.constantFrom<Partial<INode>>(
		{},
		...[1, 2].map(() => ({ retryOnFail: true, maxTries: 3, waitBetweenTries: 1 })),
		{ onError: 'continueRegularOutput', retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
		{ onError: 'continueErrorOutput' },
	),
	/** Whether a reader who may choose follows the advice to switch on Skip Already Sent. */
	takesSkip: fc.boolean(),
});
type Story = typeof story extends fc.Arbitrary<infer Value> ? Value : never;

const seen = {
	runs: 0,
	failed: 0,
	again: 0,
	bySkip: 0,
	partly: 0,
	unknown: 0,
	shared: 0,
	outages: 0,
	split: 0,
	refused: 0,
};
const group = 503;

/** Returns the card and the person of each message in the journal, from this entry on. */
function reached(from = 0): string[] {
	return service.journal.slice(from).flatMap(({ body, recipients }) => {
		const persons = body.contact_list_id ? ['group'] : recipients.map(personOf);
		return persons.map((person) => `${body.campaign} ${person}`);
	});
}

function personOf(e164: string): string {
	return people.flat().find((each) => each.e164 === e164)!.person;
}

const messageOf = (number: number, person: string) => `card-${number} ${person}`;

class Telling {
	private skips: boolean;
	/** Texts of the cards, by campaign, where the advice is to keep them. */
	private readonly texts = new Map<string, string>();
	private readonly given: Story;
	private readonly excluded: string;

	constructor(given: Story) {
		this.given = given;
		const hasGroup = given.rows.some(({ to }) => to === 'group');
		this.skips = given.options.skipAlreadySent && !hasGroup;
		this.excluded = hasGroup ? '' : given.options.excludeNumbers;
	}

	async tell(): Promise<void> {
		const { outage } = this.given;
		let sends = 0;
		await service.start({
			beforeAnswer: ({ operation }) => {
				clock.pass(1000);
				if (operation !== 'send' || sends++ !== outage?.from) return;
				seen.outages++;
				service.play({ on: 'any', kind: outage.kind, times: Infinity });
				void clock.sleep(outage.lasts).then(() => service.disarm());
			},
		});
		for (const { kind, person, times } of this.given.faults)
			for (const recipient of new Set(people[person]!.map(({ e164 }) => e164)))
				service.play({ on: 'send', kind, times, recipient });
		const { persons = [], ...readings } = this.given.refused ?? {};
		const refusedNumbers = persons.flatMap((person) => people[person]!.map(({ e164 }) => e164));
		service.setOptions({ refusedNumbers, readings });
		let next: NextRun | undefined = { rows: this.given.rows };
		for (let count = 0; next; count++) {
			if (count === 4) service.disarm();
			if (count === 2) service.setOptions({ refusedNumbers: [] });
			// Nobody reads more than ten such texts, so the advice must end before that.
			expect(count).toBeLessThan(10);
			next = await this.run(next, count === 0);
			if (next) seen.again++;
		}
		const excluded = numbersIn(this.excluded);
		const wanted = this.given.rows.flatMap(({ card: of, to }) =>
			to === 'group'
				? [messageOf(of, 'group')]
				: to
						.filter(({ e164 }) => !excluded.includes(e164))
						.map(({ person }) => messageOf(of, person)),
		);
		// A row that skips goes out without the people whom the service refuses, and a run that fails doesn't name each of
		// them.
		const mayMiss = new Set(persons.map((person) => people[person]![0]!.person));
		const missing = wanted.filter((each) => !reached().includes(each));
		expect(missing.filter((each) => !mayMiss.has(each.replace(/^card-\d+ /, '')))).toEqual([]);
		const sent = reached().sort();
		expect(sent).toEqual([...new Set(wanted)].filter((each) => !missing.includes(each)).sort());
		if (service.requests.some(({ operation, status }) => operation === 'send' && status === 422))
			seen.refused++;
	}

	/** Makes one run. @returns the rows that it says are left to send */
	private async run({ rows, skips }: NextRun, isFirst: boolean): Promise<NextRun | undefined> {
		if (skips) {
			this.skips = true;
			seen.bySkip++;
		}
		// An unknown send holds further sends back for two minutes, as the texts say.
		if (this.skips) clock.pass(121_000);
		const from = service.journal.length;
		const outcome = await send(this.parameters(), {
			rows: rows.map((each, index) => this.itemOf(each, isFirst ? index : undefined)),
			settings: this.given.settings,
		});
		await clock.quiet();
		const sent = reached(from);
		expect(sent.filter((each, place) => sent.indexOf(each) !== place)).toEqual([]);
		seen.runs++;
		if (outcome.failure) seen.failed++;
		const shows = (of: number, person: string) => reached().includes(messageOf(of, person));
		const next = outcome.failure
			? adviceOf(outcome, rows, this.skips, shows, this.given.takesSkip)
			: leftIn(this.outputsOf(outcome, rows), shows);
		if (next?.skips) this.keepTexts(from);
		return next;
	}

	/** Keeps the text of each card that went out. Expects each card to have only one. */
	private keepTexts(from: number): void {
		for (const { body } of service.journal.slice(from)) {
			expect(this.texts.get(body.campaign) ?? body.message).toBe(body.message);
			this.texts.set(body.campaign, body.message);
		}
	}

	/** Returns the output of each row, after checking what it says of each number against the journal. */
	private outputsOf(
		{ items, errorItems }: Outcome,
		rows: ListRow[],
	): Array<[ListRow, IDataObject]> {
		const outputs = [...items, ...errorItems];
		const placeOf = ({ pairedItem }: INodeExecutionData) => (pairedItem as { item: number }).item;
		const placed = outputs.map(placeOf).sort((one, other) => one - other);
		expect(placed).toEqual([...rows.keys()]);
		return outputs.map((output) => {
			const { json } = output;
			const given = rows[placeOf(output)]!;
			expect(json.campaign).toBe(`card-${given.card}`);
			this.holdAgainstJournal(given, json);
			return [given, json];
		});
	}

	private holdAgainstJournal({ card: of, to }: ListRow, json: IDataObject): void {
		const { sendOutcome: outcome } = json;
		const all = reached();
		const isThere = (person: string) => all.includes(messageOf(of, person));
		if (outcome === 'unknown') seen.unknown++;
		if (json.segments === undefined)
			return expect([outcome, json.recipients]).toEqual(
				// Its text can't be read, but nobody would get it.
				outcome === 'excluded' ? ['excluded', ''] : ['notSent', undefined],
			);
		if (to === 'group') {
			expect([json.recipients, outcome === 'unknown' || isThere('group')]).toEqual([
				undefined,
				outcome !== 'notSent',
			]);
			return;
		}
		const [own, having] = [numbersIn(json.recipients), numbersIn(json.alreadySentRecipients)];
		const skipped = ((json.skippedRecipients ?? []) as IDataObject[])
			.map(({ recipient }) => String(recipient))
			.filter((recipient) => recipient !== 'nobody');
		if (having.length > 0) seen.partly++;
		if (outcome === 'alreadySent') seen.shared++;
		if (outcome === 'accepted') {
			const ids = String(json.messageId).split(', ');
			const requests = service.journal.filter(({ messageId }) => ids.includes(messageId));
			expect(requests).toHaveLength(ids.length);
			const to = requests.flatMap(({ recipients }) => recipients);
			expect(to).toEqual(expect.arrayContaining(own));
			// Each of the requests carried some of the row's numbers.
			for (const { recipients } of requests)
				expect(recipients.some((number) => own.includes(number))).toBe(true);
			if (ids.length > 1) seen.split++;
		}
		const persons = new Set(to.map(({ person }) => person));
		const told = [...own, ...having, ...skipped].map(personOf);
		expect(told.sort()).toEqual([...persons].sort());
		const have = [...having, ...(/^a/.test(String(outcome)) ? own : [])].map(personOf);
		expect(have.filter((person) => !isThere(person))).toEqual([]);
		const havent = [...skipped, ...(outcome === 'notSent' ? own : [])].map(personOf);
		expect(havent.filter(isThere)).toEqual([]);
	}

	private itemOf({ card: of, to }: ListRow, index: number | undefined): IDataObject {
		const { text, moves, ...others } = this.given.cards[of]!;
		const { fails = 0, nobody = false } = index === undefined ? {} : this.given.rows[index]!;
		const numbers = to === 'group' ? [] : (to as Spelled[]).map(({ written }) => written);
		const campaign = `card-${of}`;
		const json: IDataObject = {
			...others,
			campaign,
			to: nobody && to !== 'group' ? [...numbers, 'nobody'] : numbers,
			sendTo: to === 'group' ? 'contactGroup' : 'phoneNumbers',
			text: this.texts.get(campaign) ?? text,
			movesText: !this.texts.has(campaign) && /text|both/.test(moves),
			movesSchedule: /schedule|both/.test(moves),
			fails: false,
		};
		let readings = 0;
		Object.defineProperty(json, 'fails', { enumerable: true, get: () => readings++ < fails });
		return json;
	}

	private parameters(): INodeParameters {
		const { options, batchSize } = this.given;
		const batching = { batch: { batchSize, batchInterval: 500 } };
		return {
			senderId: locator('={{ $json.sender }}'),
			priority: '={{ $json.priority }}',
			campaign: '={{ $json.campaign }}',
			message:
				'={{ $json.fails ? $("Nowhere").first() : $json.text + ($json.movesText ? " " + Math.floor($now.toMillis() / 1000) : "") }}',
			sendTo: '={{ $json.sendTo }}',
			recipients: '={{ $json.to }}',
			contactListId: group,
			options: {
				...options,
				skipAlreadySent: this.skips,
				excludeNumbers: this.excluded,
				schedule: '={{ $json.movesSchedule ? $now.plus({ hours: 1 }) : $json.schedule }}',
			},
			...(batchSize ? { requestOptions: { batching } } : {}),
		};
	}
}

test('nobody twice in a run, rows that tell the truth, and advice that leaves nobody out', async () => {
	const property = async (given: Story): Promise<void> => await new Telling(given).tell();
	await fc.assert(fc.asyncProperty(story, property), runsOf(60));
	for (const [what, times] of Object.entries(seen)) expect([what, times > 0]).toEqual([what, true]);
}, 3_600_000);
