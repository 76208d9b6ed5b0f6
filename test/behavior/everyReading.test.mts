/**
 * Every reading of the points that the specification leaves open, with everything that people do with the node. The
 * journal shows who got a message.
 */
import type { IDataObject } from 'n8n-workflow';
import {
	doors,
	each,
	N8nProcess,
	numberOf,
	readingChoices,
	rowsTo,
	run,
	send,
	senders,
	service,
	texted,
} from '../harness/index.mts';
import { told, watch } from './watching.mts';

const goesOn = { onError: 'continueRegularOutput' as const };
const tries = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
const numbers = (count: number) => rowsTo(count).map(({ to }) => to);
const refused = numberOf(2);
const left = (count: number) => numbers(count).filter((number) => number !== refused);
const outcomes = (rows: IDataObject[]) => rows.map(({ sendOutcome }) => sendOutcome);

const readings = Object.entries(readingChoices).flatMap(([name, values]) =>
	values.map((value) => [name, value] as const),
);

describe.each(readings)('%s: %p', (name, value) => {
	beforeEach(async () => {
		const given = { [name]: value };
		await service.start({
			pastMessages: 45,
			pastSpacing: 60_000,
			refusedNumbers: [refused],
			readings: given,
		});
	});

	test.each(doors)('one row: %s', async (door) => {
		expect(outcomes((await send({}, { door })).rows)).toEqual(['accepted']);
		expect(texted()).toHaveLength(1);
	});

	test('a row of several numbers, one of them refused', async () => {
		const options = { invalidRecipients: 'skip' };
		const { rows } = await send({ recipients: numbers(4).join(), options }, { settings: goesOn });
		const isTold = value !== 'nothing';
		expect(outcomes(rows)).toEqual([isTold ? 'accepted' : 'notSent']);
		expect(texted()).toEqual(isTold ? left(4) : []);
	});

	test('Combine Items with a refused number, in several tries', async () => {
		const options = { combineItems: true };
		const settings = { ...goesOn, ...tries };
		const { rows } = await send({ ...each, options }, { rows: rowsTo(4), settings });
		expect(outcomes(rows)).toEqual(['accepted', 'accepted', 'notSent', 'accepted']);
		expect(texted().sort()).toEqual(left(4));
	});

	test('Skip Already Sent, and again in another process', async () => {
		const given = { ...each, options: { skipAlreadySent: true } };
		const setup = { rows: rowsTo(4), settings: goesOn };
		await new N8nProcess().send(given, setup);
		const { rows } = await new N8nProcess().send(given, setup);
		expect(outcomes(rows)).toEqual(['alreadySent', 'alreadySent', 'notSent', 'alreadySent']);
		expect(texted().sort()).toEqual(left(4));
	});

	test('a lost answer is looked up', async () => {
		service.play({ on: 'send', kind: 'dropAfter' });
		expect(outcomes((await send(each, { rows: rowsTo(1) })).rows)).toEqual(['accepted']);
		expect(texted()).toHaveLength(1);
	});

	test('all is read: messages, senders and their list, and what changed', async () => {
		const { rows } = await run({ operation: 'queryMessages', returnAll: true });
		expect(new Set(rows.map(({ id }) => id)).size).toBe(45);
		const listed = await run({ operation: 'querySenders', returnAll: true });
		expect(listed.rows).toHaveLength(64);
		expect((await senders()).results).toHaveLength(64);
		const workflow = await watch();
		const number = numberOf(9);
		service.addMessage({ recipients: [number], status: 'Sent' });
		await workflow.poll();
		expect(told(workflow)).toEqual([`${number} Pending>Sent`]);
	});
});
