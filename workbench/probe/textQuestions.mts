/** What becomes of the one text that may be sent: its receipt, and how the list keeps it. */
import type { IDataObject } from 'n8n-workflow';
import { readingChoices } from '../sandbox/options.mts';
import { texts as waysToKeep } from '../sandbox/records.mts';
import { fieldsOf, words } from './answers.mts';
import { campaign, message, type Probe } from './probe.mts';
import { question, timeOf } from './question.mts';

type Read = (record: IDataObject, probe: Probe) => string | Promise<string>;

/**
 * What is seen of the one text as soon as it is listed. The node has to find it then; where it doesn't, and would send
 * the text again, that is told of what isn't as it was sent.
 */
const ofText = (
	name: string,
	about: string,
	file: string,
	isSame: (told: string) => boolean,
	read: Read,
) =>
	question(name, '2.1', about, file, async (probe) => {
		const [first] = await probe.listed();
		if (!first) return undefined;
		const told = await read(first.record, probe);
		const before = probe.gateway.keptBack;
		const options = { skipAlreadySent: true, lookBackHours: 1 };
		const { rows, why } = await probe.trySend(options, '/another-node');
		if (rows[0]?.sendOutcome === 'alreadySent' || isSame(told)) return [told, 'works'];
		const again = 'breaks: Skip Already Sent does not find the text, and sends it again';
		const isAgain = probe.gateway.keptBack > before || why?.includes('status 400');
		return [told, isAgain ? again : `breaks: ${why}`];
	});

const asSent = (told: string): boolean => told === 'asSent';

/** The node compares campaigns in any case. */
const inAnyCase = (told: string): boolean => asSent(told) || told === 'lowerCase';

export const textQuestions = [
	question('receipt', '4.2', 'what it holds', 'outcome.ts', async (probe) =>
		fieldsOf((await probe.send()).answers[0]!.data),
	),
	question('listingDelay', '4.3', 'when a text is listed', 'list.ts', async (probe) => {
		const [first] = await probe.listed();
		if (!first) return ['not within a minute', 'breaks: no text is ever found again'];
		const told = `after ${first.second} seconds`;
		return first.second <= 6 ? told : [told, 'works, but unknown sends stay unknown'];
	}),
	question('statusesSeen', '3.2', 'which follow', 'changes.ts', async (probe) =>
		words((await probe.listed()).map(({ record }) => record.status)),
	),
	ofText(
		'messageIdType',
		'what messageId is',
		'matching.ts',
		() => true,
		async ({ id }, probe) => {
			const { messageId } = (await probe.send()).answers[0]!.data;
			return String(messageId) === String(id) ? 'recordId' : 'uuid';
		},
	),
	ofText('storedText', 'how it is kept', 'messageRecord.ts', asSent, (record) => {
		const isWay = (way: keyof typeof waysToKeep) => waysToKeep[way](message) === record.message;
		return readingChoices.storedText.find(isWay) ?? 'in another way';
	}),
	ofText('storedCampaign', 'how it is kept', 'messageRecord.ts', inAnyCase, (record) => {
		if (record.campaign === campaign) return 'asSent';
		return record.campaign === campaign.toLowerCase() ? 'lowerCase' : 'in another way';
	}),
	ofText('storedNumber', 'how it is kept', 'phoneNumber.ts', asSent, (record, { text }) =>
		JSON.stringify(record).includes(`"${text!.to}"`) ? 'asSent' : 'in another way',
	),
	ofText(
		'storedSchedule',
		'its value for now',
		'messageRecord.ts',
		() => true,
		(record) => {
			const delay = Date.parse(String(record.schedule)) - timeOf(record);
			return Number.isNaN(delay) ? String(record.schedule) : `created_at and ${delay} ms`;
		},
	),
];
