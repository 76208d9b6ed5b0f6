import { sleep } from 'n8n-workflow';

/** When the present turn of n8n's event loop began; undefined as long as nobody has asked in it. */
let turnBegan: number | undefined;

/**
 * Whether a turn of n8n's event loop takes 10 milliseconds by now, whichever work or run it went to: then long work
 * waits for the next one, and n8n answers webhooks and health checks.
 */
function isTurnOver(): boolean {
	if (turnBegan === undefined) {
		turnBegan = Date.now();
		void sleep(0).then(() => (turnBegan = undefined));
	}
	return Date.now() - turnBegan >= 10;
}

/** Lets n8n's event loop go round once. */
async function nextTurn(): Promise<void> {
	await sleep(0);
	turnBegan = undefined;
}

/** These values one by one, so that n8n answers others meanwhile, however many there are. */
export async function* inTurns<Value>(values: Iterable<Value>): AsyncGenerator<Value> {
	for (const value of values) {
		if (isTurnOver()) await nextTurn();
		yield value;
	}
}

/** The places of so many items, from 0. */
export function placesUpTo(total: number): Iterable<number> {
	return new Array(total).keys();
}
