/** How a run of tests ends: its last words, and whether it may be taken for a good one. */

/** How its tests ended, by number; of each that was skipped the reason, '' where it told none. */
export interface Ended {
	passed: number;
	failed: number;
	skipped: string[];
}

export interface Surroundings {
	/** What this machine lacks, in the sentences that tests are skipped with for want of it. */
	lacking: string[];
	/** Whether nobody reads more of it than the exit code. */
	ci: boolean;
}

/** Whether these variables are a build server's. */
export function isCi({ CI }: NodeJS.ProcessEnv): boolean {
	return CI !== undefined && CI !== '' && CI !== 'false';
}

/**
 * A run that tested nothing has failed, whatever the reason; one that left out what its machine can't do
 * says so, and has failed in CI. What an older n8n doesn't have is skipped everywhere.
 * @returns the text for the end of the output, whose last line is the counts alone
 */
export function conclusionOf(
	{ passed, failed, skipped }: Ended,
	{ lacking, ci }: Surroundings,
): { text: string; exitCode: 0 | 1 } {
	const leftOut = skipped.filter((reason) => lacking.includes(reason));
	const ranNothing = passed + failed === 0;
	const words = [
		...(leftOut.length > 0
			? [
					`LEFT OUT: ${leftOut.length} of ${passed + failed + skipped.length} tests, because this machine lacks what they need.`,
				]
			: []),
		...[...new Set(leftOut)].map((reason) => `  ${reason}`),
		...(leftOut.length > 0 && ci ? ['In CI nothing may be left out, so this run has failed.'] : []),
		...(ranNothing ? ['Nothing was tested, so this run has failed.'] : []),
		`${passed} passed, ${failed} failed, ${skipped.length} skipped`,
	];
	const isGood = failed === 0 && !ranNothing && !(ci && leftOut.length > 0);
	return { text: words.join('\n'), exitCode: isGood ? 0 : 1 };
}
