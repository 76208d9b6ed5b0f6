/** A mail server on 127.0.0.1 that takes every e-mail and delivers none: what n8n's Send Email node has sent. */
import { createServer, type AddressInfo, type Socket } from 'node:net';

export interface ReceivedMail {
	from: string;
	to: string;
	subject: string;
	text: string;
}

export interface Mailbox {
	/** The fields of n8n's SMTP credential for it. */
	credential: Record<string, unknown>;
	mails: ReceivedMail[];
	/** Turns away the next so many that come with mail; zero takes everybody again. */
	refuse(times: number): void;
	stop(): Promise<void>;
}

const answers: Array<[RegExp, string]> = [
	[/^(EHLO|HELO|MAIL|RCPT|RSET|NOOP)/i, '250 OK'],
	[/^DATA/i, '354 Go on'],
	[/^QUIT/i, '221 Bye'],
];

/** Reads one e-mail as its sender wrote it; only the form that a short plain text takes on the way. */
function mailFrom(sent: string): ReceivedMail {
	// Of an e-mail without text, the empty line after the header is part of the mark of its end.
	const source = `${sent}\r\n\r\n`;
	const end = source.indexOf('\r\n\r\n');
	// A long header goes on in the next line, which begins with a blank.
	const header = source.slice(0, end).replaceAll(/\r\n[ \t]+/g, ' ');
	const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(header)?.[1] ?? '';
	const body = source
		.slice(end + 4)
		.replaceAll(/^\.\./gm, '.')
		.replaceAll('\r\n', '\n')
		.trimEnd();
	const isQuoted = /quoted-printable/i.test(field('Content-Transfer-Encoding'));
	const bytes = (quoted: string) =>
		quoted
			.replaceAll('=\n', '')
			.replaceAll(/=([0-9A-F]{2})/g, (_, code: string) =>
				String.fromCharCode(Number.parseInt(code, 16)),
			);
	const text = isQuoted ? Buffer.from(bytes(body), 'latin1').toString() : body;
	return { from: field('From'), to: field('To'), subject: field('Subject'), text };
}

function turnAway(socket: Socket): void {
	socket.on('error', () => socket.destroy()).end('421 Not now\r\n');
}

function converse(socket: Socket, take: (source: string) => void): void {
	let received = '';
	let inMail = false;
	socket.setEncoding('utf8').on('error', () => socket.destroy());
	socket.write('220 mailbox\r\n');
	socket.on('data', (chunk: string) => {
		received += chunk;
		for (;;) {
			const mark = inMail ? '\r\n.\r\n' : '\r\n';
			const end = received.indexOf(mark);
			if (end < 0) return;
			const part = received.slice(0, end);
			received = received.slice(end + mark.length);
			if (inMail) take(part);
			const answer = inMail
				? '250 Taken'
				: (answers.find(([command]) => command.test(part))?.[1] ?? '502 Unknown');
			inMail = answer.startsWith('354');
			socket.write(`${answer}\r\n`);
			if (answer.startsWith('221')) socket.end();
		}
	});
}

/** Opens a mailbox on a free port. */
export async function openMailbox(): Promise<Mailbox> {
	const mails: ReceivedMail[] = [];
	const sockets = new Set<Socket>();
	let refusals = 0;
	const server = createServer((socket) => {
		sockets.add(socket.once('close', () => sockets.delete(socket)));
		if (refusals > 0) {
			refusals--;
			turnAway(socket);
			return;
		}
		converse(socket, (source) => mails.push(mailFrom(source)));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		credential: {
			host: '127.0.0.1',
			port,
			secure: false,
			disableStartTls: true,
			user: '',
			password: '',
		},
		mails,
		refuse: (times) => (refusals = times),
		stop: async () => {
			for (const socket of sockets) socket.destroy();
			await new Promise<void>((resolve) => void server.close(() => resolve()));
		},
	};
}
