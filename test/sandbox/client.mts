/**
 * An independent client of the sandbox, with a token. No status makes it throw. `body` is undefined unless it is JSON.
 */
import axios, { type AxiosRequestConfig } from 'axios';
import { service } from '../harness/index.mts';

export { clock, faults, service } from '../harness/index.mts';

/** A body with the seven fields of a send, which the sandbox accepts. */
export const goodBody = {
	sender_id: 101,
	priority: 'utility',
	campaign: 'reminders',
	message: 'Your appointment is tomorrow',
	schedule: null,
	recipients: ['+254712345678'],
	contact_list_id: null,
};

export interface Answer {
	status: number;
	headers: Record<string, unknown>;
	text: string;
	// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a test says what it expects in there
	body: any;
}

let token = '';

/** Sends a request to a path of the service. */
export async function ask(
	path: string,
	params: object = {},
	bearer = token,
	config: AxiosRequestConfig = {},
): Promise<Answer> {
	const { status, headers, data } = await axios.request<string>({
		url: `${service.baseUrl}${path}`,
		params,
		headers: bearer ? { authorization: `Bearer ${bearer}` } : {},
		validateStatus: () => true,
		transformResponse: (text: string) => text,
		...config,
	});
	let body: unknown;
	try {
		body = JSON.parse(data);
	} catch {
		body = undefined;
	}
	return { status, headers, text: data, body };
}

/** Sends `goodBody` with these changes. */
export const post = async (change: object = {}, signal?: AbortSignal): Promise<Answer> =>
	await ask('/sms/messages', {}, token, {
		method: 'POST',
		data: { ...goodBody, ...change },
		...(signal && { signal }),
	});

export const exchange = async (change: object = {}): Promise<Answer> =>
	await ask('/oauth/token', {}, '', {
		method: 'POST',
		data: { client_id: service.clientId, client_secret: service.clientSecret, ...change },
	});

/** Gets a token of this service for all later requests. */
export async function login(): Promise<void> {
	token = (await exchange()).body.access_token as string;
}

const page = async (params: object) => (await ask('/sms/messages', params)).body.data;

/** Returns the records of a page of messages. */
export const listed = async (params: object = {}): Promise<Array<Record<string, unknown>>> =>
	[(await page(params)).data].flat() as Array<Record<string, unknown>>;

export const total = async (params: object = {}): Promise<number> =>
	(await page(params)).meta.total as number;
