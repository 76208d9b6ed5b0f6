/** Starts servers on the loopback address, and keeps requests to it off the proxy. */
import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';

// Libraries that read NO_PROXY compare an IPv6 address with or without its brackets, so both are listed.
const loopback = ['localhost', '127.0.0.1', '[::1]', '::1'];

/** Exempts the loopback addresses from the proxy, for this process and its child processes. */
export function spareLoopback(environment: NodeJS.ProcessEnv = process.env): void {
	const spared = (environment.no_proxy || environment.NO_PROXY || '')
		.split(/[\s,]+/)
		.filter(Boolean);
	const all = [...new Set([...spared, ...loopback])].join(',');
	// Both spellings: some libraries look at one first, some at the other.
	environment.no_proxy = all;
	environment.NO_PROXY = all;
}

/** Starts a server on 127.0.0.1, on `port` or on a free port if that is 0. Returns the port. */
export async function listen(server: Server, port = 0): Promise<number> {
	server.listen(port, '127.0.0.1');
	await once(server, 'listening');
	return (server.address() as AddressInfo).port;
}
