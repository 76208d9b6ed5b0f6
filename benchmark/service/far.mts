/** Puts a service on this machine far away: over TLS, and each way takes its time. */
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { selfSigned } from '../../workbench/sandbox/selfSigned.mts';

/** Milliseconds that everything takes in each direction: half a round trip. */
export const oneWay = 10;

async function listening(server: Server): Promise<number> {
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return (server.address() as AddressInfo).port;
}

/** Hands on what comes in, later. Timers of the same length fire in the order in which they were set. */
function handOn(from: Socket, to: Socket, late: () => number): void {
	from.on('data', (chunk) => setTimeout(() => to.write(chunk), late()));
	from.once('end', () => setTimeout(() => to.end(), late()));
	from.on('error', () => undefined);
	// Not where it ended in order: on a busy machine this and the last data are handed on in one moment, and
	// a connection that is destroyed then is reset before the other side has read them.
	from.once('close', () => {
		if (!from.readableEnded) setTimeout(() => to.destroy(), late());
	});
}

/**
 * @param port where the service listens on this machine, without TLS
 * @returns the port where it is reached from afar, and what ends the way there
 */
export async function farAway(port: number): Promise<{ port: number; stop(): void }> {
	const secure = createTlsServer(selfSigned, (socket) => {
		const service = connect({ port, host: '127.0.0.1', noDelay: true });
		socket.pipe(service).pipe(socket);
		socket.once('error', () => service.destroy());
		service.once('error', () => socket.destroy());
	});
	const securePort = await listening(secure);
	const relay = createServer({ noDelay: true }, (client) => {
		// This machine's client is connected at once: what it says first waits for the round trip that opening takes.
		const opened = performance.now() + 2 * oneWay;
		const far = connect({ port: securePort, host: '127.0.0.1', noDelay: true });
		handOn(client, far, () => Math.max(0, opened - performance.now()) + oneWay);
		handOn(far, client, () => oneWay);
	});
	return {
		port: await listening(relay),
		stop: () => {
			relay.close();
			secure.close();
		},
	};
}
