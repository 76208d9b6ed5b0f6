/** The control route of a sandbox that runs in another process, outside of the service's own `/api`. */
import { envelope, refusal, type Answer } from './answers.mts';
import type { ChangeableOptions } from './options.mts';
import type { Sandbox } from './sandbox.mts';

export const controlPath = '/_sandbox/';

/** What `GET /_sandbox/state` answers. */
export type SandboxReport = ReturnType<typeof report>;

function report({ journal, requests, tokensIssued, exchanges, inFlight }: Sandbox) {
	return { journal, requests, tokensIssued, exchanges, inFlight };
}

/** Answers a request to the control route; `raw` is its body as text. */
export function control(sandbox: Sandbox, action: string, raw: string): Answer {
	try {
		const given = JSON.parse(raw || '{}');
		switch (action) {
			case 'GET state':
				return { status: 200, body: report(sandbox) };
			case 'POST faults':
				sandbox.play(given);
				return envelope(200, 'The fault is armed.');
			case 'POST statuses':
				sandbox.setStatus(given.phoneNumber, given.status, given);
				return envelope(200, 'The status is set, or follows the time again.');
			case 'POST messages':
				return envelope(200, 'The message is in the list.', { id: sandbox.addMessage(given) });
			case 'POST options':
				sandbox.setOptions(given);
				return envelope(200, 'The options are changed.');
			case 'POST reset':
				sandbox.reset();
				return envelope(200, 'The sandbox is as it was at its start.');
			default:
				return refusal(404, `The control route has no ${action}.`);
		}
	} catch (error) {
		return refusal(422, (error as Error).message);
	}
}

/** The sandbox in another process with this base URL. Each call rejects with its own sentence when it is refused. */
export function connectSandbox(baseUrl: string) {
	const call = async (method: 'GET' | 'POST', action: string, body?: object) => {
		const url = new URL(controlPath + action, baseUrl);
		const response = await fetch(url, { method, body: body && JSON.stringify(body) });
		const answer = (await response.json()) as SandboxReport & { responsemessage?: string };
		if (!response.ok) throw new Error(`The sandbox refused ${action}: ${answer.responsemessage}`);
		return answer;
	};
	return {
		state: async (): Promise<SandboxReport> => await call('GET', 'state'),
		setOptions: async (options: ChangeableOptions) => void (await call('POST', 'options', options)),
		reset: async () => void (await call('POST', 'reset')),
	};
}
