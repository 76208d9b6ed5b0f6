import { accountOf } from './account';
import { outcomeOfAnswer, outcomeOfError, requestForm, type FailedOutcome } from './outcome';
import { abortAfter } from './stop';
import { storedTextOf } from './storedToken';
import { connectionProblem, exchangeToken, leadsElsewhere, type Exchanger } from './token';
import { problems, type Problem, type ValueOrProblem } from '../texts';
import { isRecord } from '../values/given';

/** Milliseconds for the request. Somebody is waiting in the credential's dialog. */
const longest = 30_000;

/**
 * Checks the address and the API keys by listing the statuses, with the token that was issued for them. Exchanges the
 * keys for a new one if there is none or the service refuses it. Never rejects.
 *
 * @returns the token's text for n8n's store, or the problem
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
		if (outcome.type !== 'answered') return { problem: checkProblem(outcome) };
		if (!isRecord(outcome.data)) return { problem: problems.noStatuses() };
		if (['false', false].includes(outcome.body.success as string))
			return { problem: problems.statusesFailing() };
		return { value: storedTextOf(token, account) };
	}
}

/** Explains why the statuses can't be listed. Leaves out the service's own text, which may repeat the token. */
function checkProblem(outcome: FailedOutcome): Problem {
	const { type } = outcome;
	if (leadsElsewhere(outcome)) return problems.noStatuses();
	if (type === 'unauthorized' || (type === 'refused' && outcome.status === 403))
		return problems.statusesRefused();
	if (type === 'rateLimited') return problems.statusesBusy();
	return connectionProblem(outcome) ?? problems.statusesFailing();
}
