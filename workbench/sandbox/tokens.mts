/** The bearer tokens of one sandbox. Any number of them can be valid at once, each until it expires. */
import { randomUUID } from 'node:crypto';
import type { Readings, Settings } from './options.mts';

export class TokenStore {
	private readonly issued = new Map<string, { issuedAt: number; calls: number }>();

	issue(now: number): string {
		const token = `sandbox-token-${randomUUID()}`;
		this.issued.set(token, { issuedAt: now, calls: 0 });
		return token;
	}

	/** Counts a call with the token. Returns false if the token is unknown or has expired. */
	use(token: string, lifetime: Settings['tokenLifetime'], now: number): boolean {
		const { seconds = Infinity, calls = Infinity } = lifetime;
		const known = this.issued.get(token);
		if (!known) return false;
		known.calls += 1;
		const isGood = now - known.issuedAt < seconds * 1000 && known.calls <= calls;
		if (!isGood) this.issued.delete(token);
		return isGood;
	}

	expireAll(): void {
		this.issued.clear();
	}
}

/** Returns the answer of the token endpoint, with the token where the reading puts it. */
export function tokenAnswer(
	token: string,
	shape: Readings['tokenShape'],
	{ seconds }: Settings['tokenLifetime'],
): object {
	const account = { name: 'Sandbox User', currency: 'KES' };
	const name = shape.replace('data.', '');
	const answer = { [name]: token, token_type: 'Bearer', expires_in: seconds, account };
	return name === shape ? answer : { data: answer };
}
