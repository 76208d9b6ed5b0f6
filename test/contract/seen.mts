import type { AxiosInstance, AxiosRequestConfig } from 'axios';
import type { FaultKind } from '../../workbench/sandbox/faults.mts';
import type { Sandbox } from '../../workbench/sandbox/sandbox.mts';

/** What a client sees: status and body, or the code of the connection's failure. */
export interface Seen {
	status?: number;
	body?: unknown;
	headers?: object;
	code?: string;
}

/** Sends a request and tells what the client sees. A request that hangs is given up. */
export async function seenBy(
	client: AxiosInstance,
	sandbox: Sandbox,
	config: AxiosRequestConfig,
): Promise<Seen> {
	const controller = new AbortController();
	const earlier = sandbox.requests.length;
	const hangs = () =>
		sandbox.requests.slice(earlier).some(({ fault }) => fault?.startsWith('hang'));
	const watch = setInterval(() => hangs() && controller.abort(), 20);
	try {
		const { status, data, headers } = await client.request({
			...config,
			signal: controller.signal,
		});
		return { status, body: data, headers };
	} catch (error) {
		return { code: (error as { code: string }).code };
	} finally {
		clearInterval(watch);
	}
}

const refused = (responsecode: number): object =>
	expect.objectContaining({ responsecode, data: {}, responsemessage: expect.any(String) });

/** What a send that meets the fault sees; every kind that a send can meet has its row. */
export const answers: Partial<Record<FaultKind, Seen>> = {
	unauthorized: { status: 401, body: refused(401) },
	unauthorizedInBody: { status: 200, body: refused(401) },
	rateLimited: { status: 429, body: refused(429) },
	rateLimitedInBody: { status: 200, body: refused(429) },
	badRequest: { status: 400, body: refused(400) },
	refusedInBody: { status: 200, body: refused(422) },
	successFalse: {
		status: 200,
		body: {
			responsecode: 201,
			data: { success: false, messageId: '' },
			responsemessage: expect.any(String),
		},
	},
	serverError: { status: 500, body: refused(500) },
	serverErrorInBody: { status: 200, body: refused(500) },
	html: {
		status: 200,
		body: expect.stringMatching(/^<!DOCTYPE html>/),
		headers: expect.objectContaining({ 'content-type': 'text/html; charset=utf-8' }),
	},
	hang: { code: 'ERR_CANCELED' },
	dropBefore: { code: 'ECONNRESET' },
	dropAfter: { code: 'ECONNRESET' },
	// axios has its own name for an answer that breaks off after its head.
	dropMidAnswer: { code: 'ERR_BAD_RESPONSE' },
	errorAfterAccept: { status: 500, body: refused(500) },
	hangAfterAccept: { code: 'ERR_CANCELED' },
	notJson: { status: 200, body: 'OK queued {"messageId":' },
	wrongShape: { status: 200, body: { ok: [1, 2, 3] } },
	noise: { status: 200, body: expect.stringMatching(/^(noise ){100}/) },
	emptyBody: { status: 200, body: '' },
};
