import { randomUUID } from 'node:crypto';
import type { Settings } from './options.mts';
import type { Readings } from './readings.mts';

/** The one pair of API keys that a sandbox knows at a time. */
export interface Keys {
	clientId: string;
	clientSecret: string;
}

/** The pair of the account with this number; a sandbox begins with 0. */
export function keysOf(account: number): Keys {
	const end = account === 0 ? '' : `-${account}`;
	return {
		clientId: `sandbox-client-4b7e21c9${end}`,
		clientSecret: `sandbox-secret-d0f35a8861e2${end}`,
	};
}

interface IssuedToken {
	issuedAt: number;
	calls: number;
}

/** Bearer tokens of one sandbox. Any number of them is valid at once, as long as none has expired. */
export class TokenStore {
	private readonly issued = new Map<string, IssuedToken>();

	issue(now: number): string {
		const token = `sandbox-token-${randomUUID()}`;
		this.issued.set(token, { issuedAt: now, calls: 0 });
		return token;
	}

	/** Counts one call with the token. False when the token was never issued or has expired. */
	use(token: string, lifetime: Settings['tokenLifetime'], now: number): boolean {
		const known = this.issued.get(token);
		if (!known) return false;
		known.calls += 1;
		const tooOld =
			lifetime.seconds !== undefined && now - known.issuedAt >= lifetime.seconds * 1000;
		const tooOften = lifetime.calls !== undefined && known.calls > lifetime.calls;
		if (tooOld || tooOften) this.issued.delete(token);
		return !tooOld && !tooOften;
	}

	expireAll(): void {
		this.issued.clear();
	}
}

/** The answer of the token endpoint, with the token where the reading puts it. */
export function tokenAnswer(
	token: string,
	shape: Readings['tokenShape'],
	lifetime: Settings['tokenLifetime'],
): object {
	const account = {
		token_type: 'Bearer',
		...(lifetime.seconds === undefined ? {} : { expires_in: lifetime.seconds }),
		account: { name: 'Sandbox User', currency: 'KES' },
	};
	if (shape === 'none') return account;
	const [first, second] = shape.split('.');
	return second === undefined
		? { [first]: token, ...account }
		: { [first]: { [second]: token, ...account } };
}
