/**
 * Questions about bounds, the amounts above which a service refuses (specification, section 8), and about the requests
 * that could exceed them.
 */
import type { IDataObject } from 'n8n-workflow';
import { recordsOf, takenOf, words, type Answer } from './answers.mts';
import { numbers } from './gateway.mts';
import type { Probe } from './probe.mts';
import { dayOf, found, list, listedIn, question, senders, statuses } from './question.mts';

const day = 86_400_000;

/** Returns days as a user types them, which the node sends unchanged. Counts them from the service's today. */
async function typed(probe: Probe, from: number, to: number) {
	const { date } = (await probe.run(statuses)).answers.at(-1)!;
	const today = date === undefined ? Date.now() : Date.parse(date);
	const [startDate, endDate] = [from, to].map((days) => dayOf(today + days * day));
	return { startDate, endDate };
}

async function takesDays(probe: Probe, from: number, to: number): Promise<boolean> {
	const filters = { dateCreated: 'custom', ...(await typed(probe, from, to)) };
	return takenOf((await probe.tryOut(found(filters))).answers).length > 0;
}

/** Finds the largest of `amounts`, sorted from large to small, that the service takes; undefined if none. */
async function mostOf(
	amounts: number[],
	takes: (amount: number) => Promise<boolean>,
	means: string,
) {
	for (const [place, amount] of amounts.entries()) {
		if (!(await takes(amount))) continue;
		if (place === 0) return [`${amount} or more`, 'works'] as [string, string];
		return [`${amount} or more, not ${amounts[place - 1]}`, means] as [string, string];
	}
	return undefined;
}

/**
 * Asks for a bound on a send. Every send here is refused anyway: an amount exceeds the bound if the service gives a
 * reason that it doesn't give for a usual send.
 */
const ofSend = (name: string, about: string, amounts: number[], fill: (amount: number) => object) =>
	question(name, '8', about, 'bounds.ts', async ({ gateway, text }) => {
		if (!text) throw new Error('needs --send-to');
		const usual = await gateway.refusalOf({});
		if (usual.code < 300) return undefined;
		const reasons = reasonsIn(usual);
		const takes = async (amount: number) => {
			const refused = reasonsIn(await gateway.refusalOf(fill(amount)));
			return [...refused].every((reason) => reasons.has(reason));
		};
		return await mostOf(amounts, takes, 'works, but tells of a refusal beyond');
	});

const reasonsIn = ({ body }: Answer): Set<string> =>
	new Set(
		body
			.replace(/\d+/g, '0')
			.split(/[.,;]/)
			.map((reason) => reason.replace(/\W+/g, ' ').trim()),
	);

/** The longest possible number (15 digits), as unassigned as the others. */
export const neverReached = '+999000000000000';

const periods = ['today', 'yesterday', 'this-week', 'this-month'];

export const boundQuestions = [
	question('perPage', '8', 'the largest page size', 'bounds.ts', async (probe) => {
		const takes = async (perPage: number) =>
			takenOf((await probe.tryOut({ ...list, limit: 1, options: { perPage } })).answers).length > 0;
		const means = 'works, with pages of its own size';
		return (await mostOf([100, 50, 20, 1], takes, means)) ?? ['none', means];
	}),
	question('lastDay', '8', 'the last day of a range', 'bounds.ts', async (probe) => {
		if (await takesDays(probe, 0, 2)) return 'any';
		if (!(await takesDays(probe, -1, 0))) return undefined;
		return ['today', 'works, but reads to today, or without days'];
	}),
	question('dayTimes', '8', 'whether days need a time', 'bounds.ts', async (probe) => {
		if (await takesDays(probe, -1, 0)) return 'without';
		const { startDate, endDate } = await typed(probe, -1, 0);
		const days = `start_date=${startDate}T00:00:00&end_date=${endDate}T00:00:00`;
		const path = `/sms/messages?date_created=custom&${days}`;
		const { answers } = await probe.tryOut(found({}), { path });
		return answers[0]!.code < 300 ? ['with', 'works, but reads without days'] : undefined;
	}),
	question('dayRange', '8', 'the longest range of days', 'bounds.ts', async (probe) => {
		const takes = async (days: number) => await takesDays(probe, -days, 0);
		return await mostOf([33, 14, 7, 3, 1], takes, 'works, but reads without days for more');
	}),
	question('window', '4.3', 'the days that the node asks for', 'listRequest.ts', async (probe) => {
		const [{ category, message } = {} as IDataObject] = await listedIn(probe);
		const [{ id, sender_id: value = id } = {} as IDataObject] = recordsOf(
			(await probe.run(senders)).answers,
		);
		const senderId = { __rl: true, mode: 'id', value: typeof value === 'number' ? value : 1 };
		const today = (await typed(probe, 0, 0)).endDate!;
		const told = [];
		const tries = [{}, { category }, { senderId }, { senderId, category }, { query: message }];
		for (const filters of tries) {
			const { answers, why } = await probe.watch(filters);
			const [taken] = takenOf(answers);
			if (!taken) return ['refused', `breaks: ${why}`];
			const last = new URL(taken.path, 'http://service').searchParams.get('end_date');
			told.push(last === null ? 'without days' : last > today ? 'past today' : 'to today');
		}
		return words(told);
	}),
	question('periods', '4.3', 'which named ones are taken', 'queries.ts', async (probe) => {
		for (const dateCreated of periods)
			for (const each of [found({}), { ...senders, limit: 5 }])
				await probe.run({ ...each, filters: { dateCreated } });
		const ranges = [await typed(probe, -1, 0), await typed(probe, -1, 2)];
		const custom = ranges.map((days) => ({ dateCreated: 'custom', ...days }));
		for (const filters of [{ status: 1 }, ...custom])
			await probe.tryOut({ ...senders, limit: 5, filters });
		return 'all';
	}),
	question(
		'refusedBy',
		'7',
		'how a bad number is told',
		'refusal.ts',
		async ({ gateway, text }) => {
			if (!text) throw new Error('needs --send-to');
			const [good, bad] = [numbers(1)[0]!, neverReached];
			const usual = await gateway.refusalOf({ recipients: [good] });
			const { body } = await gateway.refusalOf({ recipients: [good, bad] });
			if (usual.code < 300) return undefined;
			if (body === usual.body) return 'none of those that nobody has';
			if (/recipients\W+1\b/.test(body)) return 'place';
			return body.includes(bad.slice(1)) ? 'number' : 'nothing';
		},
	),
	question('schedule', '4.6', 'whether its form is taken', 'sendMessage.ts', async (probe) => {
		if (!probe.text) throw new Error('needs --send-to');
		const schedule = new Date(Date.now() + 7 * day).toISOString();
		const usual = await probe.gateway.refusalOf({});
		if (usual.code < 300) return undefined;
		const refused = reasonsIn(await probe.gateway.refusalOf({ schedule }));
		const known = reasonsIn(usual);
		const isTaken = [...refused].every((reason) => known.has(reason));
		return isTaken ? 'taken' : ['another', 'breaks: Schedule and Sending Hours are refused'];
	}),
	ofSend('recipients', 'how many numbers in a request', [100, 50, 20, 1], (count) => ({
		recipients: numbers(count),
	})),
	ofSend('message', 'how many characters', [39_015, 1600, 1000, 480, 160], (length) => ({
		message: 'M'.repeat(length),
	})),
	ofSend('campaign', 'how many characters', [255, 100, 50, 20], (length) => ({
		campaign: 'C'.repeat(length),
	})),
];
