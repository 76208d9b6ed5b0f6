/** The buttons of an e-mail by which n8n asks a person, and a person who clicks on them. */
import assert from 'node:assert/strict';
import type { ReceivedMail } from './mailbox.mts';

/** n8n takes no click of a program that says it is one: it may only be looking what the link is. */
const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';

/** The address behind a button, by its label. */
export function buttonOf({ text }: ReceivedMail, label: string): string {
	const buttons = [...text.matchAll(/<a href="([^"]+)"[^>]*>([^<]*)<\/a>/g)];
	const found = buttons.find(([, , words]) => words?.replace('&#39;', "'") === label);
	assert.ok(found?.[1], `No button '${label}' in ${text}`);
	return found[1].replaceAll('&amp;', '&');
}

/** Clicks on a button of an e-mail; what n8n answers is for the browser. */
export async function click(
	mail: ReceivedMail,
	label: string,
): Promise<{ status: number; page: string }> {
	const answer = await fetch(buttonOf(mail, label), { headers: { 'user-agent': browser } });
	return { status: answer.status, page: await answer.text() };
}
