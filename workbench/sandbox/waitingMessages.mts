/** How long an accepted message isn't listed; milliseconds of the true time. */
export interface Wait {
	since: number;
	delay: number;
}

/** Messages that are accepted and not listed yet. */
export class WaitingMessages<Message> {
	private waiting: Array<{ message: Message; wait: Wait }> = [];

	add(message: Message, wait: Wait): void {
		this.waiting.push({ message, wait });
	}

	/**
	 * Takes out those that are due. A delay that was shortened meanwhile counts at once, a longer one
	 * only for later messages.
	 */
	takeDue(now: number, currentDelay: number): Message[] {
		const isDue = ({ wait }: { wait: Wait }) =>
			now - wait.since >= Math.min(wait.delay, currentDelay);
		const due = this.waiting.filter(isDue);
		if (due.length > 0) this.waiting = this.waiting.filter((entry) => !isDue(entry));
		return due.map(({ message }) => message);
	}

	find(matches: (message: Message) => boolean): Message | undefined {
		return this.waiting.find(({ message }) => matches(message))?.message;
	}

	clear(): void {
		this.waiting = [];
	}
}
