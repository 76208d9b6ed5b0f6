import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * The path of a file that a run leaves for people: one for each account, since all share this
 * folder and none may write over another's.
 */
export function leftBehind(name: string): string {
	const account = process.getuid?.() ?? 0;
	return join(
		tmpdir(),
		account === 0 ? `messaging-service-${name}` : `messaging-service-${account}-${name}`,
	);
}
