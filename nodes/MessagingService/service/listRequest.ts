import type { IDataObject } from 'n8n-workflow';

import type { Chosen, Days, Wanted } from './bounds';
import type { Outcome } from './outcome';
import type { Session } from './session';
import { getOrInsert } from '../values/collections';

interface List extends Wanted {
	/** Relative to {base_url}. */
	url: string;
	/** How many requests of the run may be under way at once. */
	concurrency: number;
	/** Returns the filters: the user's own, which are never left out, and those for the date range. */
	query(days: Days): IDataObject;
}

/** One variant of the request, the same for all pages. */
interface ListForm extends Chosen {
	query: IDataObject;
}

/** Lists, by run, for which the service refuses every variant of the request. Each is searched only once. */
const searchedInVain = new WeakMap<Session, Set<string>>();

/**
 * Requests the pages of one list. If the service plainly refuses the first request, drops the node's own choices step
 * by step until it accepts. Later pages are requested in the same way.
 */
export class ListRequest {
	/** The variant that the service accepted; undefined until it accepts one. */
	taken?: ListForm;

	constructor(
		private readonly session: Session,
		private readonly list: List,
	) {}

	/** Requests a page. Never rejects. If the service refuses every variant, returns its first refusal. */
	async page(number: number): Promise<Outcome> {
		if (this.taken) return await this.ask(number, this.taken);
		const { bounds } = this.session.account;
		const asked = this.asking(bounds.choose(this.list));
		const outcome = await this.ask(number, asked);
		if (outcome.type === 'answered') this.take(asked);
		if (!isOfBounds(outcome)) return outcome;
		const inVain = getOrInsert(searchedInVain, this.session, () => new Set());
		const key = JSON.stringify([this.list.url, this.list.query('none')]);
		if (inVain.has(key)) return outcome;
		const search = bounds.inTurn(async () => await this.askForLess(number, asked));
		const found = await this.session.stop.orStopped(search, () => undefined);
		if (!found) inVain.add(key);
		return found ?? outcome;
	}

	/** Tries smaller variants. Returns the first outcome that doesn't refuse the amount requested, or undefined. */
	private async askForLess(number: number, refused: ListForm): Promise<Outcome | undefined> {
		const { bounds } = this.session.account;
		for (const step of bounds.lessThan(refused, this.list)) {
			const less = this.asking(step);
			const outcome = await this.ask(number, less);
			if (isOfBounds(outcome)) continue;
			if (outcome.type !== 'answered') return outcome;
			const withPerPage = bounds.withPerPage(less, refused);
			const more = withPerPage && this.asking(withPerPage);
			const again = more && (await this.ask(number, more));
			if (again?.type === 'answered') {
				this.take(more!, refused);
				return again;
			}
			this.take(less, refused);
			return outcome;
		}
		return undefined;
	}

	private take(asked: ListForm, refused?: ListForm): void {
		this.session.account.bounds.record(asked, this.list, refused);
		this.taken = asked;
	}

	private asking(chosen: Omit<Chosen, 'span'>): ListForm {
		const query = this.list.query(chosen.days);
		const span = Date.parse(String(query.end_date)) - Date.parse(String(query.start_date));
		return { ...chosen, query, span: span || 0 };
	}

	private async ask(page: number, { query, perPage }: ListForm): Promise<Outcome> {
		const { url, concurrency } = this.list;
		const qs = { ...query, page, ...(perPage !== undefined && { per_page: perPage }) };
		return await this.session.request({ purpose: 'read', url, qs, concurrency });
	}
}

/** Whether the service may have refused the amount requested, rather than the account (403) or the address (404). */
function isOfBounds(outcome: Outcome): boolean {
	if (outcome.type !== 'refused') return false;
	const { status } = outcome;
	return status >= 400 && status < 500 && status !== 403 && status !== 404;
}
