import { sleep } from 'n8n-workflow';

/** When the present turn of n8n's event loop began; undefined as long as nobody has asked in it. */
let turnBegan: number | undefined;

/**
 * These values one by one, so that n8n answers webhooks and health checks meanwhile, however many there are: once a
 * turn of its event loop takes 10 milliseconds, whichever work or run it went to, they wait for the next one.
 */
export async function* inTurns<Value>(values: Iterable<Value>): AsyncGenerator<Value> {
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
