/** What the service's answers hold, read by no code of the node. */
import type { IDataObject } from 'n8n-workflow';
import type { RelayAnswer } from '../engine/relay.mts';

export interface Answer extends RelayAnswer {
	json: unknown;
	/** The HTTP status, or the `responsecode` under a 2xx. */
	code: number;
	/** The envelope's `data` (2.4). */
	data: IDataObject;
	/** Milliseconds of this machine's clock. */
	receivedAt: number;
}

export function answerOf(answer: RelayAnswer): Answer {
	const json = jsonOf(answer.body);
	const { data, responsecode } = objectOf(json);
	const code = answer.status < 300 ? Number(responsecode ?? answer.status) : answer.status;
	return { ...answer, json, code, data: objectOf(data), receivedAt: Date.now() };
}

export function jsonOf(raw: string): unknown {
	try {
		return JSON.parse(raw);
	} catch {
		return undefined;
	}
}

export const objectOf = (value: unknown): IDataObject =>
	(Object(value) === value ? value : {}) as IDataObject;

export const isList = (value: unknown): boolean =>
	Array.isArray(value) || Object.keys(objectOf(value)).some((key) => /^\d+$/.test(key));

/** The records of these pages: many on each, one, or none (specification, 4.3). */
export function recordsOf(pages: Answer[]): IDataObject[] {
	const all = pages.flatMap(({ data: { data } }) =>
		isList(data) ? Object.values(objectOf(data)) : [data],
	);
	return all.map(objectOf).filter((record) => Object.keys(record).length > 0);
}

export const words = (values: unknown[]): string =>
	[...new Set(values.map(String))].sort().join(', ');

export const fieldsOf = (value: unknown): string => words(Object.keys(objectOf(value)));
