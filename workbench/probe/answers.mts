/** Reads the service's answers without using any code of the node. */
import type { IDataObject } from 'n8n-workflow';
import { jsonOf, type RelayAnswer, type RelayRequest } from '../engine/relay.mts';

export type Answer = ReturnType<typeof answerOf>;

export function answerOf(answer: RelayAnswer, { headers, path }: RelayRequest) {
	const json = objectOf(jsonOf(answer.body));
	/** The HTTP status; for a 2xx, the body's `responsecode` if there is one. */
	const code = answer.status < 300 ? Number(json.responsecode ?? answer.status) : answer.status;
	const { authorization } = headers;
	return {
		...answer,
		/** Path of the request, with its query. */
		path,
		json,
		code,
		data: objectOf(json.data),
		receivedAt: Date.now(),
		authorization,
	};
}

export const objectOf = (value: unknown): IDataObject =>
	(Object(value) === value ? value : {}) as IDataObject;

export const isList = (value: unknown): boolean =>
	Array.isArray(value) || Object.keys(objectOf(value)).some((key) => /^\d+$/.test(key));

/** Drops refusals, which are no failures: if a service refuses an amount, the node asks for less. */
export const takenOf = (answers: Answer[]): Answer[] => answers.filter(({ code }) => code < 300);

/** Returns the records of a page: `data` itself, or the `data` within it. */
export const rowsOf = ({ json, data }: Answer): unknown =>
	isList(json.data) ? json.data : data.data;

/** Returns a page's counts and their place: in `meta`, within `data` or beside it, or beside the records. */
export function countsOf({ json, data }: Answer): IDataObject & { place: string } {
	const places = { present: data.meta, beside: json.meta, flat: data, top: json };
	const [place = 'missing', counts = {}] =
		Object.entries(places).find(([, value]) => {
			const { total, last_page: last } = objectOf(value);
			return Number.isInteger(total) || Number.isInteger(last);
		}) ?? [];
	return { ...objectOf(counts), place };
}

/** Returns the records of these pages, in page order. A page has many, one or none (specification, 4.3). */
export function recordsOf(pages: Answer[]): IDataObject[] {
	// Pages are requested concurrently, so their answers arrive in any order.
	const numberOf = ({ path }: Answer): number => Number(/[?&]page=(\d+)/.exec(path)?.[1]);
	const all = [...pages].sort((one, other) => numberOf(one) - numberOf(other)).map(rowsOf);
	const records = all.flatMap((data) => (isList(data) ? Object.values(objectOf(data)) : [data]));
	return records.map(objectOf).filter((record) => Object.keys(record).length > 0);
}

export const words = (values: unknown[]): string =>
	[...new Set(values.map(String))].sort().join(', ');

export const fieldsOf = (value: unknown): string => words(Object.keys(objectOf(value)));
