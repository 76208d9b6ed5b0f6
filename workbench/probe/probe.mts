/** The built package on n8n's engine: it asks the service each thing once, and all questions are about what came. */
import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';
import { CredentialStore, loadPackage, runWorkflow, workflowOfOneStep } from '../engine/engine.mts';
import { recordsOf, type Answer } from './answers.mts';
import type { Gateway } from './gateway.mts';

/** The one text that may be sent. */
export interface Text {
	to: string;
	/** The number of the sender ID. */
	sender: number;
	/** How many seconds after the text the list is looked at. */
	looks: number[];
}

/** What the node put out, why it failed or warned, and what the service had answered. */
interface Ran {
	rows: IDataObject[];
	why?: string;
	answers: Answer[];
}

const word = randomBytes(4).toString('hex');
export const unlisted = `no text has ${word}`;
export const campaign = `Probe-${word}`;
/** One segment of UCS-2 that each way to keep texts changes: its ends, blanks, line breaks, an é of two parts. */
export const message = ` Probe ${word}: e\u0301,  two\r\nlines\nand three. `;

const packages = [loadPackage(resolve(import.meta.dirname, '../..'))];
const type = 'messagingServiceApi';
const name = 'Probe';
const chosen = { credentials: { [type]: { id: name, name } } };
const step = { type: 'n8n-nodes-messaging-service.messagingService', name, ...chosen };

export class Probe {
	/** Why a run failed, since this was last emptied. */
	why?: string;
	/** The Authorization header of a token that has a newer one by now. */
	earlierToken?: string;
	readonly gateway: Gateway;
	readonly text?: Text;
	private readonly keys: IDataObject;
	private readonly ran = new Map<string, Promise<Ran>>();

	constructor(gateway: Gateway, keys: IDataObject, text?: Text) {
		this.gateway = gateway;
		this.keys = keys;
		this.text = text;
	}

	/** Has the node run with these parameters: once, or each time with its first request altered. */
	async run(parameters: IDataObject, alter?: Gateway['alter'], place = ''): Promise<Ran> {
		const key = JSON.stringify(parameters);
		const running = (!alter && this.ran.get(key)) || this.start(parameters, alter, place);
		if (!alter) this.ran.set(key, running);
		const ran = await running;
		this.why ??= ran.why;
		return ran;
	}

	/** Has the node run with another Authorization header in its first request, or without one. */
	async runWith(authorization?: string, parameters: IDataObject = { operation: 'listStatuses' }) {
		return await this.run(parameters, ({ headers }) => {
			this.earlierToken ??= headers.authorization;
			return { headers: { authorization } };
		});
	}

	/** Has the node send the text. At another place, it knows nothing of what it sent. */
	async send(options: IDataObject = {}, place = ''): Promise<Ran> {
		if (!this.text) throw new Error('needs --send-to');
		const { to: recipients, sender: value } = this.text;
		const given = { senderId: { __rl: true, mode: 'id', value }, recipients, message, campaign };
		return await this.run({ operation: 'sendMessage', ...given, options }, undefined, place);
	}

	/** Whether the node finds the text, so that it does not send it again. */
	async findsText(): Promise<boolean> {
		const options = { skipAlreadySent: true, lookBackHours: 1, maxConcurrentRequests: 1 };
		const { rows } = await this.send(options, '/another-node');
		return rows[0]?.sendOutcome === 'alreadySent';
	}

	/** The text as the list has it, each time that it is looked at. */
	async listed(): Promise<Array<{ second: number; record: IDataObject }>> {
		const sentAt = (await this.send()).answers[0]!.receivedAt;
		const seen = [];
		for (const second of this.text!.looks) {
			await wait(Math.max(0, sentAt + second * 1000 - Date.now()));
			const look = { operation: 'queryMessages', second, filters: { query: word } };
			const records = recordsOf((await this.run(look)).answers);
			const record = records.find((each) => String(each.message).includes(word));
			if (record) seen.push({ second, record });
		}
		return seen;
	}

	private async start(parameters: IDataObject, alter: Gateway['alter'], place: string) {
		const { gateway, keys } = this;
		const data = { ...keys, baseUrl: `${gateway.address}${place}/api` } as Record<string, string>;
		const credentials = new CredentialStore({ [name]: { name, type, data } });
		const workflow = workflowOfOneStep({ ...step, parameters: parameters as never });
		const before = gateway.answers.length;
		gateway.alter = alter;
		const { output, error, hints } = await runWorkflow(workflow, { packages, credentials });
		const told = error ?? hints(name).find((hint) => hint.type === 'warning');
		const why = told && [told.message, error?.description].filter(Boolean).join(' ');
		const rows = output(name).map(({ json }) => json);
		return { rows, why, answers: gateway.answers.slice(before) };
	}
}
