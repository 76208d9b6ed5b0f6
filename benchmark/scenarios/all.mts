/** All scenarios of the benchmark, in the order of the page, by the names that `--only` takes. */
import { combined } from './combined.mts';
import { far } from './far.mts';
import { loading } from './loading.mts';
import { longestHold } from './longest-hold.mts';
import { memory } from './memory.mts';
import { poll } from './poll.mts';
import { processorTime } from './processor-time.mts';
import { rateLimited } from './rate-limited.mts';
import { returnAll } from './return-all.mts';
import { sends } from './sends.mts';
import { skipAlreadySent } from './skip-already-sent.mts';
import type { Bench } from './bench.mts';
import type { Finding } from './finding.mts';

const findingOf: Record<string, (bench: Bench) => Promise<Finding>> = {
	// First: whether the messages arrive counts more than how soon.
	'rate-limited': rateLimited,
	sends,
	far,
	combined,
	'longest-hold': longestHold,
	'skip-already-sent': skipAlreadySent,
	'return-all': returnAll,
	poll,
	memory,
	'processor-time': processorTime,
	loading,
};

export const scenarioNames = Object.keys(findingOf);

/**
 * The scenarios that a comma-separated list names; all of them without one. Throws a sentence for a
 * name that is none.
 */
export function chosen(list: string | undefined): string[] {
	const names = list?.split(',').map((name) => name.trim()) ?? scenarioNames;
	const unknown = names.filter((name) => !scenarioNames.includes(name));
	if (unknown.length > 0)
		throw new Error(
			`There is no scenario "${unknown.join('", "')}". There are: ${scenarioNames.join(', ')}.`,
		);
	return scenarioNames.filter((name) => names.includes(name));
}

/** Runs these scenarios, one after the other. */
export async function runScenarios(
	names: string[],
	benchFor: (scenario: string) => Bench,
): Promise<Finding[]> {
	const findings: Finding[] = [];
	for (const name of names) {
		const bench = benchFor(name);
		bench.say(name);
		findings.push(await findingOf[name]!(bench));
	}
	return findings;
}
