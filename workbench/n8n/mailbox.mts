/** A mail server on 127.0.0.1 that accepts every email and delivers none. Collects mail of n8n's Send Email node. */
import assert from 'node:assert/strict';
import { createServer, type Socket } from 'node:net';
import { listen } from '../engine/loopback.mts';
import { visit } from './public-address.mts';

export interface Mail {
	to: string;
	subject: string;
	text: string;
}

/** Parses one email. Decodes only the encodings that a short plain text gets in transit. */
function mailFrom(source: string): Mail {
	const [head = '', ...rest] = source.split('\r\n\r\n');
	// A long header continues on the next line, which begins with a space or a tab.
	const header = head.replaceAll(/\r\n[ \t]+/g, ' ');
	const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(header)?.[1] ?? '';
	let text = rest.join('\n\n').replaceAll('\r\n', '\n').replaceAll(/^\.\./gm, '.').trimEnd();
	if (/quoted-printable/i.test(field('Content-Transfer-Encoding'))) {
		const byte = (_: string, code: string) => String.fromCharCode(Number.parseInt(code, 16));
		const bytes = text.replaceAll('=\n', '').replaceAll(/=([0-9A-F]{2})/g, byte);
		text = Buffer.from(bytes, 'latin1').toString();
	}
	return { to: field('To'), subject: field('Subject'), text };
}

/** Speaks just enough SMTP for a client that sends one plain email after the other. */
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
			inMail = !inMail && part.startsWith('DATA');
			socket.write(inMail ? '354 Go on\r\n' : '250 OK\r\n');
		}
	});
}

/** Opens a mailbox on a free port. `credential` has the fields of n8n's SMTP credential for it. */
export async function openMailbox() {
	const mails: Mail[] = [];
	const server = createServer((socket) => {
		converse(socket.unref(), (source) => mails.push(mailFrom(source)));
	});
	const port = await listen(server.unref());
	const account = { secure: false, disableStartTls: true, user: '', password: '' };
	const credential = { host: '127.0.0.1', port, ...account };
	return { credential, mails, stop: () => server.close() };
}

/** User agent of a browser. n8n ignores a program that identifies itself: it may only be previewing the link. */
const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';

export async function click({ text }: Mail, label: string): Promise<void> {
	const buttons = [...text.matchAll(/<a href="([^"]+)"[^>]*>([^<]*)<\/a>/g)];
	const address = buttons.find(([, , words]) => words?.replace('&#39;', "'") === label)?.[1];
	assert.ok(address, `No button '${label}' in ${text}`);
	await visit(address.replaceAll('&amp;', '&'), { headers: { 'user-agent': browser } });
}
