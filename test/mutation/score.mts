/** What Stryker's report says of a file (the mutation testing report schema, version 2). */
interface Report {
	files: Record<string, { source: string; mutants: Mutant[] }>;
}

interface Mutant {
	mutatorName: string;
	status: string;
	replacement?: string;
	location: { start: Place; end: Place };
}

interface Place {
	line: number;
	/** From 1. */
	column: number;
}

/** How the mutants of a file, or of several, ended. */
export interface Score {
	killed: number;
	/** Mutants that never end: the tests notice them too, by waiting in vain. */
	timedOut: number;
	/** 'line 12, Regex: what was changed => what it became   in   the whole line', one line each. */
	survivors: string[];
}

/**
 * Reads a report: the score of each file, by its path. Mutants that could not run at all, such as
 * by a compile error, count nowhere.
 */
export function scoresOf({ files }: Report): Map<string, Score> {
	return new Map(
		Object.entries(files).map(([path, { source, mutants }]) => [
			path,
			scoreOf(source.split('\n'), mutants),
		]),
	);
}

function scoreOf(lines: string[], mutants: Mutant[]): Score {
	const score: Score = { killed: 0, timedOut: 0, survivors: [] };
	for (const { status, mutatorName, replacement = '', location } of mutants) {
		if (status === 'Killed') score.killed++;
		if (status === 'Timeout') score.timedOut++;
		if (status !== 'Survived' && status !== 'NoCoverage') continue;
		const { start, end } = location;
		const line = lines[start.line - 1] ?? '';
		const changed =
			start.line === end.line
				? line.slice(start.column - 1, end.column - 1)
				: `${line.slice(start.column - 1)} …`;
		score.survivors.push(
			`line ${start.line}, ${mutatorName}: ${shortened(changed)} => ${shortened(replacement)}   in   ${line.trim()}`,
		);
	}
	return score;
}

const shortened = (code: string): string => code.replace(/\s+/g, ' ').slice(0, 100);

/** Several scores as one. */
export function sumOf(scores: Score[]): Score {
	return {
		killed: scores.reduce((sum, { killed }) => sum + killed, 0),
		timedOut: scores.reduce((sum, { timedOut }) => sum + timedOut, 0),
		survivors: scores.flatMap(({ survivors }) => survivors),
	};
}

/** Per cent of the mutants that the tests notice; 100 where there are none. */
export function percentOf({ killed, timedOut, survivors }: Score): number {
	const noticed = killed + timedOut;
	const all = noticed + survivors.length;
	return all === 0 ? 100 : (100 * noticed) / all;
}
