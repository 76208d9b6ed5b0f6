/** Caps of a run: if the run exceeds one, nothing is sent for any of its rows. */
import type { INodeParameters } from 'n8n-workflow';
import { clock, numberOf, received, rowsTo, send, service, texted } from '../harness/index.mts';

const each = { recipients: '={{ $json.to }}' };
const goesOn = { onError: 'continueRegularOutput' } as const;
const spaced = { requestOptions: { batching: { batch: { batchSize: 2, batchInterval: 15 } } } };
const failsAt = (index: number, otherwise: string) =>
	`={{ $itemIndex === ${index} ? $("Nowhere").item.json.text : ${otherwise} }}`;
const expectNothingSent = () => expect(service.requests).toEqual([]);

describe('caps of a run', () => {
	const reaches = /would reach 4 numbers, and Max Recipients allows 3/;
	const sends = /would send 6 segments to all numbers together, and Max Total Segments/;

	test.each<[string, INodeParameters, RegExp | undefined]>([
		['as many numbers as Max Recipients allows', { maxRecipients: 4 }, undefined],
		['one more than Max Recipients allows', { maxRecipients: 3 }, reaches],
		['as many segments as Max Total Segments allows', { maxTotalSegments: 6 }, undefined],
		['one more than Max Total Segments allows', { maxTotalSegments: 5 }, sends],
		['no caps: both are 0', { maxRecipients: 0, maxTotalSegments: 0 }, undefined],
	])('%s', async (_title, options, refusal) => {
		// Four numbers, one of them in two rows. Five messages, one of them of two segments. An equal row adds nothing.
		const rows = [
			{ to: numberOf(0), text: 'Hello' },
			{ to: `${numberOf(1)}, ${numberOf(2)}`, text: 'Hello' },
			{ to: numberOf(3), text: 'x'.repeat(161) },
			{ to: numberOf(0), text: 'Again' },
			{ to: numberOf(0), text: 'Hello' },
		];
		const parameters = { ...each, message: '={{ $json.text }}', options };
		for (const [settings, place] of [
			[{}, spaced],
			[goesOn, {}],
		] as const) {
			const outcome = await send({ ...parameters, ...place }, { rows, settings });
			const texts = [outcome.told, ...outcome.rows.map(({ error }) => String(error ?? ''))];
			if (refusal)
				expect(texts.filter((text) => refusal.test(text))).toHaveLength(
					'onError' in settings ? 5 : 1,
				);
			else expect(texts.join('')).toBe('');
		}
		if (refusal) expectNothingSent();
		else expect(service.journal).toHaveLength(8);
	});

	test.each([
		['maxRecipients', [2, 9, 8]],
		['maxRecipients', [0, 2, 0]],
		['maxTotalSegments', [0, 2, 0]],
	])('of %s of three rows, %j, the lowest counts and 0 is none', async (name, caps) => {
		const rows = rowsTo(3).map((row, index) => ({ ...row, cap: caps[index]! }));
		const { told } = await send({ ...each, options: { [name]: '={{ $json.cap }}' } }, { rows });
		expect(told).toMatch(/allows 2\./);
		expectNothingSent();
	});

	test.each(['maxRecipients', 'maxTotalSegments'])(
		'%s refuses a contact group, whose size nobody here knows',
		async (name) => {
			const group = { sendTo: 'contactGroup', contactListId: 503, options: { [name]: 100 } };
			expect((await send(group)).told).toMatch(/can't be used with a contact group/);
			expectNothingSent();
		},
	);

	test.each([
		['maxRecipients', 2],
		['maxTotalSegments', 2],
	])('%s counts what an earlier try has sent', async (name, cap) => {
		await service.start({ beforeAnswer: () => clock.pass(1000) });
		service.play({ on: 'send', kind: 'badRequest', recipient: numberOf(1) });
		// From the second try on, the row has two numbers.
		const recipients = `={{ $json.to + ($itemIndex === 1 && $now.toMillis() > ${clock.start + 900} ? ", ${numberOf(7)}" : "") }}`;
		const { told } = await send(
			{ recipients, options: { [name]: cap } },
			{ rows: rowsTo(2), settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 } },
		);
		expect(told).toMatch(/An earlier try of this run sent some messages; this try sent none/);
		expect(texted()).toEqual([numberOf(0)]);
	});

	test('two that are exceeded are both told', async () => {
		const options = { maxRecipients: 1, maxTotalSegments: 1 };
		const { told } = await send({ recipients: [0, 1].map(numberOf).join(), options });
		expect(told).toMatch(/Max Recipients allows 1\.[^]*Max Total Segments allows 1\./);
	});
});

describe('a cap that can not be read never means that there is none', () => {
	test.each([
		['maxRecipients', 'Max Recipients', '={{ $json.cap }}'],
		['maxTotalSegments', 'Max Total Segments', '={{ $json.cap }}'],
		['maxRecipients', 'Max Recipients', failsAt(1, '7')],
	])(
		'%s of one row keeps all rows back in a run that goes on, and they say which',
		async (name, label, cap) => {
			const rows = rowsTo(3).map((row, index) => ({ ...row, cap: index === 1 ? null : 7 }));
			const outcome = await send({ ...each, options: { [name]: cap } }, { rows, settings: goesOn });
			const others = expect.stringContaining(`${label} of item 1 isn't valid, so no item is sent`);
			const own = new RegExp(`^(The expression in )?${label} (is empty\\.|failed: )`);
			expect(outcome.rows).toMatchObject([
				{ sendOutcome: 'notSent', error: others },
				{ sendOutcome: 'notSent', error: expect.stringMatching(own) },
				{ sendOutcome: 'notSent', error: others },
			]);
			expectNothingSent();
		},
	);

	test.each(['recipientsPerRequest', 'maxSegments'])(
		'%s is a cap of its row alone: the others go',
		async (name) => {
			const rows = rowsTo(3).map((row, index) => ({ ...row, cap: index === 1 ? null : 7 }));
			const options = { combineItems: true, [name]: '={{ $json.cap }}' };
			const outcome = await send({ ...each, options }, { rows, settings: goesOn });
			expect(outcome.rows.map(({ sendOutcome }) => sendOutcome)).toEqual([
				'accepted',
				'notSent',
				'accepted',
			]);
			expect(received('send')).toHaveLength(1);
		},
	);
});
