import { sleep } from 'n8n-workflow';

/**
 * When `yielding` first ran in the current turn of the event loop, in milliseconds since 1970; undefined if it hasn't.
 */
let turnBegan: number | undefined;

/**
 * Yields these values one by one, and yields to the event loop once a turn has taken 10 milliseconds, whatever work or
 * run took them. So n8n answers webhooks and health checks meanwhile, however many values there are.
 */
export async function* yielding<Value>(values: Iterable<Value>): AsyncGenerator<Value> {
	for (const value of values) {
		if (turnBegan === undefined) {
			turnBegan = Date.now();
			void sleep(0).then(() => (turnBegan = undefined));
		}
		// The clock may be set back meanwhile, too.
		if (Math.abs(Date.now() - turnBegan) >= 10) {
			await sleep(0);
			turnBegan = undefined;
		}
		yield value;
	}
}
