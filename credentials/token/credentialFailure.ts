import type { Problem } from '../../nodes/MessagingService/validation/problem';

/**
 * A failure of the credential in words for people.
 *
 * The message holds both what happened and how to go on, because n8n's credential test shows the
 * message alone. It carries no code, response or cause: n8n's test prefers those over the message,
 * and they may hold the secret.
 */
export class CredentialFailure extends Error {
	/** What a caller in another bundle knows it by: classes differ between the two shipped files. */
	readonly problem: Problem;

	constructor(problem: Problem) {
		super(`${problem.what} ${problem.next}`);
		this.name = 'CredentialFailure';
		this.problem = problem;
	}
}
