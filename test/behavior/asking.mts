/** A question that is texted, the page behind its link, and what is answered there. */
import type { INodeParameters } from 'n8n-workflow';
import { goodSend, open, run, service } from '../harness/index.mts';
import type { Outcome, Setup } from '../harness/index.mts';

export const question = 'Order 4711 costs 1,200 euros. Shall I place it?';
export const asking: INodeParameters = { ...goodSend, operation: 'sendAndWait', message: question };
delete asking.sendTo;

export const ask = async (parameters: INodeParameters = {}, setup: Setup = {}) =>
	await run({ ...asking, ...parameters }, setup);

/** When the execution goes on by itself, as ISO 8601; undefined where it doesn't wait. */
export const waitsUntil = ({ execution }: Outcome) => execution.run?.data.waitTill?.toISOString();
export const forEver = '3000-01-01T00:00:00.000Z';

/** The text as it was sent, without its link, and the link. */
export function sent(): { text: string; link: string } {
	const [, text = '', link = ''] = /^(.*)\n(http\S+)$/s.exec(service.journal[0]!.body.message)!;
	return { text, link };
}

/** The page behind the link of the text, or what became of an answer to it. */
export const opened = async (outcome: Outcome, parameters: INodeParameters = {}, body?: unknown) =>
	await open(outcome, { ...asking, ...parameters }, sent().link, {
		method: body === undefined ? 'GET' : 'POST',
		body,
	});

export const unmarked = (page: string) => page.replace(/<style>.*<\/style>|<[^>]+>/gs, '');
