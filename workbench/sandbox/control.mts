/** The control route of a sandbox that runs in another process, outside of the service's own `/api`. */
import { envelope, refusal, type Answer } from './answers.mts';
import type { Sandbox } from './sandbox.mts';

export const controlPath = '/_sandbox/';

/** Answers a request to the control route; `raw` is its body as text. */
export function control(sandbox: Sandbox, action: string, raw: string): Answer {
	try {
		const given = JSON.parse(raw || '{}');
		switch (action) {
			case 'GET state': {
				const { journal, requests, tokensIssued, exchanges, inFlight } = sandbox;
				return { status: 200, body: { journal, requests, tokensIssued, exchanges, inFlight } };
			}
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
