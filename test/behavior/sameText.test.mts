/**
 * Texts that come back changed, from a store, a template or a sheet, and times without a zone: a number that has the
 * message doesn't get it again, and a hint points out texts that the list shows in an unknown form.
 */
import {
	clock,
	doors,
	each,
	N8nProcess,
	numberOf,
	send,
	service,
	texted,
} from '../harness/index.mts';
import { add, told, watch } from './watching.mts';

const [ann, bob, cem] = [0, 1, 2].map(numberOf) as [string, string, string];
const everybody = [ann, bob, cem].map((to) => ({ to }));
const hour = 3_600_000;
const party = `Don't forget: Mum & Dad's "party" <8>`;
const skip = { skipAlreadySent: true };

/**
 * Sends these texts in one run after the other, each in a process of its own. Returns the last run's outcomes and
 * hints.
 */
async function sendInTurn(messages: string[], options: object = skip, campaign = ['parties']) {
	let last: Awaited<ReturnType<typeof send>> | undefined;
	for (const [place, message] of messages.entries()) {
		const parameters = { ...each, message, options, campaign: campaign[place] ?? campaign[0]! };
		last = await new N8nProcess().send(parameters as never, { rows: everybody });
		clock.pass(60_000);
	}
	return { outcomes: last!.rows.map(({ sendOutcome }) => sendOutcome), hints: last!.hints.join() };
}

const curly = 'It’s “Amina” – see you…';
const straight = `It's "Amina" - see you...`;

describe('one process after the other, nobody gets the same text twice', () => {
	test.each([
		['the service escapes what HTML escapes', 'escaped', [party, party]],
		['it writes plain apostrophes', 'ascii', ['It’s here', 'It’s here']],
		['Word has made typographic characters in the sheet', 'asSent', [straight, curly]],
		['and the other way round', 'asSent', [curly, straight]],
		[
			'the sheet holds the text as a web page had it',
			'asSent',
			[party, party.replace('&', '&amp;')],
		],
		[
			'a mark that nobody sees came with a paste',
			'asSent',
			['Hello you', '\ufeffHel\u00adlo\u200b you'],
		],
		['ligatures of a PDF file', 'asSent', ['office flat', 'o\ufb03ce \ufb02at']],
		['full width', 'asSent', ['Hello 8!', '\uff28ello\u3000\uff18\uff01']],
	] as const)('%s', async (_title, storedText, messages) => {
		await service.start({ readings: { storedText } });
		const { outcomes } = await sendInTurn([...messages]);
		expect(outcomes).toEqual(Array(3).fill('alreadySent'));
		expect(texted()).toEqual([ann, bob, cem]);
	});

	test('Plain Characters is added, as the dry run says', async () => {
		await sendInTurn([curly]);
		const { outcomes } = await sendInTurn([curly], { ...skip, plainCharacters: true });
		expect(outcomes).toEqual(Array(3).fill('alreadySent'));
	});

	test('the campaign is typed otherwise', async () => {
		const { outcomes } = await sendInTurn(['Hi', 'Hi'], skip, ['Amina’s day', "Amina's day"]);
		expect(outcomes).toEqual(Array(3).fill('alreadySent'));
	});

	test.each(['Hello You', 'Hello, you', 'Hello yo', 'Hello 2 you'])(
		'%j is another text than "Hello you", which goes',
		async (other) => {
			const { outcomes } = await sendInTurn(['Hello you', other]);
			expect(outcomes).toEqual(Array(3).fill('accepted'));
		},
	);
});

test.each(doors)(
	'a lost receipt of a text that the service escapes is found (%s)',
	async (door) => {
		await service.start({ readings: { storedText: 'escaped' } });
		service.play({ on: 'send', kind: 'dropAfter' });
		const { rows } = await send({ message: party }, { door });
		expect(rows).toMatchObject([{ sendOutcome: 'accepted', confirmedBy: 'lookup' }]);
	},
);

test('rows of one run whose texts read the same are sent once', async () => {
	const rows = [straight, curly].map((text) => ({ to: ann, text }));
	const { rows: came } = await send({ ...each, message: '={{ $json.text }}' }, { rows });
	expect(came.map(({ sendOutcome }) => sendOutcome)).toEqual(['accepted', 'alreadySent']);
	expect(service.journal.map(({ body }) => body.message)).toEqual([straight]);
});

