import { sentences } from '../errors/sentences';
import type { Failure } from '../item';
import { problems } from '../validation/problems';

/** What something that was thrown says, in one line. Anything can be thrown, a proxy that throws too. */
export function reasonOf(thrown: unknown): string {
	try {
		const said: unknown = thrown instanceof Error ? thrown.message : thrown;
		const text =
			typeof said === 'string' || typeof said === 'number'
				? String(said).replace(/\s+/g, ' ').trim()
				: '';
		return text || 'it gave no reason';
	} catch {
		return 'it gave no reason';
	}
}

/**
 * Why the fields could not be read or checked.
 *
 * @param failed the field whose expression failed; without one it is a bug of ours
 */
export function failureOfThrown(
	thrown: unknown,
	failed: { field: string; reason: string } | undefined,
): Failure {
	if (!failed) return { ...problems.itemNotReadable(reasonOf(thrown)), fate: 'refused' };
	return {
		id: 'expressionFailed',
		fate: 'refused',
		...sentences.expressionFailed(failed.field, failed.reason),
	};
}
