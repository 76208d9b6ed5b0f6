/**
 * Texts that somebody else writes, as large as n8n accepts them, and the time for which they keep n8n from answering.
 */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { environment } from './environment.mts';

/** Kinds of text: by name, the piece that is repeated. */
export const kinds: Record<string, string> = {
	letters: 'a',
	'combining marks': '\u0301\u0316',
	markup: '&<>"',
	'line breaks': '\n',
	brackets: '[',
};

/** Size of a request in bytes, just below the 16 MiB that n8n accepts. */
const most = 16_000_000;

/** Returns the largest request that n8n accepts with a text of this piece, in the form that `written` gives it. */
export function largest(piece: string, written: (text: string) => string): string {
	const [one, two] = [1, 2].map((count) => Buffer.byteLength(written(piece.repeat(count))));
	return written(piece.repeat(Math.floor(most / (two! - one!))));
}

/** Returns the longest wait of a health check during the work, in milliseconds. */
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
