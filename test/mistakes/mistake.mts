/** A plausible mistake in one place of the project, and the test that was made to notice it. */
export interface Mistake {
	/** What goes wrong for people, in a few words; no two mistakes have the same. */
	name: string;
	/** The file it is made in, from the project's folder. */
	file: string;
	/** The text that it replaces, which stands there exactly once. */
	from: string;
	to: string;
	/** The test that has to fail, and the test file that it is in. */
	noticedBy: { file: string; test: string };
}
