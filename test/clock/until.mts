/** Waits for a state, in turns of the event loop: a slow machine takes longer for each, and nothing else changes. */

/** Resolves after so many turns. In each, everything that can go on does so. */
export async function turns(count: number): Promise<void> {
	for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** Resolves once this is so. A test in which it never is ends by jest's time limit. */
export async function until(isSo: () => boolean): Promise<void> {
	while (!isSo()) await turns(1);
}
