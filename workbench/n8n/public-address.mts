/** Sets n8n's public address, and opens links to it on this machine. */
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** Any name except this machine's own: the node texts nobody a link to localhost. */
export const publicName = 'n8n.example';

/** Returns n8n's setting for its public address. */
export const publicAddress = (port: number) => ({ WEBHOOK_URL: `http://${publicName}:${port}/` });

/**
 * Opens a link as its recipient would, but connects to 127.0.0.1. Doesn't use `fetch`, which can't send another host
 * than it connects to: n8n 1.x signs the host too.
 */
export async function visit(link: string, init?: RequestInit): Promise<Response> {
	const { host, port, pathname, search } = new URL(link);
	const asked = new Request(link, init);
	const outgoing = request({
		host: '127.0.0.1',
		port,
		path: pathname + search,
		method: asked.method,
		headers: { ...Object.fromEntries(asked.headers), host },
	});
	outgoing.end(Buffer.from(await asked.arrayBuffer()));
	const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
	const headers = answer.headers as Record<string, string>;
	return new Response(await buffer(answer), { status: answer.statusCode, headers });
}
