/** Texts that no answer of the service is behind: errors of others, expressions, and a run that sends nothing. */
import { freshCredential, refused, runCore, sends } from '../run/coreRun.mts';
import { Ledger } from '../../nodes/MessagingService/send/ledger.ts';
import { piecesIn, quotesOf } from './oracle.mts';

const clientSecret = 'bN4~Tq8.Wm2-Lk6_Zd0';
const accessToken = 'Fz5+Jc9/Rg1=Hp3.Vy7';
const secrets = [clientSecret, accessToken];
const credential = () => freshCredential({ clientSecret, accessToken, clientId: 'Elder-Flower-9' });

type Ran = Awaited<ReturnType<typeof runCore>>;
const shownBy = ({ outputs, error }: Ran): string =>
	JSON.stringify([outputs, error?.message, error?.description]);
const quotes = secrets.flatMap(quotesOf);

test.each([true, false])(
	'an expression that fails with what it was given (continue-on-fail: %s)',
	async (continuesOnFail) => {
		const offsets = Array.from({ length: 30 }, (_, index) => 275 + index);
		const items = offsets.flatMap((offset) =>
			quotes.map((quote) => new Error(`${'n'.repeat(offset)}${quote} is not valid`)),
		);
		const run = await runCore({ items, credential, continuesOnFail });
		expect(shownBy(run)).toMatch(/nnnn\*{5}/);
		expect([run.left.length, run.reads, piecesIn(shownBy(run), secrets)]).toEqual([0, 1, []]);
	},
);

test('a problem of the credential hides no refusal', async () => {
	const run = await runCore({
		items: [refused('No.'), sends(['+1'])],
		credential: () => {
			throw new Error('shut');
		},
	});
	expect(run.error).toMatchObject({
		message: 'Nothing was sent. [item 0] No.',
		description:
			'Mend it. All items are still to be sent. n8n counts items from 0: item 0 is the first.',
	});
	expect(run.reads).toBe(1);
});

test.each<[string, boolean, object]>([
	[
		'a request',
		false,
		{
			service: () => {
				throw new Error(`Odd: ${accessToken.toUpperCase()}, ${clientSecret}, elder-flower-9`);
			},
		},
	],
	[
		'an exchange',
		true,
		{
			exchange: () => {
				throw new Error(`Odd: ${accessToken.toUpperCase()}, ${clientSecret}, elder-flower-9`);
			},
		},
	],
])('an error of others, thrown by %s', async (_name, exchanges, environment) => {
	let read = 0;
	// A token is exchanged once the stored one, which the error repeats, was used and refused.
	const service = () => ({ statusCode: 401, body: {} });
	const run = await runCore({
		items: [sends(['+1'])],
		credential: () => ({ ...stored, accessToken: read++ === 0 ? accessToken : '' }),
		...(exchanges ? { service } : {}),
		...environment,
	});
	expect(run.error!.message).toContain('Odd: *****, *****, *****');
});
const stored = credential();

test('a message that is under way, as a next try would tell it', async () => {
	const ledger = new Ledger();
	const order = sends(['+1']) as { order: { body: { campaign: string } } };
	order.order.body.campaign = `${'n'.repeat(60)}${clientSecret}`;
	const told: string[] = [];
	await runCore({
		items: [order as never],
		credential,
		ledger,
		service: () => {
			const entry = ledger.get(0)!;
			if ('unknown' in entry) told.push(entry.unknown().next, String(entry.unknown().check?.about));
			return { statusCode: 500, body: {} };
		},
	});
	const named = expect.stringContaining(`campaign '${'n'.repeat(60)}*****'`);
	expect(told).toEqual([named, named]);
	expect(piecesIn(told, secrets)).toEqual([]);
});
