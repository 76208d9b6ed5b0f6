/** A sandbox on the virtual clock, with a random service behind it, and another client of the same account. */
import { setTimeout as shortWait } from 'node:timers/promises';
import type { AxiosInstance } from 'axios';
import fc from 'fast-check';
import type { JournalEntry, SandboxOptions } from '../../workbench/sandbox/sandbox.mts';
import { loggedIn } from '../contract/client.mts';
import { startWorkbench, type Workbench } from '../workbench.mts';
import type { Row } from './rows.mts';
import { clock, type Pace } from '../clock/virtualClock.mts';

/** Whichever way the service keeps and lists its messages. */
export const readings = fc.record({
	messageIdType: fc.constantFrom('recordId' as const, 'uuid' as const),
	storedText: fc.constantFrom(
		'asSent' as const,
		'trimmed' as const,
		'unixLines' as const,
		'crlf' as const,
		'oneBlank' as const,
		'composed' as const,
	),
	storedCampaign: fc.constantFrom('asSent' as const, 'lowerCase' as const),
	listOrder: fc.constantFrom('newestFirst' as const, 'oldestFirst' as const),
	recordCreatedAt: fc.constantFrom('microseconds' as const, 'seconds' as const),
	singleRecord: fc.constantFrom(true, false, 'page' as const),
	emptyAs: fc.constantFrom('array' as const, 'null' as const, 'missing' as const),
	meta: fc.constantFrom(
		'present' as const,
		'missing' as const,
		'sizeAsAsked' as const,
		'twoPages' as const,
		'onePage' as const,
	),
	groupRecipients: fc.constantFrom('records' as const, 'numbers' as const),
});

export const maxPerPage = fc.constantFrom(100, 7, 3, 1);

/** The start of a run: noon, and around the beginning of a day; rarely at a whole second. */
export const began = fc
	.tuple(
		fc.constantFrom('2031-05-14T12:00:00Z', '2031-05-14T23:59:56Z', '2032-03-01T00:00:01Z'),
		fc.nat(999),
	)
	.map(([second, milliseconds]) => Date.parse(second) + milliseconds);

/** How long requests take: not at all, as on one machine, as across the world. */
export const pace = fc.record({
	work: fc.constantFrom(0, 1, 1, 5),
	out: fc.constantFrom(0, 0, 1, 40, 800),
	back: fc.constantFrom(0, 0, 1, 90, 900),
});

export class Environment {
	readonly bench: Workbench;

	/** Not through the node: what it sends is from elsewhere. */
	readonly elsewhere: AxiosInstance;

	constructor(bench: Workbench, elsewhere: AxiosInstance) {
		this.bench = bench;
		this.elsewhere = elsewhere;
	}

	async send(row: Partial<Row> & { groupId?: number }, sender = 101): Promise<void> {
		const { to = null, text, campaign, priority, groupId = null } = row;
		await this.elsewhere
			.post('/sms/messages', {
				sender_id: sender,
				priority,
				campaign,
				message: text,
				schedule: null,
				recipients: groupId === null ? to : null,
				contact_list_id: groupId,
			})
			// A fault that was meant for the node may meet it; what came of it is in the journal.
			.catch(() => undefined);
	}

	/** Resolves when nothing is under way any more. What a stopped run had written to its socket may still come in. */
	async quiet(isStopped: boolean): Promise<void> {
		const { sandbox } = this.bench;
		for (let rounds = isStopped ? 30 : 1, came = -1; rounds > 0; rounds--) {
			await clock.quiet();
			if (isStopped) await shortWait(1);
			if (sandbox.inFlight.now > 0 || (isStopped && sandbox.requests.length !== came && came >= 0))
				rounds++;
			came = sandbox.requests.length;
		}
	}

	/** The IDs of the records of all messages in the journal, in its order. To be called at the very end. */
	async recordIds(): Promise<Map<string, JournalEntry>> {
		const { sandbox } = this.bench;
		sandbox.disarm();
		sandbox.setOptions({
			listingDelay: 0,
			maxPerPage: Infinity,
			readings: { singleRecord: false, emptyAs: 'array', listOrder: 'oldestFirst' },
		});
		const { data } = await this.elsewhere.get('/sms/messages', { params: { per_page: 100_000 } });
		// The fault rowsMove has one of its own, which isn't in the journal.
		const ids = (data.data.data as Array<{ id: number; campaign: string }>)
			.filter(({ campaign }) => campaign !== 'elsewhere')
			.map(({ id }) => String(id));
		expect(ids).toHaveLength(sandbox.journal.length);
		return new Map(ids.map((id, index) => [id, sandbox.journal[index]!]));
	}
}

let open: Environment | undefined;

const addresses = new Set<string>();

/** Starts one, and ends the one before. */
export async function startEnvironment(
	now: number,
	ofRequests: Pace,
	options: SandboxOptions,
): Promise<Environment> {
	await endEnvironment();
	clock.start(now, ofRequests);
	let bench: Workbench;
	// The node remembers the sends of an address; one that comes again would bring along those of another environment.
	for (;;) {
		bench = await startWorkbench({ ...options, now: () => clock.now });
		if (!addresses.has(bench.sandbox.baseUrl)) break;
		await bench.sandbox.stop();
	}
	addresses.add(bench.sandbox.baseUrl);
	open = new Environment(bench, await loggedIn(bench.sandbox));
	return open;
}

export async function endEnvironment(): Promise<void> {
	await open?.bench.sandbox.stop();
	open = undefined;
	clock.end();
}
