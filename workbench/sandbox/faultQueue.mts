/** Decides when a fault plays: armed faults wait for matching requests, and reserved numbers trigger one themselves. */
import type { Answer } from './answers.mts';
import { checkFault, faults } from './faults.mts';
import type { Fault, FaultKind, FaultMeaning, Operation } from './faults.mts';

type Effect = Pick<Fault, 'kind' | 'status' | 'retryAfter'>;

/** Numbers that trigger a fault when sent to: every time, or the first, third, fifth … time. */
export const reservedNumbers: Readonly<Record<string, Effect>> = {
	'+254700000400': { kind: 'badRequest', status: 400 },
	'+254700000401': { kind: 'unauthorized' },
	'+254700000422': { kind: 'refusedInBody' },
	'+254700000429': { kind: 'rateLimited', retryAfter: '1' },
	'+254700000503': { kind: 'serverError', status: 503 },
	'+254700000901': { kind: 'hang' },
	'+254700000902': { kind: 'dropBefore' },
	'+254700000903': { kind: 'dropAfter' },
	'+254700000904': { kind: 'errorAfterAccept' },
	'+254700000907': { kind: 'html' },
	'+254700001401': { kind: 'unauthorized' },
	'+254700001429': { kind: 'rateLimited', retryAfter: '1' },
	'+254700001503': { kind: 'serverError', status: 503 },
};

/** Whether a reserved number lets every other send through. */
export const isEveryOther = (phoneNumber: string): boolean => phoneNumber.startsWith('+254700001');

export class FaultQueue {
	private armed: Array<{ fault: Fault; skip: number; left: number; until?: number }> = [];
	private readonly now: () => number;

	/** Number of sends to each reserved number. */
	private readonly sends = new Map<string, number>();

	/** @param now the true time in milliseconds */
	constructor(now: () => number) {
		this.now = now;
	}

	arm(fault: Fault): void {
		checkFault(fault);
		const { after = 0, lasts, times = lasts === undefined ? 1 : Infinity } = fault;
		this.armed.push({ fault, skip: after, left: times < 0 ? Infinity : times });
	}

	disarm(): void {
		this.armed = [];
	}

	clear(): void {
		this.disarm();
		this.sends.clear();
	}

	/**
	 * Does the work of a request that would succeed, unless a fault matches. A fault that changes pages is passed to
	 * `work`.
	 */
	around(
		operation: Operation,
		recipients: readonly string[],
		work: (fault?: FaultKind) => Answer,
	): Answer {
		const fault = this.take(operation, recipients) ?? this.setOffBy(recipients);
		if (!fault) return work();
		const { answer, accepts }: FaultMeaning = faults[fault.kind];
		if (!answer) return { ...work(fault.kind), fault: fault.kind };
		const done = accepts ? work() : { status: 500, body: '' };
		return { ...answer(fault, done), fault: fault.kind };
	}

	private take(operation: Operation, recipients: readonly string[]): Fault | undefined {
		const meets = ({ on, kind, recipient }: Fault): boolean => {
			const { only }: FaultMeaning = faults[kind];
			if (on !== 'any' && on !== operation) return false;
			if (only && !only.includes(operation)) return false;
			return recipient === undefined || recipients.includes(recipient);
		};
		for (const entry of this.armed) {
			if (entry.left <= 0 || !meets(entry.fault)) continue;
			if (entry.skip-- > 0) continue;
			entry.until ??= this.now() + (entry.fault.lasts ?? Infinity);
			if (this.now() >= entry.until) continue;
			entry.left -= 1;
			return entry.fault;
		}
		return undefined;
	}

	private setOffBy(recipients: readonly string[]): Effect | undefined {
		for (const phoneNumber of recipients) {
			const fault = reservedNumbers[phoneNumber];
			if (!fault) continue;
			const count = (this.sends.get(phoneNumber) ?? 0) + 1;
			this.sends.set(phoneNumber, count);
			if (!isEveryOther(phoneNumber) || count % 2 === 1) return fault;
		}
		return undefined;
	}
}
