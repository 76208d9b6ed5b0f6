import axios, { type AxiosInstance } from 'axios';
import type { Sandbox } from '../../workbench/sandbox/sandbox.mts';

/** An independent client of the sandbox: every status is an answer, none is an exception. */
export function clientOf(sandbox: Pick<Sandbox, 'baseUrl'>, token?: string): AxiosInstance {
	return axios.create({
		baseURL: sandbox.baseUrl,
		validateStatus: () => true,
		// Without it a hung request would wait for the test's own time-out and say nothing about why.
		timeout: 20_000,
		...(token !== undefined && { headers: { authorization: `Bearer ${token}` } }),
	});
}

/** A client with a token that the sandbox issued just now. */
export async function loggedIn(
	sandbox: Pick<Sandbox, 'baseUrl' | 'clientId' | 'clientSecret'>,
): Promise<AxiosInstance> {
	const { data } = await clientOf(sandbox).post('/oauth/token', {
		client_id: sandbox.clientId,
		client_secret: sandbox.clientSecret,
	});
	return clientOf(sandbox, data.access_token);
}

/** The seven fields of a send that the sandbox accepts. */
export const goodSend = {
	sender_id: 101,
	priority: 'utility',
	campaign: 'reminders',
	message: 'Your appointment is tomorrow',
	schedule: null,
	recipients: ['+254712345678'],
	contact_list_id: null,
};

/** The envelope of a refusal whose sentence matches. */
export function refusedWith(code: number, sentence: RegExp): object {
	return { responsecode: code, data: {}, responsemessage: expect.stringMatching(sentence) };
}
