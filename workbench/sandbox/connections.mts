import type { Socket } from 'node:net';

/** Numbers the connections that requests of clients come over, from 1, in the order of their first request. */
export class Connections {
	private readonly numbers = new WeakMap<Socket, number>();
	private last = 0;

	/** The number of this connection; a new one where no request came over it before. */
	numberOf(socket: Socket): number {
		const number = this.numbers.get(socket) ?? ++this.last;
		this.numbers.set(socket, number);
		return number;
	}
}
