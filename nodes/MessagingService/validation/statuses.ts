import { givenText } from './givenText';
import type { ValueOrProblem } from './problem';
import { problems } from './problems';

/**
 * A status as it is compared: services write the same one in upper and in lower case. An empty text
 * where there is none.
 */
export function statusKey(status: unknown): string {
	return givenText(status)?.trim().toLowerCase() ?? '';
}

/**
 * Reads statuses as keys of theirs: a list, or a text with commas, semicolons or line breaks between them,
 * which may also be a list as JSON. Undefined where none is named. What holds no statuses is refused: taken for
 * an odd status it would never be met, and nothing would ever be told.
 */
export function readStatuses(
	value: unknown,
	field: string,
): ValueOrProblem<ReadonlySet<string> | undefined> {
	const members = Array.isArray(value) ? value : [value];
	const statuses = members.map(statusesIn);
	if (!statuses.every((some) => some !== undefined))
		return { problem: problems.statusesOfWrongType(field, value) };
	const keys = statuses.flat().map(statusKey).filter(Boolean);
	return { value: keys.length > 0 ? new Set(keys) : undefined };
}

/** The statuses that a text or a number names; undefined where it names none by its kind. */
function statusesIn(member: unknown): string[] | undefined {
	const text = givenText(member)?.trim();
	// The second is what an object becomes within a text.
	if (text === undefined || text.includes('[object Object]')) return undefined;
	const json = parsed(text);
	if (json === undefined) return split(text.replace(/^\[(.*)\]$/s, '$1'));
	const members = (Array.isArray(json) ? json : [json]).map(givenText);
	return members.every((member) => member !== undefined) ? members.flatMap(split) : undefined;
}

/** What a text in brackets or quotes is as JSON; undefined where it is none. */
function parsed(text: string): unknown {
	if (!/^[["{]/.test(text)) return undefined;
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

function split(text: string): string[] {
	return text.split(/[,;\r\n]/).map((status) => status.trim().replace(/^(["'])(.*)\1$/, '$2'));
}
