/**
 * Every fault that the service can show on a send, in every way the node can be set. Checked against the service's
 * journal: a message is accepted once or not at all, and the reported outcome is true.
 */
import type { INode } from 'n8n-workflow';
import type { FaultKind } from '../../workbench/sandbox/faults.mts';
import { numberOf, received, send, service } from '../harness/index.mts';
import type { Outcome } from '../harness/index.mts';

/** All faults except paging faults, which mean nothing for a send. */
type GeneralFault = Exclude<FaultKind, 'repeatPage' | 'hugeLastPage' | 'noMeta' | 'rowsMove'>;
type Told = 'accepted' | 'notSent' | 'unknown';

/**
 * How often the service accepts a message under each fault, and the outcome that the node reports for it. A new kind of
 * fault doesn't compile until it has its line here.
 */
const sends: Record<GeneralFault, [taken: 0 | 1, told: Told]> = {
	unauthorized: [1, 'accepted'],
	unauthorizedInBody: [1, 'accepted'],
	rateLimited: [1, 'accepted'],
	rateLimitedInBody: [1, 'accepted'],
	badRequest: [0, 'notSent'],
	refusedInBody: [0, 'notSent'],
	successFalse: [0, 'notSent'],
	serverError: [0, 'unknown'],
	serverErrorInBody: [0, 'unknown'],
	html: [0, 'unknown'],
	hang: [0, 'unknown'],
	dropBefore: [0, 'unknown'],
	dropAfter: [1, 'unknown'],
	dropMidAnswer: [1, 'unknown'],
	errorAfterAccept: [1, 'unknown'],
	hangAfterAccept: [1, 'unknown'],
	notJson: [1, 'unknown'],
	wrongShape: [1, 'unknown'],
	noise: [1, 'unknown'],
	emptyBody: [1, 'unknown'],
};

interface Mode {
	name: string;
	settings: Partial<INode>;
	/** Whether the failure ends the workflow. */
	stops?: true;
	/** Whether n8n runs the node once more, which then sends a message that was plainly refused. */
	retries?: true;
	/** Whether Look Up Unknown Sends is on. A message that the service lists then counts as accepted. */
	looksUp?: true;
	/** The row that meets the fault. n8n's own rule: under continue-on-fail it retries for the first row only. */
	struck: number;
}
const retryOnFail = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
const modes: Mode[] = [
	{ name: 'plain', settings: {}, stops: true, struck: 1 },
	{ name: 'look-up', settings: {}, stops: true, looksUp: true, struck: 1 },
	{ name: 'continue', settings: { onError: 'continueRegularOutput' }, struck: 1 },
	{ name: 'error output', settings: { onError: 'continueErrorOutput' }, struck: 1 },
	{ name: 'Retry On Fail', settings: retryOnFail, stops: true, retries: true, struck: 1 },
	{
		name: 'Retry On Fail, continue',
		settings: { ...retryOnFail, onError: 'continueRegularOutput' },
		retries: true,
		struck: 0,
	},
];

const every = <Kind extends string>(kinds: Record<Kind, unknown>) => Object.keys(kinds) as Kind[];
const isHang = (kind: string) => kind.startsWith('hang');
const retryAfter = (kind: FaultKind) => (kind.startsWith('rateLimited') ? { retryAfter: '2' } : {});
/**
 * Returns the HTTP statuses with which a service that may have accepted the message fails; undefined for a fault's own.
 */
const statusesOf = (kind: FaultKind, { stops }: Mode) =>
	stops && (kind === 'serverError' || kind === 'errorAfterAccept')
		? [500, 502, 503, 504, 408]
		: [undefined];
const played = (kind: FaultKind) => service.requests.some(({ fault }) => fault === kind);
const takenOf = (number: string) =>
	service.journal.filter(({ recipients }) => recipients.includes(number)).length;
/** Returns a row's JSON, from whichever output it is on. */
const outcomeOf = ({ items, errorItems }: Outcome, row: number) =>
	[...items, ...errorItems].find(({ pairedItem }) => (pairedItem as { item: number }).item === row)
		?.json ?? {};

/** Sends to these numbers, one of which meets the fault, and checks the result against the table. */
async function meets(mode: Mode, kind: GeneralFault, to: string[], status?: number): Promise<void> {
	const row = to.length === 1 ? 0 : mode.struck;
	const recipient = to[row]!;
	service.play({ on: 'send', kind, recipient, ...(status ? { status } : {}), ...retryAfter(kind) });
	const outcome = await send(
		{
			recipients: '={{ $json.to }}',
			options: { lookUpUnknown: mode.looksUp === true },
			requestOptions: { timeout: isHang(kind) ? 300 : 60_000 },
		},
		{ rows: to.map((number) => ({ to: number })), settings: mode.settings },
	);

	const [once, toldOnce] = sends[kind];
	const goesLater = toldOnce === 'notSent' && mode.retries;
	const isFound = toldOnce === 'unknown' && once === 1 && mode.looksUp;
	const told = goesLater || isFound ? 'accepted' : toldOnce;
	const requests = received('send').filter(({ body }) => JSON.stringify(body).includes(recipient));
	expect({
		mode: mode.name,
		played: played(kind),
		taken: to.map(takenOf),
		requests: requests.length,
	}).toEqual({
		mode: mode.name,
		played: true,
		taken: to.map((_, place) => (place === row && !goesLater ? once : 1)),
		requests: toldOnce === 'accepted' || goesLater ? 2 : 1,
	});

	if (mode.stops && told !== 'accepted') {
		expect(outcome.status).toBe('error');
		expect(outcome.told.includes('may or may not have been sent')).toBe(told === 'unknown');
		expect(outcome.told).not.toMatch(/retry on fail/i);
		if (to.length === 1) return;
		expect(outcome.failure!.message).toContain(`[item ${row}]`);
		const others = [...to.keys()].filter((place) => place !== row).join(', ');
		const open = told === 'unknown' ? `; 1 may have been: item ${row}.` : '.';
		expect(outcome.told).toContain(`2 of 3 messages were sent: items ${others}${open}`);
		return;
	}
	expect(outcome.status).toBe('success');
	expect(to.map((_, place) => outcomeOf(outcome, place).sendOutcome)).toEqual(
		to.map((_, place) => (place === row ? told : 'accepted')),
	);
	const { error = '', messageId } = outcomeOf(outcome, row);
	expect(String(error).includes('may or may not have been sent')).toBe(told === 'unknown');
	if (told === 'accepted')
		expect(service.journal.find(({ recipients }) => recipients[0] === recipient)).toMatchObject({
			messageId,
		});
	expect(outcome.errorItems).toHaveLength(
		told !== 'accepted' && mode.settings.onError === 'continueErrorOutput' ? 1 : 0,
	);
}

const sendCases = modes.flatMap((mode) =>
	every(sends)
		.filter((kind) => !isHang(kind))
		.flatMap((kind) =>
			statusesOf(kind, mode).map((status) => ({
				mode,
				name: mode.name,
				fault: `${kind}${status ? ` ${status}` : ''}`,
				kind,
				status,
			})),
		),
);
test.each(sendCases)('send, $name: $fault', async ({ mode, kind, status }) => {
	await meets(mode, kind, [1, 2, 3].map(numberOf), status);
});

// Runs all modes at once, because a hang lasts as long as the time-out, in real time. One row each, because only the
// row that hangs is slow.
test.each(every(sends).filter(isHang))('send, in every mode: %s', async (kind) => {
	await Promise.all(modes.map(async (mode, place) => await meets(mode, kind, [numberOf(place)])));
});
