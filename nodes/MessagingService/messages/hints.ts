import type { NodeExecutionHint } from 'n8n-workflow';

import type { Found } from '../item';
import { hintSentences, problems, type Problem } from '../texts';

/** What n8n's output pane says of queries that did not fail. */
export function hintsOfQueries(results: Found[]): NodeExecutionHint[] {
	const hints: NodeExecutionHint[] = [];
	const warnOf = ({ what, next }: Problem) =>
		hints.push({ type: 'warning', message: `${what} ${next}` });
	if (results.some(({ incomplete }) => incomplete)) warnOf(problems.listChanged());
	const missing = results.reduce((sum, result) => sum + (result.missing ?? 0), 0);
	if (missing > 0) warnOf(problems.listCutShort(missing));
	const without = results.filter(({ outputs }) => outputs.length === 0);
	const lookedFor = new Set(without.flatMap(({ order }) => order.lookedFor || []));
	if (lookedFor.size > 0)
		hints.push({ type: 'info', message: hintSentences.nothingFound([...lookedFor]) });
	const isLimited = results.some(
		({ order, records }) => order.limitsMessages === true && records === order.pages?.limit,
	);
	if (isLimited) hints.push({ type: 'info', message: hintSentences.limitsMessages });
	return hints;
}
