import { getOrInsert } from '../values/collections';

/** The most values of one field that are kept to be named. */
const mostValues = 10;

/** One field, as the records of a query show it. */
interface Seen {
	/** Whether any record shows the field. */
	isShown: boolean;
	/** Whether any record meets the filter. */
	isMet: boolean;
	/** Values of records that don't meet it. */
	others: Set<string>;
}

/** Tracks what the records that are read show in the fields of the filters, to explain why nothing was found. */
export class SeenFields {
	private readonly fields = new Map<string, Seen>();

	/**
	 * Records one record's field.
	 * @param label of the filter
	 * @param values of the record, as they may be named in a hint
	 */
	record(
		label: string,
		{
			isShown,
			isMet = true,
			values = [],
		}: { isShown: boolean; isMet?: boolean; values?: string[] },
	): void {
		const newField = (): Seen => ({ isShown: false, isMet: false, others: new Set() });
		const seen = getOrInsert(this.fields, label, newField);
		seen.isShown ||= isShown;
		seen.isMet ||= isMet;
		if (!isMet)
			for (const value of values) if (seen.others.size < mostValues) seen.others.add(value);
	}

	/** Labels of the fields that no record showed: finding nothing by them proves nothing. */
	get missing(): string[] {
		return [...this.fields].flatMap(([label, { isShown }]) => (isShown ? [] : label));
	}

	/** Labels of the filters that no record met, each with values that other records have. */
	get others(): Array<[label: string, values: string[]]> {
		const unmet = [...this.fields].filter(([, { isMet, others }]) => !isMet && others.size > 0);
		return unmet.map(([label, { others }]) => [label, [...others]]);
	}
}
