/** Questions about the one text that may be sent: its receipt, and how the list stores it. */
import type { IDataObject } from 'n8n-workflow';
import { jsonOf } from '../engine/relay.mts';
import { readingChoices } from '../sandbox/options.mts';
import { texts as waysToKeep } from '../sandbox/records.mts';
import { fieldsOf, objectOf, words } from './answers.mts';
import { campaign, message, type Probe } from './probe.mts';
import { question, timeOf } from './question.mts';

type Read = (record: IDataObject, probe: Probe) => string | Promise<string>;

/**
 * Asks about the one text as soon as it is listed. The node has to find it then. If it doesn't, and would send the text
 * again, every question whose answer isn't `isSame` reports that.
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
		return [told, isSame(told) ? 'works' : await meansOfSkip(probe)];
	});

/**
 * Sends the text again with Skip Already Sent, from a node that knows nothing of it, and returns what the result means
 * for the node.
 */
async function meansOfSkip(probe: Probe): Promise<string> {
	const before = probe.gateway.keptBack;
	const options = { skipAlreadySent: true, lookBackHours: 1 };
	const { rows, why } = await probe.trySend(options, '/another-node');
	if (rows[0]?.sendOutcome === 'alreadySent') return 'works';
	const isAgain = probe.gateway.keptBack > before || why?.includes('status 400');
	if (!isAgain) return `breaks: ${why}`;
	return 'breaks: Skip Already Sent does not find the text, and sends it again';
}

const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';

function numberShown(number: string, to: string): string {
	if (!/\d/.test(number)) return 'missing';
	if (/[^\d\s()+./-]/.test(number)) return 'masked';
	return number.replace(/\D/g, '').replace(/^00/, '') === to.slice(1) ? '' : 'in another way';
}

/**
 * Returns the fields that the record doesn't show, or not whole. Checks its status, and all fields that decide whether
 * the record is the text.
 */
function lackingIn(record: IDataObject, to: string): string[] {
	const { message: shown, sms_recipients: listed } = record;
	const given = typeof listed === 'string' ? jsonOf(listed) : listed;
	const recipients = Array.isArray(given) ? given.map(objectOf) : [];
	const withStatus = [record, ...recipients].filter(({ status }) => isText(status));
	const told = {
		// Looks for a word near the end that every way to store the text keeps.
		message: !isText(shown) ? 'missing' : /\bit\b/.test(String(shown)) ? '' : 'cut',
		campaign: isText(record.campaign) ? '' : 'missing',
		category: isText(record.category) ? '' : 'missing',
		sms_recipients: numberShown(String(recipients[0]?.phone_number ?? ''), to),
		status: withStatus.length > 0 ? '' : 'missing',
	};
	return Object.entries(told).flatMap(([name, way]) => (way ? [`${name} ${way}`] : []));
}

const asSent = (told: string): boolean => told === 'asSent';

/** Whether the campaign counts as the same for the node, which ignores case. */
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
	question('shows', '4.3', 'what a record leaves out', 'shown.ts', async (probe) => {
		const [first] = await probe.listed();
		if (!first) return undefined;
		const lacking = lackingIn(first.record, probe.text!.to);
		if (lacking.length === 0) return 'whole';
		const told = lacking.join(', ');
		if (told !== 'status missing') return [told, await meansOfSkip(probe)];
		const { why } = await probe.watch({});
		return [told, why === undefined ? 'works' : `breaks: ${why}`];
	}),
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
