/** An expression within a text, split as n8n does: literal parts with placeholders between. */
export interface Template {
	/** One more than there are placeholders. Each may be empty. */
	literals: string[];
	/** The code of each placeholder, without its brackets. */
	codes: string[];
}

/**
 * Splits an expression as n8n does (@n8n/tournament, ExpressionSplitter). A backslash before brackets makes them text.
 * @param expression without its equal sign
 */
export function templateOf(expression: string): Template {
	const literals: string[] = [];
	const codes: string[] = [];
	let at = 0;
	for (;;) {
		const open = bracketsAt(expression, '{{', at);
		const literal = expression.slice(at, open);
		if (open === expression.length) return { literals: [...literals, literal], codes };
		literals.push(literal.replaceAll('\\\\', '\\'));
		const close = bracketsAt(expression, '}}', open + 2);
		codes.push(expression.slice(open + 2, close).trim());
		at = Math.min(close + 2, expression.length);
	}
}

/** Returns the place of the next brackets without a backslash before them, or the length of the text. */
function bracketsAt(text: string, brackets: string, from: number): number {
	let at = text.indexOf(brackets, from);
	while (at !== -1) {
		let start = at;
		while (start > from && text[start - 1] === '\\') start--;
		if ((at - start) % 2 === 0) return at;
		from = at + brackets.length;
		at = text.indexOf(brackets, from);
	}
	return text.length;
}

/** Returns the first brackets outside placeholders, with the text before them. */
export function strayBrackets({
	literals,
}: Template): [brackets: string, before: string] | undefined {
	for (const literal of literals) {
		const { 0: brackets, index = 0 } = /\{\{|\}\}/.exec(literal) ?? {};
		if (brackets) return [brackets, literal.slice(Math.max(0, index - 20), index)];
	}
	return undefined;
}

/** Returns the column of a placeholder that is nothing else, such as `$json.Name` or `$json["First Name"]`. */
export function columnIn(code: string): string | undefined {
	const [, name, , quoted] =
		/^\$json\s*(?:\.\s*([\p{L}\p{N}_$]+)|\[\s*(["'])([^"'\\]+)\2\s*\])$/u.exec(code) ?? [];
	return name ?? quoted;
}

/** Whether the code of a placeholder has an empty text, so that its author means it to be empty at times. */
export function mayBeEmpty(code: string): boolean {
	return /''|""|``/.test(code);
}

/**
 * Returns the places of the placeholders that are certainly empty or blank in a text. n8n leaves a placeholder empty
 * whose value is null, undefined or NaN, or whose code fails. A value that holds the text beside it may hide that. The
 * values of placeholders side by side can't be told apart: they are returned only if all of them are empty.
 */
export function emptyPlaceholders({ literals, codes }: Template, text: string): number[] {
	const [before, behind] = [literals[0]!, literals.at(-1)!];
	const between = literals.slice(1, -1);
	if (!text.startsWith(before) || !text.endsWith(behind)) return [];
	// Where each literal ends if all stand as far left as they can, and where it begins if all stand as far right.
	const ends = [before.length];
	for (const literal of between) {
		const start = text.indexOf(literal, ends.at(-1));
		// The text isn't the template's.
		if (start < 0) return [];
		ends.push(start + literal.length);
	}
	const starts = [text.length - behind.length];
	for (const literal of between.reverse())
		starts.unshift(text.lastIndexOf(literal, starts[0]! - literal.length));
	return [...codes.keys()].filter((place) => {
		const [from, to] = [ends[place]!, starts[place]!];
		return from <= to && text.slice(from, to).trim() === '';
	});
}