describe('where the list has a text with the same letters, but other signs', () => {
	const dashed = 'Hi! See you – today';
	const shown = (message: string, { daysAgo = 0, ...changes }: { daysAgo?: number } = {}) =>
		service.addMessage({
			createdAt: clock.now() - daysAgo * 25 * hour,
			recipients: [ann],
			message,
			campaign: 'parties',
			category: 'utility',
			...changes,
		});

	test('a hint says so, with its ID, and names What Counts as a Repeat', async () => {
		const id = shown('Hi? See you ? today');
		const { outcomes, hints } = await sendInTurn([dashed]);
		expect(outcomes).toEqual(Array(3).fill('accepted'));
		expect(hints).toContain(
			`The text of 1 item stands in the service's list with the same letters but other signs (the first is item 0, message ${id})`,
		);
		expect(hints).toContain('set What Counts as a Repeat in Options to Same Campaign');
	});

	test.each<[string, string, { daysAgo?: number }]>([
		['another letter', 'Hi! See you – todaY', {}],
		['another digit', 'Hi! See you – today 8', {}],
		['another campaign', 'Hi! See you ? today', { campaign: 'news' } as object],
		['another category', 'Hi! See you ? today', { category: 'marketing' } as object],
		['another person', 'Hi! See you ? today', { recipients: [numberOf(7)] } as object],
		['two days ago', 'Hi! See you ? today', { daysAgo: 2 }],
	])('no hint: %s', async (_title, message, changes) => {
		shown(message, changes);
		expect((await sendInTurn([dashed])).hints).not.toContain('other signs');
	});

	test('no hint where the very text is there, too, or the campaign decides', async () => {
		shown('Hi? See you ? today');
		shown(dashed);
		const { outcomes, hints } = await sendInTurn([dashed]);
		expect([outcomes[0], hints]).toEqual([
			'alreadySent',
			expect.not.stringContaining('other signs'),
		]);
		const byCampaign = await sendInTurn([dashed], { ...skip, sameMessage: 'campaign' });
		expect(byCampaign.hints).not.toContain('other signs');
	});
});

describe.each(['America/Los_Angeles', 'Etc/GMT+12', 'UTC', 'Africa/Nairobi', 'Pacific/Kiritimati'])(
	'times without a zone, of a server in %s',
	(zone) => {
		beforeEach(async () => await service.start({ zone, readings: { recordCreatedAt: 'ownZone' } }));

		test('Skip Already Sent with Look Back Hours 1 knows a message of this hour', async () => {
			const { outcomes } = await sendInTurn(['Hello', 'Hello'], { ...skip, lookBackHours: 1 });
			expect(outcomes).toEqual(Array(3).fill('alreadySent'));
			expect(texted()).toEqual([ann, bob, cem]);
		});

		test('but not one of yesterday, where the list shows one that was just sent', async () => {
			await sendInTurn(['Hello']);
			clock.pass(20 * hour);
			service.addMessage({ recipients: [numberOf(7)], category: 'utility' });
			const { outcomes } = await sendInTurn(['Hello'], { ...skip, lookBackHours: 12 });
			expect(outcomes).toEqual(Array(3).fill('accepted'));
		});

		test('the trigger with Watch Hours 1 tells of a message of this hour', async () => {
			const workflow = await watch({ options: { watchHours: 1 } });
			add([ann]);
			clock.pass(60_000);
			service.setStatus(ann, 'Sent');
			await workflow.poll();
			expect(told(workflow)).toEqual([`${ann} Pending>Sent`]);
		});

		test('a lost send that the service took is found, unless the times are behind UTC', async () => {
			service.play({ on: 'send', kind: 'dropAfter' });
			const settings = { onError: 'continueRegularOutput' } as const;
			const { rows } = await new N8nProcess().send({ message: 'Pills' }, { settings });
			const isBehind = ['America/Los_Angeles', 'Etc/GMT+12'].includes(zone);
			expect(rows).toMatchObject([
				isBehind ? { sendOutcome: 'unknown' } : { sendOutcome: 'accepted', confirmedBy: 'lookup' },
			]);
		});

		test.each([3, 14])(
			'a lost send is never taken for an equal one of %i hours before',
			async (hours) => {
				await new N8nProcess().send({ message: 'Pills' });
				clock.pass(hours * hour - 60_000);
				service.addMessage({ recipients: [bob], category: 'utility', senderId: 102 });
				clock.set(clock.start + hours * hour);
				service.play({ on: 'send', kind: 'dropBefore' });
				const { rows, told: said } = await new N8nProcess().send({ message: 'Pills' });
				expect(`${String(rows[0]?.sendOutcome)} ${said}`).toContain('may or may not');
			},
		);
	},
);
