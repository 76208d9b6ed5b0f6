import { accountOf } from './account';
import { outcomeOfAnswer, outcomeOfError, requestForm, type FailedOutcome } from './outcome';
import { abortAfter } from './stop';
import { storedTextOf } from './storedToken';
import { connectionProblem, exchangeToken, leadsElsewhere, type Exchanger } from './token';
import { problems, type Problem, type ValueOrProblem } from '../texts';
import { isRecord } from '../values/given';

/** Milliseconds: somebody waits beside the credential. */
const longest = 30_000;

/**
 * Checks address and keys: lists the statuses with the token that was issued for them, or with a new one where there is
 * none or it is refused. Never rejects.
 *
 * @returns the text of the token for n8n's store, or in words why there is none or it lists nothing
 */
export async function checkKeys(exchanger: Exchanger): Promise<ValueOrProblem<string>> {
	const { helpers, credentials } = exchanger;
	const account = accountOf(credentials);
	account.adopt(credentials.accessToken);
	for (let mayRenew = true; ; mayRenew = false) {
		const { value: token, problem } = account.token
			? { value: account.token }
			: await exchangeToken(exchanger);
		if (problem) return { problem };
		const outcome = await helpers
			.httpRequest({
				...requestForm,
				url: `${account.address.value}/system/system-status`,
				headers: { Authorization: `Bearer ${token}` },
				timeout: longest,
				abortSignal: abortAfter(longest),
			})
			.then((answer) => outcomeOfAnswer('read', answer, !account.isFresh(token)))
			.catch((error: unknown) => outcomeOfError(error));
		if (outcome.type === 'unauthorized') account.reject(token);
		if (outcome.type === 'unauthorized' && mayRenew) continue;
		if (outcome.type !== 'answered') return { problem: problemOf(outcome) };
		if (!isRecord(outcome.data)) return { problem: problems.noStatuses() };
		if (['false', false].includes(outcome.body.success as string))
			return { problem: problems.statusesFailing() };
		return { value: storedTextOf(token, account) };
	}
}

/** Why the statuses can't be listed. Without the service's own text: it may repeat the token. */
function problemOf(outcome: FailedOutcome): Problem {
	const { type } = outcome;
	if (leadsElsewhere(outcome)) return problems.noStatuses();
	if (type === 'unauthorized' || (type === 'refused' && outcome.status === 403))
		return problems.statusesRefused();
	if (type === 'rateLimited') return problems.statusesBusy();
	return connectionProblem(outcome) ?? problems.statusesFailing();
}
