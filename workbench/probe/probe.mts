/** The built package on n8n's engine: it asks the service each thing once, and all questions are about what came. */
import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { INodeParameters } from 'n8n-workflow';
import { loadPackage } from '../engine/engine.mts';
import { CredentialStore } from '../engine/credentials.mts';
import { PolledWorkflow } from '../engine/poll.mts';
import { runStep } from '../engine/step.mts';
import { recordsOf } from './answers.mts';
import type { Change, Gateway } from './gateway.mts';

/** The one text that may be sent, from the number of a sender ID; it is looked for so many seconds later. */
export type Text = { to: string; sender: number; looks: number[] };

export type Keys = Record<'clientId' | 'clientSecret', string>;
export type Probe = ReturnType<typeof probeOf>;

const word = randomBytes(4).toString('hex');
export const unlisted = `no text has ${word}`;
export const campaign = `Probe-${word}`;
/**
 * One segment of UCS-2 that each way to keep texts changes: its ends, blanks, line breaks, an é of two parts, signs of
 * HTML, a curly quote and an emoji.
 */
export const message = ` Probe ${word}: e\u0301,  <a>\r\n'b' & "c"\nit\u2019s 😀 `;

const packages = [loadPackage(resolve(import.meta.dirname, '../..'))];
const node = { name: 'Probe', type: 'n8n-nodes-messaging-service.messagingService' };

export function probeOf(gateway: Gateway, keys: Keys, text?: Text) {
	const made = new Map<string, ReturnType<typeof start>>();
	/** Why a run failed since this was last emptied. */
	const failure: { why?: string } = {};

	/** Gives what the node put out, why it failed or warned, and what the service had answered. */
	async function start(parameters: INodeParameters, change?: Change, place = '') {
		const credential = credentialAt(place);
		const before = gateway.answers.length;
		gateway.change = change;
		const ran = await runStep({ ...node, parameters }, credential, { packages });
		const told = ran.error ?? ran.hints(node.name).find(({ type }) => type === 'warning');
		const why = told && [told.message, ran.error?.description].filter(Boolean).join(' ');
		const rows = ran.output(node.name).map(({ json }) => json);
		return { rows, why, answers: gateway.answers.slice(before) };
	}

	const credentialAt = (place = '') => ({
		name: 'Probe',
		type: 'messagingServiceApi',
		data: { ...keys, baseUrl: `${gateway.address}${place}/api` },
	});

	/** Has the node run once with these parameters, and with this change of its first request. */
	async function tryOut(parameters: object, change?: Change, place?: string) {
		const key = JSON.stringify([parameters, change, place]);
		if (!made.has(key)) made.set(key, start(parameters as INodeParameters, change, place));
		return await made.get(key)!;
	}

	/** The same, where it should not fail. */
	async function run(...given: Parameters<typeof tryOut>) {
		const ran = await tryOut(...given);
		failure.why ??= ran.why;
		return ran;
	}

	/** Has the trigger fetch a test event with these filters. */
	async function watch(filters: object) {
		const before = gateway.answers.length;
		const workflow = new PolledWorkflow({
			packages,
			credentials: new CredentialStore({ probe: credentialAt() }),
			nodeType: `${node.type}Trigger`,
			nodeCredentials: { messagingServiceApi: { id: 'probe', name: 'Probe' } },
			parameters: { filters } as INodeParameters,
		});
		const { error } = await workflow.fetchTestEvent();
		return { why: error?.message, answers: gateway.answers.slice(before) };
	}

	/** Has the node send the text. */
	async function send() {
		const ran = await trySend();
		failure.why ??= ran.why;
		return ran;
	}

	/** The same, where it may fail; at another place, it knows nothing of what it sent. */
	async function trySend(options: object = {}, place = '') {
		if (!text) throw new Error('needs --send-to');
		const senderId = { __rl: true, mode: 'id', value: text.sender };
		const given = { senderId, recipients: text.to, message, campaign, options };
		return await tryOut({ operation: 'sendMessage', ...given }, undefined, place);
	}

	/** The text as the list has it, each time that it is looked at. */
	async function listed() {
		const sentAt = (await send()).answers[0]!.receivedAt;
		const seen = [];
		for (const second of text!.looks) {
			await wait(Math.max(0, sentAt + second * 1000 - Date.now()));
			const look = { operation: 'queryMessages', second, filters: { query: word } };
			const records = recordsOf((await run(look)).answers);
			// A list may leave out text or campaign, and each of them has the word.
			const record = records.find((each) => JSON.stringify(each).includes(word));
			if (record) seen.push({ second, record });
		}
		return seen;
	}

	return { gateway, text, failure, run, tryOut, watch, send, trySend, listed };
}
