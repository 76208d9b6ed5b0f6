/**
 * Plain Characters, and the characters that cost segments: everything reported of a text is true of the text that goes
 * out, and texts that differ only in such characters are the same message. The characters themselves are tested in
 * test/rules/plainCharacters.
 */
import type { INodeParameters } from 'n8n-workflow';
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

const [ann, bob] = [0, 1].map(numberOf) as [string, string];
const more = 'your table is ready '.repeat(5);
const curly = `It’s “Amina” – ${more}`;
const straight = `It's "Amina" - ${more}`;
const on: INodeParameters = { plainCharacters: true };
const texts = () => service.journal.map(({ body }) => body.message);

test.each(doors)(
	'what goes out is plain, and so are the segments of the row (%s)',
	async (door) => {
		const parameters = { message: curly, options: { ...on, maxSegments: 1, maxTotalSegments: 1 } };
		const { rows, told } = await send(parameters, { door });
		expect([told, texts()]).toEqual(['', [straight]]);
		expect(rows).toMatchObject([{ sendOutcome: 'accepted', segments: 1, encoding: 'GSM-7' }]);
	},
);

test('without the option it goes as it is, and is refused with the reason where it takes too much', async () => {
	const { rows } = await send({ message: curly });
	expect(texts()).toEqual([curly]);
	expect(rows).toMatchObject([{ segments: 2, encoding: 'UCS-2' }]);
	const { told } = await send({ message: curly, options: { maxSegments: 1 } });
	expect(told).toContain(
		'2 segments in UCS-2, instead of 1 because of ’, “, ” and –, and Max Segme',
	);
	expect(told).toContain('add Plain Characters in Options');
});

test('a dry run shows the text as it would go out', async () => {
	const { rows, hints } = await send({ message: curly, options: { ...on, dryRun: true } });
	expect(rows).toMatchObject([{ preview: straight, segments: 1 }]);
	expect(hints.join()).not.toContain('because of');
});

test('a dry run names the characters that cost, and how many items have them', async () => {
	const given = [`${more}${more}`, curly, 'Short’', curly];
	const rows = given.map((text, index) => ({ text, to: numberOf(index) }));
	const parameters = { ...each, message: '={{ $json.text }}', options: { dryRun: true } };
	const { hints } = await send(parameters, { rows });
	expect(hints[0]).toContain(
		"The shortest text (item 2): 'Short’'. Item 1 takes 2 segments instead of 1 because of ’, “, ” and –, and 1 more item likewise.",
	);
});

test('rows that differ in such characters alone are one message', async () => {
	const rows = [curly, straight].map((text) => ({ text, to: ann }));
	await send({ ...each, message: '={{ $json.text }}', options: on }, { rows });
	expect([texted(), texts()]).toEqual([[ann], [straight]]);
});

test('Skip Already Sent finds the text that went out', async () => {
	const options = { ...on, skipAlreadySent: true };
	const rows = [ann, bob].map((to) => ({ to }));
	const run = async (n8n: N8nProcess) =>
		(await n8n.send({ ...each, message: curly, options }, { rows })).rows;
	await run(new N8nProcess());
	clock.pass(3_600_000);
	for (const row of await run(new N8nProcess())) expect(row.sendOutcome).toBe('alreadySent');
	expect(texted()).toEqual([ann, bob]);
});

test('a send whose receipt is lost is found by the text that went out', async () => {
	service.play({ on: 'send', kind: 'dropAfter' });
	const { rows } = await send({ message: curly, options: on });
	expect(rows).toMatchObject([{ sendOutcome: 'accepted', confirmedBy: 'lookup' }]);
	expect(texts()).toEqual([straight]);
});
