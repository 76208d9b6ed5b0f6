import { givenText } from './givenText';
import type { Outcome } from './problem';
import { problems } from './problems';

/** A status as it is compared: services write the same one in upper and in lower case. An empty text where there is none. */
export function statusKey(status: unknown): string {
	return givenText(status)?.trim().toLowerCase() ?? '';
}

/** Reads statuses, a list or a text with commas, semicolons or line breaks between them, as keys of theirs; undefined where none is named. */
export function readStatuses(value: unknown, field: string): Outcome<ReadonlySet<string> | undefined> {
	const members = Array.isArray(value) ? value : [value];
	const keys = new Set<string>();
	for (const member of members) {
		const text = givenText(member);
		if (text === undefined) return { problem: problems.textOfWrongType(field, value) };
		for (const status of text.split(/[,;\r\n]/)) {
			if (statusKey(status)) keys.add(statusKey(status));
		}
	}
	return { value: keys.size > 0 ? keys : undefined };
}
