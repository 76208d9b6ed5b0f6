/** The object that all files share which one process of jest runs. */
const shared = AbortSignal;

afterEach(() => void (globalThis.AbortSignal = shared));

/**
 * Has this file's code get its time-outs from a test, until that ends: `AbortSignal.timeout` is `timeout`. Not by a
 * spy, which would also note the requests that an earlier file has left under way.
 */
export function stubTimeouts(timeout: (milliseconds: number) => AbortSignal): void {
	globalThis.AbortSignal = new Proxy(shared, {
		get: (_, name) => (name === 'timeout' ? timeout : Reflect.get(shared, name)),
	});
}
