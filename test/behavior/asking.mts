/** Helpers for the tests of Send and Wait for Response: ask a question, open its page, answer it. */
import type { INodeParameters } from 'n8n-workflow';
import { goodSend, open, run, service } from '../harness/index.mts';
import type { Outcome, Setup } from '../harness/index.mts';

export const question = 'Order 4711 costs 1,200 euros. Shall I place it?';
export const asking: INodeParameters = { ...goodSend, operation: 'sendAndWait', message: question };
delete asking.sendTo;

export const ask = async (parameters: INodeParameters = {}, setup: Setup = {}) =>
	await run({ ...asking, ...parameters }, setup);

/** Returns the time at which the execution resumes by itself, as ISO 8601; undefined if it doesn't wait. */
export const waitsUntil = ({ execution }: Outcome) => execution.run?.data.waitTill?.toISOString();
export const forEver = '3000-01-01T00:00:00.000Z';

/** Returns the text that was sent, without its link, and the link. */
export function sent(): { text: string; link: string } {
	const [, text = '', link = ''] = /^(.*)\n(http\S+)$/s.exec(service.journal[0]!.body.message)!;
	return { text, link };
}

/**
 * Opens the page behind the text's link, or posts an answer to it if there is a body.
 * @param languages the browser's header Accept-Language
 */
export const opened = async (
	outcome: Outcome,
	parameters: INodeParameters = {},
	body?: unknown,
	languages?: string,
) =>
	await open(outcome, { ...asking, ...parameters }, sent().link, {
		method: body === undefined ? 'GET' : 'POST',
		body,
		...(languages !== undefined && { headers: { 'accept-language': languages } }),
	});

export const unmarked = (page: string) => page.replace(/<style>.*<\/style>|<[^>]+>/gs, '');
