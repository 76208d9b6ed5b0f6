/** What a scenario of the benchmark found, ready for the report. */
import type { SubjectName } from '../subjects/pool.mts';
import { inFlight } from '../subjects/task.mts';
import type { Runs } from './bench.mts';

export interface Finding {
	scenario: string;
	/** What this node must reach. */
	target: string;
	/** What it reached, ratios first. */
	result: string;
	reached: boolean;
	/** How many runs of each subject its medians are taken of. */
	runs: number;
	table: { head: string[]; rows: string[][] };
	/** Its part of the picture. */
	chart?: Chart;
	/** A sentence for who reads no further, with the conditions that its figures hold under. */
	inShort?: string;
	/** What the figures mean, and where a target is missed, why. */
	notes: string[];
}

/** Bars under a heading that says what they measure, at which latency. */
export interface Chart {
	title: string;
	bars: Array<{ subject: SubjectName; value: number; says: string }>;
}

/** The subjects' names for people. */
export const titles: Record<SubjectName, string> = {
	messagingService: 'this node',
	combining: 'this node with Combine Items',
	skipping: 'this node with Skip Already Sent',
	trigger: 'the trigger',
	httpRequest: 'HTTP Request node',
	httpRequestBatching: 'HTTP Request node with Batching',
	httpRequestCredential: 'HTTP Request node with a credential',
	plainDeclarative: 'plain declarative node',
	bareClient: 'bare client',
	loading: 'loading',
};

/** A row for each subject that took part, and after its name a column for each of these heads. */
export function tableOf(
	runs: Runs,
	columns: Record<string, (name: SubjectName) => string>,
): Finding['table'] {
	return {
		head: ['', ...Object.keys(columns)],
		rows: [...runs.keys()].map((name) => [
			titles[name],
			...Object.values(columns).map((cell) => cell(name)),
		]),
	};
}

/** A figure for people; a dash where there is none, because a run did less than its task. */
const figure = (value: number, text: string): string => (Number.isNaN(value) ? '–' : text);

export const milliseconds = (value: number): string =>
	figure(
		value,
		value < 10 ? `${value.toFixed(1)} ms` : `${Math.round(value).toLocaleString('en')} ms`,
	);
export const seconds = (milliseconds: number): string =>
	figure(milliseconds, `${(milliseconds / 1000).toFixed(2)} s`);
export const megabytes = (value: number): string => figure(value, `${Math.round(value)} MB`);
export const times = (value: number): string =>
	figure(value, `${value.toFixed(value < 10 ? 2 : 0)} ×`);
export const count = (value: number): string => value.toLocaleString('en');

/** Where processor time went, largest part first: as parts of a hundred, or of a time in milliseconds. */
export const shareList = (shares: Record<string, number> = {}, whole?: number): string =>
	Object.entries(shares)
		.map(([owner, share]) =>
			whole === undefined
				? `${owner} ${Math.round(share * 100)} %`
				: `${owner} ${(share * whole).toFixed(2)} ms`,
		)
		.join(', ');

/** Where the processor time goes, for each profiled subject, as a note. */
export const profileNotes = (profiles: Runs): string[] =>
	[...profiles].map(
		([name, [run]]) =>
			`Where the processor time goes, by a profile of ${titles[name]}: ${shareList(run!.shares)}.`,
	);

/**
 * What reading costs beside waiting, as a note.
 *
 * @param processor milliseconds for all pages
 */
export const readingNote = (processor: number, pages: number, latency: number): string =>
	`${inFlight} pages that are asked for at once take ${milliseconds((processor / pages) * inFlight)} of processor time beside ${milliseconds(latency)} latency: while one is read, no other is.`;
