import { envelope, refusal, type Answer } from './answers.mts';
import type { Fault } from './faults.mts';
import { addFromElsewhere } from './messageFromElsewhere.mts';
import { changeSettings, type ChangeableOptions } from './options.mts';
import { setStatus, type StatusOrder } from './setStatus.mts';
import type { SetStatus } from './shownStatuses.mts';
import { resetState, type JournalEntry, type RequestEntry, type SandboxState } from './state.mts';

/** Where the control route lives, outside of the service's own `/api`. */
export const controlPath = '/_sandbox/';

/** What `GET /_sandbox/state` answers. */
export interface SandboxReport {
	journal: JournalEntry[];
	requests: RequestEntry[];
	tokensIssued: number;
	exchanges: number;
	inFlight: { now: number; peak: number };
	/** Armed faults that have not been played to their end; a `times` of null means for ever. */
	faults: Fault[];
	/** What is set over the time; a `status` of null is a record without one. */
	statuses: SetStatus[];
}

/** Answers a request to the control route. `raw` is the body as text. */
export function control(state: SandboxState, method: string, path: string, raw: string): Answer {
	const action = `${method} ${path.slice(controlPath.length)}`;
	try {
		switch (action) {
			case 'GET state':
				return { status: 200, body: report(state) };
			case 'POST faults':
				state.faults.arm(fields(raw) as unknown as Fault);
				return done('The fault is armed.');
			case 'POST statuses': {
				const order = fields(raw) as unknown as StatusOrder;
				setStatus(state, order);
				return done(
					order.status === undefined ? 'The status follows the time again.' : 'The status is set.',
				);
			}
			case 'POST messages':
				return done('The message is in the list.', { id: addFromElsewhere(state, fields(raw)) });
			case 'POST expire-tokens':
				state.tokens.expireAll();
				return done('Every token issued so far is rejected from now on.');
			case 'POST options':
				changeSettings(state.settings, fields(raw) as ChangeableOptions);
				return done('The options are changed.');
			case 'POST reset':
				resetState(state);
				return done('The sandbox is as it was at its start.');
			default:
				return refusal(404, `The control route has no ${action}.`);
		}
	} catch (error) {
		return refusal(422, error instanceof Error ? error.message : String(error));
	}
}

function report(state: SandboxState): SandboxReport {
	const { journal, requests, counters } = state;
	return {
		journal,
		requests,
		...counters,
		faults: state.faults.waiting(),
		statuses: state.statuses.all(),
	};
}

function done(text: string, data: object = {}): Answer {
	return { status: 200, body: envelope(200, data, text) };
}

function fields(raw: string): Record<string, unknown> {
	const value: unknown = JSON.parse(raw || '{}');
	if (typeof value !== 'object' || value === null || Array.isArray(value))
		throw new Error('The body is a JSON object.');
	return value as Record<string, unknown>;
}
