import { LargeMap } from '../values/collections';

const minute = 60_000;

/** Values by a key and a schedule. Those less than a minute apart agree: {{ $now }} differs from row to row. */
export class BySchedule<Value> {
	private readonly values = new LargeMap<{ schedule: string | null; value: Value }>();

	/** The value of a schedule that agrees. */
	get(key: string, schedule: string | null): Value | undefined {
		// In the same minute, or beside it.
		for (const beside of schedule === null ? [0] : [0, -1, 1]) {
			const found = this.values.get(nameOf(key, schedule, beside));
			if (found && agree(found.schedule, schedule)) return found.value;
		}
		return undefined;
	}

	set(key: string, schedule: string | null, value: Value): void {
		this.values.set(nameOf(key, schedule), { schedule, value });
	}
}

/** Whether two schedules are less than a minute apart, or both for at once. */
export function agree(one: string | null, other: string | null): boolean {
	if (one === null || other === null) return one === other;
	return Math.abs(Date.parse(one) - Date.parse(other)) < minute;
}

function nameOf(key: string, schedule: string | null, beside = 0): string {
	return schedule === null ? key : `${Math.floor(Date.parse(schedule) / minute) + beside} ${key}`;
}
