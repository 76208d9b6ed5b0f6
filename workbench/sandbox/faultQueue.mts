import { checkFault, faults, type Fault, type FaultMeaning, type Operation } from './faults.mts';

interface ArmedFault {
	fault: Fault;
	skip: number;
	left: number;
}

/** The faults that wait for their requests; the one armed first meets a request first. */
export class FaultQueue {
	private armed: ArmedFault[] = [];

	arm(fault: Fault): void {
		checkFault(fault);
		const times = fault.times ?? 1;
		this.armed.push({ fault, skip: fault.after ?? 0, left: times < 0 ? Infinity : times });
	}

	/** The fault that meets this request, if one does; it has then been played once more. */
	take(operation: Operation, recipients: readonly string[]): Fault | undefined {
		for (const entry of this.armed) {
			if (!meets(entry.fault, operation, recipients)) continue;
			if (entry.skip > 0) {
				entry.skip -= 1;
				continue;
			}
			if (entry.left <= 0) continue;
			entry.left -= 1;
			if (entry.left <= 0) this.armed = this.armed.filter((other) => other !== entry);
			return entry.fault;
		}
		return undefined;
	}

	/** The faults that have not been played to their end. */
	waiting(): Fault[] {
		return this.armed.map((entry) => ({ ...entry.fault, times: entry.left, after: entry.skip }));
	}

	clear(): void {
		this.armed = [];
	}
}

function meets(fault: Fault, operation: Operation, recipients: readonly string[]): boolean {
	const meaning: FaultMeaning = faults[fault.kind];
	if (fault.on !== 'any' && fault.on !== operation) return false;
	if (meaning.only && !meaning.only.includes(operation)) return false;
	return fault.recipient === undefined || recipients.includes(fault.recipient);
}
