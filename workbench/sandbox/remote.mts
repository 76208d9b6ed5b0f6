import type { SandboxReport } from './control.mts';
import type { Fault } from './faults.mts';
import type { MessageFromElsewhere } from './messageFromElsewhere.mts';
import type { ChangeableOptions } from './options.mts';

export type { SandboxReport } from './control.mts';

/** A sandbox that runs in another process, reached over its control route. */
export interface RemoteSandbox {
	state(): Promise<SandboxReport>;
	play(fault: Fault): Promise<void>;
	/** As `setStatus` of a sandbox in this process. */
	setStatus(
		phoneNumber: string,
		status: string | null | undefined,
		only?: { messageId?: number | string },
	): Promise<void>;
	/** As `addMessage` of a sandbox in this process. */
	addMessage(message?: MessageFromElsewhere): Promise<number>;
	expireTokens(): Promise<void>;
	setOptions(options: ChangeableOptions): Promise<void>;
	reset(): Promise<void>;
}

/**
 * Connects to the sandbox at `origin`, for example `http://127.0.0.1:3000`; its base URL, ending in
 * `/api`, does as well. Every call rejects with the sandbox's own sentence when it is refused.
 */
export function connectSandbox(origin: string): RemoteSandbox {
	const address = new URL(origin).origin;
	const call = async (method: 'GET' | 'POST', action: string, body?: object): Promise<unknown> => {
		const response = await fetch(`${address}/_sandbox/${action}`, {
			method,
			...(body && {
				body: JSON.stringify(body, withoutInfinity),
				headers: { 'content-type': 'application/json' },
			}),
		});
		const answer = (await response.json()) as { responsemessage?: string };
		if (!response.ok) throw new Error(`The sandbox refused ${action}: ${answer.responsemessage}`);
		return answer;
	};
	return {
		state: async () => (await call('GET', 'state')) as SandboxReport,
		play: async (fault) => void (await call('POST', 'faults', fault)),
		// JSON leaves undefined out, which is how the control route is told to go back to time.
		setStatus: async (phoneNumber, status, only) =>
			void (await call('POST', 'statuses', { ...only, phoneNumber, status })),
		addMessage: async (message = {}) =>
			((await call('POST', 'messages', message)) as { data: { id: number } }).data.id,
		expireTokens: async () => void (await call('POST', 'expire-tokens')),
		setOptions: async (options) => void (await call('POST', 'options', options)),
		reset: async () => void (await call('POST', 'reset')),
	};
}

// JSON writes Infinity as null, which the sandbox would read as "left out"; -1 is "for ever" over HTTP.
function withoutInfinity(name: string, value: unknown): unknown {
	return name === 'times' && value === Infinity ? -1 : value;
}
