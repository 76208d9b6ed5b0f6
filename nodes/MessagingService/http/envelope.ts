import { isRecord, memberOf } from '../validation/record';

/** The answer of every endpoint but the token one (specification section 2.4), as far as it was there. */
export interface Envelope {
	code?: number;
	data: unknown;
}

/**
 * Reads the envelope out of a parsed body, the code also where it came as text. Its
 * `responsemessage` is one of several places where the service's reason may stand (`reason.ts`).
 *
 * @returns undefined when the body is no JSON object: HTML, noise, a bare number, nothing
 */
export function readEnvelope(body: unknown): Envelope | undefined {
	if (!isRecord(body)) return undefined;
	const responsecode = memberOf(body, 'responsecode');
	const code = typeof responsecode === 'string' ? Number(responsecode.trim() || NaN) : responsecode;
	return {
		...(typeof code === 'number' && Number.isInteger(code) ? { code } : {}),
		data: memberOf(body, 'data'),
	};
}
