import type { Account } from '../auth/account';

const renewals = new WeakMap<Account, Promise<void>>();

/** The renewal of this account's token that is under way in this process; settles, and never rejects. */
export function renewalOf(account: Account): Promise<void> | undefined {
	return renewals.get(account);
}

/**
 * A request without a token is about to be made, which has n8n fetch one and write it to its store.
 *
 * @returns to be called once the token is there, and when the request has ended; calling it twice does no harm
 */
export function beginRenewal(account: Account): () => void {
	let end = (): void => undefined;
	const renewal = new Promise<void>((resolve) => (end = resolve));
	renewals.set(account, renewal);
	return () => {
		if (renewals.get(account) === renewal) renewals.delete(account);
		end();
	};
}
