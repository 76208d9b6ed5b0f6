/** What listens on this machine, and how it is reached where a proxy leads to the others. */
import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';

// As the libraries that read NO_PROXY compare them: an IPv6 address with and without its brackets.
const loopback = ['localhost', '127.0.0.1', '[::1]', '::1'];

/** Takes all that listens on this machine off the proxy, for this process and those that it starts. */
export function spareLoopback(environment: NodeJS.ProcessEnv = process.env): void {
	const spared = (environment.no_proxy || environment.NO_PROXY || '')
		.split(/[\s,]+/)
		.filter(Boolean);
	const all = [...new Set([...spared, ...loopback])].join(',');
	// Both spellings: some libraries look at one first, some at the other.
	environment.no_proxy = all;
	environment.NO_PROXY = all;
}

/** Lets a server listen on a free port of 127.0.0.1, or on this one, and gives the port. */
export async function listen(server: Server, port = 0): Promise<number> {
	server.listen(port, '127.0.0.1');
	await once(server, 'listening');
	return (server.address() as AddressInfo).port;
}
