/** One HTTP call as it is handed to n8n. */
import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';
import { accountOf } from '../../nodes/MessagingService/service/account.ts';
import { makeCall, type Requester } from '../../nodes/MessagingService/service/call.ts';
import { Stop } from '../../nodes/MessagingService/service/stop.ts';

jest.mock('n8n-workflow', () => ({}));

/** Returns the time limit that n8n is given, in milliseconds. */
async function limitOf(ofNode: number, ofCall?: number): Promise<number | undefined> {
	const credential = { baseUrl: 'https://sms.example.test/api', clientId: 'a', clientSecret: 'b' };
	let given: IHttpRequestOptions | undefined;
	const httpRequestWithAuthentication = async (_type: string, request: IHttpRequestOptions) => {
		given = request;
		return { statusCode: 200, headers: {}, body: { responsecode: 200, data: {} } };
	};
	const requester = {
		getCredentials: async () => await Promise.resolve<ICredentialDataDecryptedObject>(credential),
		helpers: { httpRequestWithAuthentication },
	} as unknown as Requester;
	const account = accountOf(credential);
	const settings = { timeout: ofNode };
	const caller = { requester, account, credential, settings, stop: new Stop() };
	const call = { purpose: 'read', url: '/sms/senders', timeout: ofCall } as const;
	expect(await makeCall(caller, call, 'token', () => undefined)).toMatchObject({
		type: 'answered',
	});
	return given!.timeout;
}

test("a call's own time limit caps the node's Timeout", async () => {
	expect(await limitOf(300_000, 10_000)).toBe(10_000);
	expect(await limitOf(5_000, 10_000)).toBe(5_000);
	expect(await limitOf(300_000)).toBe(300_000);
});
