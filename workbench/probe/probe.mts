/** Runs the built package on n8n's engine. Makes each run once; all questions share the answers. */
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

/** The one text that may be sent, its numeric sender ID, and after how many seconds to look for it in the list. */
export type Text = { to: string; sender: number; looks: number[] };

export type Keys = Record<'clientId' | 'clientSecret', string>;
export type Probe = ReturnType<typeof probeOf>;

const word = randomBytes(4).toString('hex');
export const unlisted = `no text has ${word}`;
export const campaign = `Probe-${word}`;
/**
 * A text of one UCS-2 segment that every way to store texts alters: spaces at its ends and in a row, line breaks, a
 * decomposed é, HTML special characters, a curly quote and an emoji.
 */
export const message = ` Probe ${word}: e\u0301,  <a>\r\n'b' & "c"\nit\u2019s 😀 `;

const packages = [loadPackage(resolve(import.meta.dirname, '../..'))];
const node = { name: 'Probe', type: 'n8n-nodes-messaging-service.messagingService' };

export function probeOf(gateway: Gateway, keys: Keys, text?: Text) {
	const made = new Map<string, ReturnType<typeof start>>();
	/** Reason of the first run that failed since this was last cleared. */
	const failure: { why?: string } = {};

	/** Runs the node. Returns its output rows, why it failed or warned, and the service's answers. */
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

	/** Runs the node with these parameters and this change to its first request. Repeated calls share one run. */
	async function tryOut(parameters: object, change?: Change, place?: string) {
		const key = JSON.stringify([parameters, change, place]);
		if (!made.has(key)) made.set(key, start(parameters as INodeParameters, change, place));
		return await made.get(key)!;
	}

	/** Runs the node like `tryOut`, and records a failure: this run should not fail. */
	async function run(...given: Parameters<typeof tryOut>) {
		const ran = await tryOut(...given);
		failure.why ??= ran.why;
		return ran;
	}

	/** Fetches a test event of the trigger with these filters. */
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

	/** Sends the text through the node, and records a failure. */
	async function send() {
		const ran = await trySend();
		failure.why ??= ran.why;
		return ran;
	}

	/** Sends the text like `send`, but may fail. At another place, the node knows nothing of what it sent. */
	async function trySend(options: object = {}, place = '') {
		if (!text) throw new Error('needs --send-to');
		const senderId = { __rl: true, mode: 'id', value: text.sender };
		const given = { senderId, recipients: text.to, message, campaign, options };
		return await tryOut({ operation: 'sendMessage', ...given }, undefined, place);
	}

	/** Returns the text's record in the list for each look that finds it, with the second of the look. */
	async function listed() {
		const sentAt = (await send()).answers[0]!.receivedAt;
		const seen = [];
		for (const second of text!.looks) {
			await wait(Math.max(0, sentAt + second * 1000 - Date.now()));
			const look = { operation: 'queryMessages', second, filters: { query: word } };
			const records = recordsOf((await run(look)).answers);
			// A list may leave out the text or the campaign; each of them has the word.
			const record = records.find((each) => JSON.stringify(each).includes(word));
			if (record) seen.push({ second, record });
		}
		return seen;
	}

	return { gateway, text, failure, run, tryOut, watch, send, trySend, listed };
}
