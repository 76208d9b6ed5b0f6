/**
 * Any rows, by any options, with any faults: each row comes out once, with the same columns first and its own
 * unchanged after them, and no number gets one message twice. What a row says of itself is what the journal holds.
 */
import fc from 'fast-check';
import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';
import { clock, doors, locator, numberOf, send, service } from '../../harness/index.mts';
import { runsOf } from '../../harness/random.mts';
import { numbersIn } from './messages.mts';

const first = ['sendOutcome', 'messageId', 'recipients', 'segments', 'encoding', 'sentAt'];
const firstOfDryRun = ['sendOutcome', 'preview', 'recipients', 'segments', 'encoding'];
const last = ['error', 'confirmedBy', 'scheduledFor', 'deliveryStatus', 'skippedRecipients'];
const itsOwn = [...first, 'preview', ...last, 'alreadySentRecipients', 'receipt'];

/** Columns of a sheet, some called like the node's own. */
const names = [
	'name',
	'row_number',
	'constructor',
	'message',
	'error',
	'sentAt',
	'recipients',
	'A b',
];
const columns = fc.dictionary(fc.constantFrom(...names), fc.jsonValue({ maxDepth: 2 }));
const numbers = fc.constantFrom(...[0, 0, 1, 2, 3].map(numberOf), 'nobody');
const row = fc.record({
	columns,
	to: fc.array(numbers, { minLength: 1, maxLength: 3 }),
	text: fc.constantFrom('Ebb', 'Ebb', 'Flow'),
	campaign: fc.constantFrom('tides', 'tides', 'moons'),
	sender: fc.constantFrom(101, 101, 102),
	hours: fc.constantFrom(0, 0, 5),
	dry: fc.constantFrom(false, false, false, true),
});
const schedule = fc.record({
	rows: fc.array(row, { minLength: 1, maxLength: 9 }),
	options: fc.record({
		combineItems: fc.boolean(),
		recipientsPerRequest: fc.integer({ min: 1, max: 4 }),
		skipAlreadySent: fc.constantFrom(false, false, true),
		invalidRecipients: fc.constantFrom('skip', 'skip', 'stop'),
		excludeNumbers: fc.constantFrom('', '', numberOf(3)),
		lookUpUnknown: fc.boolean(),
		maxTotalSegments: fc.constantFrom(0, 0, 0, 3),
	}),
	batchSize: fc.option(fc.integer({ min: 1, max: 3 })),
	faults: fc.array(
		fc.record({
			kind: fc.constantFrom(
				'badRequest',
				'serverError',
				'errorAfterAccept',
				'dropBefore',
				'dropAfter',
				'rateLimited',
			),
			recipient: numbers.map((number) => number.replace('nobody', numberOf(4))),
			times: fc.integer({ min: 1, max: 2 }),
		} as const),
		{ maxLength: 4 },
	),
	settings: fc.record<Partial<INode>>({
		onError: fc.constantFrom('continueRegularOutput', 'continueErrorOutput'),
		retryOnFail: fc.boolean(),
		maxTries: fc.constant(3),
		waitBetweenTries: fc.constant(1),
	}),
});
type Schedule = typeof schedule extends fc.Arbitrary<infer Value> ? Value : never;

const seen: Record<string, number> = {};
const at = (hours: number) =>
	hours === 0 ? null : new Date(clock.start + hours * 3_600_000).toISOString();

/** The numbers that the journal has this message for, by its ID. */
const sentOf = (given: Schedule['rows'][number]) =>
	service.journal.filter(
		({ body }) =>
			body.message === given.text &&
			body.campaign === given.campaign &&
			body.sender_id === given.sender &&
			body.schedule === at(given.hours),
	);

function expectColumns(json: IDataObject, input: IDataObject, isRegular: boolean): void {
	const keys = Object.keys(json);
	const expected = json.sendOutcome === 'dryRun' ? firstOfDryRun : first;
	if (isRegular) expect(keys.slice(0, expected.length)).toEqual(expected);
	else expect(keys).toEqual(expect.arrayContaining(expected));
	const own = Object.entries(input).filter(
		([name]) => name !== 'error' && !(itsOwn.includes(name) && keys.includes(name)),
	);
	for (const [name, value] of own) expect([name, json[name]]).toEqual([name, value]);
	const others = keys.filter((key) => !itsOwn.includes(key) && !Object.hasOwn(input, key));
	expect(others).toEqual([]);
}

