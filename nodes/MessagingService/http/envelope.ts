import { isRecord } from '../validation/record';

/** The answer of every endpoint but the token one (specification section 2.4), as far as it was there. */
export interface Envelope {
	code?: number;
	message?: string;
	data: unknown;
}

/**
 * Reads the envelope out of a parsed body, the code also where it came as text.
 *
 * @returns undefined when the body is no JSON object: HTML, noise, a bare number, nothing
 */
export function readEnvelope(body: unknown): Envelope | undefined {
	if (!isRecord(body)) return undefined;
	const { responsecode, responsemessage, data } = body;
	const code = typeof responsecode === 'string' ? Number(responsecode.trim() || NaN) : responsecode;
	return {
		...(typeof code === 'number' && Number.isInteger(code) ? { code } : {}),
		...(typeof responsemessage === 'string' && responsemessage.trim()
			? { message: responsemessage.trim() }
			: {}),
		data,
	};
}
