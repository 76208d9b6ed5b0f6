/** The control route, which changes a sandbox from another process, outside of the service's own `/api`. */
import { envelope, refusal, type Answer } from './answers.mts';
import type { Sandbox } from './sandbox.mts';

export const controlPath = '/_sandbox/';

/** Answers a request to the control route; `raw` is its body as text. */
export function control(sandbox: Sandbox, action: string, raw: string): Answer {
	try {
		const given = JSON.parse(raw || '{}');
		if (action === 'POST faults') sandbox.play(given);
		else if (action === 'POST statuses') sandbox.setStatus(given.phoneNumber, given.status, given);
		else if (action === 'POST messages') sandbox.addMessage(given);
		else return refusal(404, `The control route has no ${action}.`);
		return envelope(200, 'Done.');
	} catch (error) {
		return refusal(422, (error as Error).message);
	}
}

/** Returns a shell command that changes a delivery status. */
export const statusLine = ({ baseUrl }: Sandbox): string =>
	`curl -X POST ${new URL(`${controlPath}statuses`, baseUrl)} -d '{"phoneNumber":"+254712345678","status":"Undeliverable"}'`;
