/**
 * Records whose fields may be missing, null, of another type, truncated or masked: a number that has the message is
 * never texted, and a number that certainly has only another one is.
 */
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { answering, clock, each, N8nProcess, numberOf } from '../../harness/index.mts';
import { runsOf } from '../../harness/random.mts';
import { envelope } from '../pagedList.mts';

const everybody = [0, 1, 2].map(numberOf);
const text = 'Your appointment is tomorrow at nine';
const campaign = 'visits of the week in November';

const whole = (numbers: string[]): IDataObject => ({
	id: 4711,
	sender_id: 'CLINIC',
	category: 'utility',
	campaign,
	message: text,
	schedule: null,
	status: 'Sent',
	sms_recipients: numbers.map((phone_number) => ({ phone_number, status: 'Sent' })),
	sms_list_recipients: [],
	created_at: new Date(clock.now() - 60_000).toISOString(),
});

type Change = (value: string) => unknown;
const place = fc.nat(60);
const cut = place.map(
	(at): Change =>
		(value) =>
			value.slice(0, at % value.length),
);
const marked = place.map(
	(at): Change =>
		(value) =>
			`${value.slice(0, at % value.length)}…`,
);
const masked = fc.tuple(place, fc.integer({ min: 1, max: 9 }), fc.constantFrom('*', '•', '●')).map(
	([at, count, mark]): Change =>
		(value) => {
			const start = at % value.length;
			return value.slice(0, start) + mark.repeat(count) + value.slice(start + count);
		},
);
const gone = fc.constantFrom<Change>(
	() => undefined,
	() => null,
	() => '',
	() => 7,
	() => true,
	() => ({}),
	() => [],
);
const asItIs = fc.constant<Change>((value) => value);
const ofText = fc.oneof({ weight: 4, arbitrary: asItIs }, gone, cut, marked, masked);
// A campaign counts as truncated only from a certain length on.
const ofCampaign = fc.oneof(
	{ weight: 4, arbitrary: asItIs },
	gone,
	marked,
	masked,
	fc.constant<Change>((value) => value.slice(0, 25)),
);
const ofNumbers = fc.oneof(
	{ weight: 2, arbitrary: fc.constant((list: unknown[]): unknown => list) },
	fc.constantFrom<(list: unknown[]) => unknown>(
		() => undefined,
		() => null,
		() => [],
		(list) => list.length,
		(list) => String(list.length),
		(list) => JSON.stringify(list),
		(list) => list.map((one) => (one as IDataObject).phone_number),
		(list) => list.map((one) => ({ phone: (one as IDataObject).phone_number })),
		(list) => Object.fromEntries(list.entries()),
		() => true,
		() => 'hidden',
	),
);
const ofNumber = fc.oneof(
	{ weight: 2, arbitrary: asItIs },
	gone,
	cut,
	masked,
	fc.constantFrom<Change>(
		(value) => `0${value.slice(4)}`,
		(value) => value.slice(1),
		(value) => Number(value.slice(1)),
		(value) => `…${value.slice(-4)}`,
		(value) => `xxx-xxx-${value.slice(-3)}`,
	),
);
const record = fc.record({
	/** Recipients, as indexes into `everybody`. */
	to: fc.subarray([0, 1, 2], { minLength: 1 }),
	message: ofText,
	campaign: ofCampaign,
	category: fc.oneof({ weight: 4, arbitrary: asItIs }, gone, cut, masked),
	number: ofNumber,
	numbers: ofNumbers,
	created: fc.oneof({ weight: 4, arbitrary: asItIs }, gone, cut),
});

test('whoever has the message by a record that hides anything is never texted', async () => {
	let texts = 0;
	const story = fc.tuple(fc.array(record, { minLength: 1, maxLength: 3 }), fc.boolean());
	const tryOut = async ([records, isSameByCampaign]: [
		Array<typeof record extends fc.Arbitrary<infer Value> ? Value : never>,
		boolean,
	]) => {
		const data = records.map((change, index) => {
			const made = whole(change.to.map(numberOf));
			const recipients = made.sms_recipients as IDataObject[];
			for (const one of recipients)
				one.phone_number = change.number(String(one.phone_number)) as never;
			return {
				...made,
				id: index + 1,
				message: change.message(text),
				campaign: change.campaign(campaign),
				category: change.category('utility'),
				created_at: change.created(String(made.created_at)),
				sms_recipients: change.numbers(recipients),
			};
		});
		const meta = { total: data.length, last_page: 1, per_page: 100, current_page: 1 };
		const { requests } = await answering(({ method }) => ({
			body: envelope(method === 'POST' ? { success: true, messageId: 'm' } : { data, meta }),
		}));
		const sameMessage = isSameByCampaign ? 'campaign' : 'text';
		await new N8nProcess().send(
			{ ...each, message: text, campaign, options: { skipAlreadySent: true, sameMessage } },
			{
				rows: everybody.map((to) => ({ to })),
				settings: { onError: 'continueRegularOutput' },
			},
		);
		const having = new Set(records.flatMap(({ to }) => to.map(numberOf)));
		const sent = requests
			.filter(({ method }) => method === 'POST')
			.flatMap(({ body }) => (body as { recipients: string[] }).recipients);
		expect(sent.filter((number) => having.has(number))).toEqual([]);
		texts += sent.length;
	};
	const runs = runsOf(150);
	await fc.assert(fc.asyncProperty(story, tryOut), runs);
	// Otherwise the node might simply text nobody.
	if (runs.numRuns! >= 150) expect(texts).toBeGreaterThan(5);
}, 3_600_000);
