/** Texts that somebody else writes, as large as n8n takes them, and how long n8n answers nobody meanwhile. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { environment } from './environment.mts';

/** By name, what a text is made of. */
export const kinds: Record<string, string> = {
	letters: 'a',
	'combining marks': '\u0301\u0316',
	markup: '&<>"',
	'line breaks': '\n',
	brackets: '[',
};

/** Almost as many bytes as n8n takes in one request: 16 MiB. */
const most = 16_000_000;

/** The largest request with a text of this that n8n takes, as `written` writes it. */
export function largest(piece: string, written: (text: string) => string): string {
	const [one, two] = [1, 2].map((count) => Buffer.byteLength(written(piece.repeat(count))));
	return written(piece.repeat(Math.floor(most / (two! - one!))));
}

/** The longest that a health check waited while something was done, in milliseconds. */
export async function longestWait(work: () => Promise<unknown>): Promise<number> {
	let [longest, isDone] = [0, false];
	const checks = (async () => {
		while (!isDone) {
			const asked = performance.now();
			const { status } = await fetch(`${environment().n8n.origin}/healthz`);
			longest = Math.max(longest, performance.now() - asked);
			assert.equal(status, 200);
			await sleep(10);
		}
	})();
	await work();
	isDone = true;
	await checks;
	return longest;
}
