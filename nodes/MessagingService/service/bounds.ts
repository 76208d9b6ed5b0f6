/** The date range of a list request: past the end of today in every time zone, to the service's own today, or none. */
export type Days = 'pastToday' | 'toToday' | 'none';

/** The page size and date ranges that the node prefers for a list, where the user sets none. */
export interface Wanted {
	/** Rows on a page; undefined leaves it to the service. */
	perPage?: number;
	/** Date ranges, in the order in which they are tried. */
	days: readonly Days[];
}

/** The page size and date range that the node chose for one list request. */
export interface Chosen {
	perPage?: number;
	days: Days;
	/** Length of the date range in milliseconds; 0 if there is none. */
	span: number;
}

/**
 * Learns from plain refusals which page sizes and date ranges the service accepts: the specification names no bounds
 * (section 8). Values that the user sets are never changed.
 */
export class Bounds {
	/** The largest accepted page size, and the longest accepted range past today; 0 until one is accepted. */
	private mostPerPage = 0;
	private longestSpan = 0;
	private refusesPerPage = false;
	private readonly refusedDays = new Set<Days>();
	private lastSearch: Promise<unknown> = Promise.resolve();

	/**
	 * Returns the preferred page size and date range, without any that the service has refused so far. If it has refused
	 * all ranges, returns the last.
	 */
	choose({ perPage, days }: Wanted): Omit<Chosen, 'span'> {
		const left = days.filter((each) => !this.refusedDays.has(each));
		return {
			...(!this.refusesPerPage && perPage !== undefined && { perPage }),
			days: left[0] ?? days.at(-1)!,
		};
	}

	/**
	 * Yields smaller requests to try after a refusal, one step at a time: without a page size, then with shorter date
	 * ranges.
	 */
	*lessThan({ perPage = 0, days, span }: Chosen, wanted: Wanted): Generator<Omit<Chosen, 'span'>> {
		// A value that was accepted before can't be the cause of the refusal.
		const isOfSize = perPage > this.mostPerPage;
		const isOfDays = days !== 'pastToday' || span > this.longestSpan;
		const kept = perPage > 0 && !isOfSize ? { perPage } : {};
		const steps = [days, ...wanted.days.slice(wanted.days.indexOf(days) + 1)];
		for (const step of steps.slice(isOfSize ? 0 : 1, isOfDays ? undefined : 1))
			if (!this.refusedDays.has(step)) yield { ...kept, days: step };
	}

	/**
	 * Returns an accepted request with the refused page size added back, since the date range may be why it was refused.
	 * Undefined if that page size is not in question.
	 */
	withPerPage({ days }: Chosen, { perPage = 0 }: Chosen): Omit<Chosen, 'span'> | undefined {
		return perPage > this.mostPerPage && !this.refusesPerPage ? { perPage, days } : undefined;
	}

	/** Records an accepted request. @param refused the larger form of it that the service refused before */
	record({ perPage, days, span }: Chosen, wanted: Wanted, refused?: Chosen): void {
		if (days === 'pastToday') this.longestSpan = Math.max(this.longestSpan, span);
		if (perPage !== undefined) this.mostPerPage = Math.max(this.mostPerPage, perPage);
		else if (refused?.perPage !== undefined) this.refusesPerPage = true;
		for (const more of wanted.days.slice(0, wanted.days.indexOf(days))) this.refusedDays.add(more);
	}

	/** Runs searches one at a time, so that each knows the results of those before. The search must not reject. */
	async inTurn<T>(search: () => Promise<T>): Promise<T> {
		const searched = this.lastSearch.then(search);
		this.lastSearch = searched;
		return await searched;
	}
}
