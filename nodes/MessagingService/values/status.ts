import { givenText, parsedJson } from './given';
import { problems, type ValueOrProblem } from '../texts';

/** A status as it is compared, in lower case; an empty text where there is none. */
export function statusKey(status: unknown): string {
	return givenText(status)?.trim().toLowerCase() ?? '';
}

/** Reads a list of statuses, also as JSON, or a text with separators, as their keys. Undefined for none. */
export function readStatuses(
	value: unknown,
	field: string,
): ValueOrProblem<ReadonlySet<string> | undefined> {
	const statuses = [value].flat().flatMap(statusesIn);
	if (statuses.includes(undefined)) return { problem: problems.statusesOfWrongType(field, value) };
	const keys = statuses.map(statusKey).filter(Boolean);
	return { value: keys.length > 0 ? new Set(keys) : undefined };
}

/** The statuses that a text or a number names; undefined for what names none. */
function statusesIn(member: unknown): Array<string | undefined> {
	const text = givenText(member)?.trim();
	// An object within a text becomes '[object Object]'.
	if (text === undefined || text.includes('[object Object]')) return [undefined];
	const json = parsedJson(text);
	const texts =
		json === undefined ? [text.replace(/^\[(.*)\]$/s, '$1')] : [json].flat().map(givenText);
	return texts.flatMap((each) => each?.split(/[,;\r\n]/).map(withoutQuotes));
}

function withoutQuotes(status: string): string {
	return status.trim().replace(/^(["'])(.*)\1$/, '$2');
}