/** What a row says became of its numbers, and what the journal says. */
function expectTrue(json: IDataObject, given: Schedule['rows'][number]): void {
	const { sendOutcome, segments, messageId } = json;
	const [own, others] = [numbersIn(json.recipients), numbersIn(json.alreadySentRecipients)];
	const skipped = ((json.skippedRecipients ?? []) as IDataObject[]).map(
		({ recipient }) => recipient,
	);
	if (segments === null) expect([sendOutcome, json.recipients]).toEqual(['notSent', null]);
	else expect(new Set([...own, ...others, ...skipped])).toEqual(new Set(given.to));
	const sent = sentOf(given);
	const texted = sent.flatMap(({ recipients }) => recipients);
	if (sendOutcome === 'accepted') {
		const request = sent.find((entry) => entry.messageId === messageId);
		expect(request?.recipients).toEqual(expect.arrayContaining(own));
	}
	if (sendOutcome === 'alreadySent') expect(texted).toEqual(expect.arrayContaining(own));
	// Who shares a number with a row that is refused for it may be texted by another one.
	const isAlike = String(json.error).includes("can't tell the two apart");
	if (sendOutcome === 'notSent' && !isAlike)
		expect(texted.filter((to) => own.includes(to))).toEqual([]);
	if (sendOutcome === 'dryRun') expect([json.preview, messageId]).toEqual([given.text, undefined]);
	else expect(texted).toEqual(expect.arrayContaining(others));
	if (sendOutcome === 'excluded') expect(own).toEqual([]);
	expect('error' in json).toBe(['notSent', 'unknown'].includes(String(sendOutcome)));
	seen[String(sendOutcome)] = (seen[String(sendOutcome)] ?? 0) + 1;
	if (others.length > 0) seen.partly = (seen.partly ?? 0) + 1;
}

test.each(doors)(
	'one row in, one row out (%s)',
	async (door) => {
		const property = async (given: Schedule): Promise<void> => {
			await service.start();
			for (const fault of given.faults) service.play({ on: 'send', ...fault });
			const rows = given.rows.slice(0, door === 'routing' ? 1 : undefined);
			const inputs = rows.map(({ columns: own, ...row }, index) => ({
				...own,
				...row,
				at: at(row.hours),
				index,
			})) as IDataObject[];
			const batch = { batchSize: given.batchSize, batchInterval: 500 };
			const { items, errorItems, told } = await send(
				{
					senderId: locator('={{ $json.sender }}'),
					recipients: '={{ $json.to }}',
					message: '={{ $json.text }}',
					campaign: '={{ $json.campaign }}',
					options: { ...given.options, schedule: '={{ $json.at }}', dryRun: '={{ $json.dry }}' },
					...(given.batchSize ? { requestOptions: { batching: { batch } } } : {}),
				},
				{ rows: inputs, settings: given.settings, door },
			);
			expect(told).toBe('');
			const placeOf = ({ pairedItem }: INodeExecutionData) => (pairedItem as { item: number }).item;
			const outputs = [...items, ...errorItems];
			expect(outputs.map(placeOf).sort()).toEqual(rows.map((_, index) => index));
			for (const item of outputs) {
				expectColumns(item.json, inputs[placeOf(item)]!, items.includes(item));
				expectTrue(item.json, rows[placeOf(item)]!);
			}
			const times = service.journal.flatMap(({ recipients, body }) =>
				recipients.map((number) => JSON.stringify([number, { ...body, recipients: null }])),
			);
			expect(times.filter((each, place) => times.indexOf(each) !== place)).toEqual([]);
		};
		await fc.assert(fc.asyncProperty(schedule, property), runsOf(60));
		const outcomes = ['accepted', 'dryRun', 'excluded', 'notSent', 'unknown'];
		const ofMany = door === 'routing' ? [] : ['alreadySent', 'partly'];
		for (const what of [...outcomes, ...ofMany])
			expect([what, seen[what]! > 0]).toEqual([what, true]);
	},
	300_000,
);
