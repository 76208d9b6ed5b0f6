/** The parts of a question, and the parameters that the node is run with to answer it. */
import type { IDataObject } from 'n8n-workflow';
import { recordsOf } from './answers.mts';
import type { Probe } from './probe.mts';

/** The service's behavior in a word or two, and its meaning for the node unless that is just 'works'. */
export type Finding = string | [answer: string, means: string] | undefined;

/** Resolves to undefined if nothing in the account can tell. If the node failed meanwhile, that is the meaning. */
export type Ask = (probe: Probe) => Promise<Finding>;

/** Builds a question. `name` is that of the sandbox's reading, bound or option, if it has one; `file` is the node's. */
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
/** Returns a record's creation time in milliseconds. Without a zone it counts as UTC, as in the node. */
export const timeOf = ({ created_at: time }: IDataObject): number =>
	Date.parse(/Z|[+-]\d\d:?\d\d$/.test(String(time)) ? String(time) : `${String(time)}Z`);
export const dayOf = (time: number): string =>
	new Date(time).toISOString().slice(0, 'yyyy-mm-dd'.length);
