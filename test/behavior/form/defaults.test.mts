/**
 * Defaults: if the user chose nothing, the node chooses only harmless values, and a fresh form does as its texts say.
 */
import { doors, goodSend, run, send, service } from '../../harness/index.mts';

const withoutCampaign = { ...goodSend };
delete withoutCampaign.campaign;
const campaigns = () => service.journal.map(({ body }) => body.campaign);

describe.each(doors)('%s', (door) => {
	test.each([
		['Gutter cleaning 2027', 'Gutter cleaning 2027'],
		['  Ebb & flood — Ñandú ', 'Ebb & flood — Ñandú'],
	])('a campaign that nobody set is the name of the workflow: %j', async (workflowName, name) => {
		await run(withoutCampaign, { workflowName, door });
		expect(campaigns()).toEqual([name]);
	});

	test('a workflow without a name is refused in words', async () => {
		const { told } = await run(withoutCampaign, { workflowName: ' \t', door });
		expect(told).toMatch(/Campaign is empty.*\n.*Fill in Campaign/);
		expect(service.requests).toEqual([]);
	});

	test.each([
		['that was never added', undefined],
		['that was added and left', ''],
		['of an expression that gives nothing', '={{ null }}'],
		['of a column that is missing', '={{ $json.country }}'],
	])('a Default Country %s completes no number', async (_kind, defaultCountry) => {
		const options = defaultCountry === undefined ? {} : { defaultCountry };
		const { told } = await send({ recipients: '0722 000 417', options }, { door });
		expect(told).toMatch(/'0722 000 417' in Recipients has no country code.*Default Country/s);
		expect(service.requests).toEqual([]);
	});
});
