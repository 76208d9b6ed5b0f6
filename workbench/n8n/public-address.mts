/** The address by which n8n is told that others reach it, and how its links are opened on this machine. */
import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** Any name but this machine's own: the node texts nobody a link to that. */
export const publicName = 'n8n.example';

/** n8n's setting for its public address. */
export const publicAddress = (port: number) => ({ WEBHOOK_URL: `http://${publicName}:${port}/` });

/** Opens a link as whoever got it does. n8n 1.x signs the host too, and `fetch` can name no other than it asks. */
export async function visit(link: string, init?: RequestInit): Promise<Response> {
	const { host, port, pathname, search } = new URL(link);
	const asked = new Request(link, init);
	const body = Buffer.from(await asked.arrayBuffer());
	return await new Promise((resolve, reject) => {
		const outgoing = request({
			host: '127.0.0.1',
			port,
			path: pathname + search,
			method: asked.method,
			headers: { ...Object.fromEntries(asked.headers), host },
		});
		outgoing.once('error', reject).once('response', (answer) => {
			const headers = Object.entries(answer.headers).map(([name, value]) => [name, String(value)]);
			const { statusCode: status } = answer;
			buffer(answer).then(
				(content) => resolve(new Response(content, { status, headers: headers as [] })),
				reject,
			);
		});
		outgoing.end(body);
	});
}
