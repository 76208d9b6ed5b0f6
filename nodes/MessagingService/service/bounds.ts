/** The days that a list is asked for: past the end of today wherever that is, to the service's own today, or none. */
export type Days = 'pastToday' | 'toToday' | 'none';

/** Page size and days that this node would like to ask a list for, by its own choice. */
export interface Wanted {
	/** Rows on a page; undefined leaves it to the service. */
	perPage?: number;
	/** In the order in which they are tried. */
	days: readonly Days[];
}

/** Page size and days that one request for a list asks for, by the node's own choice. */
export interface Chosen {
	perPage?: number;
	days: Days;
	/** How many milliseconds its days span; 0 with none. */
	span: number;
}

/**
 * Learns by plain refusals which of the page sizes and days that this node chooses for its lists the service takes: the
 * specification names no bounds (section 8).
 */
export class Bounds {
	/** The largest page size that was taken, and the longest span of days past today; 0 before one was. */
	private mostPerPage = 0;
	private longestSpan = 0;
	private refusesPerPage = false;
	private readonly refusedDays = new Set<Days>();
	private lastSearch: Promise<unknown> = Promise.resolve();

	/** Returns the most of what is wanted that wasn't refused so far. */
	choose({ perPage, days }: Wanted): Omit<Chosen, 'span'> {
		const left = days.filter((each) => !this.refusedDays.has(each));
		return {
			...(!this.refusesPerPage && perPage !== undefined && { perPage }),
			days: left[0] ?? days.at(-1)!,
		};
	}

	/** Yields what to try after a refusal, one step at a time: without a page size, then with fewer days. */
	*lessThan({ perPage = 0, days, span }: Chosen, wanted: Wanted): Generator<Omit<Chosen, 'span'>> {
		// The cause isn't among those that were taken before.
		const isOfSize = perPage > this.mostPerPage;
		const isOfDays = days !== 'pastToday' || span > this.longestSpan;
		const kept = perPage > 0 && !isOfSize ? { perPage } : {};
		const steps = [days, ...wanted.days.slice(wanted.days.indexOf(days) + 1)];
		for (const step of steps.slice(isOfSize ? 0 : 1, isOfDays ? undefined : 1))
			if (!this.refusedDays.has(step)) yield { ...kept, days: step };
	}

	/** Returns what to try once less was taken, without a page size: that may not be why more was refused. */
	withPerPage({ days }: Chosen, { perPage = 0 }: Chosen): Omit<Chosen, 'span'> | undefined {
		return perPage > this.mostPerPage && !this.refusesPerPage ? { perPage, days } : undefined;
	}

	/** Notes what the service took. @param refused what it had refused before, of the same request */
	note({ perPage, days, span }: Chosen, wanted: Wanted, refused?: Chosen): void {
		if (days === 'pastToday') this.longestSpan = Math.max(this.longestSpan, span);
		if (perPage !== undefined) this.mostPerPage = Math.max(this.mostPerPage, perPage);
		else if (refused?.perPage !== undefined) this.refusesPerPage = true;
		for (const more of wanted.days.slice(0, wanted.days.indexOf(days))) this.refusedDays.add(more);
	}

	/** Searches one after the other: what one finds out is known to the next. The search must not reject. */
	async inTurn<T>(search: () => Promise<T>): Promise<T> {
		const searched = this.lastSearch.then(search);
		this.lastSearch = searched;
		return await searched;
	}
}
