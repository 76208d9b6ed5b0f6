/** Nothing is chosen for anybody who chose nothing, but what is harmless: a fresh form does what its words say. */
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

	test('a campaign that is set is used, whatever the workflow is called', async () => {
		await send({ campaign: 'leaf-fall' }, { workflowName: 'Gutter cleaning 2027', door });
		expect(campaigns()).toEqual(['leaf-fall']);
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

	test.each([
		['a list', '={{ ["KE"] }}'],
		['a number', '={{ 254 }}'],
		['no country', '={{ "Kenya" }}'],
	])(
		'a Default Country that is %s is refused with what it may be',
		async (_kind, defaultCountry) => {
			const { told } = await send({ options: { defaultCountry } }, { door });
			expect(told).toMatch(/isn't a valid Default Country.*two-letter code/s);
			expect(service.requests).toEqual([]);
		},
	);
});
