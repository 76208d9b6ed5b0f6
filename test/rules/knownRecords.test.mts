/**
 * What is kept of the records of earlier reads: enough to know for sure that none of them is, or may be, of a message
 * to send. `shown.test.mts` and `incrementalRead.test.mts` hold it against the list itself.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { IDataObject } from 'n8n-workflow';
import type { SendItem, SendOrder } from '../../nodes/MessagingService/item.ts';
import { Row } from '../../nodes/MessagingService/recipients/row.ts';
import { AlreadySent } from '../../nodes/MessagingService/sentBefore/alreadySent.ts';
import { KnownRecords } from '../../nodes/MessagingService/sentBefore/knownRecords.ts';

jest.mock('n8n-workflow', () => ({ sleep: () => Promise.resolve() }));

const amina = '+254712345678';
const content = {
	...{ sender_id: 1, priority: 'utility', schedule: null, contact_list_id: null },
	...{ campaign: 'Reminders of November', message: 'Hello you, we open at nine' },
};
const listed = (changes: object): IDataObject => ({
	...{ id: 7, category: 'utility', campaign: content.campaign, message: content.message },
	sms_recipients: [{ phone_number: amina }],
	created_at: '2026-11-22T12:00:00.000Z',
	...changes,
});

async function rowOf(changes: object, isSameByCampaign: boolean): Promise<Row> {
	const body = { ...content, recipients: [amina], ...changes };
	const order = { body, skipped: [], isSameByCampaign };
	return new Row(0).read({ order: order as unknown as SendOrder } as SendItem);
}

/** Returns whether the record may concern the recipient, by what is kept of it; and whether it does, by the list. */
async function look(shown: object, sent: object, isSameByCampaign: boolean) {
	const known = new KnownRecords();
	known.add(listed(shown), '7');
	const row = await rowOf(sent, isSameByCampaign);
	const already = new AlreadySent();
	await already.want(row.recipients);
	already.add(listed(shown));
	const found = already.of(row.recipients[0]!, -Infinity, Date.parse('2026-11-22T13:00:00Z'));
	return { may: known.mayConcern(row.recipients[0]!), does: found !== undefined };
}

const street = 'Η γιορτή της οδού ΟΔΟΣ';
test.each<[name: string, shown: object, sent?: object]>([
	['the same', {}],
	['in capitals', { campaign: 'REMINDERS OF NOVEMBER' }],
	['in small letters', { campaign: 'reminders of november' }],
	['cut', { campaign: 'Reminders of Novembe' }],
	['with a mark', { campaign: 'Remin…' }],
	['hidden', { campaign: '***' }],
	['missing', { campaign: undefined }],
	['a number', { campaign: 4711 }],
	['escaped', { campaign: 'Tea &amp; more' }, { campaign: 'Tea & more' }],
	['cut at a sigma', { campaign: `${street}` }, { campaign: `${street}ΑΒ` }],
	['with a dotted I', { campaign: 'İNDİRİM' }, { campaign: 'i̇ndi̇ri̇m' }],
	['with the sign of Kelvin', { campaign: '300 \u212a' }, { campaign: '300 k' }],
])('a campaign that is shown %s may concern whoever gets it', async (_how, shown, sent = {}) => {
	expect(await look(shown, sent, true)).toEqual({ may: true, does: true });
	// Texts decide as well, where they count.
	expect(await look({ ...shown, message: 'Another one' }, sent, true)).toMatchObject({ may: true });
});

test.each<[name: string, shown: object, sent: object, isSameByCampaign?: boolean]>([
	['another campaign', { campaign: 'order-1' }, { campaign: 'order-2' }, true],
	['another text', { message: 'Hello you' }, { message: 'Hello me' }],
	['a shorter text', { message: 'Hello you, and you' }, { message: 'Hello you' }],
	['another number', { sms_recipients: [{ phone_number: '+254712345679' }] }, {}],
	['the number of another ending', { sms_recipients: [{ phone_number: '0712345679' }] }, {}],
])('a record of %s does not', async (_what, shown, sent, isSameByCampaign = false) => {
	expect(await look(shown, sent, isSameByCampaign)).toEqual({ may: false, does: false });
});

test('100,000 messages take less than 10 MB', async () => {
	const known = new KnownRecords();
	const { arrayBuffers } = process.memoryUsage();
	for (let id = 0; id < 100_000; id++) {
		const sms_recipients = [{ phone_number: `+2547${10_000_000 + id}` }];
		const [message, campaign] = [`Your order ${id} is on its way to you`, `order-${id}`];
		known.add(listed({ id, message, campaign, sms_recipients }), `${id} key`);
	}
	expect(known.size).toBe(100_000);
	const row = await rowOf({ message: 'Your order 1 is here' }, false);
	expect(known.mayConcern(row.recipients[0]!)).toBe(false);
	setFlagsFromString('--expose-gc');
	(runInNewContext('gc') as () => void)();
	expect(process.memoryUsage().arrayBuffers - arrayBuffers).toBeLessThan(10_000_000);
});
