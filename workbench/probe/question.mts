/** What a question is, and what the node is run with to answer it. */
import type { IDataObject } from 'n8n-workflow';
import { recordsOf } from './answers.mts';
import type { Probe } from './probe.mts';

/** What the service does, in a word or two, and what that means for the node where it isn't just that it works. */
export type Finding = string | [answer: string, means: string] | undefined;

/** Comes to undefined where nothing in the account tells. Where the node failed meanwhile, that is what it means. */
export type Ask = (probe: Probe) => Promise<Finding>;

/** The name is that of the sandbox's reading, bound or option, if it has one; the file is the node's. */
export const question = (name: string, section: string, about: string, file: string, ask: Ask) => ({
	name,
	section,
	about,
	file,
	ask,
});

export const statuses = { operation: 'listStatuses' };
export const senders = { operation: 'querySenders', limit: 20 };
export const list = { operation: 'queryMessages', output: 'raw', limit: 100 };
export const found = (filters: object) => ({ ...list, limit: 5, filters });

export const listedIn = async (probe: Probe) => recordsOf((await probe.run(list)).answers);
/** Without a zone it counts as UTC, as the node takes it. */
export const timeOf = ({ created_at: time }: IDataObject): number =>
	Date.parse(/Z|[+-]\d\d:?\d\d$/.test(String(time)) ? String(time) : `${String(time)}Z`);
export const dayOf = (time: number): string =>
	new Date(time).toISOString().slice(0, 'yyyy-mm-dd'.length);
